#!/usr/bin/python3
"""Runs the marked programs under Fencepost and prints TAP.

One file (.c, .cc, .f90, .py) in testsuite/cases is one test, and so is each program that
testsuite/matrices makes. A comment at its top may hold keys:

  /* case: ranks=2 mpi=both options="..." status=complete exit=66 timeout=60 */

  ranks     number of processes (2)
  mpi       both | mpich | openmpi (both; openmpi for Python)
  needs     a function: only where mpi.h declares it; with a ! before it: only where it does not
  levels    trace levels to run at, with commas (one run, without --trace); for `compiled` the
            program is built with `fencepost cc`, its LOAD and STORE (case.h) are plain ones, as
            they are for `pages`
  options   further options of `fencepost run`
  status    what the report must say: complete | crashed | hung | killed | unchecked | any
  exit      exit status of `fencepost run`, a number or any (66 if an error is expected,
            else 0; any if the status is not complete)
  timeout   seconds that it takes at most (60); after eight times as long, for a busy machine, the
            whole run is killed and the test fails
  lines=no  the report knows no lines here: compare slugs only
  cflags    further flags for the compiler
  registers yes: only debug registers can see what its marks expect; if the report says that the
            machine has none, the case is skipped
  todo      why this case cannot pass yet: it is run, and its failure does not count

KEY-mpich and KEY-openmpi hold for one MPI only. Marks are comments at the end of a line:

  expect: SLUG   the first location of a finding SLUG must be this line
  site: SLUG     another location of a finding SLUG must be this line

`expect-mpich:`, `site-openmpi:` and so on hold for one MPI only. Every mark needs its
finding and every finding its mark. A case without `expect` is clean: its standard output under
Fencepost must be that of the program alone (which is not run if its source prints nothing).
`foo-ok.c` is the clean twin of `foo.c`.

With --schedules N each case runs N times with other delays (delay.h); errors must be the same.
"""
import argparse
import collections
import concurrent.futures
import fnmatch
import functools
import json
import os
import pathlib
import random
import re
import shlex
import shutil
import subprocess
import sys
import time
import zlib

import matrices
import printing
import schema
import shape
from compiling import CASES, COMPILERS, compile_case, compile_yielding, program
from libraries import ALL, MPIS
from processes import execute

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent
DEFAULTS = {'ranks': '2', 'mpi': 'both', 'levels': '', 'options': '', 'status': 'complete',
            'exit': '', 'timeout': '60', 'lines': 'yes', 'cflags': '', 'todo': '',
            'registers': '', 'needs': ''}
NATIVE_BUG_TIMEOUT = 10
PATIENCE = 8  # a run that the timeout ended is tried again with so many times the timeout
HEADER = re.compile(r'^\s*(?:/\*|//|!|#) case: (.*?)\s*(?:\*/)?$', re.M)
MARK = re.compile(r'(?:/\*|//|!|#) (expect|site)(?:-(' + '|'.join(ALL) +
                  r'))?: ([a-z0-9-]+)')
FINDING = re.compile(r'^FINDING\(\s*(\w+),\s*"([^"]+)",\s*(\w+)', re.M)

Mark = collections.namedtuple('Mark', 'kind mpi slug line')
Trial = collections.namedtuple('Trial', 'case mpi level')


class Case:
    """One marked program: its keys and its marks."""

    def __init__(self, path, root=CASES):
        self.path = path
        self.name = path.relative_to(root).with_suffix('').as_posix()
        text = path.read_text()
        self.keys = dict(DEFAULTS, mpi='openmpi' if path.suffix == '.py' else 'both')
        header = HEADER.search(text)
        for word in shlex.split(header.group(1)) if header else ():
            key, equals, value = word.partition('=')
            if not equals or re.sub(rf'-({"|".join(ALL)})$', '', key) not in DEFAULTS:
                raise SystemExit(f'{path}: unknown key in header: {word}')
            self.keys[key] = value
        self.marks = [Mark(*found.groups(), number)
                      for number, line in enumerate(text.splitlines(), 1)
                      for found in MARK.finditer(line)]

    def key(self, name, mpi):
        return self.keys.get(f'{name}-{mpi}', self.keys[name])

    def marked(self, kind, mpi):
        """Returns the (slug, line) pairs of such marks for this MPI; line 0: no lines are known."""
        lines = self.key('lines', mpi) == 'yes'
        return [(m.slug, m.line if lines else 0) for m in self.marks
                if m.kind == kind and m.mpi in (None, mpi)]

    def clean(self, mpi):
        return not self.marked('expect', mpi)

    def mpis(self):
        of = MPIS if self.keys['mpi'] == 'both' else (self.keys['mpi'],)
        return tuple(mpi for mpi in of if self.compiles(mpi) and self.suits(mpi))

    def suits(self, mpi):
        needs = self.key('needs', mpi)
        return not needs or (needs.lstrip('!') in declared(mpi)) != needs.startswith('!')

    def compiles(self, mpi):
        """The standard's own interface is C's."""
        compiler = COMPILERS.get(self.path.suffix)
        return not compiler or mpi != 'abi' or bool(shutil.which(f'{compiler[0]}.abi'))


