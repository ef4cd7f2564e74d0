"""One command of an untrusted program under limits and, where the kernel lets us, in namespaces.

Run as `python3 -I -B jail.py`: reads an order (JSON) from standard input, writes what happened
(JSON) to standard output. The order:
  level     "full": namespaces; "plain": without (see LEVELS)
  user      the numeric user that a root grader becomes; 0: stay who we are
  scratch   an empty folder of the grader's, where the box is made
  fresh     folders of the box that the command may write
  inputs    [[outside, inside]]: files copied into the box, readable only
  visible   folders and files outside that the command may read (level full; else it can read all)
  command, environment, folder    "@box@" in any of them stands for the box
  limits    {seconds, cpu, memory, processes, file, output, disk}; see assignment.LIMITS
  keep      [outside, inside]: the folder where keeper.py puts journals, and the program whose
            they are; or null
  slow      the rank whose processes are stopped most of the time, or null
  collect   [[inside, outside]]: a file or a folder of files, copied when all is over

The answer: {code, signal, seconds, exceeded, stdout, stderr, tampering[]}; exceeded: the name
of a limit, or null. Or {error}: the box could not be made, nothing was run.

Processes: this one (outside; watches, kills) -> first (process 1 of the box) -> the command.
When the first ends the kernel ends all others of its namespace. Without a namespace we adopt
the orphans, and kill our descendants until there are none.
"""
import ctypes
import json
import os
import resource
import select
import shutil
import signal
import stat
import sys
import time

import delays
import kernel
import keeper
import usage

BOX = '/box'
DEVICES = ('null', 'zero', 'full', 'random', 'urandom')
POLL = 0.1  # seconds between two looks at the memory in use
GONE = 10  # seconds that killed processes get to disappear


def place(order, text):
    return text.replace('@box@', order['box'])


def copy_in(order, root):
    for folder in order['fresh']:
        path = root + place(order, folder)
        os.makedirs(path, exist_ok=True)
        if order['user']:
            os.chown(path, order['user'], order['user'])
    for outside, inside in order['inputs']:
        path = root + place(order, inside)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        shutil.copyfile(outside, path)
        os.chmod(path, 0o555 if os.access(outside, os.X_OK) else 0o444)


def namespaces(order):
    flags = (kernel.NEWNS | kernel.NEWPID | kernel.NEWNET | kernel.NEWIPC | kernel.NEWUTS)
    user, group = os.geteuid(), os.getegid()
    if user:
        kernel.unshare(flags | kernel.NEWUSER)
        for name, text in (('setgroups', 'deny'), ('uid_map', f'{user} {user} 1'),
                           ('gid_map', f'{group} {group} 1')):
            with open(f'/proc/self/{name}', 'w') as f:
                f.write(text)
    else:
        kernel.unshare(flags)
    kernel.mount(None, '/', None, kernel.REC | kernel.PRIVATE)
    kernel.mount('tmpfs', order['scratch'], 'tmpfs', kernel.NOSUID | kernel.NODEV,
                 f"mode=755,size={order['limits']['disk']}")


def furnish(order, root):
    """What every program expects of a root folder."""
    for name in ('usr', 'bin', 'sbin', 'lib', 'lib32', 'lib64', 'libx32', 'etc', 'opt', 'sys'):
        source, target = f'/{name}', f'{root}/{name}'
        if os.path.islink(source):
            os.symlink(os.readlink(source), target)
        elif os.path.isdir(source):
            os.mkdir(target)
            kernel.bind(source, target)
    for path in order['visible']:
        if os.path.isdir(path):
            os.makedirs(root + path, exist_ok=True)
        else:
            os.makedirs(os.path.dirname(root + path), exist_ok=True)
            open(root + path, 'w').close()
        kernel.bind(path, root + path)
    os.mkdir(f'{root}/dev')
    for name in DEVICES:
        open(f'{root}/dev/{name}', 'w').close()
        kernel.mount(f'/dev/{name}', f'{root}/dev/{name}', None, kernel.BIND)
    os.symlink('/proc/self/fd', f'{root}/dev/fd')
    for name in ('dev/shm', 'tmp'):
        os.makedirs(f'{root}/{name}', exist_ok=True)
        os.chmod(f'{root}/{name}', 0o1777)
    os.mkdir(f'{root}/proc')
    kernel.mount('proc', f'{root}/proc', 'proc', kernel.NOSUID | kernel.NODEV | kernel.NOEXEC |
                 kernel.RDONLY)
    for path in sorted({os.path.dirname(root + place(order, inside))
                        for outside, inside in order['inputs'] if os.access(outside, os.X_OK)}):
        kernel.bind(path, path)
    kernel.no_execution(root)  # of what it writes


