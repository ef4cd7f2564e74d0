#!/usr/bin/python3
"""Processes of MPI-4 sessions are checked together from the first communicator that has all of
them, however sessions begin and end; a process that cannot be checked does not keep the others
waiting."""
from live import FENCEPOST, YIELDING, compiled, done, folder, ok, report, run

where = folder('sessions')
program = compiled('mpich', 'sessions.c', where, *YIELDING['mpich'])


def told(name, *command):
    out = where / f'{name}.json'
    r = run(FENCEPOST, 'run', '--fail-on=never', f'--output={out}', 'mpiexec.mpich', *command, cwd=where, limit=60)
    return r, report(out)


def alone(rep):
    return [line for line in rep['run']['precision'] if 'checked one by one' in line]


for how in 'plain', 'turned', 'beside', 'again', 'late', 'init':
    wanted = True, 3
    if how == 'late':  # MPICH 4.2 crashes by itself then
        natively = run('mpiexec.mpich', '-n', 3, program, how, cwd=where, limit=60)
        wanted = not natively.returncode, natively.stdout.count('done')
    r, rep = told(how, '-n', 3, program, how)
    ranks = [sorted({place['rank'] for place in f['locations']}) for f in rep['findings'] if f['id'] == 'rma-race']
    ok((not r.returncode, r.stdout.count('done')) == wanted and
       (rep['status'], alone(rep)) == ('complete', []) and ranks and
       all(pair == ([1, 2] if how == 'turned' else [0, 1]) for pair in ranks),
       f'{how}: the race of two processes is found', r.returncode, rep, r.stdout[-500:], r.stderr[-500:])

r, rep = told('never', '-n', 2, program, 'never')
ok((r.returncode, rep['status'], rep['findings'], len(alone(rep))) == (0, 'complete', [], 1),
   'without a communicator of all processes the report says that they are not compared', rep, r.stderr[-500:])

r, rep = told('unable', '-n', 1, program, 'plain', ':', '-n', 1, 'env', 'FENCEPOST_DIR=/nonexistent/place', program, 'plain')
ok(r.stdout.count('done') == 2 and rep['status'] == 'unchecked' and 'rma-race' not in str(rep['findings']),
   'a process without a journal is not waited for, and the report says that it is missing', r.returncode, rep, r.stderr[-500:])
done()