@functools.cache
def declared(mpi):
    """Returns the names in mpi.h."""
    return set(re.findall(r'MPIX?_\w+', execute([f'mpicc.{mpi}', '-E', '-P', '-include', 'mpi.h', '-x', 'c', '/dev/null'], 60).out))


def every_case(build):
    """Returns the files in cases/, those in field/reproducers and the programs of the matrices, by name."""
    cases = [Case(path, root) for root, paths in ((CASES, '*/*'), (HERE / 'field', 'reproducers/*'))
             for path in root.glob(paths) if path.suffix in (*COMPILERS, '.py')]
    made = build / 'cases'
    cases += [Case(path, made) for path in matrices.write(made, matrices.cells())]
    cases.sort(key=lambda case: case.name)
    twice = [a.name for a, b in zip(cases, cases[1:]) if a.name == b.name]
    if twice:
        raise SystemExit(f'two cases are called {twice[0]}')
    return cases


def read_grades():
    """Slug -> grade, from the table of findings."""
    text = (ROOT / 'include' / 'findings.def').read_text()
    return {slug: grade for _, slug, grade in FINDING.findall(text)}


def launch(trial, build):
    """Returns the mpiexec line of a case."""
    case, mpi, _ = trial
    command = [f'mpiexec.{mpi}', '-n', case.key('ranks', mpi)]
    if mpi == 'openmpi':
        command.insert(1, '--oversubscribe')
    if case.path.suffix == '.py':
        return command + ['/usr/bin/python3', str(case.path)]
    return command + [str(program(trial, build))]


def line_of(location, case):
    """Returns the line if the location is in the case's own file; otherwise a text to print."""
    name = os.path.basename(location.get('file') or '?')
    line = location.get('line')
    return line if name == case.path.name and line else f'{name}:{line}'


def compare_findings(case, mpi, findings):
    """Returns complaints about findings without a mark and marks without a finding."""
    lines = case.key('lines', mpi) == 'yes'
    expected = collections.Counter(case.marked('expect', mpi))
    found, sites = collections.Counter(), set()
    for finding in findings:
        where = [line_of(loc, case) if lines else 0 for loc in finding['locations']] or ['nowhere']
        found[finding['id'], where[0]] += 1
        sites.update((finding['id'], line) for line in where[1:])
    complaints = [f'missing: {slug} at line {line}' for slug, line in (expected - found).elements()]
    complaints += [f'unexpected: {slug} at line {line}'
                   for slug, line in (found - expected).elements()]
    complaints += [f'missing site: {slug} names no line {line}'
                   for slug, line in case.marked('site', mpi) if (slug, line) not in sites]
    return complaints


def check_schema(report):
    return [f'schema: {problem}' for problem in schema.problems(report)]


def expected_exit(case, mpi, grades):
    exit_key, status = case.key('exit', mpi), case.key('status', mpi)
    if exit_key:
        return exit_key
    if status != 'complete':
        return 'any'
    errors = [slug for slug, _ in case.marked('expect', mpi)
              if grades.get(slug) in ('ERRONEOUS', 'UNDEFINED')]
    return '66' if errors else '0'


def check_report(case, mpi, path):
    try:
        report = json.loads(path.read_text())
    except (OSError, ValueError) as problem:
        return [f'no report: {problem}']
    complaints = check_schema(report) + compare_findings(case, mpi, report.get('findings', []))
    status = case.key('status', mpi)
    if status not in ('any', report.get('status')):
        complaints.append(f'status is {report.get("status")}, not {status}')
    return complaints


def compare_output(trial, options, timeout, where, checked):
    """Returns complaints about what a clean program printed under Fencepost. Launchers mix the lines of
    ranks in any order."""
    wanted, complaints = '', []
    if printing.may_print(trial.case.path, CASES):
        native = execute(launch(trial, options.build), timeout, where)
        wanted = native.out
        complaints = [f'exit status {native.code} without Fencepost'] if native.code else []
    if sorted(wanted.splitlines()) != sorted(checked.splitlines()):
        complaints += ['standard output differs from that without Fencepost:',
                       *(f'- {line}' for line in wanted.splitlines()),
                       *(f'+ {line}' for line in checked.splitlines())]
    return complaints


