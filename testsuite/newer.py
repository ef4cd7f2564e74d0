#!/usr/bin/python3
"""Builds this tree in a newer Debian, made by debootstrap in a folder, and runs marked programs there: other
compilers and MPI libraries. The verdicts must be those that the programs' marks say, as they are on the
machine itself. Needs root and a mirror of Debian; takes options of testsuite/runner.py."""
import argparse
import os
import pathlib
import shutil
import signal
import subprocess
import sys

from libraries import OPENMPI
from system import base, inside

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILD_AND_RUN = 'make -s -j$(nproc) WERROR=1 all && exec testsuite/runner.py --jobs 4 "$@"'
# A mirror may be some weeks behind, and only released suites are valid for ever.
LATE = '-o Acquire::Check-Valid-Until=false'
LIST = ('git', 'ls-files', '--cached', '--others', '--exclude-standard')


def copy(into):
    """Puts the tree there as it is, without what is gone here. Files keep their dates, so that make
    builds what has changed."""
    into.mkdir(exist_ok=True)
    for old in into.iterdir():
        if old.is_dir() and old.name != 'build':
            shutil.rmtree(old)
    listed = subprocess.run(LIST, cwd=ROOT, capture_output=True, check=True, text=True).stdout
    there = '\n'.join(name for name in listed.splitlines() if (ROOT / name).exists())
    archive = subprocess.run(['tar', '-C', ROOT, '-cf', '-', '-T', '-'], input=there.encode(),
                             stdout=subprocess.PIPE, check=True).stdout
    subprocess.run(['tar', '-C', into, '-xpf', '-'], input=archive, check=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, allow_abbrev=False)
    parser.add_argument('--suite', default='trixie')
    parser.add_argument('--where', type=pathlib.Path)
    parser.add_argument('--packages', default='', help='what the tests need')
    parser.add_argument('--run', nargs=argparse.REMAINDER, metavar='WORD', help='a command to run there')
    options, more = parser.parse_known_args()
    where = (options.where or ROOT / 'build' / options.suite).resolve()
    system = where / 'system'
    if not (system / 'usr/bin/mpicc').exists():
        base(where, options.suite, 'make')
        subprocess.run(inside(system, 'sh', '-c', f'apt-get {LATE} update && DEBIAN_FRONTEND=noninteractive '
                       f'apt-get {LATE} install -y --no-install-recommends {options.packages}'), check=True)
    copy(system / 'src')
    os.environ.update(OPENMPI, LC_ALL='C.UTF-8')
    words = options.run or ['sh', '-c', BUILD_AND_RUN, 'sh', *more]
    child = subprocess.Popen(inside(system, 'sh', '-c', 'cd /src && exec "$@"', 'sh', *words))
    signal.signal(signal.SIGTERM, lambda *_: child.kill())  # and with it all that runs there
    sys.exit(child.wait())


main()
