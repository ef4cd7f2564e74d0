"""Two hosts on this machine: network namespaces with names, addresses, shared memory and temporary files of
their own, joined by a cable, with an ssh server on the second. Files are the same, as in a cluster, but for
the folders that are named. Needs root, iproute2 and dropbear."""
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import time

NAMES = ('first', 'second')
ADDRESS = '10.77.31.{}'
PORT = 2222
SETTING = '''set -e
hostname "$1"
mount --bind "$3/hosts" /etc/hosts
mount --bind "$3/passwd" /etc/passwd
mount -t tmpfs tmpfs /dev/shm
mount -t sysfs sysfs /sys
mkdir -p "$3/tmp"
mount -t tmpfs tmpfs "$3/tmp"
ip link set lo up
for own in $4; do mount -t tmpfs tmpfs "$own"; done
echo ready
read line
ip addr add "$2/24" dev cable
ip link set cable up
# The kernel says up to a second later that it is, and UCX takes no device before.
for i in $(seq 100); do test "$(cat /sys/class/net/cable/operstate)" = up && break; sleep 0.05; done
echo up
test "$1" = first || exec dropbear -F -E -s -r "$3/host_key" -p "$2:PORT" -P "$3/tmp/pid"
exec sleep 100000'''.replace('PORT', str(PORT))


def cannot():
    """Returns why this cannot be had here."""
    missing = [name for name in ('ip', 'dropbear', 'dbclient', 'dropbearkey', 'nsenter', 'unshare') if not tool(name)]
    if os.geteuid() or missing:
        return f'needs root and {", ".join(missing) or "namespaces"}'
    failed = subprocess.run(['unshare', '--net', '--uts', '--mount', 'true'], capture_output=True).returncode
    return 'needs namespaces' if failed else ''


def tool(name):
    return shutil.which(name, path=f'{os.environ["PATH"]}:/usr/sbin:/sbin')


class TwoHosts:
    """`own`: folders that are each host's own."""

    def __init__(self, where, own=()):
        self.where = where
        self.hosts = []
        for key in ('host_key', 'key'):
            subprocess.run(['dropbearkey', '-t', 'ed25519', '-f', where / key], check=True, capture_output=True)
        shown = subprocess.run(['dropbearkey', '-y', '-f', where / 'key'], check=True, capture_output=True, text=True)
        home = where / 'home'
        (home / '.ssh').mkdir(parents=True, mode=0o700)
        (home / '.ssh/authorized_keys').write_text(
            '\n'.join(line for line in shown.stdout.splitlines() if line.startswith('ssh-')) + '\n')
        (where / 'hosts').write_text('127.0.0.1 localhost\n' + ''.join(
            f'{ADDRESS.format(n)} {name}\n' for n, name in enumerate(NAMES, 1)))
        (where / 'passwd').write_text(f'root:x:0:0:root:{home}:/bin/sh\n')
        self.ssh = where / 'ssh'  # what launchers call: [option...] host word...
        self.ssh.write_text('#!/bin/sh\nwhile case $1 in -*) true ;; *) false ;; esac; do shift; done\n'
                            f'host=$1\nshift\nexec dbclient -y -y -i {where}/key -p {PORT} -l root "$host" "$@"\n')
        self.ssh.chmod(0o755)
        for number, name in enumerate(NAMES, 1):
            self.hosts.append(subprocess.Popen(
                ['unshare', '--net', '--uts', '--mount', 'sh', '-c', SETTING, 'sh', name, ADDRESS.format(number),
                 str(where), ' '.join(map(str, own))], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                stderr=open(where / f'{name}.log', 'w'), text=True))
        self.wait('ready')
        first, second = (host.pid for host in self.hosts)
        subprocess.run(['nsenter', f'--net=/proc/{first}/ns/net', 'ip', 'link', 'add', 'cable', 'type', 'veth',
                        'peer', 'name', 'cable', 'netns', str(second)], check=True)
        for host in self.hosts:
            host.stdin.write('\n')
            host.stdin.flush()
        self.wait('up')
        for _ in range(100):
            if subprocess.run(self.inside(self.ssh, NAMES[1], 'true'), capture_output=True).returncode == 0:
                return
            time.sleep(0.1)
        raise OSError((where / 'second.log').read_text())

    def wait(self, word):
        for host, name in zip(self.hosts, NAMES):
            if host.stdout.readline() != word + '\n':
                raise OSError((self.where / f'{name}.log').read_text())

    def inside(self, *words, host=0):
        """Returns the command that runs these words on the first host."""
        return ['nsenter', '--target', str(self.hosts[host].pid), '--net', '--uts', '--mount',
                f'--wd={self.where}', 'env', f'HOME={self.where}/home', f'TMPDIR={self.where}/tmp',
                *map(str, words)]

    def end(self):
        for host in self.hosts:
            host.kill()
            host.wait()
