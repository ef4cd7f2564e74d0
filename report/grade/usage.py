"""What the processes of a box use: how many there are, and their memory."""
import ctypes
import os

IPC_RMID = 0
_libc = ctypes.CDLL(None, use_errno=True)
_REMOVE = {'shm': lambda key: _libc.shmctl(key, IPC_RMID, None),
           'sem': lambda key: _libc.semctl(key, 0, IPC_RMID),
           'msg': lambda key: _libc.msgctl(key, IPC_RMID, None)}


def processes_of(user):
    count = 0
    for name in os.listdir('/proc'):
        try:
            count += name.isdigit() and os.stat(f'/proc/{name}').st_uid == user
        except OSError:
            pass
    return count


def descendants(pid):
    """All processes below `pid`."""
    found, todo = [], [pid]
    while todo:
        try:
            with open(f'/proc/{todo[-1]}/task/{todo.pop()}/children') as f:
                more = [int(word) for word in f.read().split()]
        except OSError:
            continue
        found += more
        todo += more
    return found


def _resident(pid):
    """Bytes of its own, and bytes that it shares."""
    own = shared = 0
    try:
        with open(f'/proc/{pid}/status') as f:
            for row in f:
                if row.startswith('RssAnon:'):
                    own = int(row.split()[1]) << 10
                elif row.startswith('RssShmem:'):
                    shared = int(row.split()[1]) << 10
    except (OSError, ValueError):
        pass
    return own, shared


def _memory_files(pid, seen):
    """Bytes in files of memfd_create, which need not be mapped."""
    total, folder = 0, f'/proc/{pid}/fd'
    try:
        for name in os.listdir(folder):
            path = f'{folder}/{name}'
            if os.readlink(path).startswith('/memfd:'):
                about = os.stat(path)
                if about.st_ino not in seen:
                    seen.add(about.st_ino)
                    total += about.st_blocks * 512
    except OSError:
        pass
    return total


def _segments(kind, user):
    """The rows of System V IPC that are in this namespace and, if user is not 0, of that user."""
    try:
        with open(f'/proc/sysvipc/{kind}') as f:
            head, *rows = [row.split() for row in f]
    except (OSError, ValueError):
        return []
    rows = [{name: int(word) for name, word in zip(head, row) if name != 'perms'} for row in rows]
    return [row for row in rows if not user or row['uid'] == user]


def memory(order):
    """Bytes that the processes of the box use together. What is shared and resident counts for
    each of them, or as long as it exists, whichever is more."""
    pids, seen, own, shared, files = descendants(os.getpid()), set(), 0, 0, 0
    for pid in pids:
        more = _resident(pid)
        own, shared = own + more[0], shared + more[1]
        files += _memory_files(pid, seen)
    if order['level'] == 'full' or order['user']:
        user = 0 if order['level'] == 'full' else order['user']
        files += sum(row['rss'] for row in _segments('shm', user))
    return own + max(shared, files)


def remove_segments(user):
    """System V memory, semaphores and queues that outlived the user's processes."""
    for kind, remove in _REMOVE.items():
        for row in _segments(kind, user):
            remove(row[f'{kind}id' if kind != 'msg' else 'msqid'])
