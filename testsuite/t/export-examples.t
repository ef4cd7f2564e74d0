#!/usr/bin/python3
"""Runs the examples for pipelines and build systems as they are, except that Fencepost is not
installed by them: once with a program that has a mistake, once with the mistake corrected."""
import pathlib
import shutil
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import yaml
from exports import *

EXAMPLES = ROOT / 'testsuite' / 'examples'
WRONG = (EXAMPLES / 'halo.c').read_text()
RIGHT = WRONG.replace('left, mine + 1, 1', 'left, cells_of(rank - 1) + 1, 1')
ok(WRONG != RIGHT, 'the mistake can be mended')
BIN = TMP / 'bin'
BIN.mkdir()
(BIN / 'fencepost').symlink_to(FENCEPOST)
for tool in ('mpicc', 'mpiexec'):
    # no symbolic link, because the tool looks for files beside itself
    (BIN / tool).write_text(f'#!/bin/sh\nexec {tool}.mpich "$@"\n')
    (BIN / tool).chmod(0o755)
ENV = {k: v for k, v in os.environ.items() if not k.startswith('FENCEPOST_')}
ENV.update(PATH=f'{BIN}:{os.environ["PATH"]}', LC_ALL='C')


def project(source, *more):
    where = directory()
    (where / 'halo.c').write_text(source)
    for path in more:
        shutil.copy(EXAMPLES / path, where)
    return where


def shell(where, script, **env):
    return subprocess.run(['sh', '-e', '-c', script], cwd=where, env=dict(ENV, **env), text=True,
                          stdin=subprocess.DEVNULL, capture_output=True, timeout=120)


for source, code, name in ((WRONG, 66, 'with a mistake'), (RIGHT, 0, 'without')):
    # GitHub Actions
    where = project(source)
    job = yaml.safe_load((EXAMPLES / 'github' / 'fencepost.yml').read_text())['jobs']['fencepost']
    codes, out = [], ''
    for step in job['steps']:
        if 'run' not in step:
            continue
        if codes and codes[-1] and step.get('if') != 'always()':
            continue
        outcome = shell(where, step['run'], GITHUB_STEP_SUMMARY=str(where / 'summary'))
        codes.append(outcome.returncode)
        out += outcome.stdout
    same(codes, [0, code, 0], f'GitHub {name}: build, check, show')
    same(judge_markdown((where / 'summary').read_text()), [], 'the summary is well-formed')
    same(judge_sarif((where / 'fencepost-report.sarif').read_text()), [], 'the SARIF too')
    same('::error file=halo.c,line=31,' in out, code == 66, 'the line is annotated, if it is wrong')
    uploads = [s['with'] for s in job['steps'] if 'with' in s]
    ok(all((where / (u.get('sarif_file') or u['path'])).exists() for u in uploads),
       'what is uploaded is there', uploads)
    # GitLab
    where = project(source)
    job = yaml.safe_load((EXAMPLES / 'gitlab' / 'fencepost.yml').read_text())['fencepost']
    outcome = shell(where, '\n'.join(job['script']))
    same(outcome.returncode, code, f'GitLab {name}')
    reports = job['artifacts']['reports']
    same(judge_gitlab((where / reports['codequality']).read_text()), [], 'code quality')
    same(judge_junit((where / reports['junit']).read_text()), [], 'tests')
    ok(all((where / p).exists() for p in job['artifacts']['paths']), 'all artifacts are there')
    # CMake
    where = project(source, 'cmake/CMakeLists.txt')
    outcome = shell(where, f'cmake -B build -DCMAKE_MODULE_PATH={ROOT}/packaging -DMPI_C_COMPILER={BIN}/mpicc '
                    f'-DMPIEXEC_EXECUTABLE={BIN}/mpiexec && cmake --build build')
    same(outcome.returncode, 0, f'CMake {name}: build')
    outcome = shell(where, 'ctest --test-dir build')
    same(outcome.returncode == 0, code == 0, 'ctest fails if there is a mistake')
    ok((where / 'build' / 'halo.html').exists(), 'the page is there', outcome.stdout)
    # make
    where = project(source, 'make/Makefile')
    outcome = shell(where, 'make check')
    same(outcome.returncode, 2 if code else 0, f'make {name}')
    same(shell(where, 'make accept').returncode, 0, 'make accept')
    outcome = shell(where, 'make check')
    same(outcome.returncode, 0, 'then make check succeeds')
    has(outcome.stderr, '0 errors', 'and says what is in the baseline')
done()
