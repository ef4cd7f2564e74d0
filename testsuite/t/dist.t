#!/usr/bin/python3
"""`make dist`: the same bytes twice, also from what it was unpacked to; with all that is in the tree. And the
version, which stands in one place: what cannot be made from that says the same."""
import hashlib
import os
import re
import subprocess
import tarfile

from live import FENCEPOST, ROOT, done, folder, ok, run

WHERE = folder('dist')


def dist(root, out, **env):
    """Returns the archive's bytes and what went wrong."""
    env = {'MAKEFLAGS': '', 'MFLAGS': '', **env}
    r = run('make', '-s', '-C', root, f'O={out}', 'dist', cwd=root, env=env)
    made = list(out.glob('fencepost-*.tar.gz'))
    return made[0] if made else None, r.stdout + r.stderr


def digest(path):
    return path and hashlib.sha256(path.read_bytes()).hexdigest()


first, why = dist(ROOT, WHERE / 'one')
ok(first, 'make dist', why)
umask = os.umask(0o077)
second, why = dist(ROOT, WHERE / 'two', TZ='Asia/Tokyo', LC_ALL='C.UTF-8')
os.umask(umask)
ok(digest(first) == digest(second), 'the same bytes at another time, in another place', why)
with tarfile.open(first) as archive:
    members = archive.getmembers()
    archive.extractall(WHERE / 'unpacked')
name = first.name.removesuffix('.tar.gz')
tree = WHERE / 'unpacked' / name
third, why = dist(tree, WHERE / 'three')
ok(digest(first) == digest(third), 'and from what it was unpacked to', why)
ok(len({m.mtime for m in members}) == 1 and {(m.uid, m.gid) for m in members} == {(0, 0)},
   'files have one date and no owner')
if (ROOT / '.git').exists():
    listed = subprocess.run(['git', 'ls-files'], cwd=ROOT, capture_output=True, text=True, check=True)
    ok({m.name for m in members} == {f'{name}/{f}' for f in listed.stdout.split('\n') if f},
       'it has what is in the tree')
r = run('make', '-n', f'O={WHERE}/other', 'all', cwd=tree, env={'MAKEFLAGS': ''})
ok(r.returncode == 0 and 'libfencepost.so' in r.stdout, 'one can build from it', r.stderr)
r = run('testsuite/t/readme.t', cwd=tree)
ok(r.returncode == 0, 'and test', r.stdout, r.stderr)

version = run(FENCEPOST, '--version', cwd=WHERE).stdout.split()[1]
ok(name == f'fencepost-{version}', 'the archive has the version', name, version)
said = re.match(r'fencepost \((.*?)\)', (ROOT / 'debian/changelog').read_text())
ok(said and said[1] == version, 'so has debian/changelog', said and said[1], version)
ok(version in re.findall(r'^## (\S+)', (ROOT / 'CHANGELOG.md').read_text(), re.M), 'and CHANGELOG.md')
done()
