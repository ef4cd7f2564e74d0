#!/usr/bin/python3
"""`make demo` on a machine that has nothing: a new Debian with `make` alone, in a folder (debootstrap;
needs root and a mirror of Debian). Counts the packages that it installs, and measures how long it is
silent. What the mirror takes is part of the time."""
import argparse
import pathlib
import resource
import shutil
import subprocess
import sys
import time

from system import base, inside

ROOT = pathlib.Path(__file__).resolve().parent.parent
PACKAGES, SILENT, SECONDS = 130, 5, 180  # at most; seconds on a machine of two cores


def packages(system):
    return len(subprocess.run(['chroot', system, 'dpkg-query', '-W'], capture_output=True, text=True,
                              check=True).stdout.splitlines())


def sources(where, into):
    """What `make dist` packs."""
    subprocess.run(['make', '-s', '-C', ROOT, f'O={where}/archive', 'dist'], check=True)
    archive, = (where / 'archive').glob('fencepost-*.tar.gz')
    into.mkdir()
    subprocess.run(['tar', '-C', into, '--strip-components=1', '-xzf', archive], check=True)


def watched(system, *words):
    """Runs it there. Returns its exit status, the seconds it took, the longest silence and what came
    before that."""
    begin = last = time.monotonic()
    longest, before, shown = 0, '', ''
    child = subprocess.Popen(inside(system, *words), stdin=subprocess.DEVNULL,
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    for line in child.stdout:
        now = time.monotonic()
        if now - last > longest:
            longest, before = now - last, shown
        last, shown = now, line.strip()
        print(f'# {now - begin:6.1f} {line}', end='', flush=True)
    return child.wait(), time.monotonic() - begin, longest, before


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--where', type=pathlib.Path, default=ROOT / 'build/fresh')
    parser.add_argument('--suite', default='bookworm')
    options = parser.parse_args()
    where = options.where.resolve() / options.suite
    system = base(where, options.suite, 'make')
    before = packages(system)
    sources(where, system / 'src')
    status, seconds, longest, last = watched(system, 'make', '-C', '/src', 'demo')
    more = packages(system) - before
    tests = ((status == 0, f'make demo: {seconds:.0f} s', f'status {status}'),
             (more <= PACKAGES, f'it installs {more} packages', f'{PACKAGES} at most'),
             (longest <= SILENT, f'it is silent for {longest:.1f} s at most', f'after: {last}'),
             (seconds <= SECONDS, f'it takes {SECONDS} s at most', f'{seconds:.0f} s'))
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(f'# {used.ru_utime + used.ru_stime:.0f} s of a processor, making the system included')
    print(f'1..{len(tests)}')
    for number, (good, name, why) in enumerate(tests, 1):
        print('ok' if good else 'not ok', number, '-', name, *([] if good else [f'\n# {why}']))
    shutil.rmtree(system)
    sys.exit(not all(good for good, *_ in tests))


main()
