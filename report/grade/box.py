"""Running things in the box: levels of isolation, and one jail.py process per order."""
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import threading

FIRST_USER, MOST_USERS = 61000, 1000
NEEDED = re.compile(r'fencepost|libfencepost.*|fencepost-cc\.specs|fencepost-plugin-.*\.so')
LOADED = re.compile(r'libfencepost.*\.so')
RUNNERS = ('box', 'building', 'delays', 'evidence', 'fortran', 'jail', 'keeper', 'kernel', 'objects', 'perform',
           'submission', 'tables', 'usage', 'witness')
SYSTEM = ('/usr/', '/bin/', '/sbin/', '/lib', '/opt/', '/etc/')  # see jail.furnish
GRACE = 60  # seconds beyond its own limit after which a jail itself is given up
TRY = {'seconds': 20, 'cpu': 10, 'memory': 1 << 30, 'processes': 64, 'file': 1 << 20,
       'disk': 16 << 20, 'output': 1 << 16}
WITHOUT = ['the network is reachable', 'other files that this user may read can be read, other '
           'submissions too', 'disk is not bounded, only each file is, and memory only as often '
           'as we look']
ONE_USER = ['a submission that looks for other processes of this user can end them, this grader too',
            'files that it leaves outside of its folder stay there']
SHARED = ('/tmp', '/var/tmp', '/dev/shm')


class Failed(Exception):
    """The box itself failed; nothing is known about the submission."""


def has_users():
    """Whether there are users to lend: a container may have no other than its root."""
    with open('/proc/self/uid_map') as f:
        rows = [[int(word) for word in row.split()] for row in f]
    return any(first <= FIRST_USER and FIRST_USER + MOST_USERS <= first + count
               for first, _, count in rows)


class Users:
    """The users that commands of a root grader run as: one for each job, and none that another
    grader on this machine uses now (each holds a socket with the user's name)."""

    def __init__(self):
        self.sockets, self.of_slot = [], {}
        self.lock = threading.Lock()

    def of(self, slot):
        with self.lock:
            if slot not in self.of_slot:
                self.of_slot[slot] = self._claim(max(self.of_slot.values(), default=FIRST_USER - 1))
            return self.of_slot[slot]

    def _claim(self, last):
        for user in range(last + 1, FIRST_USER + MOST_USERS):
            name = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
            try:
                name.bind(f'\0fencepost-grade-{user}')
            except OSError:
                name.close()
                continue
            self.sockets.append(name)
            return user
        raise Failed('no user is left for another job')


class Box:
    """level: "full" or "plain"; why: the reason if it is not full; users: of a root grader;
    visible: what they may read beside the system; libraries: those of the checker."""

    def __init__(self, work, visible, wanted='full', libraries=()):
        self.work, self.visible, self.libraries = work, visible, list(libraries)
        self.users = Users() if os.geteuid() == 0 and has_users() else None
        self.level, self.why = wanted, ''
        os.makedirs(work, exist_ok=True)
        os.chmod(work, 0o711)
        why = self._hindrance()
        if why and wanted == 'full':
            self.level, self.why = 'plain', why
            why = self._hindrance()
        if why:
            raise Failed(f'nothing can be run in {work}: {why}')

    def _hindrance(self):
        """Why nothing can be run at this level, or ''."""
        try:
            ran = self.run(['sh', '-c', 'cd "$HOME" && exec true'], TRY)
            return ran['stderr'].strip() if ran['code'] else ''
        except Failed as e:
            return str(e)

    def says(self):
        """What submissions are kept from, in plain words."""
        if self.level == 'full':
            return ('Each command ran in namespaces of its own: no network, no view of other '
                    'submissions or processes.')
        return ('Namespaces were not used' + (f' ({self.why})' if self.why else '') + ': ' +
                '; '.join(WITHOUT + ([] if self.users else ONE_USER)) + '.')

    def run(self, command, limits, *, environment=None, folder='@box@/run', fresh=(), inputs=(),
            collect=(), keep=None, slow=None, slot=0):
        """What happened: see jail.py. Raises Failed."""
        scratch = tempfile.mkdtemp(prefix='box-', dir=self.work)
        os.chmod(scratch, 0o755)
        order = {'level': self.level, 'user': self.users.of(slot) if self.users else 0,
                 'scratch': scratch, 'fresh': ['@box@/run', *fresh], 'inputs': list(inputs),
                 'visible': self.visible, 'command': command, 'folder': folder, 'limits': limits,
                 'environment': {'PATH': '/usr/local/bin:/usr/bin:/bin', 'LANG': 'C.UTF-8',
                                 'HOME': '@box@/run', **(environment or {})},
                 'keep': keep, 'slow': slow, 'collect': list(collect)}
        if self.level != 'full':
            order['environment'].setdefault('TMPDIR', '@box@/run')
        jail = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'jail.py')
        start = 'import sys; sys.path.insert(0, sys.argv[1]); import jail; jail.main()'
        try:
            ended = subprocess.run([sys.executable, '-I', '-B', '-c', start, os.path.dirname(jail)],
                                   input=json.dumps(order), capture_output=True, text=True,
                                   errors='replace', timeout=limits['seconds'] + GRACE,
                                   start_new_session=True)
            result = json.loads(ended.stdout or '{}')
        except (subprocess.TimeoutExpired, ValueError, OSError) as e:
            raise Failed(f'the box failed: {type(e).__name__}') from e
        finally:
            shutil.rmtree(scratch, ignore_errors=True)
            if self.level != 'full' and self.users:
                remove_files_of(self.users.of(slot))
        if 'error' in result or 'code' not in result:
            raise Failed(result.get('error') or ended.stderr.strip()[-300:] or 'the box ended')
        return result


def remove_files_of(user):
    """What a user lent to submissions has left where everybody may write."""
    for top in SHARED:
        for path, folders, names in os.walk(top, topdown=False):
            for name in (os.path.join(path, n) for n in folders + names):
                try:
                    if os.lstat(name).st_uid == user:
                        (os.rmdir if os.path.isdir(name) and not os.path.islink(name) else
                         os.unlink)(name)
                except OSError:
                    pass


def needed(fencepost):
    """The files of the command: beside it in a build tree, in ../lib/fencepost when installed."""
    here = os.path.dirname(os.path.realpath(fencepost))
    library = os.path.join(os.path.dirname(here), 'lib/fencepost')
    return [os.path.join(f, n) for f in (here, library) if os.path.isdir(f)
            for n in sorted(os.listdir(f)) if NEEDED.fullmatch(n)]


def libraries(fencepost):
    return [f for f in needed(fencepost) if LOADED.fullmatch(os.path.basename(f))]


def version(fencepost):
    """Tells builds of Fencepost, and of what runs submissions, from each other."""
    own = os.path.dirname(os.path.abspath(__file__))
    files = needed(fencepost) + [os.path.join(own, f'{n}.py') for n in RUNNERS]
    return [[os.path.basename(f), os.stat(f).st_size, os.stat(f).st_mtime_ns] for f in files]


def visible(fencepost, others):
    """The command and its libraries, and `others`, unless they are where the box has all. Not the
    folder of the command: in a build tree other things are in it."""
    wanted = needed(fencepost) + [os.path.realpath(o) for o in others]
    return [w for w in dict.fromkeys(wanted) if not (w + '/').startswith(SYSTEM)]
