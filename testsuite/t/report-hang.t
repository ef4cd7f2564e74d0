#!/usr/bin/python3
"""Who waits for whom, from synthetic hang records."""
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from journals import *


def window(fences=0, access='none', targets=(), exposure='none', origins=(), **peers):
    """peers: r3=dict(posts=1, ...)"""
    return dict(window='w', access=access, access_targets=list(targets), exposure=exposure,
                exposure_origins=list(origins), fences=fences,
                peers=[dict(dict(posts=0, starts=0, completes=0, waits=0), rank=int(r[1:]), **c)
                       for r, c in peers.items()])


def wait(kind, *peers, on=True, **more):
    return dict(dict(window='w') if on else {}, kind=kind, peers=list(peers), **more)


def analyse(*ranks, size=None, end=None):
    d = directory()
    for r, write in enumerate(ranks):
        if write:
            write(Rank(d, r, size or len(ranks)))
    job(d, **(end or dict(timeout=True, limit=5)))
    outcome, report = merge(d)
    return outcome, report, report.get('hang_analysis', []), {
        (h['rank'], h['thread']): h for h in report.get('hangs', [])}


def waits(hang):
    return [(w['rank'], w['what']) for w in hang['waits_for']]


# A post was forgotten: rank 0 has posted to rank 1 only, and rank 2 waits in vain.
outcome, report, text, hangs = analyse(
    lambda r: r.hang('MPI_Win_wait', ('/s/a.c', 42, 'f'), wait('complete', 1),
                     windows=[window(exposure='post', origins=[1], r1=dict(posts=1))]),
    lambda r: r.hang('MPI_Win_complete', ('/s/a.c', 17, 'g'), wait('post', 0, 2),
                     windows=[window(r0=dict(starts=1), r2=dict(starts=1))]),
    lambda r: r.hang('MPI_Recv', in_call=False, windows=[window()]))
same(waits(hangs[0, 0]), [(1, 'MPI_Win_complete')], 'the wait waits for the complete')
same(waits(hangs[1, 0]), [(2, 'MPI_Win_post')], 'only the peer that has not posted is named')
same(hangs[0, 0]['text'],
     'rank 0 waits in MPI_Win_wait (a.c:42) for MPI_Win_complete from rank 1, which sits in '
     'MPI_Win_complete (a.c:17) waiting for MPI_Win_post from rank 2', 'in words')
same(hangs[2, 0]['text'],
     'rank 2 is not in an MPI call; its last call was MPI_Recv', 'a rank outside MPI')
same(waits(hangs[2, 0]), [], 'it waits for nobody')
same((hangs[0, 0]['file'], hangs[0, 0]['line'], hangs[0, 0]['function'], hangs[0, 0]['in_call'],
      hangs[2, 0]['in_call'], hangs[0, 0]['seconds']), ('/s/a.c', 42, 'f', True, False, 2.5),
     'place, state and time')
same(len(text), 3, 'no circle, three sentences')
has(' '.join(outcome.stderr.split()), text[0], 'the summary has them')

# In a second epoch counters decide who is missing, not the names of calls.
_, _, text, hangs = analyse(
    lambda r: r.hang('MPI_Win_start', ('a.c', 1, 'f'), wait('post', 1, 2),
                     windows=[window(r1=dict(starts=2), r2=dict(starts=2))]),
    lambda r: r.hang('MPI_Win_wait', ('a.c', 2, 'f'), wait('complete', 0),
                     windows=[window(r0=dict(posts=2))]),
    lambda r: r.hang('MPI_Recv', ('a.c', 3, 'f'), wait('recv', 0, on=False),
                     windows=[window(r0=dict(posts=1, waits=1))]))
same(waits(hangs[0, 0]), [(2, 'MPI_Win_post')], 'a post of an earlier round does not count')
same(text[0], 'ranks 0 and 2 wait for each other', 'the circle comes first')
same(waits(hangs[1, 0]), [(0, 'MPI_Win_complete')], 'the target waits for the complete')

