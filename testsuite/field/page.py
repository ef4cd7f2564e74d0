"""docs/field.md: what the runs found and cost, as a table."""
import statistics

LEVELS = ('mpi', 'default')
RUNS = ('native', *LEVELS)
COSTS = {'seconds': 'time', 'cpu': 'CPU'}
ENOUGH = 0.5  # seconds beyond the start; shorter runs say nothing about costs
BOUNDS = {'mpi': 1.1, 'default': 1.2}
HEAD = '''# The field

Programs and test suites of Debian 12 that use MPI, run natively, at level `mpi` and at the default
level. `make field` makes this page. All of them ended with the same status and output as natively
unless a row says otherwise. [found.md](found.md) tells what is wrong in the programs in which
something was found.

* Time, CPU: seconds by the clock, and of processor time of all processes, natively; two or four
  processes on two cores. Processes that wait take processor time, too, because MPI libraries poll.
* At mpi, at default: seconds by the clock that the level adds, without those that a program takes
  that only begins and ends (the second table). Where a program takes {enough} s or more beyond that
  natively, the ratios of what is left, of time and of processor time, medians of three runs each.
  A row is run again only when it changes, so rows may be of different builds of Fencepost, and some
  were measured beside other work.
* Memory: of the largest process, at the default level, against natively.

'''


def own(result, start, level, cost):
    """Returns what a run took without what a program takes that only begins and ends."""
    return result[level][cost] - (start[level][cost] if start else 0)


def tells(result, start):
    return bool(start) and own(result, start, 'native', 'seconds') >= ENOUGH


def ratios(result, start, cost='seconds'):
    """Returns {level: ratio of the cost}, where it means anything."""
    if not tells(result, start):
        return {}
    native = own(result, start, 'native', cost)
    return {x: max(0, own(result, start, x, cost)) / native for x in LEVELS}


def told(result, start, level):
    """Returns the ratios as a text."""
    if not tells(result, start):
        return ''
    time, cpu = (ratios(result, start, cost)[level] for cost in COSTS)
    return f' ({time:.2f}x, CPU {cpu:.2f}x)'


def costs_line(result, start):
    part = [f'native {result["native"]["seconds"]:.2f} s, CPU {result["native"]["cpu"]:.2f} s']
    for level in LEVELS:
        by = {f[0]: 0 for f in result[level].get('findings', [])}
        for slug, _, count, *_ in result[level].get('findings', []):
            by[slug] += count
        part.append(f'{level} {result[level]["seconds"]:.2f} s' + told(result, start, level)
                    + f', {result[level]["memory"] / result["native"]["memory"]:.2f}x memory, '
                    + f'{result[level].get("calls", 0)} calls {by or ""}')
    return '; '.join(part)


def table(rows):
    head, *rest = rows
    yield '| ' + ' | '.join(head) + ' |'
    yield '|' + '---|' * len(head)
    for row in rest:
        yield '| ' + ' | '.join(str(x).replace('|', '\\|') for x in row) + ' |'


def cells(row, result, start):
    slugs = sorted({f[0] for level in LEVELS for f in result[level].get('findings', [])})
    state = 'WRONG: ' + result['wrong'][0] if result['wrong'] else \
        '; '.join(f'`{s}`: {row.findings.get(s) or row.findings.get(s + "?", "unexplained")}' for s in slugs) or 'none'
    return [row.name, result['version'], row.mpi, row.ranks, *(f'{result["native"][cost]:.2f}' for cost in COSTS),
            *(f'{own(result, start, x, "seconds") - own(result, start, "native", "seconds"):.2f}'
              + told(result, start, x) for x in LEVELS),
            f'{result["default"]["memory"] / result["native"]["memory"]:.2f}', state]


def dearest(done, starts):
    """Yields rows of the programs whose cost is above what is allowed, the dearest first."""
    over = []
    for row, result in done:
        found = ratios(result, starts.get(f'{row.mpi} {row.ranks}'))
        worst = max((found[x] / BOUNDS[x] for x in found), default=0)
        if worst > 1:
            rate = result['mpi'].get('calls', 0) / max(result['native']['seconds'], 0.01)
            over.append((worst, [row.key, f'{found["mpi"]:.2f}', f'{found["default"]:.2f}', f'{rate:,.0f}']))
    return [row for _, row in sorted(over, key=lambda pair: -pair[0])]


def medians(measured, level):
    """Returns what is said of the ratios of all programs whose costs can be told."""
    said = []
    for cost, name in COSTS.items():
        every = [ratios(result, start, cost)[level] for result, start in measured]
        said.append(f'{name}: median {statistics.median(every):.2f}x, largest {max(every):.2f}x')
    return f'Level {level}, of {len(measured)} rows that take long enough to tell: {"; ".join(said)}.'


def write(path, rows, store):
    done = [(row, store['rows'][row.key]) for row in rows if row.key in store['rows']]
    skipped = [(row, r['skipped']) for row, r in done if r['skipped']]
    done = [(row, r) for row, r in done if 'native' in r]
    if not done:
        return
    starts = store['start']
    text = HEAD.format(enough=ENOUGH)
    counts = [f'{len(done)} rows, {len({row.name for row, _ in done})} of them different programs; '
              f'{sum(bool(r["wrong"]) for _, r in done)} with something wrong.']
    blind = [row.key for row, _ in done if row.drop == '.' and row.after in ('', 'true')]
    if blind:
        counts.append(f'{len(blind)} print something else in each run natively, so only their exit status is '
                      f'compared: {", ".join(blind)}.')
    measured = [(r, start) for row, r in done for start in [starts.get(f'{row.mpi} {row.ranks}')] if tells(r, start)]
    counts += [medians(measured, level) for level in LEVELS if measured]
    text += '\n'.join(counts) + '\n\n'
    text += '\n'.join(table([['program', 'package', 'MPI', 'ranks', 'time, s', 'CPU, s', 'at mpi, s',
                              'at default, s', 'memory', 'found']]
                            + [cells(row, r, starts.get(f'{row.mpi} {row.ranks}')) for row, r in done]))
    text += '\n\n## What a program takes that only begins and ends\n\n'
    text += '\n'.join(table([['MPI, ranks', *(f'{level}, {name}, s' for name in COSTS.values() for level in RUNS)]]
                            + [[key, *(f'{value[level][cost]:.2f}' for cost in COSTS for level in RUNS)]
                               for key, value in sorted(starts.items())]))
    over = dearest(done, starts)
    if over:
        text += (f'\n\n## Above {BOUNDS["mpi"]} at mpi or {BOUNDS["default"]} at the default level\n\n'
                 + '\n'.join(table([['program', 'at mpi', 'at default', 'MPI calls per second']] + over)))
    if skipped:
        text += '\n\n## Not run\n\n' + '\n'.join(
            f'* {row.key}: {" ".join(reason.split())[:200]}' for row, reason in skipped)
    path.write_text(text + '\n')