def lacks_registers(trial, options):
    """Returns whether the case needs debug registers and its report says that there are none."""
    case, mpi, level = trial
    report = program(trial, options.build).with_suffix(f'.{level or "default"}.json')
    return (case.key('registers', mpi) == 'yes' and report.exists() and
            any('cannot be protected are not watched' in text
                for text in json.loads(report.read_text())['run']['precision']))


def ended_by_us(trial):
    """Returns whether the case runs until --timeout ends it."""
    return '--timeout' in trial.case.key('options', trial.mpi)


def patient(words, patience):
    """Returns the options of a run; `patience` multiplies the time after which it is ended."""
    return [re.sub(r'^(--timeout=)([\d.]+)$',
                   lambda m: f'{m[1]}{float(m[2]) * patience:g}', word) for word in words]


def run_checked(trial, options, grades):
    """Runs a case under Fencepost; returns complaints. On a busy machine a timeout may end a case
    before it has begun. So a case that fails and was cut off runs once more with more time."""
    complaints, cut_off = run_once(trial, options, grades, 1)
    if complaints and cut_off:
        complaints, _ = run_once(trial, options, grades, PATIENCE)
    return complaints


def run_once(trial, options, grades, patience):
    """Returns complaints, and whether the run was cut off."""
    case, mpi, level = trial
    report = program(trial, options.build).with_suffix(f'.{level or "default"}.json')
    report.parent.mkdir(parents=True, exist_ok=True)
    report.unlink(missing_ok=True)
    command = [str(options.fencepost), 'run', f'--output={report}', '--quiet']
    command += [f'--trace={level}'] if level else []
    command += patient(shlex.split(case.key('options', mpi)), patience)
    command += launch(trial, options.build)
    timeout = float(case.key('timeout', mpi)) * PATIENCE
    result = execute(command, timeout, report.parent)
    if result.timed_out:  # a hang: not tried again, because it may occur only once in many runs
        return [f'killed after {timeout:g} s'] + check_report(case, mpi, report), False
    complaints = check_report(case, mpi, report)
    if expected_exit(case, mpi, grades) not in ('any', str(result.code)):
        complaints.append(f'exit status {result.code}, not {expected_exit(case, mpi, grades)}')
    if case.clean(mpi) and case.key('status', mpi) == 'complete':
        complaints += compare_output(trial, options, timeout, report.parent, result.out)
    if complaints:
        complaints += [f'stderr: {line}' for line in result.err.splitlines()[:30]]
    return complaints, ended_by_us(trial)


def run_native(trial, options):
    """Runs a case alone. Returns complaints, and a TAP directive: a mistake may have any
    outcome."""
    case, mpi, _ = trial
    clean = case.clean(mpi)
    timeout = float(case.key('timeout', mpi)) if clean else NATIVE_BUG_TIMEOUT
    result = execute(launch(trial, options.build), timeout, options.build)
    outcome = 'hangs' if result.timed_out else f'exit {result.code}'
    outcome += f' after {result.seconds:.1f} s'
    if not clean:
        return [], f' # SKIP a bug, alone: {outcome}'
    if result.timed_out or result.code:
        return [f'alone: {outcome}', *result.err.splitlines()[:30]], ''
    return [], ''


def errors_found(case, mpi, report):
    """Returns the errors of a report, as slugs with the lines of the two accesses or calls."""
    lines = case.key('lines', mpi) == 'yes'
    found = set()
    for finding in report['findings']:
        places = [line_of(loc, case) if lines else 0 for loc in finding['locations'][:2]]
        if finding['id'].startswith('rsend-'):  # the schedule decides how late it is
            found.add(('rsend', places[0]))
        elif finding['id'].startswith('unsafe-') or finding['grade'] in ('erroneous', 'undefined'):
            found.add((finding['id'], *places))
    return found


def run_schedules(trial, options):
    """Runs a case many times with different delays; returns complaints about errors that differ."""
    case, mpi, _ = trial
    report = program(trial, options.build).with_suffix('.schedule.json')
    command = [str(options.fencepost), 'run', f'--output={report}', '--quiet',
               *shlex.split(case.key('options', mpi)), *launch(trial, options.build)]
    timeout = float(case.key('timeout', mpi))
    first = None
    for schedule in range(options.seed, options.seed + options.schedules):
        report.unlink(missing_ok=True)
        result = execute(command, timeout, report.parent, {'CASE_SCHEDULE': str(schedule)})
        if result.timed_out:
            return [f'schedule {schedule}: killed after {timeout:g} s']
        try:
            found = errors_found(case, mpi, json.loads(report.read_text()))
        except (OSError, ValueError) as problem:
            return [f'schedule {schedule}: no report: {problem}']
        first = found if first is None else first
        if found != first:
            return [f'schedule {schedule} differs from schedule {options.seed}:',
                    *(f'- {" ".join(map(str, error))}' for error in sorted(first - found, key=str)),
                    *(f'+ {" ".join(map(str, error))}' for error in sorted(found - first, key=str))]
    return []


