"""Builds one submission and runs the tests. The result, called facts, is plain data: all that a
rubric can ask about, so that other points need no other run.

facts: {name, key, notes[], build: {ok, why, output, seconds}, tests: [run, ...]}
run: the worst of a test's runs: {name, outcome, why[], stdout, stderr, seconds, schedule,
      findings[], calls: {rank: {name: times}}, page, line}; page, line: its report and its
      time line as HTML, or None
outcome: "complete": ran to its end under the checker; "unchecked": the checker was kept out;
      "failed": crashed, hung, or reached a limit; "skipped": it did not build.
"""
import json
import os
import shutil
import signal
import tempfile

import building
import delays
import evidence
import marks
import tables
import witness
from box import Failed
from building import LIMIT_TEXT, SHOWN

MERGE = {'seconds': 60, 'cpu': 60, 'memory': 2 << 30, 'processes': 64, 'file': 256 << 20,
         'disk': 1 << 30, 'output': 8 << 20}
DRAWING = 20  # seconds
LINE_MOST = 4 << 20  # a longer time line would be cut off
NOT_CHECKED = 70  # what `fencepost run` ends with when the program's own status is 0
EXTRA = 20  # seconds for asking the ranks of a deadlock where they are, and ending them
BEGIN = 'Begin with the findings below: they may be the reason.'
SAID = 'What it or MPI said at the end stands below, under "On standard error".'


class Worker:
    """One job's hands. slot: number of the job."""

    def __init__(self, assignment, box, fencepost, slot):
        self.assignment, self.box, self.fencepost, self.slot = assignment, box, fencepost, slot

    def wrapper(self):
        build, mpi = self.assignment['build'], self.assignment['mpi']
        exact = f'{build["compiler"]}.{mpi}'
        words = [exact if shutil.which(exact) else build['compiler']]
        return [self.fencepost, 'cc', *words] if build['checked'] else words

    def launcher(self):
        exact = f'mpiexec.{self.assignment["mpi"]}'
        return exact if shutil.which(exact) else 'mpiexec'

    def run(self, command, limits, **more):
        return self.box.run(command, limits, slot=self.slot,
                            environment={**tables.BOXED, **more.pop('environment', {})}, **more)

    def perform(self, submission):
        facts = {'name': submission.name, 'key': submission.key, 'notes': submission.notes,
                 'tests': []}
        home = tempfile.mkdtemp(prefix='submission-', dir=self.box.work)
        os.chmod(home, 0o711)
        try:
            build = building.Build(self, submission, home)
            facts['build'] = build.make()
            facts['sources'] = build.shown()
            for test in self.assignment['tests']:
                if facts['build']['ok']:
                    facts['tests'].append(worst_run(self, build, test))
                else:
                    facts['tests'].append(nothing(test, 'skipped', [facts['build']['why']]))
        finally:
            shutil.rmtree(home, ignore_errors=True)
        return facts


def nothing(test, outcome, why):
    return {'name': test['name'], 'outcome': outcome, 'why': why, 'stdout': '', 'stderr': '',
            'seconds': 0, 'schedule': '', 'findings': [], 'calls': {}, 'page': None, 'line': None}


def trace_of(test, assignment):
    if test['trace'] != 'auto':
        return test['trace']
    return 'compiled' if assignment['build']['checked'] else 'mpi'


def worst_run(worker, build, test):
    """Each run under other delays, or under another schedule; the first of the worst ones counts.
    Findings add up."""
    runs, made = [], []
    for number in range(test['runs'] + test['schedules'] - 1):
        made.append(Run(worker, build, test, number))
        runs.append(made[-1].perform())
        if runs[-1]['outcome'] == 'failed':
            break  # nothing is worse
    worst = min(runs, key=lambda run: marks.order(run, test))
    if worst['findings'] and worst['outcome'] != 'unchecked' and \
            worst['seconds'] < test['limits']['seconds']:
        worst['line'] = made[runs.index(worst)].drawn()
    seen = {f.get('fingerprint') for f in worst['findings']}
    for run in runs:
        for finding in run['findings']:
            if finding.get('fingerprint') not in seen:
                seen.add(finding.get('fingerprint'))
                worst['findings'].append(finding)
    seen_twice(worker, build, test, worst)
    return worst


def seen_twice(worker, build, test, run):
    level = witness.level(test, trace_of(test, worker.assignment))
    if level and witness.is_wanted(run):
        witness.compare(run, Run(worker, build, witness.patient(test), 0, level).perform())


