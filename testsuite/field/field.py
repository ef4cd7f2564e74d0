#!/usr/bin/python3
"""Runs programs of the distribution natively, at level mpi and at the default level.

For each row of programs/*.toml it installs the packages, builds if there is something to build, runs
the program twice natively and once at each level, and compares exit status and output. Findings that
the row does not list, and listed ones that are not found, fail it. What was found and what it cost is
kept in results.json, and docs/field.md is made from it. Programs whose costs can be told run twice
more. A row that has a result is not run again until the row or Fencepost's version changes: an
interrupted run goes on where it was.

Output is TAP; the exit status is 1 if a row failed.
"""
import argparse
import fnmatch
import json
import os
import pathlib
import re
import shutil
import statistics
import sys

import get
import page
from measure import measured
from rows import DRIVERS, HERE, INPUTS, rows

LEVELS = {'mpi': ['--trace=mpi'], 'default': []}
NOISE = re.compile(r'UCX +WARN')
PATIENCE = 10
SHORT, AGAIN = 60, 2  # what takes less than so many seconds natively is run so often again to tell its costs
ROOT = HERE.parents[1]
RUN = 'exec "$FP" run --quiet --fail-on=never --listen=off --output="$REPORT" $LEVEL '


def command(row, level):
    """Returns the text for sh that runs the program at the level."""
    flags = '--oversubscribe ' if row.mpi == 'openmpi' else ''
    return (RUN if level in LEVELS else 'exec ') + f'mpiexec.{row.mpi} {flags}-n {row.ranks} {row.run}'


def environment(row, where, options):
    return {'MPI': row.mpi, 'RANKS': str(row.ranks), 'INPUTS': str(INPUTS), 'DRIVERS': str(DRIVERS),
            'BUILT': str(options.build / 'built' / re.sub(r'\W+', '-', row.key).strip('-')),
            'FP': str(options.fencepost), 'REPORT': str(where.parent / f'{where.name}.json'),
            'OMP_NUM_THREADS': '1', 'OPENBLAS_NUM_THREADS': '1', 'HWLOC_COMPONENTS': '-gl,-opencl',
            'PYTHONDONTWRITEBYTECODE': '1', **row.env}


def lines(row, text):
    """Returns the lines that are compared; ranks print in any order."""
    kept = [line.rstrip() for line in text.splitlines() if not NOISE.search(line)]
    return sorted(line for line in kept if line and not (row.drop and re.search(row.drop, line)))


def run(row, level, options):
    """Runs the program once; returns the run, the lines to compare, and the report, if there is one."""
    where = options.build / 'runs' / re.sub(r'\W+', '-', row.key).strip('-') / level.replace(' ', '-')
    shutil.rmtree(where, ignore_errors=True)
    where.mkdir(parents=True)
    more = {**environment(row, where, options), 'LEVEL': ' '.join(LEVELS.get(level, []))}
    report = pathlib.Path(more['REPORT'])
    report.unlink(missing_ok=True)
    if row.before:
        measured(['sh', '-ec', row.before], row.seconds, where, more)
    patience = PATIENCE if level in LEVELS else 1
    done = measured(['sh', '-c', command(row, level)], patience * row.seconds, where, more)
    said = done.out + (measured(['sh', '-c', row.after], row.seconds, where, more).out if row.after else '')
    (where.parent / f'{where.name}.out').write_text(said)
    (where.parent / f'{where.name}.err').write_text(done.err)
    if not options.keep:
        shutil.rmtree(where, ignore_errors=True)
    try:
        return done, lines(row, said), json.loads(report.read_text())
    except (OSError, ValueError):
        return done, lines(row, said), None


def difference(a, b):
    in_a, in_b = set(a), set(b)
    return [*(f'- {x}' for x in a if x not in in_b), *(f'+ {x}' for x in b if x not in in_a)][:20]


def judge(row, level, native, run_and_lines, report):
    """Returns what is wrong with a run under Fencepost."""
    done, said = run_and_lines
    wrong = []
    if done.timed_out or done.code != native[0].code:
        wrong.append('does not end' if done.timed_out else f'exit {done.code}, natively {native[0].code}')
    if said != native[1]:
        wrong += ['the output differs:', *difference(native[1], said)]
    if report is None:
        return wrong + ['no report', *done.err.splitlines()[-20:]]
    if report['status'] != row.status:
        wrong.append(f'{report["status"]}: {report.get("status_detail")}')
    return wrong


def unexplained(row, result):
    """Returns the findings that the row does not list, and those of the row that were not found."""
    found = {f[0]: f'{level}: unexpected {f[0]} ({f[1]}): {f[3]} {f[4]}' for level in LEVELS
             for f in result.get(level, {}).get('findings', [])}
    return [text for slug, text in found.items() if not {slug, slug + '?'} & set(row.findings)] + \
        [f'{slug} was not found' for slug in row.findings
         if 'native' in result and slug not in found and not slug.endswith('?')]


def summary(report):
    """Returns what of a report is kept: findings with their places, and how many calls there were."""
    def place(location):
        """The innermost function that has a name, and where its code is."""
        stack = [location, *(location.get('stack') or [])]
        frame = next((f for f in stack if f.get('function')), location)
        module = next((f['module'] for f in stack if f.get('module')), '')
        where = f'{os.path.basename(frame["file"])}:{frame["line"]}' if frame.get('file') \
            else os.path.basename(frame.get('module') or module or '?')
        return f'{location.get("call") or "?"} in {frame.get("function") or "?"} ({where})'

    return {'calls': sum(report['run']['calls'].values()),
            'findings': [[f['id'], f['severity'], f['count'], f['message'],
                          [place(x) for x in f['locations']]] for f in report['findings']]}