def limit(order):
    wanted = order['limits']
    for what, most in ((resource.RLIMIT_CPU, wanted['cpu']), (resource.RLIMIT_CORE, 0),
                       (resource.RLIMIT_AS, wanted['memory'] + (2 << 30)),
                       (resource.RLIMIT_FSIZE, wanted['file']),
                       (resource.RLIMIT_NPROC, wanted['processes']),
                       (resource.RLIMIT_NOFILE, 1024)):
        hard = resource.getrlimit(what)[1]
        most = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(what, (most, most))


def execute(order):
    """Becomes the command; does not return."""
    os.setsid()
    os.chdir(place(order, order['folder']))
    if order['user']:
        os.setgroups([])
        os.setresgid(*3 * [order['user']])
        os.setresuid(*3 * [order['user']])
    if order['level'] == 'full' or order['user']:
        limit(order)
    else:  # others of this user count too
        order['limits']['processes'] += usage.processes_of(os.getuid())
        limit(order)
    kernel.no_new_privileges()
    if order['level'] != 'full' and not order['user']:
        kernel.refuse_kill_all()
    for number in range(1, signal.NSIG):
        if number not in (signal.SIGKILL, signal.SIGSTOP, 32, 33):
            signal.signal(number, signal.SIG_DFL)
    words = [place(order, w) for w in order['command']]
    values = {k: place(order, v) for k, v in order['environment'].items()}
    if order['keep']:
        values['FENCEPOST_KEEPER'] = order['keeper']
    os.execvpe(words[0], words, values)


def first(order, ends, say):
    """Process 1 of the box; tells by `say` how the command ended, or why it could not begin."""
    try:
        kernel.die_with_parent()
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        if order['level'] == 'full':
            kernel.unshare(kernel.NEWNS)
            furnish(order, order['scratch'])
            kernel.loopback_up()
            kernel.host_name('localhost')
            kernel.pivot(order['scratch'])
        kernel.hide()
        child = os.fork()
        if child == 0:
            nothing = os.open('/dev/null', os.O_RDONLY)
            for fd, end in enumerate((nothing, *ends)):
                os.dup2(end, fd)
            os.closerange(3, 256)
            try:
                execute(order)
            except OSError as e:
                print(f'cannot start {order["command"][0]}: {e}', file=sys.stderr, flush=True)
            os._exit(127)
        for end in ends:
            os.close(end)
        while True:
            pid, status = os.wait()
            if pid == child:
                os.write(say, json.dumps({'status': status}).encode())
                os._exit(0)
    except OSError as e:
        os.write(say, json.dumps({'error': str(e)}).encode())
    os._exit(1)