def run_repeatedly(trial, options, grades):
    for turn in range(options.repeat):
        complaints = run_checked(trial, options, grades)
        if complaints:
            return [f'run {turn + 1}:', *complaints] if turn else complaints
    return []


def run_trial(trial, options, grades):
    """Runs one TAP test; returns its text and complaints."""
    todo = trial.case.key('todo', trial.mpi)
    directive = f' # TODO {todo}' if todo else ''
    try:
        include = [HERE / 'delay.h'] if options.schedules else []
        include += [HERE / 'shape.h'] if options.shapes is not None else []
        complaints = compile_case(trial, options, *include)
        complaints += [f'{m.slug} is not in findings.def' for m in trial.case.marks
                       if m.slug not in grades]
        if not complaints and options.native:
            complaints, directive = run_native(trial, options)
        elif not complaints and options.schedules:
            complaints = run_schedules(trial, options)
        elif not complaints:
            complaints = run_repeatedly(trial, options, grades)
            if lacks_registers(trial, options):
                complaints, directive = [], ' # SKIP no debug registers here'
    except Exception as problem:  # a broken test must not end the others
        complaints = [f'{type(problem).__name__}: {problem}']
    level = f' {trial.level}' if trial.level else ''
    return f'{trial.case.name} [{trial.mpi}{level}]{directive}', complaints


def check_coverage(cases, grades):
    """Every slug needs a case that expects it and has a clean twin."""
    by_name = {case.name: case for case in cases}
    covered = set()
    complaints = []
    for case in cases:
        twin = by_name.get(case.name + '-ok')
        if twin and twin.marks:
            complaints.append(f'{twin.name}: a clean twin has no marks')
        elif twin:
            covered.update(mark.slug for mark in case.marks if mark.kind == 'expect')
        elif case.name.endswith('-ok') and case.name[:-3] not in by_name:
            complaints.append(f'{case.name}: no bug case of this name')
    return complaints + [f'no case with a clean twin expects {slug}'
                         for slug in grades if slug not in covered]


def print_tap(number, text, complaints):
    print(f'{"not ok" if complaints else "ok"} {number} - {text}')
    for line in complaints:
        print(f'#   {line}')
    sys.stdout.flush()


def parse_arguments():
    parser = argparse.ArgumentParser(description='Runs the marked programs and prints TAP.')
    parser.add_argument('--build', type=pathlib.Path, default=ROOT / 'build' / 'testsuite')
    parser.add_argument('--fencepost', type=pathlib.Path, default=ROOT / 'build' / 'fencepost')
    parser.add_argument('--mpi', choices=MPIS, help='this MPI only')
    parser.add_argument('--one-mpi', action='store_true',
                        help='each case under one MPI, half of them under each')
    parser.add_argument('--only', metavar='PATTERN', action='append',
                        help='only cases whose AREA/NAME matches this shell pattern')
    parser.add_argument('--skip', metavar='PATTERN', action='append', default=[],
                        help='none of these')
    parser.add_argument('--made-every', type=int, default=1, metavar='N',
                        help='of the programs that testsuite/matrices makes each N-th, with its twin')
    parser.add_argument('--made-skip', metavar='PATTERN', action='append', default=[],
                        help='none of those whose AREA/NAME matches')
    parser.add_argument('--jobs', type=int, default=2)
    parser.add_argument('--level', action='append', help='at these trace levels')
    parser.add_argument('--cflags', default='', help='more flags for the compiler')
    parser.add_argument('--matrix', nargs='?', const='accesses', choices=tuple(matrices.MATRICES),
                        help='the programs of matrices/compiled_accesses.py (accesses) or '
                             'threads.py (threads, threads-pages) instead of the others')
    parser.add_argument('--sample', type=int, metavar='N', help='N of the chosen cases')
    parser.add_argument('--shapes', type=int, metavar='SEED',
                        help='those whose windows can have other shapes (shape.py), in these')
    parser.add_argument('--native', action='store_true', help='dry run without Fencepost')
    parser.add_argument('--schedules', type=int, default=0, metavar='N',
                        help='run each C or C++ case that comes to its end N times')
    parser.add_argument('--repeat', type=int, default=1, metavar='N',
                        help='run each case N times, until it fails')
    parser.add_argument('--seed', type=int, default=1, help='the first schedule')
    parser.add_argument('--list', action='store_true', help='list the cases and what they expect')
    options = parser.parse_args()
    options.build = options.build.resolve()
    options.fencepost = options.fencepost.resolve()
    if options.schedules:
        options.build = options.build / 'schedules'
    return options


