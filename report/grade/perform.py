"""Builds one submission and runs the tests. The result, called facts, is plain data: all that a
rubric can ask about, so that other points need no other run.

facts: {name, key, notes[], build: {ok, why, output, seconds}, tests: [run, ...]}
run: the worst of a test's runs: {name, outcome, why[], stdout, stderr, seconds, schedule,
      findings[], calls: {rank: {name: times}}, page}
outcome: "complete": ran to its end under the checker; "unchecked": the checker was kept out;
      "failed": crashed, hung, or reached a limit; "skipped": it did not build.
"""
import fnmatch
import json
import os
import re
import shutil
import signal
import tempfile

import delays
import evidence
import marks

SHOWN = 20000  # characters of output that are kept where nothing is compared with it
WORD = re.compile(r'[A-Za-z_]\w*')
MERGE = {'seconds': 60, 'cpu': 60, 'memory': 2 << 30, 'processes': 64, 'file': 256 << 20,
         'disk': 1 << 30, 'output': 8 << 20}
NOT_CHECKED = 70  # what `fencepost run` ends with when the program's own status is 0
EXTRA = 20  # seconds for asking the ranks of a deadlock where they are, and ending them
ENVIRONMENT = {'OMPI_MCA_rmaps_base_oversubscribe': '1', 'OMPI_MCA_plm_rsh_agent': '/bin/false',
               'OMPI_MCA_btl_vader_single_copy_mechanism': 'none', 'HYDRA_LAUNCHER': 'fork',
               'OMPI_ALLOW_RUN_AS_ROOT': '1', 'OMPI_ALLOW_RUN_AS_ROOT_CONFIRM': '1'}
BEGIN = 'Begin with the findings below: they may be the reason.'
LIMIT_TEXT = {'seconds': 'It ran longer than {} seconds and was ended.',
              'memory': 'It used more than {} bytes of memory and was ended.',
              'output': 'It wrote more than {} bytes and was ended.'}


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
                            environment={**ENVIRONMENT, **more.pop('environment', {})}, **more)

    def perform(self, submission):
        facts = {'name': submission.name, 'key': submission.key, 'notes': submission.notes,
                 'tests': []}
        home = tempfile.mkdtemp(prefix='submission-', dir=self.box.work)
        os.chmod(home, 0o711)
        try:
            build = Build(self, submission, home)
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


