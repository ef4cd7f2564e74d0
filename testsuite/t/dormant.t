#!/usr/bin/python3
"""Dormant processes (interpose/stream/dormant.h) wake when a window is made. This happens at each
step of random exchanges: with messages under way, wildcards, and communicators of some ranks; and
where threads may call MPI at once, they wake when a second one does so. Order
that was made through ranks which do not share the window must be known; missing order must be
found. Processes that are recorded are never dormant: their verdicts are the same. `make check` tries
each step in some way, `make check-whole` in all ways."""
import itertools

from live import FENCEPOST, MPIS, ROOT, YIELDING, compiled, done, folder, ok, report, run, some

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


CASES = ROOT / 'testsuite/cases'
WOKEN = ('threads/woken', 'threads/woken-ok', 'ready/second-thread', 'ready/second-thread-ok')


def verdict(mpi, program, where, *options):
    run(FENCEPOST, 'run', '--quiet', '--trace=mpi', f'--output={where}/woken.json', *options,
        f'mpiexec.{mpi}', '-n', 2, program, cwd=where, limit=30)
    rep = report(where / 'woken.json')
    return rep['status'], [(f['id'], [at['line'] for at in f['locations']]) for f in rep['findings']]


def differs(mpi, name, where):
    program = compiled(mpi, CASES / f'{name}.c', where, f'-I{CASES}', '-pthread',
                       '-Wno-stringop-overflow', *YIELDING[mpi])
    once = verdict(mpi, program, where)
    recorded = verdict(mpi, program, where, f'--record={where}/{program.stem}-record')
    good = once == recorded and len(once[1]) == (not name.endswith('-ok'))
    return '' if good else f'{name}: {once}, recorded {recorded}'


for number, mpi in enumerate(MPIS):
    where = folder(f'dormant-{mpi}')
    program = compiled(mpi, 'dormant.c', where, '-Wno-stringop-overflow', '-pthread', *YIELDING[mpi])
    ways = itertools.product(('right', 'wrong'), ('one', 'multiple', 'two', 'before'))
    for part, (how, threads) in enumerate(ways):
        wrong = [check(mpi, program, where, 3 * step + number, step, how, threads)
                 for step in some(range(STEPS), 4, part + 2 * number)]
        ok(not any(wrong), f'{mpi}: {how}, {threads}: a window at each step', *filter(None, wrong))
    wrong = [differs(mpi, name, where) for name in WOKEN]
    ok(not any(wrong), f'{mpi}: woken by a second thread, or never dormant', *filter(None, wrong))
done()
