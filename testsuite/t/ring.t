#!/usr/bin/python3
"""interpose/stream/ring.c: its unit test, and a program whose ranks tell each other more at once
than a ring holds. What is found is the same with rings and without."""
from live import FENCEPOST, MPIS, compiled, done, folder, ok, report, run
from units import unit


def findings(mpi, program, where, rings):
    out = where / f'{rings}.json'
    r = run(FENCEPOST, 'run', '--quiet', f'--output={out}', f'mpiexec.{mpi}', '-n', 4, program,
            cwd=where, env={'FENCEPOST_RING': rings})
    rep = report(out)
    return (r.returncode, rep['status'],
            sorted((f['id'], f['count'], [(x['rank'], x['line']) for x in f['locations']])
                   for f in rep['findings'])), r.stderr


def check(mpi):
    where = folder(f'ring-{mpi}')
    program = compiled(mpi, 'ring.c', where, '-Wno-stringop-overflow')
    (on, errors), (off, _) = (findings(mpi, program, where, rings) for rings in ('on', 'off'))
    ok(on == off, f'{mpi}: the same is found with rings and without', on, off, errors[-600:])
    ok(on[:2] == (66, 'complete') and [f[0] for f in on[2]] == ['rma-race'],
       f'{mpi}: only the race is found', on)


unit('ring', prefix='ring: ')
for name in MPIS:
    check(name)
done()
