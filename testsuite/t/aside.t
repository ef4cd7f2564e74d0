#!/usr/bin/python3
"""Work of Fencepost in a thread that another one cancels: the unit test of interpose/base/aside.c, and
a program that counts how often cancellations are held back."""
from live import FENCEPOST, compiled, done, folder, ok, run
from units import unit

unit('aside')
where = folder('aside')
for mpi in ('mpich', 'openmpi'):
    program = compiled(mpi, 'cancels.c', where, '-rdynamic')
    r = run(FENCEPOST, 'run', '--quiet', program, cwd=where)
    before, after = map(int, r.stdout.split())
    ok(r.returncode == 0 and before == 0 and after > 200,
       f'{mpi}: calls hold cancellations back once there has been one', before, after, r.stderr)
done()
