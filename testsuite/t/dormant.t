#!/usr/bin/python3
"""Processes that nobody could ask about order wake when a window is made: at each step of random
exchanges, with messages under way, wildcards, communicators of some of the ranks. What was told
through ranks that are no part of the window is known; what was not told is found."""
from live import FENCEPOST, MPIS, YIELDING, compiled, done, folder, ok, report, run

STEPS = 16


def check(mpi, program, where, seed, step, how):
    out = where / f'{seed}-{step}-{how}.json'
    r = run(FENCEPOST, 'run', '--quiet', '--trace=mpi', f'--output={out}', f'mpiexec.{mpi}', '-n',
            4, program, seed, step, how, cwd=where, limit=30)
    rep = report(out)
    # its blocking sends may rely on buffers
    found = [f['id'] for f in rep['findings'] if f['id'] != 'unsafe-send']
    expected = ['rma-local-race'] if how == 'wrong' else []
    return '' if found == expected and rep['status'] == 'complete' and \
        r.returncode == (66 if expected else 0) else \
        f'seed {seed}, window before step {step}, {how}: {found}, {rep["status"]}, ' \
        f'{r.returncode}\n{r.stderr[-500:]}'


for number, mpi in enumerate(MPIS):
    where = folder(f'dormant-{mpi}')
    program = compiled(mpi, 'dormant.c', where, '-Wno-stringop-overflow', *YIELDING[mpi])
    for how in ('right', 'wrong'):
        wrong = [check(mpi, program, where, 3 * step + number, step, how) for step in range(STEPS)]
        ok(not any(wrong), f'{mpi}: {how}: a window at each step', *filter(None, wrong))
done()
