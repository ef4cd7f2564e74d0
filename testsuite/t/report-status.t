#!/usr/bin/python3
"""Every status that a report can have, from made-up journals of jobs that ended in all ways."""
import json
import pathlib
import signal
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from journals import *


def check(name, want, detail='', code=None, end=None, ranks=(), size=None):
    """ranks: for each a function that writes what follows its start record."""
    d = directory()
    for r, write in enumerate(ranks):
        if write:
            write(Rank(d, r, size or len(ranks)))
    if end is not None:
        job(d, **end)
    outcome, report = merge(d)
    same(report['status'], want, f'{name}: {want}')
    if detail:
        has(report['status_detail'], detail, f'{name}: the detail')
    has(' '.join(outcome.stderr.split()), f'status {want}: {report["status_detail"]}',
        f'{name}: the summary')
    same(outcome.returncode, (0 if want == 'complete' else 70) if code is None else code,
         f'{name}: the exit status')
    return report


def fine(rank):
    rank.end()


def gone(rank):
    rank.write('precision', text='...')


def aborts(rank):
    rank.write('abort', code=3)


def exits(rank):
    rank.write('exit', code=3)


def stops(rank):
    rank.write('stopped', text='out of memory')


def hangs(rank):
    rank.hang('MPI_Barrier')


def bad(rank):
    rank.finding('op-outside-epoch', ('MPI_Put', 'a.c', 1, 'main'))


def open_mpi(d, size, write):
    for r in range(size):
        write(Rank(d, r, size, mpi='Open MPI 4.1.4'))


check('all ended', 'complete', 'every rank reached MPI_Finalize', ranks=[fine, fine], end={})
check('all ended, no command known', 'complete', ranks=[fine, fine])
check('all ended, then status 3', 'complete', 'the command ended with status 3',
      ranks=[fine, fine], end={'code': 3})
check('ended late', 'complete', '--timeout', ranks=[fine, fine],
      end={'timeout': True, 'limit': 5})
check('MPI_Abort', 'crashed', 'rank 1 called MPI_Abort with code 3', ranks=[gone, aborts],
      end={'code': 3})
check('exit', 'crashed', 'rank 1 called exit(3) before MPI_Finalize', ranks=[gone, exits, gone],
      end={'code': 3})
check('several exits', 'crashed', 'ranks 0-2 called exit(3) before MPI_Finalize',
      ranks=[exits] * 3, end={'code': 3})
check('checking stopped', 'unchecked', 'rank 0 was not checked to its end: out of memory',
      ranks=[stops, fine], end={})
check('vanished', 'crashed', 'ranks 0, 3 ended without MPI_Finalize; the command ended with '
      'status 139: signal 11', ranks=[gone, fine, fine, gone], end={'code': 139})
check('MPICH, SIGSEGV', 'crashed', 'in MPICH that is signal 11', ranks=[gone, gone],
      end={'code': 11})
check('SIGABRT', 'crashed', 'signal 6', ranks=[gone, gone], end={'code': 134})
check('SIGKILL of a rank, MPICH', 'killed', 'signal 9', ranks=[gone, fine], end={'code': 9})
check('SIGKILL of a rank, Open MPI', 'killed', 'signal 9', ranks=[gone, fine],
      end={'code': 137})
check('SIGKILL of mpiexec', 'killed', 'signal 9 (Killed) ended the command', ranks=[gone, gone],
      end={'signal': 9})
check('SIGTERM', 'killed', ranks=[gone, gone], end={'code': 143})
check('SIGINT to us', 'killed', 'signal 2', ranks=[gone, gone], end={'interrupted': 2})
check('an exit status is no signal', 'crashed', 'rank 0 called exit(9)',
      ranks=[lambda r: r.write('exit', code=9), gone], end={'code': 9})
check('timeout', 'hung', 'ranks 0, 1 had not reached MPI_Finalize; --timeout ended the program '
      'after 5 s', ranks=[gone, gone], end={'timeout': True, 'limit': 5})
check('timeout after an exit', 'hung', 'rank 0 called exit(3)', ranks=[exits, hangs],
      end={'timeout': True, 'limit': 5})
check('hang records only, no command known', 'hung', ranks=[hangs, hangs])
check('no command known', 'crashed', 'ranks 0, 1 had not', ranks=[hangs, gone])
check('no rank', 'unchecked', 'no process called MPI_Init', end={})
check('no rank, reason known', 'unchecked', 'a.out is linked statically',
      end={'unchecked': 'a.out is linked statically'})
check('no rank, timeout', 'unchecked', '--timeout', end={'timeout': True, 'limit': 1})
check('ranks missing', 'unchecked', 'ranks missing: no journal of ranks 1, 2',
      ranks=[fine, None, None, fine], size=4, end={})
check('the last ranks missing', 'unchecked', 'no journal of ranks 2-7', ranks=[fine, fine],
      size=8, end={})
check('missing, others crashed', 'crashed', 'ranks missing', ranks=[fine, None, gone], end={})
check('findings beat the status', 'crashed', code=66, ranks=[bad, gone], end={'signal': 11})
check('findings of a hung run', 'hung', code=66, ranks=[bad, gone],
      end={'timeout': True, 'limit': 1})
check('absurd size', 'unchecked', 'ranks 1-2147483646', ranks=[fine], size=2147483647, end={})

d = directory()
open_mpi(d, 2, gone)
job(d, code=9)
same(merge(d)[1]['status'], 'crashed', 'status 9 is no signal under Open MPI')

d = directory()
Rank(d, 0, 1).end()
Rank(d, 0, 2, world='2a', spawned=True, time=1700000009).end()
Rank(d, 1, 2, world='2a', spawned=True, time=1700000009).write('abort', code=4)
job(d)
report = merge(d)[1]
same(report['status'], 'crashed', 'a spawned world counts')
has(report['status_detail'], 'rank 1 of world 2 called MPI_Abort with code 4',
    'and is named by its number')

d = directory()
Rank(d, 0, 2).end()
Rank(d, 1, 2, start=False)
job(d)
same(merge(d)[1]['status'], 'unchecked', 'an empty journal is no rank that was checked')
done()
