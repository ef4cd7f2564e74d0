#!/usr/bin/python3
"""Time lines of programs that lectures show: double buffering with post, start, complete and wait; sums
around a ring and along a 2-tree. What comes before what is known."""
import collections
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from line import KINDS, PUT, Line
from live import FENCEPOST, MPIS, YIELDING, compiled, done, folder, ok, report, run

RANKS, ROUNDS = 4, 6


def drawn(mpi, program, where, *words):
    page = where / 'line.html'
    page.unlink(missing_ok=True)
    r = run(FENCEPOST, 'run', '--quiet', f'--timeline={page}', f'--output={where}/report.json',
            f'mpiexec.{mpi}', '-n', RANKS, program, *words, cwd=where)
    rep = report(where / 'report.json')
    ok(r.returncode == 0 and 'right' in r.stdout and 'wrong' not in r.stdout and not rep['findings'],
       f'{mpi}: {program.name} {words}: is right, and nothing is found', r.stdout, rep.get('findings'))
    return Line(page)


def puts(line):
    return sorted((a for a in line.arrows if a.kind == PUT), key=lambda a: a.begin)


def exposures(line, rank, window=None):
    return [b for b in line.epochs if KINDS[b.kind] == 'exposure' and b.track == rank and
            window in (None, b.window)]


def in_exposure(line, put):
    """No start ends before its post has begun, and no wait before its complete."""
    accesses = [b for b in line.epochs if KINDS[b.kind] == 'access' and b.track == put.origin and
                b.begin < put.begin < b.end]
    return any(e.window == a.window and e.begin <= a.begin and a.end <= e.end
               for e in exposures(line, put.target) for a in accesses)


def double_buffer(mpi, where):
    line = drawn(mpi, compiled(mpi, 'double-buffer.c', where, *YIELDING[mpi]), where, ROUNDS)
    kinds = collections.Counter(KINDS[b.kind] for b in line.epochs)
    ok(kinds == {'access': RANKS * ROUNDS, 'exposure': RANKS * ROUNDS}, f'{mpi}: buffers: the epochs', kinds)
    ok(len(puts(line)) == RANKS * ROUNDS and all(in_exposure(line, a) for a in puts(line)),
       f'{mpi}: buffers: each put is in an exposure epoch of its target', *line.arrows)
    for rank in range(RANKS):
        mine = sorted(exposures(line, rank), key=lambda b: b.begin)
        ok([b.window for b in mine] == [mine[0].window, mine[1].window] * (ROUNDS // 2) and
           mine[0].window != mine[1].window, f'{mpi}: buffers: rank {rank} takes the windows in turn', *mine)
        ok(all(a.begin < b.begin < a.end < b.end for a, b in zip(mine, mine[1:])),
           f'{mpi}: buffers: one is exposed while the other one still is', *mine)
        newer = sorted((b for b in line.copies if b.track == rank), key=lambda b: b.begin)
        ok(len(newer) == ROUNDS and [b.end for b in newer] == [b.end for b in mine],
           f'{mpi}: buffers: MPI_Win_wait fetches what was put', newer, mine)


def reductions(mpi, where):
    program = compiled(mpi, 'reductions.c', where, *YIELDING[mpi])
    ring = drawn(mpi, program, where, 'ring')
    hops = [(a.origin, a.target) for a in puts(ring)]
    ok(hops == [(r, r + 1) for r in range(RANKS - 1)], f'{mpi}: ring: from each to the next, in order', hops)
    ok(all(a.end < b.begin for a, b in zip(puts(ring), puts(ring)[1:])),
       f'{mpi}: ring: each comes after the one before', *puts(ring))
    tree = drawn(mpi, program, where, 'tree')
    at = {(a.origin, a.target): a for a in puts(tree)}
    ok(set(at) == {(1, 0), (3, 2), (2, 0)} and len(puts(tree)) == 3, f'{mpi}: tree: who gives to whom', *at)
    first, beside, last = (at.get(pair) for pair in ((1, 0), (3, 2), (2, 0)))
    ok(first.begin == beside.begin and beside.end < last.begin and first.end < last.end,
       f'{mpi}: tree: one level stands side by side, before the next', *puts(tree))
    ok(all(in_exposure(line, a) for line in (ring, tree) for a in puts(line)),
       f'{mpi}: each is in an exposure epoch of its target')


for mpi in MPIS:
    where = folder(f'demo-{mpi}')
    double_buffer(mpi, where)
    reductions(mpi, where)
done()
