#!/usr/bin/python3
"""Circles of standard sends that would deadlock without buffers, from made-up records."""
import pathlib
import random
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from journals import *


def step(message, site):
    return [message['rank'], message['key'], message['number'], int(site['call'] == 'MPI_Recv'),
            site['call'], site['thread'], site['stack']]


class Kept:
    """The arrivals of a rank, each with the steps before it."""

    def __init__(self, rank):
        self.rank, self.steps, self.arrivals = rank, [], []

    def arrive(self, message, site, after):
        first = len(self.steps) + 1
        self.steps += [step(m, s) for m, s in after]
        self.arrivals.append(step(message, site) + [list(range(first, first + len(after)))])

    def end(self):
        self.rank.write('rendezvous', steps=self.steps, arrivals=self.arrivals)
        self.rank.end()


def circles(d, kept, finding='unsafe-send'):
    for k in kept:
        k.end()
    outcome, report = merge(d)
    return [f for f in report['findings'] if f['id'] == finding]


def analyse(size, received):
    """received: (sender, receiver, number, [(destination, number), ...]): the receive of the
    message was posted after these sends of the receiver. The line of a send is 100 * its rank
    + its number + 1, that of the receive 100 * its rank + its number + 10."""
    d = directory()
    kept = [Kept(Rank(d, r, size)) for r in range(size)]

    def message(rank, number):
        return dict(rank=rank, key=7, number=number)

    def site(call, rank, line):
        return dict(call=call, thread=0, stack=kept[rank].rank.stack(('a.c', line, 'main')))

    for sender, receiver, number, sends in received:
        kept[receiver].arrive(
            message(sender, number), site('MPI_Recv', receiver, 100 * receiver + number + 10),
            [(message(to, n), site('MPI_Send', receiver, 100 * receiver + n + 1))
             for to, n in sends])
    return circles(d, kept)


def lines(finding):
    return [at['line'] for at in finding['locations']]


# Two ranks send to each other first.
found = analyse(2, [(0, 1, 0, [(0, 0)]), (1, 0, 0, [(1, 0)])])
same(len(found), 1, 'two ranks, each sends before it receives')
same(lines(found[0]), [1, 110, 101, 10], 'the sends and receives in order, lowest rank first')
has(found[0]['message'], 'MPI_Send of rank 0 would wait until rank 1 comes to its MPI_Recv',
    'in words')
same((found[0]['grade'], found[0]['severity']), ('portability', 'note'), 'a note')

# One of the receives was posted before the send.
same(analyse(2, [(0, 1, 0, [(0, 0)])]), [], 'one receives first: nothing')
same(analyse(2, [(0, 1, 1, [(0, 0)]), (1, 0, 0, [(1, 0)])]), [],
     'another message than the one that the other rank waits for')

# A rank sends to itself.
same([lines(f) for f in analyse(1, [(0, 0, 3, [(0, 3), (0, 1)])])], [[4, 13]],
     'a message to the rank itself')

# A chain of ranks without a circle, and rings of several sizes.
for size in 3, 40:
    chain = [(r, r + 1, n, [(r + 2, m) for m in range(n + 1)])
             for r in range(size - 2) for n in range(5)]
    same(analyse(size, chain), [], f'a chain of {size} ranks is no circle')
    ring = [(r, (r + 1) % size, 9, [((r + 2) % size, 9)]) for r in range(size)]
    mixed = chain + ring
    random.Random(size).shuffle(mixed)
    found = analyse(size, mixed)
    same(len(found), 1, f'a ring of {size} ranks is one circle')
    same(lines(found[0])[0], 10, 'told from the lowest rank on')
    same(found[0]['locations'][0]['rank'], 0, 'which is named first')

# Two circles of other ranks; the same line in each iteration is one finding.
found = analyse(4, [(a, b, n, [(a, n)]) for a, b in ((0, 1), (1, 0), (2, 3), (3, 2))
                    for n in (0, 1)])
same(len(found), 4, 'each circle is told')


def collective(size, parts, finding='unsafe-send'):
    """parts: (rank, event, [events before it]). An event is ('m', other rank), a message from or to
    that rank, or ('c', communicator), a collective call."""
    d = directory()
    kept = [Kept(Rank(d, r, size)) for r in range(size)]

    def message(what):
        return dict(rank=what[1], key=7, number=1) if what[0] == 'm' else dict(
            rank=-1, key=what[1], number=4)

    def site(what, rank, call):
        return dict(call=call if what[0] == 'm' else 'MPI_Barrier', thread=0,
                    stack=kept[rank].rank.stack(('a.c', 100 * rank + len(call), 'main')))

    for rank, of, before in parts:
        kept[rank].arrive(message(of), site(of, rank, 'MPI_Recv'),
                          [(message(b), site(b, rank, 'MPI_Send')) for b in before])
    return circles(d, kept, finding)


# A collective call between the send and the receive.
found = collective(2, [(1, ('m', 0), [('c', 5)]), (0, ('c', 5), [('m', 1)])])
same(len(found), 1, 'a barrier between a send and its receive')
has(found[0]['message'], 'MPI_Send of rank 0 would wait until rank 1 comes to its MPI_Recv; '
    'MPI_Barrier of rank 1 would wait until rank 0 comes to its MPI_Barrier', 'in words')
same(collective(2, [(1, ('m', 0), [('c', 5)]), (0, ('c', 6), [('m', 1)])]), [],
     'a barrier of other ranks')
same(collective(2, [(1, ('c', 5), [('c', 6)]), (0, ('c', 6), [('c', 5)])]), [],
     'no send is part of it')
found = collective(3, [(2, ('m', 0), [('c', 6)]), (1, ('c', 5), []), (0, ('c', 5), [('m', 2)]),
                       (1, ('c', 6), [('c', 5)]), (2, ('c', 6), [])])
same(len(found), 1, 'two collective calls between them')
same([at['rank'] for at in found[0]['locations']], [0, 2, 2, 1, 1, 0], 'each with its ranks')

# Of calls that one process makes one after another the first and the last are told.
CHAIN = 30
one = [(0, ('c', i + 1), [('c', i)]) for i in range(CHAIN)]
other = [(1, ('c', 0), [('c', CHAIN)])] + [(1, ('c', i), []) for i in range(1, CHAIN + 1)]
found = collective(2, one + other, 'unsafe-collective')
same(len(found), 1, 'a chain of collective calls of one process')
same([at['rank'] for at in found[0]['locations']], [0, 1, 1, 0], 'is told by its ends')
same(found[0]['message'].count('would wait'), 2, 'in words, too')
for begin in range(1, CHAIN):
    turned = one[begin:] + one[:begin]
    found = collective(2, turned + other, 'unsafe-collective')
    same([[at['rank'] for at in f['locations']] for f in found], [[0, 1, 1, 0]],
         'wherever the search begins')

# Damaged records do no harm.
d = directory()
rank = Rank(d, 0, 1)
whole = [0, 7, 1, 0, 'MPI_Send', 0, 1]
for steps, arrivals in ((3, 'x'), ([3, {}, []], [[], 3, {}, ['x'] * 8]), ([whole], [whole + [3]]),
                        ([], [whole + [[1, 0, -1, 1 << 40, 'x', None]]]),
                        ([[-5, 'x', 1 << 62, 9, 4, -1, -1]], [[1 << 40] * 7 + [[1]]])):
    rank.write('rendezvous', steps=steps, arrivals=arrivals)
rank.write('rendezvous')
rank.end()
outcome, report = merge(d)
same(report['findings'], [], 'damaged records')
done()
