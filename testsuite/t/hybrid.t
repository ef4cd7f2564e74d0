#!/usr/bin/python3
"""A hybrid application (testsuite/programs/hybrid.c): nothing is said of it, whatever the compiler, the
numbers of ranks and threads, and the trace level, and its results are the same; each mistake
that can be built into it is named. --all: all of it with each MPI and compiler."""
import itertools
import os
import shutil
import subprocess
import sys

from live import FENCEPOST, MPIS, PROGRAMS, WHOLE, YIELDING, done, folder, ok, report, run

SOURCE = PROGRAMS / 'hybrid.c'
MISTAKES = {
    'pack_nowait': 'buffer-race',  # seen only if a thread packs after the send has begun
    'border_early': 'buffer-race',
    'request_of_two': 'request-two-threads',
    'puts_overlap': 'rma-race',
    'put_then_load': 'rma-local-race',
    'flush_elsewhere': 'buffer-race',
    'ticket_early': 'buffer-race',
    'probe_and_receive': 'probe-split',
    'collectives_cross': 'collective-two-threads',
    'inbox_shared': 'buffer-race',
    'complete_twice': 'greq-complete-twice',
}
ALL = WHOLE or '--all' in sys.argv
SHAPES = ((2, 3), (3, 2), (1, 4))  # ranks, threads
# clang may be there without its OpenMP
COMPILERS = [c for c in ('gcc', 'clang') if shutil.which(c) and subprocess.run(
    [c, '-fopenmp', '-E', '-x', 'c', '-'], input='#include <omp.h>\n', text=True, capture_output=True).returncode == 0]
# threads that wait in a loop would take the processors from the others
os.environ.update(OMP_WAIT_POLICY='passive', OMP_DYNAMIC='false')


def built(mpi, compiler, mistake, plain=False):
    where = folder(f'hybrid-{mpi}-{compiler}-{mistake}{"-plain" * plain}')
    os.environ.update(MPICH_CC=compiler, OMPI_CC=compiler)
    command = [] if plain else [str(FENCEPOST), 'cc']
    subprocess.run([*command, f'mpicc.{mpi}', '-w', '-g', '-O1', '-fopenmp', f'-DBUG={mistake}', str(SOURCE),
                    *YIELDING[mpi], '-o', 'hybrid'], cwd=where, check=True)
    return where


def ran(where, mpi, ranks, threads, *words):
    os.environ['OMP_NUM_THREADS'] = str(threads)
    return run(*words, f'mpiexec.{mpi}', '-n', ranks, './hybrid', cwd=where)


def checked(where, mpi, ranks, threads, *options):
    result = ran(where, mpi, ranks, threads, FENCEPOST, 'run', '--quiet', '--output=out.json', '--timeout=120', *options)
    return result, report(where / 'out.json')


def clean(mpi, compiler, plain, number):
    where = built(mpi, compiler, 'none', plain)
    for ranks, threads in SHAPES if ALL else [SHAPES[number % len(SHAPES)]]:
        native = ran(where, mpi, ranks, threads)
        result, told = checked(where, mpi, ranks, threads)
        name = f'{mpi} {compiler} {told["run"]["trace"]}: {ranks} ranks of {threads} threads'
        ok(told['status'] == 'complete' and not told['findings'], f'{name}: nothing to say', told['status_detail'],
           [(f['id'], f['message']) for f in told['findings']])
        ok(native.stdout and result.stdout == native.stdout and not result.returncode, f'{name}: its results',
           native.stdout, result.stdout, result.stderr)


def mistaken(mpi, compiler, mistake):
    _, told = checked(built(mpi, compiler, mistake), mpi, 3, 3)
    found = {f['id'] for f in told['findings']}
    # what follows from it: a buffer on a stack that is gone, a call that never returns, a second
    # completion when the first one has let the other thread end the request
    ok(MISTAKES[mistake] in found and
       found <= {MISTAKES[mistake], 'buffer-freed', 'deadlock', 'greq-complete-stale'},
       f'{mpi} {compiler}: {mistake}', sorted(found))


ways = list(itertools.product(MPIS, COMPILERS))
for number, (mpi, compiler) in enumerate(ways):
    clean(mpi, compiler, False, number)
for number, mpi in enumerate(MPIS):
    clean(mpi, 'gcc', True, number + 1)
for number, mistake in enumerate(MISTAKES):
    for way in ways if ALL else [ways[number % len(ways)]] if number else []:
        mistaken(*way, mistake)
done()