# A completed origin is not named.
_, _, text, hangs = analyse(
    lambda r: r.hang('MPI_Win_wait', ('a.c', 1, 'f'), wait('complete', 1, 2),
                     windows=[window(r1=dict(posts=1), r2=dict(posts=1))]),
    lambda r: r.hang('MPI_Send', ('a.c', 2, 'f'), wait('send', 0, on=False),
                     windows=[window(r0=dict(starts=1, completes=1))]),
    lambda r: r.write('exit', code=0))
same(waits(hangs[0, 0]), [(2, 'MPI_Win_complete')], 'who completed is not waited for')
ok(hangs[0, 0]['text'].endswith('from rank 2, which called exit'), 'a rank that called exit',
   hangs[0, 0]['text'])
has(hangs[1, 0]['text'], 'for a receive at rank 0', 'a send waits for its receive')

# Fences.


def fence(n):
    return lambda r: r.hang('MPI_Win_fence', ('a.c', 9, 'f'),
                            wait('fence', *[p for p in range(4) if p != r.rank]),
                            windows=[window(fences=n)])


_, _, text, hangs = analyse(
    fence(2), fence(2),
    lambda r: r.hang('MPI_Barrier', ('a.c', 5, 'f'), wait('collective', 0, 1, 3, on=False),
                     windows=[window(fences=2)]),
    lambda r: r.hang('MPI_Compute', in_call=False, windows=[window(fences=3)]))
same(waits(hangs[0, 0]), [(2, 'MPI_Win_fence')],
     'of a fence those are named that have not come to it')
same([t for t in text if t.startswith('ranks 0, 1')],
     ['ranks 0, 1 wait in MPI_Win_fence (a.c:9) for MPI_Win_fence from rank 2'],
     'ranks in the same state share a sentence, which leaves what rank 2 does to its own')
same(waits(hangs[2, 0]), [(0, 'MPI_Barrier'), (1, 'MPI_Barrier'), (3, 'MPI_Barrier')],
     'a barrier names all who are elsewhere')
same(sum(t.startswith('ranks 0 and 2 wait for each other') for t in text), 1,
     'fence against barrier is a circle')

# Locks.
_, _, _, hangs = analyse(
    lambda r: r.hang('MPI_Win_lock', ('a.c', 1, 'f'), wait('lock', 2, exclusive=True),
                     windows=[window()]),
    lambda r: r.hang('MPI_Recv', ('a.c', 2, 'f'), wait('recv', 0, on=False),
                     windows=[window(access='lock', targets=[2])]),
    lambda r: r.hang('MPI_Wtime', in_call=False, windows=[window()]))
same(waits(hangs[0, 0]), [(1, 'MPI_Win_unlock')], 'a lock waits for who holds it')
_, _, _, hangs = analyse(
    lambda r: r.hang('MPI_Win_lock', ('a.c', 1, 'f'), wait('lock', 1, exclusive=True),
                     windows=[window()]),
    lambda r: r.hang('MPI_Wtime', in_call=False, windows=[window()]))
same(waits(hangs[0, 0]), [(1, 'MPI_Win_unlock')], 'else for its target')
_, _, _, hangs = analyse(
    lambda r: r.hang('MPI_Win_flush', ('a.c', 1, 'f'), wait('lock', 1), windows=[window()]),
    lambda r: r.hang('MPI_Recv', ('a.c', 2, 'f'), wait('recv', 0, on=False),
                     windows=[window(access='lock_all')]))
same(waits(hangs[0, 0]), [], 'shared locks do not wait for each other')

# A ring of receives.


def ring(r):
    r.hang('MPI_Recv', ('ring.c', 3, 'main'), wait('recv', (r.rank + 1) % 5, on=False))


_, _, text, _ = analyse(*[ring] * 5)
same(text[0], '5 ranks wait in a circle: rank 0 for rank 1, for rank 2, for rank 3, for rank 4, '
     'for rank 0', 'a ring')
same(len([t for t in text if 'circle' in t]), 1, 'told once')

# MPI_ANY_SOURCE: a message of any peer would do, so this is no circle.


