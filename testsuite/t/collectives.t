#!/usr/bin/python3
"""Happens-before by collective calls. The recorded trace must have an edge wherever collectives.c
found data of another process in its buffers, and no others. Every release is acquired once, by its
number. `make check-whole` runs the program in all three ways with both libraries."""
import collections
import pathlib

from live import FENCEPOST, MPIS, PROGRAMS, YIELDING, compiled, done, folder, ok, run, slugs, some
from units import UNITS

RANKS = 3
# for these, blocking and on all processes of the world, Fencepost needs no messages
ALL = {'Barrier', 'Allreduce', 'Allgather', 'Allgatherv', 'Alltoall', 'Reduce_scatter',
       'Reduce_scatter_block', 'Comm_dup', 'Comm_dup_with_info', 'Comm_split', 'Comm_split_type',
       'Comm_create', 'Cart_create', 'Graph_create', 'Dist_graph_create',
       'Dist_graph_create_adjacent'}


def trace(directory):
    """Returns for each rank a list of the lines between two marks."""
    ranks = {}
    for path in directory.glob('trace-*.fpt'):
        r = run(UNITS / 'edges', path, cwd=directory)
        parts = [[]]
        for line in r.stdout.splitlines():
            if line == 'mark':
                parts.append([])
            else:
                parts[-1].append(line.split())
        ranks[int(path.stem.rsplit('-', 1)[1])] = parts if r.returncode == 0 else []
    return ranks


def steps(path):
    """Returns for each rank (step, the ranks whose data came), in the order of the program."""
    ranks = {}
    for rank in range(RANKS):
        lines = pathlib.Path(f'{path}.{rank}').read_text(encoding='utf-8').splitlines()
        ranks[rank] = [(what, {r for r in range(RANKS) if int(others) >> r & 1})
                       for what, others in (line.rsplit(': ', 1) for line in lines)]
    return ranks


def cut(parts, listed):
    """Returns the parts of the trace that belong to each step: (while it starts, while it
    waits)."""
    at = 1
    for what, _ in listed:
        waits = what.split()[1] != 'plain'
        yield parts[at], parts[at + 1] if waits else None
        at += 3 if waits else 2
    assert at == len(parts), f'{at} of {len(parts)} parts'


def pairs(ranks):
    """Complains if an acquire has no release or a release no acquire. A call that the library
    refused has made a release that does not count, but which may have been acquired before that was
    known."""
    given, taken = collections.Counter(), collections.Counter()
    for rank, parts in ranks.items():
        for kind, _, *edge in (w for part in parts for w in part):
            if kind in ('release', 'void'):
                given[(rank, int(edge[0]), edge[1])] += 1 if kind == 'release' else -1
            elif kind == 'acquire':
                taken[(int(edge[0]), rank, edge[1])] += 1
    yield from (f'{n} releases {e} are never acquired' for e, n in (given - taken).items())
    yield from (f'{n} acquires {e} of nothing' for e, n in (taken - given).items())
    yield from (f'{n} releases {e} under one key' for e, n in given.items() if n > 1)


def named(part, kind):
    return [int(words[2]) for words in part if words[0] == kind]


def wrong_edges(start, wait, sources, targets):
    """Releases must come before the call, acquires after it or after the wait."""
    end = start if wait is None else wait
    if any(w[0] == 'all' for w in start + end):
        return 'all'
    acquired, released = named(end, 'acquire'), named(start, 'release')
    order = [w[0] for w in start + (wait or [])]
    if sorted(acquired) != sorted(sources) or sorted(released) != sorted(targets):
        return f'from {acquired}, not {sorted(sources)}; to {released}, not {sorted(targets)}'
    return 'order' if order != sorted(order, reverse=True) else ''


def everywhere(what, found):
    """Returns whether EVENT_ALL alone stands for the edges of this step."""
    call, form, place = what.split()[:3]
    return (call in ALL and form == 'plain' and len(found) == RANKS and
            all(len(sources) == RANKS - 1 for sources in found.values()) and
            (call != 'Barrier' or place not in ('inter', 'twin')))


def match(listed):
    """Returns each step together with that of all ranks that took part: the n-th with its name."""
    seen = collections.defaultdict(dict)
    for rank, own in listed.items():
        number = collections.Counter()
        for i, (what, sources) in enumerate(own):
            seen[what, number[what]][rank] = (i, sources)
            number[what] += 1
    return seen


