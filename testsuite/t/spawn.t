#!/usr/bin/python3
"""A world that MPI_Comm_spawn makes is checked together with the one that has spawned it, until
they part; where that is not possible each is checked by itself, the report says so, and nobody
waits for the other. Only where the library can spawn (MPICH 4.0.2 of Debian 12 cannot)."""
import subprocess

from live import FENCEPOST, MPIS, YIELDING, compiled, done, folder, ok, report, run


def told(mpi, program, ranks, how, where):
    out = where / f'{how}.json'
    r = run(FENCEPOST, 'run', '--fail-on=never', f'--output={out}', f'mpiexec.{mpi}', '-n', ranks, program, how, cwd=where, limit=120)
    return r, report(out)


def findings(rep):
    return sorted((f['id'], *[place['rank'] for place in f['locations']]) for f in rep['findings'])


def precision(rep, text):
    return sum(text in line for line in rep['run']['precision'])


# What is found with two processes that spawn two, and how many worlds joined.
TOGETHER = {'race': ([('rma-race', 1, 2)], 1), 'ordered': ([], 1), 'type': ([('message-type', 2, 0)], 1),
            'lost': ([('message-unreceived', 0)], 1), 'kept': ([('object-not-freed', 0)], 1), 'freed': ([], 1), 'pair': ([], 1),
            'twice': ([('rma-race', 1, 2)], 3), 'nested': ([('rma-race', 1, 2)], 1), 'after': ([('rma-race', 0, 1)], 1)}
APART = {'self': 'not all processes spawned it', 'alone': 'not all processes spawned it', 'unchecked': 'has answered'}

for mpi in MPIS:
    where = folder(f'spawn-{mpi}')
    program = compiled(mpi, 'spawning.c', where, *YIELDING[mpi])
    native, pair = (subprocess.run([f'mpiexec.{mpi}', '-n', '1', program, how], capture_output=True, text=True, timeout=60)
                    for how in ('freed', 'pair'))
    if native.returncode:
        ok(True, f'{mpi} # SKIP it cannot spawn: {native.stderr.strip().splitlines()[-1][:80] if native.stderr.strip() else ""}')
        continue
    for how, (expected, joined) in TOGETHER.items():
        if how == 'pair' and pair.returncode:
            ok(True, f'{mpi}, {how} # SKIP the launcher of Open MPI 5.0.7 crashes where two programs are named')
            continue
        r, rep = told(mpi, program, 2, how, where)
        ok((r.returncode, rep['status'], findings(rep), precision(rep, 'were started by MPI_Comm_spawn')) == (0, 'complete', expected, joined),
           f'{mpi}, {how}: what two worlds do together is checked', r.returncode, rep, r.stdout[-300:], r.stderr[-500:])
    for how, why in APART.items():
        r, rep = told(mpi, program, 2, how, where)
        ok((r.returncode, rep['status'], findings(rep), r.stdout.count('done') > 1) == (0, 'complete', [], True) and precision(rep, why),
           f'{mpi}, {how}: each world is checked by itself, and the report says why', r.returncode, rep, r.stdout[-300:], r.stderr[-500:])
    r, rep = told(mpi, program, 2, 'deadlock', where)
    ok(rep['status'] == 'hung' and ('deadlock', 0, 2) in findings(rep), f'{mpi}: processes of two worlds that wait for each other', rep)
    r, rep = told(mpi, program, 2, 'amount', where)
    ok(('collective-amount', 2, 0) in findings(rep), f'{mpi}: a collective call of two worlds with other amounts', rep)
done()