def may_be_delayed(trial):
    """Returns whether it can run with delays: they are for C, and a killed run ends anywhere."""
    case, mpi, _ = trial
    return case.path.suffix in ('.c', '.cc') and case.key('status', mpi) == 'complete'


def turn(case):
    """Returns a number that is the same for the case's twin."""
    return zlib.crc32(case.name.removesuffix('-ok').encode())


def left_out(case, options):
    """Returns whether the case is made and not wanted, or it is not its number's turn."""
    return options.build / 'cases' in case.path.parents and (
        turn(case) // 2 % options.made_every > 0
        or any(fnmatch.fnmatch(case.name, pattern) for pattern in options.made_skip))


def mpis(case, options):
    """Returns the MPI libraries under which the case runs; they are the same for its twin."""
    if options.mpi:
        return [mpi for mpi in case.mpis() if mpi == options.mpi]
    if not options.one_mpi or any(mark.mpi for mark in case.marks):
        return case.mpis()
    of = case.mpis()
    return of and [of[turn(case) % len(of)]]


def levels(case, mpi, options):
    if options.level and case.path.suffix != '.py':
        return options.level
    return case.key('levels', mpi).split(',') if not options.native else ['']


def spread(trials):
    """Spreads cases that only wait for a timeout evenly, so that the machine is always busy."""
    waiting = [t for t in trials if ended_by_us(t)]
    others = [t for t in trials if t not in waiting]
    places = [((i + 0.5) / len(these), i, t) for these in (waiting, others)
              for i, t in enumerate(these)]
    return [t for *_, t in sorted(places, key=lambda place: place[:2])]


def reshape(cases, options):
    """Returns the cases that can have windows of other shapes, changed to have such windows."""
    folder = options.build / f'shapes-{options.shapes}'
    shaped = []
    for path, flags in shape.write(folder, cases, options.shapes):
        shaped.append(Case(path, folder))
        shaped[-1].keys['cflags'] += ' ' + flags
    options.build = folder
    return shaped


def main():
    options = parse_arguments()
    grades = read_grades()
    if options.matrix:
        made = options.build / 'cases'
        cases = [Case(path, made)
                 for path in matrices.write(made, matrices.MATRICES[options.matrix]())]
    else:
        cases = every_case(options.build)
    chosen = [case for case in cases if not options.only or
              any(fnmatch.fnmatch(case.name, pattern) for pattern in options.only)]
    chosen = [case for case in chosen
              if not any(fnmatch.fnmatch(case.name, pattern) for pattern in options.skip)]
    chosen = [case for case in chosen if not left_out(case, options)]
    if options.sample:
        chosen = random.Random(options.seed).sample(chosen, min(options.sample, len(chosen)))
    if options.shapes is not None:
        chosen = reshape(chosen, options)
    if options.list:
        for case in chosen:
            slugs = sorted({mark.slug for mark in case.marks if mark.kind == 'expect'})
            print(case.name + case.path.suffix, *slugs or ['(clean)'])
        return 0
    if not options.native and not os.access(options.fencepost, os.X_OK):
        print(f'1..1\nnot ok 1 - {options.fencepost} is missing; build it, or use --native')
        return 1
    options.build.mkdir(parents=True, exist_ok=True)
    options.yielding = compile_yielding(options.build)
    trials = [Trial(case, mpi, level) for case in chosen for mpi in mpis(case, options)
              for level in levels(case, mpi, options)]
    if options.schedules:
        trials = list(filter(may_be_delayed, trials))
    whole = not (options.schedules or options.matrix or options.shapes is not None)
    if not trials:
        print('1..1\nnot ok 1 - no case chosen')
        return 1
    trials = spread(trials)
    print(f'1..{len(trials) + whole}')
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        results = pool.map(lambda trial: run_trial(trial, options, grades), trials)
        for number, (text, complaints) in enumerate(results, 1):
            failed += bool(complaints) and ' # TODO ' not in text
            print_tap(number, text, complaints)
    if whole:
        complaints = check_coverage(cases, grades)
        failed += bool(complaints)
        print_tap(len(trials) + 1, 'every slug has a bug case and a clean twin', complaints)
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
