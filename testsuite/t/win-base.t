#!/usr/bin/python3
"""A library that accesses a window elsewhere than where it begins (MPI_WIN_BASE says so) is named in
`run.precision`, and what it overwrites is not taken for a mistake of the program. Where it does not,
nothing is said."""
from live import FENCEPOST, MPIS, YIELDING, compiled, done, folder, ok, report, run


def natively(mpi, program, how, where):
    """The library's mistake may end the program, and then MPICH's launcher may lose what it has printed."""
    for _ in range(9):
        r = run(f'mpiexec.{mpi}', '-n', 2, program, how, cwd=where)
        if 'placed' in r.stdout:
            break
    return r


for mpi in MPIS:
    where = folder(f'win-base-{mpi}')
    program = compiled(mpi, 'win_base.c', where, *YIELDING[mpi])
    for how in ('allocate', 'create', 'aligned'):
        for level in ('mpi', 'pages'):
            native = natively(mpi, program, how, where)
            r = run(FENCEPOST, 'run', '--quiet', f'--trace={level}', f'--output={how}.json', f'mpiexec.{mpi}',
                    '-n', 2, program, how, cwd=where)
            told = report(where / f'{how}.json')
            said = any('MPI_WIN_BASE' in text for text in told['run']['precision'])
            displaced = 'displaced' in native.stdout
            ok(said == displaced, f'{mpi}, {level}: {how}, which is {"" if displaced else "not "}displaced',
               native.stdout, told['run']['precision'])
            errors = [f['id'] for f in told['findings'] if f['severity'] == 'error']
            ok(not errors and (r.returncode == 0) == (native.returncode == 0), f'{mpi}, {level}: {how}, nobody is accused',
               errors, r.returncode, native.returncode, r.stderr)
done()
