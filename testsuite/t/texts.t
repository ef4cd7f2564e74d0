#!/usr/bin/python3
"""What the printed text says of a call is true, and it says each thing once."""
import re

from live import FENCEPOST, MPIS, ROOT, YIELDING, compiled, done, folder, ok, report, run

CASES = ROOT / 'testsuite/cases'
GATHER = '''#include <mpi.h>
int main(void) {
  int some[4] = {0}, all[64];
  MPI_Init(0, 0);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Gather(some, 2, MPI_INT, all, 1, MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Scatter(all, 2, MPI_INT, some, 1, MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Abort(MPI_COMM_WORLD, 0);
}
'''
# case, ranks, what is printed, what is not
TOLD = (
    ('args/lock-type.c', 2, 'lock type 12345', 'MPI_LOCK_SHARED, '),
    ('dynamic/attach-lucky.c', 2, 'access epoch 1 of MPI_Win_lock (shared)', 'no access epoch'),
    ('dynamic/detach-in-use.c', 2, 'access epoch 1 of MPI_Win_lock (shared)', 'no access epoch'),
    ('pscw/post-twice.c', 2, 'second epoch opened here; exposure epoch 1', 'no access epoch'),
    ('epoch/put-no-epoch.c', 2, 'RMA operation; no access epoch', 'fence epoch'),
    ('rules/put-self.c', 2, 'Add MPI_Win_flush, and then MPI_Win_sync, between', 'exclusive lock'),
    ('rules/accumulate-shifted.c', 2, 'their elements begin at different addresses', 'two windows'),
    ('buffers/ibcast-store.c', 2, 'for the request of MPI_Ibcast', 'its request between'),
    ('lifetime/free-counts.c', 2, 'use memory that lives longer', 'MPI_Win_flush_local'),
    ('sends/unreceived.c', 3, 'Nobody receives a message that MPI_Send sent', 'receives 1 of'),
    ('promises/graph-ring.c', 3, 'names rank 1 as a destination, but rank 1 does not name rank 0 as a source', 'times'),
    ('promises/inter-root-rank.c', 3, 'in the other group, but rank 0 names rank 2 of MPI_COMM_WORLD, which is in '
     'the other group: the root must pass MPI_ROOT', 'names the root'),
)


def printed(text):
    """Returns it without the breaks of its lines."""
    return re.sub(r'\s+', ' ', text)


def checked(mpi, where, source, ranks, *options):
    program = compiled(mpi, source, where, '-w', '-pthread', f'-I{CASES}', *YIELDING[mpi])
    r = run(FENCEPOST, 'run', f'--output={where}/{program.stem}.json', *options, f'mpiexec.{mpi}', '-n',
            ranks, program, cwd=where)
    return printed(r.stderr + r.stdout), report(f'{where}/{program.stem}.json')


for mpi in MPIS:
    where = folder(f'texts-{mpi}')
    for case, ranks, said, unsaid in TOLD:
        text, _ = checked(mpi, where, CASES / case, ranks, '--timeout=20')
        ok(said in text and unsaid not in text, f'{mpi}: {case}: {said}', text)
    (where / 'gather.c').write_text(GATHER)
    text, rep = checked(mpi, where, where / 'gather.c', 3)
    ok(sorted(f['locations'][0]['line'] for f in rep['findings'] if f['id'] == 'collective-amount') == [6, 7],
       f'{mpi}: wrong amounts of a gather and of a scatter are told once each', text)
    text, _ = checked(mpi, where, CASES / 'greq/wait-forever.c', 1, '--timeout=3')
    ok('waits in MPI_Wait (wait-forever.c' in text and 'other side' not in text and
       text.count('for a request that only this rank can complete') >= 1,
       f'{mpi}: a generalized request that waits for ever', text)

text = run(FENCEPOST, 'explain', '--all', cwd=where).stdout
chapters = re.findall(r'^standard +MPI-4\.0 section ([\d.]+)', text, re.M)
ok(set(chapters) == {'4.2', '7.4.4'}, 'only partitions and assertions of communicators are of MPI-4.0', chapters)
done()
