"""The few system calls that Python lacks: namespaces, mounts, a system call filter. Each
raises OSError."""
import ctypes
import fcntl
import os
import socket
import struct

NEWNS, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET = (
    0x20000, 0x4000000, 0x8000000, 0x10000000, 0x20000000, 0x40000000)
RDONLY, NOSUID, NODEV, NOEXEC, REMOUNT, BIND, REC, PRIVATE = (
    1, 2, 4, 8, 32, 4096, 16384, 1 << 18)
_KEPT = {os.ST_NOSUID: NOSUID, os.ST_NODEV: NODEV, os.ST_NOEXEC: NOEXEC, os.ST_RDONLY: RDONLY,
         os.ST_NOATIME: 1024, os.ST_NODIRATIME: 2048, os.ST_RELATIME: 1 << 21}
_PR_SET_PDEATHSIG, _PR_SET_DUMPABLE, _PR_SET_CHILD_SUBREAPER, _PR_SET_NO_NEW_PRIVS = 1, 4, 36, 38
_PIVOT_ROOT = {'x86_64': 155, 'aarch64': 41, 'riscv64': 41, 'ppc64le': 203}
_MNT_DETACH = 2
_PR_SET_SECCOMP, _SECCOMP_MODE_FILTER = 22, 2
# seccomp(2), bpf: machine: (its number, kill's number); both little-endian
_KILL = {'x86_64': (0xc000003e, 62), 'aarch64': (0xc00000b7, 129), 'riscv64': (0xc00000f3, 129),
         'ppc64le': (0xc0000015, 37)}
_LOAD, _EQUAL, _AT_LEAST, _RETURN = 0x20, 0x15, 0x35, 0x06
_EPERM, _ALLOW = 0x00050001, 0x7fff0000

_libc = ctypes.CDLL(None, use_errno=True)


def _check(result, what):
    if result < 0:
        error = ctypes.get_errno()
        raise OSError(error, f'{what}: {os.strerror(error)}')
    return result


def unshare(flags):
    _check(_libc.unshare(flags), 'unshare')


def mount(source, target, kind, flags, data=None):
    words = [w.encode() if w is not None else None for w in (source, target, kind, data)]
    _check(_libc.mount(words[0], words[1], words[2], ctypes.c_ulong(flags), words[3]),
           f'mount {target}')


def bind(source, target):
    """`source`, with all that is mounted in it, also at `target`, where it cannot be written."""
    mount(source, target, None, BIND | REC)
    seen = os.statvfs(target).f_flag
    kept = sum(flag for bit, flag in _KEPT.items() if seen & bit)
    mount(None, target, None, BIND | REMOUNT | RDONLY | NOSUID | kept)


def no_execution(root):
    """Nothing that is in the mount `root`, other mounts below it aside, can be executed or mapped as
    code."""
    mount(None, root, None, BIND | REMOUNT | NOSUID | NODEV | NOEXEC)


def pivot(root):
    """`root`, a mount point, becomes / and nothing else is left."""
    os.chdir(root)
    _check(_libc.syscall(_PIVOT_ROOT[os.uname().machine], b'.', b'.'), 'pivot_root')
    _check(_libc.umount2(b'.', _MNT_DETACH), 'umount')
    os.chdir('/')


def _prctl(option, value):
    _check(_libc.prctl(option, value, 0, 0, 0), 'prctl')


def die_with_parent():
    _prctl(_PR_SET_PDEATHSIG, 9)


def adopt_orphans():
    """Processes whose parent ends become our children."""
    _prctl(_PR_SET_CHILD_SUBREAPER, 1)


def no_new_privileges():
    _prctl(_PR_SET_NO_NEW_PRIVS, 1)


def refuse_kill_all():
    """From now on kill(-1, ...) fails here and in all children. After no_new_privileges()."""
    machine, kill = _KILL[os.uname().machine]
    rows = ((_LOAD, 0, 0, 4), (_EQUAL, 0, 6, machine),  # struct seccomp_data: arch
            (_LOAD, 0, 0, 0), (_AT_LEAST, 4, 0, 1 << 30),  # its number, not one of x32
            (_EQUAL, 0, 2, kill), (_LOAD, 0, 0, 16), (_EQUAL, 1, 0, 0xffffffff),
            (_RETURN, 0, 0, _ALLOW), (_RETURN, 0, 0, _EPERM))
    code = ctypes.create_string_buffer(b''.join(struct.pack('HBBI', *row) for row in rows))
    program = struct.pack('HxxxxxxQ', len(rows), ctypes.addressof(code))
    _check(_libc.prctl(_PR_SET_SECCOMP, _SECCOMP_MODE_FILTER, program, 0, 0), 'seccomp')


def hide():
    """Others of our user may not look into this process."""
    _prctl(_PR_SET_DUMPABLE, 0)


def host_name(name):
    raw = name.encode()
    _check(_libc.sethostname(raw, len(raw)), 'sethostname')


def loopback_up():
    siocsifflags, up_running = 0x8914, 0x41
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as s:
        fcntl.ioctl(s, siocsifflags, struct.pack('16sh22x', b'lo', up_running))