def measure_again(row, options, result):
    """Runs what is short some more times, each level in turn, and keeps the medians."""
    got = {level: [result[level]] for level in ('native', *LEVELS)}
    for _ in range(AGAIN if result['native']['seconds'] < SHORT else 0):
        for level, taken in got.items():
            done = run(row, level, options)[0]
            taken.append({'cpu': done.cpu, 'seconds': done.seconds})
    for level, taken in got.items():
        for what in page.COSTS:
            result[level][what] = statistics.median(x[what] for x in taken)


def one(row, options, start=None):
    """Runs a row; returns its result."""
    result = {'digest': row.digest, 'ranks': row.ranks, 'wrong': [], 'skipped': row.skip}
    if row.skip:
        return result
    result['skipped'] = '' if options.no_install and all(map(get.version, row.packages)) \
        else get.install(row.packages)
    result['version'] = ' '.join([row.packages[0], get.version(row.packages[0])])
    built = pathlib.Path(environment(row, options.build / 'x', options)['BUILT'])
    if row.build and not result['skipped']:
        shutil.rmtree(built, ignore_errors=True)
        built.mkdir(parents=True)
        result['skipped'] = get.build(row, built, environment(row, built, options))
    if result['skipped']:
        return result
    native, again = (run(row, f'native {n}', options) for n in '12')
    if native[0].timed_out or native[1] != again[1] or native[0].code != again[0].code:
        result['skipped'] = 'natively it does not end' if native[0].timed_out else \
            f'natively two runs differ ({native[0].code}, {again[0].code}): ' + \
            '; '.join(difference(native[1], again[1])[:4])
        return result
    if native[0].code != row.code:
        result['skipped'] = f'natively it ends with {native[0].code}: {native[0].err[-200:]} {native[0].out[-200:]}'
        return result
    result['native'] = {'cpu': (native[0].cpu + again[0].cpu) / 2, 'memory': native[0].memory,
                        'seconds': (native[0].seconds + again[0].seconds) / 2, 'code': native[0].code,
                        'lines': len(native[1])}
    for level in LEVELS:
        done, said, report = run(row, level, options)
        result['wrong'] += [f'{level}: {w}' for w in judge(row, level, native, (done, said), report)]
        result[level] = {'cpu': done.cpu, 'memory': done.memory, 'seconds': done.seconds,
                         **(summary(report) if report else {})}
    if not result['wrong'] and (not start or page.tells(result, start)):
        measure_again(row, options, result)
    if row.build and not options.keep:
        shutil.rmtree(built, ignore_errors=True)
    return result


def start_costs(options, store, every):
    """Measures what a program costs that does nothing: it is not the programs' fault."""
    from rows import Row
    for mpi, ranks in sorted({(row.mpi, row.ranks) for row in every}):
        row = Row('start', mpi, '$BUILT/start', ('libc6',), ranks=ranks,
                  build='mpicc.$MPI -o $BUILT/start $DRIVERS/start.c')
        key = f'{mpi} {ranks}'
        if key not in store['start'] or options.only == 'start':
            result = one(row, options)
            if result['skipped'] or result['wrong']:
                raise SystemExit(f'start: {result}')
            store['start'][key] = {x: {cost: result[x][cost] for cost in page.COSTS} for x in ('native', *LEVELS)}


def start_of(row, store):
    return store['start'].get(f'{row.mpi} {row.ranks}')


def tell(number, row, result, store):
    """Prints the result as TAP; returns whether the row failed."""
    wrong = result['wrong'] + unexplained(row, result)
    print(f'{"not ok" if wrong else "ok"} {number} - {row.key}'
          + (f' # SKIP {" ".join(result["skipped"].split())}' if result['skipped'] else ''))
    if 'native' in result:
        print('# ' + page.costs_line(result, start_of(row, store)))
    for line in wrong:
        print(f'#   {line}')
    sys.stdout.flush()
    return bool(wrong)


def load(path, version):
    try:
        store = json.loads(path.read_text())
    except (OSError, ValueError):
        store = {}
    if store.get('version') != version:
        store = {'version': version}
    return {'rows': {}, 'start': {}, **store}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('--fencepost', type=pathlib.Path, default=ROOT / 'build' / 'fencepost')
    parser.add_argument('--build', type=pathlib.Path, default=ROOT / 'build' / 'field')
    parser.add_argument('--only', default='', metavar='PATTERN', help='these only, and again')
    parser.add_argument('--no-install', action='store_true', help='skip what is not installed')
    parser.add_argument('--keep', action='store_true', help='keep the folders of the runs')
    parser.add_argument('--page', action='store_true', help='only write docs/field.md anew')
    options = parser.parse_args()
    options.build, options.fencepost = options.build.resolve(), options.fencepost.resolve()
    options.build.mkdir(parents=True, exist_ok=True)
    results = options.build / 'results.json'
    store = load(results, 2)
    failed = number = 0
    every = list(rows())
    if not options.page:
        start_costs(options, store, every)
    for row in every:
        known = store['rows'].get(row.key)
        chosen = options.only and (fnmatch.fnmatch(row.name, options.only) or row.key == options.only)
        if options.only and not chosen:
            continue
        fresh = known and known['digest'] == row.digest and not options.only and \
            not known['wrong'] and (row.skip or not known['skipped'])
        if not options.page and not fresh:
            known = store['rows'][row.key] = one(row, options, start_of(row, store))
            results.write_text(json.dumps(store, indent=1))
        if known:
            number += 1
            failed += tell(number, row, known, store)
    print(f'1..{number}')
    without = [row.key for row in every if row.key not in store['rows']]
    if without:
        print(f'# docs/field.md is as it was: {len(without)} rows have no result yet')
    else:
        page.write(ROOT / 'docs' / 'field.md', every, store)
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
