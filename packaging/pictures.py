"""Time lines of marked programs (testsuite/runner.py), one for each kind of finding: pages that show what a
run did in which that is found."""
import concurrent.futures
import json
import pathlib
import shlex
import sys
import types

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / 'testsuite'))
import runner  # noqa: E402
from compiling import compile_case, compile_yielding  # noqa: E402
from processes import execute  # noqa: E402

SECONDS = 120


def trial_of(case, slug):
    """Returns the case with a library where it has this finding; None without one."""
    if case.path.suffix == '.c' and not case.keys['todo']:
        for mpi in case.mpis():
            if slug in (found for found, _ in case.marked('expect', mpi)):
                return runner.Trial(case, mpi, case.keys['levels'].split(',')[0] or None)
    return None


def simplest(cases, slug):
    """Returns trials that have this finding: first of few findings, few processes, few words."""
    trials = [trial for trial in (trial_of(case, slug) for case in cases) if trial]
    return sorted(trials, key=lambda t: (len(t.case.marked('expect', t.mpi)), int(t.case.key('ranks', t.mpi)),
                                         t.case.path.stat().st_size))


def drawn(trial, slug, options, where):
    """Whether the run has the finding and its page is made."""
    page, report = where / f'{slug}.html', options.build / f'{slug}.json'
    page.unlink(missing_ok=True)
    if compile_case(trial, options):
        return False
    # the page shows the command, which is to be the same wherever the site is made
    command = [options.fencepost, 'run', '--quiet', f'--output={slug}.json', f'--timeline={page}',
               *([f'--trace={trial.level}'] if trial.level else []),
               *shlex.split(trial.case.key('options', trial.mpi)), *runner.launch(trial, options.build)]
    execute([str(word).replace(f'{options.build}/', './') for word in command], SECONDS, options.build)
    try:
        findings = json.loads(report.read_text())['findings']
    except (OSError, ValueError):
        findings = []
    found = page.exists() and slug in (finding['id'] for finding in findings)
    if not found:
        page.unlink(missing_ok=True)
    return found


def draw(build, slugs, where):
    """Makes where/SLUG.html. Returns {slug: the name of the case}."""
    options = types.SimpleNamespace(build=build / 'site/programs', fencepost=build / 'fencepost', cflags='')
    options.build.mkdir(parents=True, exist_ok=True)
    options.yielding = compile_yielding(options.build)
    where.mkdir(parents=True, exist_ok=True)
    cases = runner.every_case(options.build)

    def first(slug):
        for trial in simplest(cases, slug)[:3]:
            if drawn(trial, slug, options, where):
                return trial.case.name
        return None

    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        made = dict(zip(slugs, pool.map(first, slugs)))
    return {slug: path for slug, path in made.items() if path}