def complaints(ranks, listed, threads):
    parts = {r: list(cut(ranks[r], listed[r])) for r in listed}
    for (what, number), here in match(listed).items():
        found = {r: sources for r, (_, sources) in here.items()}
        for rank, (i, sources) in here.items():
            targets = {r for r in found if rank in found[r]}
            start, wait = parts[rank][i]
            wrong = wrong_edges(start, wait, sources, targets)
            wanted = 'all' if not threads and everywhere(what, found) else ''
            if wrong == 'all' and [' '.join(w).replace('_c ', ' ') for w in start] != [
                    f'all MPI_{what.split()[0]} {phase}' for phase in ('enter', 'leave 1')]:
                wrong = f'all: {start}'
            if wrong != wanted:
                yield f'{what} ({number}) at {rank}: {wrong or "pairs, not all"}'


# of the calls that the library is to refuse
REFUSED = {'op-null', 'root-invalid', 'type-null'}


def check(mpi, program, where, *how):
    name = ' '.join([mpi, where.name, *how])
    native = run(f'mpiexec.{mpi}', '-n', RANKS, program, where / 'native', *how, cwd=where)
    record = where / '-'.join(['record', *how])
    r = run(FENCEPOST, 'run', '--quiet', f'--output={where / "report.json"}', f'--record={record}',
            f'mpiexec.{mpi}', '-n', RANKS, program, where / 'checked', *how, cwd=where)
    found = set(slugs(where / 'report.json'))
    if not ok(native.returncode == 0 and r.returncode in (0, 66) and found <= REFUSED, f'{name}: runs to its end',
              native.returncode, r.returncode, found, native.stderr[-500:], r.stderr[-500:]):
        return
    listed, ranks = steps(where / 'checked'), trace(record)
    ok(listed == steps(where / 'native') and all(listed.values()), f'{name}: the same output')
    if not ok(len(ranks) == RANKS and all(ranks.values()), f'{name}: traces'):
        return
    bad = list(complaints(ranks, listed, bool(how)))
    ok(not bad, f'{name}: the edges are where data flowed', len(bad), *bad[:12])
    bad = list(pairs(ranks))
    ok(not bad, f'{name}: every release is acquired once', len(bad), *bad[:12])
    alls = {r: [w for p in parts for w in p if w[0] == 'all'] for r, parts in ranks.items()}
    ok(alls[0] == alls[1] == alls[2] and bool(alls[0]) == (not how),
       f'{name}: all ranks agree where messages are spared')


def many(mpi, where):
    """Objects that are made and freed must leave no memory behind."""
    program = compiled(mpi, 'collectives_many.c', where, *YIELDING[mpi])
    r = run(FENCEPOST, 'run', '--quiet', f'--output={where / "many.json"}', f'mpiexec.{mpi}', '-n',
            2, program, cwd=where, limit=900)  # it takes minutes on a busy machine
    ok(r.returncode == 0 and int(r.stdout or 9999) < 600, f'{mpi}: no growth in KiB', r.stdout,
       r.stderr)


def threads(mpi, where):
    program = compiled(mpi, 'collectives_threads.c', where, '-pthread', *YIELDING[mpi])
    r = run(FENCEPOST, 'run', '--quiet', f'--output={where / "threads.json"}',
            f'--record={where / "threads"}', f'mpiexec.{mpi}', '-n', 2, program, cwd=where)
    ranks = trace(where / 'threads')
    bad = list(pairs(ranks))
    ok(r.returncode == 0 and r.stdout == 'done\n' and all(ranks.values()) and not bad,
       f'{mpi}: threads: every release is acquired once', r.returncode, r.stdout, r.stderr,
       len(bad), *bad[:12])


def main():
    for mpi in MPIS:
        where = folder(f'collectives-{mpi}')
        more = str(PROGRAMS / 'collectives_made.c')
        program = compiled(mpi, 'collectives.c', where, more, *YIELDING[mpi])
        for how in some(((), ('multiple',), ('mixed',)), 2, MPIS.index(mpi)):
            check(mpi, program, where, *how)
        many(mpi, where)
        threads(mpi, where)
        if mpi == 'mpich':
            where = folder('collectives-large')
            check(mpi, compiled(mpi, 'collectives.c', where, more, '-DLARGE', *YIELDING[mpi]), where)
    done()


main()