def reap(block):
    """Waits for the children that ended; False when there is no child left."""
    try:
        while os.waitpid(-1, 0 if block else os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        return False
    return True


def end_all(order, pid):
    """Ends every process of the box and waits until none is left."""
    if order['level'] == 'full':
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        reap(True)
        return
    until = time.monotonic() + GONE
    while reap(False) and time.monotonic() < until:
        for other in usage.descendants(os.getpid()):
            try:
                os.kill(other, signal.SIGKILL)
            except ProcessLookupError:
                pass
        time.sleep(0.01)


class Streams:
    """What the command writes, up to a limit for both together."""

    def __init__(self, ends, most):
        self.text = {end: bytearray() for end in ends}
        self.open = set(ends)
        self.left = most

    def read(self, end):
        data = os.read(end, 65536)
        if not data:
            self.open.discard(end)
        self.text[end] += data[:max(self.left, 0)]
        self.left -= len(data)

    def drain(self):
        for end in list(self.open):
            while end in self.open and self.left > 0 and select.select([end], [], [], 0)[0]:
                self.read(end)


def follow(order, pid, streams, told, kept):
    """Until the command has ended or exceeds a limit, whose name is the result."""
    limits, looked = order['limits'], 0
    pause = delays.Pause(order['slow']) if order['slow'] is not None else None
    until = time.monotonic() + limits['seconds']
    while True:
        ready = select.select([*streams.open, told, *(kept.ends() if kept else [])], [], [],
                              max(0, min(pause.period() if pause else POLL,
                                         until - time.monotonic())))[0]
        for end in ready:
            if end in streams.text:
                streams.read(end)
        if kept:
            kept.read(ready)
        if streams.left < 0:
            return 'output'
        if told in ready:
            return None
        if pause:
            pause.step(lambda: usage.descendants(os.getpid()))
        now = time.monotonic()
        if now >= until:
            return 'seconds'
        if now - looked > POLL:
            looked = now
            if usage.memory(order) > limits['memory']:
                return 'memory'


def copy_out(order, root):
    for inside, outside in order['collect']:
        source = root + place(order, inside)
        try:
            kind = os.lstat(source)
        except OSError:
            continue
        if stat.S_ISDIR(kind.st_mode):
            os.makedirs(outside, exist_ok=True)
            for name in sorted(os.listdir(source))[:1000]:
                copy_file(os.path.join(source, name), os.path.join(outside, name))
        else:
            copy_file(source, outside)


def copy_file(source, target):
    """A plain file only: no link is followed, no pipe waited for."""
    try:
        fd = os.open(source, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError:
        return
    with open(fd, 'rb') as f:
        about = os.fstat(fd)
        if stat.S_ISREG(about.st_mode):
            with open(target, 'wb') as out:
                shutil.copyfileobj(f, out)
            os.chmod(target, 0o755 if about.st_mode & 0o100 else 0o644)


def answer(told, streams, ends, exceeded, seconds, kept):
    text = os.read(told, 65536) if select.select([told], [], [], 0)[0] else b''
    ended = json.loads(text) if text else {'status': signal.SIGKILL}
    if 'error' in ended:
        return ended
    code = os.waitstatus_to_exitcode(ended['status'])
    return {'code': max(code, 0), 'signal': max(-code, 0), 'seconds': round(seconds, 3),
            'exceeded': exceeded, 'stdout': streams.text[ends[0]].decode(errors='replace'),
            'stderr': streams.text[ends[1]].decode(errors='replace'),
            'tampering': kept.complaints if kept else []}


def run(order):
    full = order['level'] == 'full'
    order['box'] = BOX if full else order['scratch'] + BOX
    root = order['scratch'] if full else ''
    kernel.adopt_orphans()
    if full:
        namespaces(order)
    copy_in(order, root)
    out, err, say = os.pipe(), os.pipe(), os.pipe()
    kept = None
    if order['keep']:
        kept = keeper.Keeper(order['keep'][0], root + place(order, order['keep'][1]))
        order['keeper'] = kept.name
    started = time.monotonic()
    pid = os.fork()
    if pid == 0:
        first(order, (out[1], err[1]), say[1])
    for pipe in (out, err, say):
        os.close(pipe[1])
    ends = (out[0], err[0])
    streams = Streams(ends, order['limits']['output'])
    exceeded = follow(order, pid, streams, say[0], kept)
    end_all(order, pid)
    if not full and order['user']:
        usage.remove_segments(order['user'])
    streams.drain()
    if kept:
        kept.drain()
        kept.close()
    seconds = time.monotonic() - started
    result = answer(say[0], streams, ends, exceeded, seconds, kept)
    copy_out(order, root)
    return result


def main():
    os.umask(0o022)
    kernel.die_with_parent()
    try:
        result = run(json.load(sys.stdin))
    except (OSError, KeyError, ctypes.ArgumentError) as e:
        result = {'error': f'{type(e).__name__}: {e}'}
    json.dump(result, sys.stdout)


if __name__ == '__main__':
    main()
