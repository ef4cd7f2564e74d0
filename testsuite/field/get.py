"""Gets what a row needs: packages, sources, and what is built from them."""
import glob
import os
import pathlib
import shutil
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / 'mpich'))
from source import private_apt  # noqa: E402

QUIET = {'stdin': subprocess.DEVNULL, 'stdout': subprocess.PIPE, 'stderr': subprocess.STDOUT, 'text': True}
# other MPIs' and compilers' names for the same tools
APT = ['apt-get', 'install', '-y', '--no-install-recommends']


def version(package):
    """Returns the version of an installed package, or nothing."""
    done = subprocess.run(['dpkg-query', '-W', '-f', '${db:Status-Abbrev} ${Version}', package],
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    state, _, number = done.stdout.strip().partition(' ')
    return number.strip() if state.startswith('ii') else ''


def install(packages):
    """Returns why they cannot be installed, or nothing."""
    missing = [p for p in packages if not version(p)]
    if not missing:
        return ''
    done = subprocess.run([*APT, *missing], env={**os.environ, 'DEBIAN_FRONTEND': 'noninteractive'}, **QUIET)
    subprocess.run(['apt-get', 'clean'], **QUIET)
    return f'cannot install {" ".join(missing)}' if done.returncode else ''


def fetch(source, where):
    """Unpacks a source package in the folder; returns where it is, and why it cannot be had."""
    apt = private_apt(str(where.parent))
    if not glob.glob(f'{where.parent}/apt/lists/*Sources*'):
        subprocess.run(['apt-get', *apt, 'update'], **QUIET)
    where.mkdir(parents=True, exist_ok=True)
    done = subprocess.run(['apt-get', *apt, 'source', source], cwd=where, **QUIET)
    if done.returncode:  # a mirror may lack Debian's changes
        done = subprocess.run(['apt-get', *apt, 'source', '--download-only', '--tar-only', source], cwd=where, **QUIET)
        for tar in where.glob('*.orig.tar.*'):
            subprocess.run(['tar', 'xf', tar.name], cwd=where, **QUIET)
    found = [entry for entry in where.iterdir() if entry.is_dir()]
    return (found[0], '') if done.returncode == 0 and found else (None, done.stdout[-300:])


def build(row, where, environment):
    """Makes what the row runs, in the folder; returns why it cannot be made."""
    environment = {**os.environ, **environment, 'BUILT': str(where)}
    if row.source:
        source, reason = fetch(row.source, where / 'source')
        if reason:
            return reason
        environment['SOURCE'] = str(source)
    done = subprocess.run(['sh', '-ec', row.build], cwd=where, env=environment, **QUIET)
    shutil.rmtree(where / 'source', ignore_errors=True)
    return 'cannot be built: ' + done.stdout[-2000:] if done.returncode else ''
