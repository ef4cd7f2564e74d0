"""docs/field.md: what the runs found and cost, as a table."""
import statistics

LEVELS = ('mpi', 'default')
ENOUGH = 0.5  # seconds of processor time beyond the start; shorter runs say nothing about costs
BOUNDS = {'mpi': 1.1, 'default': 1.2}
HEAD = '''# The field

Programs and test suites of Debian 12 that use MPI, run natively, at level `mpi` and at the default
level. `make field` makes this page. All of them ended with the same status and output as natively
unless a row says otherwise. [found.md](found.md) tells what is wrong in the programs in which
something was found.

* CPU: seconds of processor time of all processes, natively; two or four processes on two cores.
* At mpi, at default: seconds more at that level, without those that a program takes that only begins
  and ends (the second table); and, where a program takes {enough} s or more beyond that natively, the
  ratio of what is left. One run each, on a machine that had other work: tenths of seconds are noise.
  A row is run again only when it changes, so rows may be of different builds of Fencepost.
* Memory: of the largest process, at the default level, against natively.

'''


def ratios(result, start):
    """Returns {level: ratio of processor time without that of the start}, where it means anything."""
    if not start or result['native']['cpu'] - start['native'] < ENOUGH:
        return {}
    own = result['native']['cpu'] - start['native']
    return {x: max(0, result[x]['cpu'] - start[x]) / own for x in LEVELS}


def more(result, start, level):
    """Returns the seconds of processor time that the level added, but for those of the start."""
    return result[level]['cpu'] - result['native']['cpu'] - (start[level] - start['native'] if start else 0)


def costs_line(result, start):
    part = [f'native {result["native"]["cpu"]:.2f} s']
    found = ratios(result, start)
    for level in LEVELS:
        by = {f[0]: 0 for f in result[level].get('findings', [])}
        for slug, _, count, *_ in result[level].get('findings', []):
            by[slug] += count
        part.append(f'{level} {result[level]["cpu"]:.2f} s'
                    + (f' ({found[level]:.2f}x)' if level in found else '')
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
    found = ratios(result, start)
    slugs = sorted({f[0] for level in LEVELS for f in result[level].get('findings', [])})
    state = 'WRONG: ' + result['wrong'][0] if result['wrong'] else \
        '; '.join(f'`{s}`: {row.findings.get(s) or row.findings.get(s + "?", "unexplained")}' for s in slugs) or 'none'
    return [row.name, result['version'], row.mpi, row.ranks, f'{result["native"]["cpu"]:.2f}',
            *(f'{more(result, start, x):.2f}' + (f' ({found[x]:.2f}x)' if x in found else '') for x in LEVELS),
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
    for level in LEVELS:
        every = [x[level] for row, r in done for x in [ratios(r, starts.get(f'{row.mpi} {row.ranks}'))] if x]
        if every:
            counts.append(f'Level {level}: {len(every)} take long enough to tell; the median ratio is '
                          f'{statistics.median(every):.2f}, the largest {max(every):.2f}.')
    text += '\n'.join(counts) + '\n\n'
    text += '\n'.join(table([['program', 'package', 'MPI', 'ranks', 'CPU, s', 'at mpi, s', 'at default, s', 'memory',
                              'found']] + [cells(row, r, starts.get(f'{row.mpi} {row.ranks}'))
                                           for row, r in done]))
    text += '\n\n## What a program takes that only begins and ends\n\n'
    text += '\n'.join(table([['MPI, ranks', 'native, s', 'at mpi, s', 'at default, s']] + [
        [key, *(f'{value[x]:.2f}' for x in ('native', *LEVELS))] for key, value in sorted(starts.items())]))
    over = dearest(done, starts)
    if over:
        text += (f'\n\n## Above {BOUNDS["mpi"]} at mpi or {BOUNDS["default"]} at the default level\n\n'
                 + '\n'.join(table([['program', 'at mpi', 'at default', 'MPI calls per second']] + over)))
    if skipped:
        text += '\n\n## Not run\n\n' + '\n'.join(
            f'* {row.key}: {" ".join(reason.split())[:200]}' for row, reason in skipped)
    path.write_text(text + '\n')
