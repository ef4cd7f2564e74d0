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
    program = where / 'buffers'
    subprocess.run([f'mpicc.{mpi}', *objects, '-o', str(program)], check=True)
    return program


def main():
    for mpi in MPIS:
        where = folder(f'buffers-{mpi}')
        program = built(mpi, where)
        r = run(FENCEPOST, 'run', '--quiet', '--record', where / 'trace', f'--output={where}/r.json',
                f'mpiexec.{mpi}', '-n', RANKS, program, where, cwd=where)
        ok(r.returncode == 0 and report(where / 'r.json')['findings'] == [],
           f'{mpi}: no findings', r.returncode, r.stdout, r.stderr)
        for rank in range(RANKS):
            wanted = (where / f'expected-{rank}').read_text().splitlines()
            traces = list((where / 'trace').glob(f'trace-*-{rank}.fpt'))
            shown = run(UNITS / 'accesses', *traces, cwd=where)
            lines = list(difflib.unified_diff(wanted, shown.stdout.splitlines(), 'expected',
                                              'recorded', n=2, lineterm=''))
            ok(shown.returncode == 0 and len(wanted) > 400 and not lines,
               f'{mpi}: {len(wanted)} lines about rank {rank}', *lines[:30])
    done()


main()
