#!/usr/bin/python3
"""Runs programs that others wrote, or that use libraries over MPI that others wrote. Alone and
under Fencepost they must print the same. Only findings that the table lists are allowed.

Output is TAP. A program is skipped, with a reason, if its packages are not installed or if it fails
without Fencepost. The exit status is 1 if anything failed."""
import argparse
import fnmatch
import itertools
import json
import os
import pathlib
import re
import shlex
import shutil
import sys
from dataclasses import dataclass

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from processes import execute  # noqa: E402
from libraries import MPIS, OPENMPI  # noqa: E402

COARRAYS = pathlib.Path('/usr/lib/x86_64-linux-gnu/open-coarrays')
COARRAY_TESTS = 'bin/OpenCoarrays-2.10.1-tests'
PETSC = '/usr/share/petsc/3.18/share/petsc/examples/src/vec/is/sf'
# in EVENT WAIT an image polls the counter of its event, while another image adds to it
EVENTS = {'rma-local-race', 'polled-location'}
# an image that ends tells the others, who receive nothing more: docs/found.md
STOPS = frozenset({'message-unreceived'})
# one operation sets a product to zero, another adds to it, and nothing orders the two
SUMS = {'accumulate-race'}


@dataclass
class Program:
    name: str
    run: str                # {mpi}, {here}: this folder, {out}: what was built
    build: str = ''
    needs: tuple = ()       # files or commands; without them it is skipped
    mpis: tuple = MPIS
    ranks: int = 2
    drop: str = ''          # lines that differ from run to run
    keep: str = ''          # the only lines that are compared
    allowed: frozenset = frozenset()
    long: bool = False      # not without --all


COARRAY = 'mpif90.{mpi} -g -O2 -fcoarray=lib {here}/%s.f90 -o {out} -lcaf_{mpi}'
ARRAYS = ('mpicc.{mpi} -g -O1 {here}/arrays.c -o {out} -lga-{mpi} -l:libscalapack-{mpi}.so.2.2 '
          '-llapack -lblas -larmci-{mpi} -lgfortran -lm')
PROGRAMS = [
    Program('coarray', '{out}', COARRAY % 'coarray', ('{coarrays}',), allowed=STOPS),
    Program('coarray-images', '{out}', COARRAY % 'coarray-images', ('{coarrays}',),
            allowed=EVENTS | STOPS),
    Program('arrays', '{out}', ARRAYS, ('/usr/include/ga.h',), allowed=SUMS),
    Program('mpi4py', '/usr/bin/python3 {here}/windows.py', mpis=('openmpi',),
            needs=('/usr/lib/python3/dist-packages/mpi4py',)),
    Program('nwchem', 'nwchem.{mpi} {here}/h2o.nw', needs=('nwchem.{mpi}',),
            keep='Total SCF energy', long=True),
    Program('lammps', 'lmp -in {here}/in.melt -log none', needs=('lmp',), mpis=('openmpi',),
            keep=r'^ *\d+ +[-\d.]+ +[-\d.]+', long=True),
    Program('netpipe', 'NPopenmpi -u 1000 -n 20 -o {out}.np', needs=('NPopenmpi',),
            mpis=('openmpi',), keep='^never', long=True),
    Program('hpcc', 'sh -c "cp /usr/share/doc/hpcc/examples/_hpccinf.txt hpccinf.txt && exec hpcc"',
            needs=('hpcc',), mpis=('openmpi',), ranks=4, long=True),
]

# PETSc's own tests of its graphs (star forests) over windows, with the arguments that they name.
STAR_FORESTS = [
    ('tutorials/ex1', 4, '-test_%s' % what) for what in
    ('bcast', 'reduce', 'degree', 'gather', 'scatter', 'embed', 'invert')
] + [
    ('tutorials/ex1', 4, '-test_all -test_bcastop 0 -test_fetchandop 0'),
    ('tutorials/ex2', 2, ''), ('tests/ex1', 2, '-user_sf_type window'),
    ('tests/ex1', 3, '-user_sf_type window'), ('tests/ex5', 4, '-view -nl 5'),
]
STAR_FOREST_BUILD = ('mpicc.openmpi -g -O1 {petsc}/%s.c -o {out} -I/usr/lib/petscdir/petsc3.18/include '
                     '-I/usr/lib/petscdir/petsc3.18/x86_64-linux-gnu-real/include '
                     '-L/usr/lib/petscdir/petsc3.18/x86_64-linux-gnu-real/lib -lpetsc_real -lm')


def opencoarrays(mpi):
    """Returns the tests of OpenCoarrays that are right and end normally without Fencepost."""
    text = (HERE / 'opencoarrays.txt').read_text()
    for line in text.splitlines():
        if line and not line.startswith('#'):
            name, ranks, *allowed = line.split()
            yield Program(f'OpenCoarrays {name}', f'{{coarrays}}/{COARRAY_TESTS}/{name}',
                          needs=('{coarrays}',), mpis=(mpi,), ranks=int(ranks),
                          allowed=STOPS.union(allowed), long=True)


