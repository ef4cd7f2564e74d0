#!/usr/bin/python3
"""Level pages: a debug exception that no watched memory explains does no harm; a breakpoint of the
program's own ends it, as it does without us."""
from live import FENCEPOST, MPIS, compiled, done, folder, ok, run

for mpi in MPIS:
    where = folder(f'trap-{mpi}')
    program = compiled(mpi, 'trap.c', where)
    words = [FENCEPOST, 'run', '--quiet', '--trace=pages', f'mpiexec.{mpi}', '-n', 1, program]
    r = run(*words, cwd=where)
    ok(r.returncode == 0 and r.stdout == 'lives\n', f'{mpi}: left over', r.returncode, r.stdout,
       r.stderr)
    r = run(*words, 'own', cwd=where)
    ok(r.returncode and 'lives' not in r.stdout, f'{mpi}: its own', r.returncode, r.stdout, r.stderr)
done()