def anyone(r):
    r.hang('MPI_Recv', ('a.c', 3, 'main'), wait('recv', *[p for p in range(3) if p != r.rank],
                                                on=False))


_, _, text, _ = analyse(anyone, anyone, lambda r: r.hang('MPI_Wtime', in_call=False))
ok(not any('circle' in t or 'each other' in t for t in text), 'a wildcard is no circle', text)
has(text[0], 'for a send from any of ranks 1, 2', 'it waits for any')

# All peers have done their part.
_, _, text, hangs = analyse(
    lambda r: r.hang('MPI_Barrier', ('a.c', 1, 'f'), wait('collective', 1, on=False)),
    lambda r: r.hang('MPI_Barrier', ('a.c', 2, 'f'), wait('collective', 0, on=False)))
ok('has done its part' in text[0], 'in the same call at all ranks', text)
ok(not any('each other' in t for t in text), 'which is no circle')

# One call that sends and receives: each side of it may match what the peer does.


def exchange(send, receive):
    return lambda r: r.hang('MPI_Sendrecv', ('a.c', 3, 'f'), dict(
        wait('exchange', 1 - r.rank, on=False), all=True,
        messages=[dict(rank=1 - r.rank, send=True, key=send),
                  dict(rank=1 - r.rank, send=False, key=receive)]))


def deadlocks(report):
    return [f['message'] for f in report['findings'] if f['id'] == 'deadlock']


_, report, text, hangs = analyse(exchange('a', 'b'), exchange('c', 'd'))
same(waits(hangs[0, 0]), [(1, 'a receive or a send')], 'an exchange waits for either')
same(len(deadlocks(report)), 1, 'with other tags at both sides it is a deadlock')
for keys in ('c', 'a'), ('b', 'd'), ('b', 'a'):
    _, report, _, _ = analyse(exchange('a', 'b'), exchange(*keys))
    same(deadlocks(report), [], 'with one that matches it may be none')

# A loop of tests is stuck only if all ranks are.


def loop(r):
    r.hang('MPI_Iprobe', ('a.c', 3, 'f'), wait('recv', 1 - r.rank, on=False), polls=True)


for last, count in ((lambda r: r.hang('MPI_Recv', in_call=False), 0),
                    (lambda r: r.hang('MPI_Finalize', ('a.c', 9, 'f')), 1),
                    (lambda r: r.hang('MPI_Recv', ('a.c', 4, 'f'), wait('recv', 0, on=False)), 1),
                    (lambda r: r.hang('MPI_Barrier', ('a.c', 4, 'f')), 0), (None, 0)):
    _, report, _, _ = analyse(loop, loop, last, size=3)
    same(len(deadlocks(report)), count, 'two loops and a third rank')
_, report, _, _ = analyse(
    loop, lambda r: r.hang('MPI_Iprobe', ('a.c', 3, 'f'), wait('recv', 0, on=False), polls=True,
                           free=1))
same(deadlocks(report), [], 'another thread may end a loop')

# Collective calls: whom a call may wait for besides those whose data it needs.


def collective(call, peers=(), others=None, number=2, seconds=4, **more):
    told = dict(wait('collective', *peers, on=False), comm='c', number=number, **more)
    if others:
        told['others'] = others
    return lambda r: r.hang(call, ('a.c', 3, 'f'), told, collectives=dict(c=number),
                            seconds=seconds)


def receive(source):
    return lambda r: r.hang('MPI_Recv', ('a.c', 4, 'f'), wait('recv', source, on=False),
                            collectives=dict(c=1))


def computes(r):
    r.hang('MPI_Recv', in_call=False, collectives=dict(c=1))


for seconds, count in (2, 0), (4, 1):
    _, report, text, _ = analyse(collective('MPI_Bcast', (), [1], root=0, seconds=seconds),
                                 receive(0))
    same(len(deadlocks(report)), count, f'a root {seconds} seconds in its broadcast')
_, report, text, _ = analyse(collective('MPI_Bcast', (), [1, 2], root=0), receive(0), computes)
same(deadlocks(report), [], 'a root may wait for the one that is not stuck')
_, report, text, _ = analyse(collective('MPI_Bcast', (), [1, 2], root=0),
                             collective('MPI_Bcast', [0], [0, 2], root=0), receive(0))