def star_forests():
    for sync, flavor, (source, ranks, arguments) in itertools.product(
            ('fence', 'active', 'lock'), ('create', 'allocate', 'dynamic', 'shared'), STAR_FORESTS):
        words = re.findall(r'\w+', f'{source} {arguments}')
        yield Program('-'.join(['petsc', sync, flavor, *words, str(ranks)]),
                      f'{{out}} {arguments} -sf_type window -sf_window_sync {sync} '
                      f'-sf_window_flavor {flavor}', STAR_FOREST_BUILD % source, ('{petsc}',),
                      ('openmpi',), ranks, 'type|sort', long=True)


def lines(program, text):
    kept = [line for line in text.splitlines() if 'UCX  WARN' not in line]
    if program.drop:
        kept = [line for line in kept if not re.search(program.drop, line)]
    if program.keep:
        kept = [line for line in kept if re.search(program.keep, line)]
    return sorted(kept)


def reason_to_skip(program, fill):
    for need in program.needs:
        path = need.format(**fill)
        if not (pathlib.Path(path).exists() if path.startswith('/') else shutil.which(path)):
            return f'{path} is not installed'
    if program.build:
        built = execute(shlex.split(program.build.format(**fill)), 120, fill['where'])
        if built.code:
            return 'it cannot be built: ' + (built.err.splitlines() or [''])[-1]
    return ''


def compare(program, mpi, options):
    """Returns what was wrong, and why the program was skipped, if it was."""
    where = options.build / mpi
    where.mkdir(parents=True, exist_ok=True)
    fill = {'mpi': mpi, 'here': HERE, 'out': where / program.name, 'where': where,
            'coarrays': COARRAYS / mpi, 'petsc': PETSC}
    reason = reason_to_skip(program, fill)
    if reason:
        return [], reason
    command = [f'mpiexec.{mpi}', *(['--oversubscribe'] if mpi == 'openmpi' else []), '-n',
               str(program.ranks), *shlex.split(program.run.format(**fill))]
    alone = execute(command, options.timeout, where)
    if alone.timed_out or alone.code:
        return [], f'alone: {"hangs" if alone.timed_out else f"exit {alone.code}"}'
    report = where / f'{program.name.replace(" ", "-")}.json'
    report.unlink(missing_ok=True)
    under = execute([str(options.fencepost), 'run', '--quiet', '--fail-on=never',
                     f'--trace={options.trace}', f'--output={report}', *command],
                    10 * options.timeout, where)
    complaints = []
    if under.timed_out or under.code:
        complaints.append('killed' if under.timed_out else f'exit {under.code}')
    a, b = lines(program, alone.out), lines(program, under.out)
    if a != b:
        complaints += ['the output differs:', *(f'- {x}' for x in a if x not in b),
                       *(f'+ {x}' for x in b if x not in a)]
    try:
        r = json.loads(report.read_text())
        complaints += [f'{f["id"]}: {f["message"]}' for f in r['findings']
                       if f['severity'] != 'note' and f['id'] not in program.allowed]
        if r['status'] != 'complete':
            complaints.append(r['status'] + ': ' + str(r.get('status_detail')))
    except (OSError, ValueError) as problem:
        complaints.append(f'no report: {problem}')
    if complaints:
        complaints += [f'stderr: {x}' for x in under.err.splitlines()[:30]]
    print(f'# {program.name} [{mpi}]: {alone.seconds:.1f} s alone, {under.seconds:.1f} s',
          flush=True)
    return complaints, ''


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('--fencepost', type=pathlib.Path,
                        default=HERE.parents[1] / 'build' / 'fencepost')
    parser.add_argument('--build', type=pathlib.Path, default=HERE.parents[1] / 'build' / 'real')
    parser.add_argument('--trace', default='pages')
    parser.add_argument('--timeout', type=float, default=60, help='seconds alone; ten times that '
                        'under Fencepost')
    parser.add_argument('--only', default='', metavar='PATTERN', help='these only')
    parser.add_argument('--all', action='store_true', help='the long ones, too')
    options = parser.parse_args()
    options.build, options.fencepost = options.build.resolve(), options.fencepost.resolve()
    os.environ.update(OPENMPI)
    failed = number = 0
    for mpi in MPIS:
        for program in [*PROGRAMS, *star_forests(), *opencoarrays(mpi)]:
            if mpi not in program.mpis or not fnmatch.fnmatch(program.name, options.only or '*') or \
                    (program.long and not (options.all or options.only)):
                continue
            complaints, skipped = compare(program, mpi, options)
            number += 1
            failed += bool(complaints)
            print(f'{"not ok" if complaints else "ok"} {number} - {program.name} [{mpi}]'
                  + (f' # SKIP {skipped}' if skipped else ''))
            for line in complaints:
                print(f'#   {line}')
    print(f'1..{number}')
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