class Run:
    """One run of a test. number: which one; 0 is without delays, the last ones have a seed."""

    def __init__(self, worker, build, test, number, trace=None):
        self.worker, self.build, self.test, self.number = worker, build, test, number
        self.seed = max(0, number - test['runs'] + 1)
        self.slow = None if self.seed else delays.rank(number, test['ranks'])
        self.trace = trace or trace_of(test, worker.assignment)
        self.journals = tempfile.mkdtemp(prefix='journals-', dir=build.home)
        self.inside = tempfile.mkdtemp(prefix='inside-', dir=build.home)

    def name(self):
        if self.seed:
            return f'run {self.number + 1}, under the schedule of --schedule-seed={self.seed}'
        return delays.name(self.number, self.test['ranks'])

    def command(self, *options):
        test = self.test
        return [self.worker.fencepost, 'run', '--quiet', '--fail-on=never', '--listen=off',
                f'--timeout={test["limits"]["seconds"]}', '--hang-timeout=0',
                f'--trace={self.trace}', f'--memory-model={test["memory_model"]}',
                f'--profile={test["profile"]}', f'--schedule-seed={self.seed}', *options,
                '--output=@box@/run/.fencepost-report.json', self.worker.launcher(), '-n',
                str(test['ranks']), '@box@/bin/program', *test['arguments']]

    def in_box(self, command, seconds, **what):
        test = self.test
        inputs = [[self.build.program, '@box@/bin/program'],
                  *([p, f'@box@/run/{os.path.basename(p)}'] for p in test['inputs'])]
        limits = {**test['limits'], 'seconds': test['limits']['seconds'] + seconds}
        return self.worker.run(command, limits, inputs=inputs,
                               slow=self.slow, **what)

    def perform(self):
        command = self.command('--merge=journals', '--journals=@box@/journals')
        ran = self.in_box(command, EXTRA, fresh=['@box@/journals'],
                          keep=[self.journals, '@box@/bin/program'],
                          collect=[['@box@/journals', self.inside]])
        ran['tampering'] += evidence.take_over(self.inside, self.journals)
        return self.result(ran)

    def drawn(self):
        """A time line, of one more run, because what it costs must not cost points; or None."""
        page = os.path.join(self.journals, 'line.out')
        try:
            self.in_box(self.command('--timeline=@box@/line/line.html'), EXTRA + DRAWING,
                        fresh=['@box@/line'], collect=[['@box@/line/line.html', page]])
            with open(page, errors='replace') as f:
                text = f.read(LINE_MOST + 1)
        except (OSError, Failed):
            return None
        return text if 0 < len(text) <= LINE_MOST else None

    def merged(self):
        """The report, made from the journals after everything else has ended; and as a page."""
        report, page = (os.path.join(self.journals, n) for n in ('report.out', 'page.out'))
        inputs = [[os.path.join(self.journals, n), f'@box@/journals/{n}']
                  for n in os.listdir(self.journals)]
        inputs += [[self.build.program, '@box@/bin/program'], *self.build.inputs]
        script = ('cd "$2"; "$0" merge --merge=journals --quiet --fail-on=never --profile=$1 '
                  '--output=out/report journals; cd src; '
                  '"$0" export --format=html --output=../out/page ../out/report')
        self.worker.run(['sh', '-c', script, self.worker.fencepost, self.test['profile'], '@box@'],
                        MERGE,
                        fresh=['@box@/out', '@box@/journals', '@box@/src'], inputs=inputs,
                        collect=[['@box@/out/report', report], ['@box@/out/page', page]])
        try:
            with open(report) as f:
                value = json.load(f)
        except (OSError, ValueError, RecursionError):
            return None, None
        text = None
        if os.path.exists(page):
            with open(page, errors='replace') as f:
                text = f.read(4 << 20)
        return value, text

    def result(self, ran):
        test = self.test
        journals = evidence.read_journals(self.journals)
        report, page = self.merged() if journals else (None, None)
        signs, ends = evidence.judge(journals, report, ran, test, self.trace)
        findings = report.get('findings', []) if isinstance(report, dict) else []
        run = {**nothing(test, 'complete', []), 'stdout': ran['stdout'],
               'stderr': ran['stderr'][:SHOWN], 'seconds': ran['seconds'],
               'schedule': self.name(),
               'calls': evidence.calls_by_rank(journals),
               'findings': [f for f in findings if isinstance(f, dict)][:200], 'page': page}
        # the launcher of MPICH 4.2 often ends with 0 though a rank has crashed
        checked_end = evidence.crashed(journals) or not signs + ends
        reason = why_failed(ran, report, test, checked_end)
        if reason and not ran['tampering']:
            run['outcome'] = 'failed'
            run['why'] = [reason, *hang_lines(report), *signs,
                          *([BEGIN] if run['findings'] else []),
                          *([SAID] if ran['stderr'].strip() else [])]
        elif signs or ends:
            run['outcome'], run['why'] = 'unchecked', signs + ends
        return run


def hang_lines(report):
    value = report.get('hang_analysis', []) if isinstance(report, dict) else []
    return [str(line) for line in value][:20]


def why_failed(ran, report, test, checked_end):
    """Why a run that was not ended by the checker's absence is worth nothing, or None. checked_end: the
    checker was there when the program ended."""
    if ran['exceeded'] and ran['exceeded'] != 'seconds':
        return LIMIT_TEXT[ran['exceeded']].format(test['limits'][ran['exceeded']])
    if ran['exceeded'] or isinstance(report, dict) and report.get('status') == 'hung' or \
            ran['seconds'] >= test['limits']['seconds']:
        return LIMIT_TEXT['seconds'].format(test['limits']['seconds'])
    number = ran['signal'] or (ran['code'] - 128 if 128 < ran['code'] < 160 else 0)
    if number:
        return f'It was ended by signal {number} ({signal.strsignal(number)}).'
    if ran['code'] and (ran['code'] != NOT_CHECKED or checked_end):
        return ended_by_itself(ran['code'], report)
    return None


def ended_by_itself(code, report):
    if isinstance(report, dict) and report.get('status') == 'complete':
        return (f'It ended with exit status {code} after MPI_Finalize. Only 0 means success: let '
                'main return 0.')
    detail = report.get('status_detail') if isinstance(report, dict) else None
    return f'It ended before MPI_Finalize: {detail}.' if detail else \
        f'It ended with exit status {code}.'