class Build:
    """The sources in a folder of ours, and the program if it was built."""

    def __init__(self, worker, submission, home):
        self.worker, self.submission, self.home = worker, submission, home
        self.rules = worker.assignment['build']
        self.program = os.path.join(home, 'program')
        self.inputs = self._lay_out()

    def _lay_out(self):
        inputs = []
        given = {os.path.basename(path): path for path in self.rules['files']}
        for n, (name, data) in enumerate(self.submission.files.items()):
            if name in given:
                continue
            path = os.path.join(self.home, f'file-{n}')
            with open(path, 'wb') as f:
                f.write(data)
            inputs.append([path, f'@box@/src/{name}'])
        return inputs + [[path, f'@box@/src/{name}'] for name, path in given.items()]

    def shown(self):
        """The sources, for the feedback."""
        names = self.submission.sources(self.rules['compiler'])
        return {n: self.submission.files[n].decode(errors='replace')[:200000] for n in names}

    def make(self):
        sources = self.submission.sources(self.rules['compiler'])
        if not sources:
            return failed(self.submission.why_none(self.rules['compiler']))
        sources += [os.path.basename(p) for p in self.rules['files']
                    if os.path.basename(p) not in self.submission.files and
                    os.path.splitext(p)[1] in {os.path.splitext(s)[1] for s in sources}]
        words, wrong = self._refused(sources)
        if words:
            return failed(f'The sources use {", ".join(words)}. This assignment refuses what '
                          'reaches around the checker; the program was not run.')
        built = self._compile(sources)
        return wrong if wrong and built['ok'] else built

    def _order(self, words, **more):
        return self.worker.run(words, self.rules['limits'], folder='@box@/src',
                               fresh=['@box@/src', '@box@/out'], inputs=self.inputs, **more)

    def _refused(self, sources):
        """The words that must not be there, after the preprocessor, in the student's own files;
        and a failure if that could not be found out, which then counts as one of the build."""
        if not self.rules['refuse']:
            return [], None
        found = set()
        own = {f'./{n}' for n in self.submission.files} | set(self.submission.files)
        for source in sources:
            ran = self._order([*self.worker.wrapper(), *self.rules['flags'], '-E', f'./{source}',
                               '-o', '@box@/out/text'],
                              collect=[['@box@/out/text', os.path.join(self.home, 'text')]])
            path = os.path.join(self.home, 'text')
            if ran['code'] or ran['exceeded'] or not os.path.exists(path):
                return [], self._stopped(ran) or failed('The preprocessor failed.', ran['stderr'])
            with open(path, errors='replace') as f:
                found |= own_words(f, own)
            os.unlink(path)
        return sorted(w for w in found
                      if any(fnmatch.fnmatchcase(w, r) for r in self.rules['refuse'])), None

    def _stopped(self, ran):
        if not ran['exceeded']:
            return None
        limit = LIMIT_TEXT[ran['exceeded']].format(self.rules['limits'][ran['exceeded']])
        return failed(f'The compiler was stopped. {limit}', (ran['stdout'] + ran['stderr'])[:SHOWN])

    def _compile(self, sources):
        ran = self._order([*self.worker.wrapper(), *self.rules['flags'],
                           *(f'./{s}' for s in sources), '-o', '@box@/out/program',
                           *self.rules['libraries']],
                          collect=[['@box@/out/program', self.program]])
        text = (ran['stdout'] + ran['stderr'])[:SHOWN]
        if ran['exceeded']:
            return self._stopped(ran)
        if ran['code'] or ran['signal']:
            return failed('It does not compile.', text)
        if not os.path.exists(self.program):
            return failed('The compiler made no program.', text)
        os.chmod(self.program, 0o755)
        return {'ok': True, 'why': '', 'output': text}


def own_words(rows, own):
    """The words in preprocessed text that come from the files `own`, strings included."""
    mine, words = True, set()
    for row in rows:
        if row.startswith('# ') and row.count('"') >= 2:
            mine = row.split('"')[1] in own
        elif mine:
            words.update(WORD.findall(row))
    return words


def failed(why, output=''):
    return {'ok': False, 'why': why, 'output': output}


def nothing(test, outcome, why):
    return {'name': test['name'], 'outcome': outcome, 'why': why, 'stdout': '', 'stderr': '',
            'seconds': 0, 'schedule': '', 'findings': [], 'calls': {}, 'page': None}


def trace_of(test, assignment):
    if test['trace'] != 'auto':
        return test['trace']
    return 'compiled' if assignment['build']['checked'] else 'mpi'


def worst_run(worker, build, test):
    """Each run under other delays; the first of the worst ones counts. Findings add up."""
    runs = []
    for number in range(test['runs']):
        runs.append(Run(worker, build, test, number).perform())
        if runs[-1]['outcome'] == 'failed':
            break  # nothing is worse
    worst = min(runs, key=lambda run: marks.order(run, test))
    seen = {f.get('fingerprint') for f in worst['findings']}
    for run in runs:
        for finding in run['findings']:
            if finding.get('fingerprint') not in seen:
                seen.add(finding.get('fingerprint'))
                worst['findings'].append(finding)
    return worst


