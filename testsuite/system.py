"""Another Debian in a folder: made by debootstrap, entered as a machine of its own. Needs root and a
mirror of Debian."""
import pathlib
import shutil
import subprocess

MIRROR = 'http://deb.debian.org/debian'
SCRIPTS = pathlib.Path('/usr/share/debootstrap/scripts')
# Devices and shared memory of its own, and all its processes end with the first one. It has a root of its
# own instead of being below another one, because the kernel makes no namespaces for users in a chroot.
ENTER = ('unshare', '--mount', '--pid', '--uts', '--fork', '--kill-child', 'sh', '-c',
         'mount --bind "$1" "$1" && cd "$1" && mount --bind /dev dev && mount -t devpts devpts dev/pts && '
         'mount -t tmpfs tmpfs dev/shm && mount -t proc proc proc && mount -t sysfs -o ro sysfs sys && '
         'mkdir -p old && pivot_root . old && shift 2 && '
         'exec chroot . sh -c \'umount -l /old && rmdir /old && exec "$@"\' sh "$@"', 'sh')


def base(where, suite, *packages):
    """Returns the folder of a new system, made once and then unpacked again."""
    archive, system = where / 'base.tar', where / 'system'
    shutil.rmtree(system, ignore_errors=True)
    if archive.exists():
        system.mkdir(parents=True)
        subprocess.run(['tar', '-C', system, '-xpf', archive], check=True)
    else:
        where.mkdir(parents=True, exist_ok=True)
        known = (SCRIPTS / suite).exists()  # else it is newer than this debootstrap
        subprocess.run(['debootstrap', '--variant=minbase', f'--include={",".join(packages)}', suite,
                        system, *(() if known else (MIRROR, SCRIPTS / 'sid'))], check=True)
        subprocess.run(['tar', '-C', system, '-cf', archive, '.'], check=True)
    shutil.copy('/etc/resolv.conf', system / 'etc')
    if not (system / 'etc/hosts').exists():  # an installer would have made it
        (system / 'etc/hosts').write_text('127.0.0.1\tlocalhost\n::1\tlocalhost\n')
    return system


def inside(system, *words):
    """Returns the command that runs these words there."""
    return [*ENTER, str(system), str(system), *words]
