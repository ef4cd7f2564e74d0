#!/usr/bin/python3
"""Trace levels are ordered: what a weaker level finds, a stronger one finds (mpi < pages < compiled).

Runs programs at all three levels, each built with plain loads and stores, and compares the
findings. Two findings are the same if their slugs are and they have a line in common. levels.def
lists what may differ. Prints TAP, one test for each program and MPI.

  levels.py --marked PATTERN   the marked programs in C whose AREA/NAME matches and that end
  levels.py --random N         N random programs (program.py), from --seed on
"""
import argparse
import concurrent.futures
import fnmatch
import json
import pathlib
import re
import shlex
import sys

import program
import runner
from processes import execute

LEVELS = tuple(re.findall(r'^TRACER\(\w+, (\w+)',  # the weakest comes first
                          (runner.HERE.parent / 'include' / 'tracers.def').read_text(), re.M))
ROW = re.compile(r'^DIFFERS\((\w+), (\w+), ([\w-]+|\*), "([^"]+)",', re.M)
NOT_PLAIN = 'its loads and stores cannot be plain ones'
TRIES = 3  # a difference that does not come again depends on the schedule


def allowed():
    """(weaker, stronger, slug, pattern) of each row of levels.def."""
    return ROW.findall((runner.HERE / 'levels.def').read_text())


def binary_level(level):
    return 'compiled' if level == 'compiled' else 'pages'


def found(case, mpi, level, options):
    """The findings at that level: a set of (slug, lines), or a complaint."""
    trial = runner.Trial(case, mpi, binary_level(level))
    report = runner.program(trial, options.build).with_suffix(f'.{level}.levels.json')
    report.unlink(missing_ok=True)
    execute([str(options.fencepost), 'run', f'--output={report}', '--quiet', f'--trace={level}',
             *shlex.split(case.key('options', mpi)), *runner.launch(trial, options.build)],
            float(case.key('timeout', mpi)), report.parent)
    try:
        findings = json.loads(report.read_text())['findings']
    except (OSError, ValueError, KeyError) as problem:
        return f'{level}: no report: {problem}'
    return {(f['id'], frozenset(runner.line_of(at, case) for at in f['locations']))
            for f in findings}


def same(one, other):
    return one[0] == other[0] and (not one[1] or one[1] & other[1])


def missing(case, mpi, options):
    """{(weaker, stronger): what only the weaker one has found}; or a complaint."""
    at = {}
    for level in LEVELS:
        at[level] = found(case, mpi, level, options)
        if isinstance(at[level], str):
            return at[level]
    return {(weaker, stronger): {f for f in at[weaker] if not any(same(f, g) for g in at[stronger])}
            for weaker, stronger in zip(LEVELS, LEVELS[1:])}


def may_differ(rows, case, weaker, stronger, slug):
    return any(row[:2] == (weaker, stronger) and row[2] in ('*', slug) and
               fnmatch.fnmatch(case.name, row[3]) for row in rows)


def compare(case, mpi, options, rows):
    """Returns complaints."""
    complaints = []
    for level in ('pages', 'compiled'):
        complaints += runner.compile_case(runner.Trial(case, mpi, level), options)
    if complaints:
        return NOT_PLAIN if 'CASE_PLAIN' not in case.path.read_text() and \
            case.key('levels', mpi) in ('', 'mpi') else complaints
    always = None
    for _ in range(TRIES):
        only = missing(case, mpi, options)
        if isinstance(only, str):
            return [only]
        these = {(w, s, slug, min(lines, key=str, default=0))
                 for (w, s), all_ in only.items() for slug, lines in all_
                 if not may_differ(rows, case, w, s, slug)}
        always = these if always is None else always & these
        if not always:
            return []
    return [f'{w} finds {slug} at line {line}, {s} does not' for w, s, slug, line in sorted(always, key=str)]


def marked(pattern, build):
    """Returns the small programs in C that come to their end."""
    for case in runner.every_case(build):
        if case.path.suffix == '.c' and fnmatch.fnmatch(case.name, pattern) and \
           case.keys['status'] == 'complete' and not case.keys['todo'] and \
           '--t' not in case.keys['options']:
            yield case


def randoms(folder, seed, number):
    folder.mkdir(parents=True, exist_ok=True)
    for n in range(seed, seed + number):
        path = folder / f'random-{n}.c'
        text = program.program(n)
        if not path.exists() or path.read_text() != text:
            path.write_text(text)
        yield runner.Case(path, folder.parent)


def parse_arguments():
    parser = argparse.ArgumentParser(description='Compares what the trace levels find.')
    parser.add_argument('--build', type=pathlib.Path, default=runner.ROOT / 'build' / 'testsuite')
    parser.add_argument('--fencepost', type=pathlib.Path, default=runner.ROOT / 'build' / 'fencepost')
    parser.add_argument('--mpi', choices=runner.MPIS)
    parser.add_argument('--marked', metavar='PATTERN')
    parser.add_argument('--random', type=int, default=0, metavar='N')
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--jobs', type=int, default=2)
    parser.add_argument('--cflags', default='')
    return parser.parse_args()


def main():
    options = parse_arguments()
    options.build, options.fencepost = options.build.resolve(), options.fencepost.resolve()
    options.build.mkdir(parents=True, exist_ok=True)
    options.yielding = runner.compile_yielding(options.build)
    rows = allowed()
    cases = list(marked(options.marked, options.build)) if options.marked else []
    cases += randoms(options.build / 'levels' / 'random', options.seed, options.random)
    trials = [(case, mpi) for case in cases for mpi in case.mpis() if options.mpi in (None, mpi)]
    print(f'1..{len(trials)}')
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        results = pool.map(lambda t: compare(*t, options, rows), trials)
        for number, ((case, mpi), complaints) in enumerate(zip(trials, results), 1):
            skip = complaints is NOT_PLAIN
            failed += bool(complaints) and not skip
            runner.print_tap(number, f'{case.name} [{mpi}]' + (f' # SKIP {NOT_PLAIN}' if skip else ''),
                             [] if skip else complaints)
    return 1 if failed or not trials else 0


if __name__ == '__main__':
    sys.exit(main())
