#!/usr/bin/python3
"""The buffers of MPI calls. A program makes every call on window memory and prints what each reads
and writes according to the standard. The recorded trace must have just these accesses."""
import difflib
import subprocess

from live import FENCEPOST, MPIS, PROGRAMS, done, folder, ok, report, run
from units import UNITS

PARTS = ('buffers', 'buffers_calls', 'buffers_collectives', 'buffers_parts')
LARGE = ('buffers_calls', 'buffers_collectives')
RANKS = 3


def built(mpi, where):
    """Builds the program; some of its sources are compiled again for calls with large counts."""
    todo = [(part, []) for part in PARTS]
    if mpi == 'mpich':
        todo += [(part, ['-DLARGE']) for part in LARGE]
    objects = []
    for part, flags in todo:
        objects.append(str(where / f'{part}{"".join(flags)}.o'))
        subprocess.run([f'mpicc.{mpi}', '-g', '-std=gnu11', '-w', *flags, '-c',
                        str(PROGRAMS / f'{part}.c'), '-o', objects[-1]], check=True)
    subprocess.run([f'mpicc.{mpi}', *objects, '-o', str(where / 'buffers')], check=True)


def transport(where):
    """Returns a library that makes a thread before MPI is initialized, as UCX does when it is loaded, and has
    the name of one of its parts."""
    path = where / 'libuct_thread.so'
    subprocess.run(['cc', '-shared', '-fPIC', '-pthread', str(PROGRAMS / 'transport.c'), '-o', str(path)], check=True)
    return path


def check(mpi, where, name, *settings):
    """Runs the program and compares what was recorded with what it expects. Without threads of its own
    nothing is told of memory that is in no window any more."""
    r = run(FENCEPOST, 'run', '--quiet', '--record', where / name, f'--output={where}/{name}.json',
            f'mpiexec.{mpi}', '-n', RANKS, *settings, where / 'buffers', where, cwd=where)
    ok(r.returncode == 0 and report(where / f'{name}.json')['findings'] == [],
       f'{mpi}, {name}: no findings', r.returncode, r.stdout, r.stderr)
    for rank in range(RANKS):
        wanted = (where / f'expected-{rank}').read_text().splitlines()
        traces = list((where / name).glob(f'trace-*-{rank}.fpt'))
        shown = run(UNITS / 'accesses', *traces, cwd=where)
        lines = list(difflib.unified_diff(wanted, shown.stdout.splitlines(), 'expected',
                                          'recorded', n=2, lineterm=''))
        ok(shown.returncode == 0 and len(wanted) > 400 and not lines,
           f'{mpi}, {name}: {len(wanted)} lines about rank {rank}', *lines[:30])


def main():
    for mpi in MPIS:
        where = folder(f'buffers-{mpi}')
        built(mpi, where)
        check(mpi, where, 'alone')
        check(mpi, where, 'transport', 'sh', '-c', f'LD_PRELOAD=$LD_PRELOAD:{transport(where)} exec "$@"', 'sh')
    done()


main()
