#!/usr/bin/python3
"""Level pages: a debug exception that no watched memory explains must do no harm while debug
registers watch. If the machine has none, it ends the program as without Fencepost. So does a
breakpoint of the program itself."""
from live import FENCEPOST, MPIS, compiled, done, folder, ok, report, run

for mpi in MPIS:
    where = folder(f'trap-{mpi}')
    program = compiled(mpi, 'trap.c', where)
    launched = [f'mpiexec.{mpi}', '-n', 1, program]
    out = where / 'report.json'
    words = [FENCEPOST, 'run', '--quiet', f'--output={out}', '--trace=pages', *launched]
    r = run(*words, 'quiet', cwd=where)
    watches = not any('are not watched' in text for text in report(out)['run']['precision'])
    native = run(*launched, cwd=where)
    r = run(*words, cwd=where)
    ends = (0, True) if watches else (native.returncode, native.stdout == 'lives\n')
    ok((r.returncode, r.stdout == 'lives\n') == ends, f'{mpi}: left over', r, ends)
    r = run(*words, 'own', cwd=where)
    ok(r.returncode and 'lives' not in r.stdout, f'{mpi}: its own', r.returncode, r.stdout, r.stderr)
done()
