#!/usr/bin/python3
"""Dormant processes (interpose/stream/dormant.h) wake when a window is made. This happens at each
step of random exchanges: with messages under way, wildcards, and communicators of some ranks; and
where threads may call MPI at once, they wake when a second one does so. Order
that was made through ranks which do not share the window must be known; missing order must be
found."""
from live import FENCEPOST, MPIS, YIELDING, compiled, done, folder, ok, report, run

STEPS = 16


def check(mpi, program, where, seed, step, how, threads):
    out = where / f'{seed}-{step}-{how}-{threads}.json'
    r = run(FENCEPOST, 'run', '--quiet', '--trace=mpi', f'--output={out}', f'mpiexec.{mpi}', '-n',
            4, program, seed, step, how, threads, cwd=where, limit=30)
    rep = report(out)
    # blocking sends of the program may rely on buffers
    found = [f['id'] for f in rep['findings'] if f['id'] != 'unsafe-send']
    expected = ['rma-local-race'] if how == 'wrong' else []
    return '' if found == expected and rep['status'] == 'complete' and \
        r.returncode == (66 if expected else 0) else \
        f'seed {seed}, window before step {step}, {how}, {threads}: {found}, {rep["status"]}, ' \
        f'{r.returncode}\n{r.stderr[-500:]}'


for number, mpi in enumerate(MPIS):
    where = folder(f'dormant-{mpi}')
    program = compiled(mpi, 'dormant.c', where, '-Wno-stringop-overflow', '-pthread', *YIELDING[mpi])
    for how in ('right', 'wrong'):
        for threads in ('one', 'multiple', 'two'):
            wrong = [check(mpi, program, where, 3 * step + number, step, how, threads) for step in range(STEPS)]
            ok(not any(wrong), f'{mpi}: {how}, {threads}: a window at each step', *filter(None, wrong))
done()
