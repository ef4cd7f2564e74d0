#!/usr/bin/python3
"""`mpiexec -n 3 fencepost run ./program`, as people type it who know Valgrind: one report, made by the
ranks, and its exit status. And programs of one MPI library under the launcher of another one."""
from live import FENCEPOST, MPIS, compiled, done, folder, ok, report, run, slugs

WHERE = folder('rank-run')
OUT = WHERE / 'r.json'


def started(mpi, program, *words, options=(), ranks=3):
    OUT.unlink(missing_ok=True)
    return run(f'mpiexec.{mpi}', '-n', ranks, FENCEPOST, 'run', f'--output={OUT}', *options, program, *words,
               cwd=WHERE, limit=60)


programs = {mpi: compiled(mpi, 'ends_as_asked.c', WHERE) for mpi in MPIS}
for mpi, program in programs.items():
    r = started(mpi, program)
    ok(r.returncode == 0 and r.stdout == '3 ranks\n', f'{mpi}: a right program: 0', r.returncode, r.stdout,
       r.stderr)
    ok(report(OUT).get('run', {}).get('ranks') == 3 and report(OUT)['status'] == 'complete' and not slugs(OUT),
       f'{mpi}: one report of all ranks', report(OUT))
    ok(r.stderr.count('---- Fencepost ----') == 1, f'{mpi}: one summary', r.stderr)
    r = started(mpi, program, 'wrong')
    ok(r.returncode == 66 and slugs(OUT) == ['rma-race'], f'{mpi}: a wrong one: 66', r.returncode, slugs(OUT))
    r = started(mpi, program, 'wrong', options=['--fail-on=never', '--quiet'])
    ok(r.returncode == 0 and 'Fencepost' not in r.stderr, f'{mpi}: its options are heeded', r.returncode, r.stderr)
    r = started(mpi, program, 'code')
    ok(r.returncode == 3 and report(OUT)['status'] == 'complete', f'{mpi}: the program\'s own exit status',
       r.returncode, report(OUT)['status'])
    for how, said in ('exit', 'rank 1 called exit(3)'), ('signal', 'signal 11'):
        r = started(mpi, program, how)
        ok(r.returncode not in (0, 66, 70), f'{mpi}, {how}: not 0', r.returncode)
        ok(report(OUT)['status'] == 'crashed' and said in report(OUT)['status_detail'],
           f'{mpi}, {how}: the report says where it ended', report(OUT), r.stderr)
    r = started(mpi, program, options=['--schedules=3'])
    ok(r.returncode == 2 and r.stderr.count('fencepost run --schedules=3 mpiexec') == 1 and not r.stdout,
       f'{mpi}: what needs the command in front is said once', r.returncode, r.stderr)
    r = run(FENCEPOST, 'run', '--quiet', f'--output={OUT}', f'mpiexec.{mpi}', '-n', 2, FENCEPOST, 'run', program,
            cwd=WHERE, limit=60)
    ok(r.stdout == '2 ranks\n' and report(OUT)['status'] == 'complete' and report(OUT)['run']['ranks'] == 2 and
       not (WHERE / 'r-2.json').exists(), f'{mpi}: on both sides of the launcher: one report', r.returncode,
       r.stdout, r.stderr)
left = [p.name for p in WHERE.glob('fencepost-journals-*')]
ok(not left, 'no journals are left', *left)

for mpi, other in zip(MPIS, reversed(MPIS)):
    r = run(FENCEPOST, 'run', f'--output={OUT}', f'mpiexec.{other}', '-n', 2, programs[mpi], cwd=WHERE, limit=60)
    said = [line for line in r.stderr.splitlines() if line.startswith('fencepost: the launcher')]
    ok(r.stdout == '1 ranks\n' * 2 and len(said) == 1 and f'start it with mpiexec.{mpi}' in said[0],
       f'a program of {mpi} under the launcher of {other} is known', r.stdout, r.stderr)
    ok('start it with mpiexec' in str(report(OUT).get('run', {}).get('precision')), 'the report says so, too',
       report(OUT).get('run'))
    r = run(FENCEPOST, 'run', f'--output={OUT}', f'mpiexec.{mpi}', '-n', 1, programs[mpi], cwd=WHERE, limit=60)
    ok('the launcher' not in r.stderr and r.stdout == '1 ranks\n', f'{mpi}: one rank is not that', r.stderr)
done()