same(len(deadlocks(report)), 1, 'or for the last that has not come')
has(text[1], 'MPI_Bcast from rank 2', 'who has come is not named')
_, report, text, _ = analyse(collective('MPI_Bcast', (), [1], root=0),
                             collective('MPI_Bcast', [0], [0], root=0))
same(deadlocks(report), [], 'all have come')
ok('has done its part' in text[0], 'and are said to', text)

for first, second, words in (
        (collective('MPI_Barrier', [1]), collective('MPI_Allgather', [0]),
         'Ranks 0 and 1 are in collective call number 1 on one communicator, but it is '
         'MPI_Barrier at one and MPI_Allgather at the other.'),
        (collective('MPI_Bcast', (), [1], root=0), collective('MPI_Bcast_c', (), [0], root=1),
         'but the roots they name differ: 0 and 1.'),
        (collective('MPI_Reduce', [1], [1], root=0), collective('MPI_Reduce', [0], [0], root=1),
         'but the roots they name differ: 0 and 1.')):
    _, report, _, _ = analyse(first, second)
    told = deadlocks(report)
    ok(len(told) == 1 and told[0].endswith(words), 'calls that differ', told)
_, report, _, _ = analyse(collective('MPI_Barrier', [1]),
                          collective('MPI_Allgather', [0], number=3))
same(deadlocks(report), [], 'calls of different number')

# Threads, later records, and ranks that were able to go on.
_, report, text, hangs = analyse(
    lambda r: r.hang('MPI_Recv', ('a.c', 1, 'f'), wait('recv', 1, on=False), thread=1)
               .hang('MPI_Wtime', in_call=False),
    lambda r: r.hang('MPI_Recv', ('a.c', 2, 'f'), wait('recv', 0, on=False))
               .hang('MPI_Ssend', ('a.c', 3, 'f'), wait('send', 0, on=False)),
    lambda r: r.hang('MPI_Recv', ('a.c', 4, 'f'), wait('recv', 0, on=False)).end())
same(sorted(hangs), [(0, 1), (1, 0)], 'threads outside MPI and ranks at their end are left out')
same(hangs[1, 0]['call'], 'MPI_Ssend', 'a later record replaces an earlier one')

# Ranks that have left no record.
_, _, text, hangs = analyse(
    lambda r: r.hang('MPI_Recv', ('a.c', 1, 'f'), wait('recv', 1, on=False)),
    lambda r: r.end(), None, size=3)
has(text[0], 'from rank 1, which has reached MPI_Finalize', 'a rank at its end')
_, _, text, hangs = analyse(
    lambda r: r.hang('MPI_Recv', ('a.c', 1, 'f'), wait('recv', 2, on=False)), lambda r: r, None)
has(text[0], 'from rank 2, which left no journal', 'a rank without a journal')
_, _, text, hangs = analyse(
    lambda r: r.hang('MPI_Recv', ('a.c', 1, 'f'), wait('recv', 1, on=False)), lambda r: r)
has(text[0], 'from rank 1, which gave no sign', 'a rank that vanished')

# A run that came to its end is no hang, however long a call took.
_, report, text, hangs = analyse(lambda r: r.hang('MPI_Recv').end(), end={})
ok('hangs' not in report and 'hang_analysis' not in report, 'a complete run has no hangs')

# Many ranks.
_, report, text, hangs = analyse(
    lambda r: r.hang('MPI_Recv', ('a.c', 2, 'f'), wait('recv', 1, on=False)),
    *[lambda r: r.hang('MPI_Barrier', ('a.c', 1, 'f'), wait(
        'collective', *[p for p in range(300) if p != r.rank], on=False))] * 299)
same(len(hangs), 300, 'three hundred ranks')
ok(len(text) == 3 and text[2] == 'ranks 1-299 wait in MPI_Barrier (a.c:1) for MPI_Barrier from rank 0',
   'share a sentence', '\n'.join(text))
done()
