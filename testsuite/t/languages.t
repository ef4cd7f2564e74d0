#!/usr/bin/python3
"""Each call of a program is seen exactly once, whatever the language, under both MPIs."""
from live import FENCEPOST, MPIS, PROGRAMS, compiled, done, folder, ok, report, run

EXPECTED = {'MPI_Barrier': 6, 'MPI_Allreduce': 10, 'MPI_Bcast': 4, 'MPI_Send': 1, 'MPI_Recv': 1,
            'MPI_Finalize': 2}
SOURCES = [('count.c',), ('count.cc',), ('count.F90', '-DMPIF'), ('count.F90', '-DUSE_MPI'),
           ('count.F90',)]


def check(name, mpi, where, *words):
    out = where / f'{name}.json'
    r = run(FENCEPOST, 'run', '--quiet', f'--output={out}', f'mpiexec.{mpi}', '-n', 2, *words,
            cwd=where)
    rep = report(out)
    calls = rep.get('run', {}).get('calls', {})
    seen = {call: calls.get(call, 0) for call in EXPECTED}
    init = calls.get('MPI_Init', 0) + calls.get('MPI_Init_thread', 0)
    ok(r.returncode == 0 and rep['status'] == 'complete' and seen == EXPECTED and init == 2,
       f'{mpi}: {name}', r.returncode, rep['status'], calls, r.stderr[-500:])


def main():
    for mpi in MPIS:
        where = folder(f'languages-{mpi}')
        for source, *flags in SOURCES:
            check(' '.join([source, *flags]), mpi, where, compiled(mpi, source, where, *flags))
    check('count.py', 'openmpi', folder('languages-python'), '/usr/bin/python3',
          PROGRAMS / 'count.py')
    done()


main()