class Run:
    """One run of a test. number: which one; 0 is without delays."""

    def __init__(self, worker, build, test, number):
        self.worker, self.build, self.test, self.number = worker, build, test, number
        self.trace = trace_of(test, worker.assignment)
        self.journals = tempfile.mkdtemp(prefix='journals-', dir=build.home)

    def perform(self):
        test = self.test
        seconds = test['limits']['seconds']
        limits = {**test['limits'], 'seconds': seconds + EXTRA}
        command = [self.worker.fencepost, 'run', '--quiet', '--fail-on=never',
                   f'--timeout={seconds}', '--hang-timeout=0', f'--trace={self.trace}',
                   f'--memory-model={test["memory_model"]}', f'--profile={test["profile"]}',
                   '--journals=@box@/journals', '--output=@box@/run/.fencepost-report.json',
                   self.worker.launcher(), '-n', str(test['ranks']), '@box@/bin/program',
                   *test['arguments']]
        inputs = [[self.build.program, '@box@/bin/program'],
                  *([p, f'@box@/run/{os.path.basename(p)}'] for p in test['inputs'])]
        ran = self.worker.run(command, limits, inputs=inputs, fresh=['@box@/journals'],
                              watch='@box@/journals', collect=[['@box@/journals', self.journals]],
                              slow=delays.rank(self.number, test['ranks']))
        return self.result(ran)

    def merged(self):
        """The report, made from the journals after everything else has ended; and as a page."""
        report, page = (os.path.join(self.journals, n) for n in ('report.out', 'page.out'))
        inputs = [[os.path.join(self.journals, n), f'@box@/journals/{n}']
                  for n in os.listdir(self.journals)]
        inputs += [[self.build.program, '@box@/bin/program'], *self.build.inputs]
        script = ('"$0" merge --quiet --fail-on=never --profile=$1 --output=@box@/out/report '
                  '@box@/journals; cd @box@/src; '
                  '"$0" export --format=html --output=@box@/out/page @box@/out/report')
        self.worker.run(['sh', '-c', script, self.worker.fencepost, self.test['profile']], MERGE,
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
        wrong = evidence.judge(journals, report, ran, test, self.trace)
        findings = report.get('findings', []) if isinstance(report, dict) else []
        run = {**nothing(test, 'complete', []), 'stdout': ran['stdout'],
               'stderr': ran['stderr'][:SHOWN], 'seconds': ran['seconds'],
               'schedule': delays.name(self.number, test['ranks']),
               'calls': evidence.calls_by_rank(journals),
               'findings': [f for f in findings if isinstance(f, dict)][:200], 'page': page}
        reason = why_failed(ran, report, test, wrong)
        if reason and not ran['tampering']:
            run['outcome'] = 'failed'
            run['why'] = [reason, *hang_lines(report), *([BEGIN] if run['findings'] else [])]
        elif wrong:
            run['outcome'], run['why'] = 'unchecked', wrong
        return run


def hang_lines(report):
    value = report.get('hang_analysis', []) if isinstance(report, dict) else []
    return [str(line) for line in value][:20]


def why_failed(ran, report, test, wrong):
    """Why a run that was not ended by the checker's absence is worth nothing, or None."""
    if ran['exceeded'] and ran['exceeded'] != 'seconds':
        return LIMIT_TEXT[ran['exceeded']].format(test['limits'][ran['exceeded']])
    if ran['exceeded'] or isinstance(report, dict) and report.get('status') == 'hung' or \
            ran['seconds'] >= test['limits']['seconds']:
        return LIMIT_TEXT['seconds'].format(test['limits']['seconds'])
    number = ran['signal'] or (ran['code'] - 128 if 128 < ran['code'] < 160 else 0)
    if number:
        return f'It was ended by signal {number} ({signal.strsignal(number)}).'
    if ran['code'] and (ran['code'] != NOT_CHECKED or not wrong):
        return ended_by_itself(ran['code'], report)
    return None


def ended_by_itself(code, report):
    if isinstance(report, dict) and report.get('status') == 'complete':
        return (f'It ended with exit status {code} after MPI_Finalize. Only 0 means success: let '
                'main return 0.')
    detail = report.get('status_detail') if isinstance(report, dict) else None
    return f'It ended before MPI_Finalize: {detail}.' if detail else \
        f'It ended with exit status {code}.'
