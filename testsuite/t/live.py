"""What the tests of live runs share: compiling, running, TAP."""
import contextlib
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = pathlib.Path(os.environ.get('BUILD', ROOT / 'build')).resolve()
PROGRAMS = ROOT / 'testsuite/programs'
FENCEPOST = BUILD / 'fencepost'
sys.path.insert(0, str(ROOT / 'testsuite'))
from libraries import MPIS, OPENMPI  # noqa: E402
# Programs that wait much are linked with this, because ranks of MPICH never sleep
# (testsuite/mpich/yield.c).
YIELDING = {'mpich': (str(BUILD / 'unit/yield.o'),), 'openmpi': (), 'abi': (str(BUILD / 'unit/yield.o'),)}
LIMIT = 600  # seconds, far more than any of these needs
WHOLE = bool(os.environ.get('WHOLE'))  # `make check-whole`: what `make check` samples is run as a whole

os.environ.update(OPENMPI, OMPI_MCA_mpi_yield_when_idle='1')

count = 0
failed = 0


def ok(good, name, *why):
    global count, failed
    count += 1
    failed += not good
    print(f"{'ok' if good else 'not ok'} {count} - {name}", flush=True)
    for line in why if not good else ():
        print('#', str(line).replace('\n', '\n# '), flush=True)
    return good


def done():
    print(f'1..{count}')
    sys.exit(failed > 0)


def some(items, every, part=0):
    """Returns each `every`-th item, from number `part` on; all of them with WHOLE."""
    return list(items) if WHOLE else list(items)[part % every::every]


def loses_status(mpi, *words, cwd):
    """Returns whether the launcher sometimes ends with 0, also without Fencepost, when a signal has ended a
    rank of this program, as that of MPICH 4.2 does."""
    if mpi != 'mpich':
        return False
    if re.search(r'^MPICH Version:\s+4\.2', run('mpichversion', cwd=cwd).stdout, re.M):
        return True
    return any(run(f'mpiexec.{mpi}', '-n', 2, *words, cwd=cwd).returncode == 0 for _ in range(12))


@contextlib.contextmanager
def busy(loops):
    """Meanwhile so many loops keep the machine busy."""
    load = [subprocess.Popen([sys.executable, '-c', 'while True: pass']) for _ in range(loops)]
    try:
        yield
    finally:
        for p in load:
            p.kill()


def folder(name):
    """Returns an empty folder for the test's files."""
    path = BUILD / 'live' / name
    shutil.rmtree(path, ignore_errors=True)
    path.mkdir(parents=True)
    return path


def compiled(mpi, source, where, *flags):
    source = PROGRAMS / source
    wrapper = {'.c': 'mpicc', '.cc': 'mpicxx', '.F90': 'mpifort'}[source.suffix]
    out = where / f'{source.stem}.{mpi}'
    subprocess.run([f'{wrapper}.{mpi}', '-g', '-O0', *flags, str(source), '-o', str(out)],
                   check=True, cwd=where)
    return out


def run(*words, cwd, env=None, limit=LIMIT):
    """Returns output and exit status. The whole process group is killed after `limit` seconds."""
    p = subprocess.Popen([str(w) for w in words], cwd=cwd, text=True, errors='replace',
                         env={**os.environ, **(env or {})}, stdin=subprocess.DEVNULL,
                         stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)
    try:
        out, err = p.communicate(timeout=limit)
    except subprocess.TimeoutExpired:
        os.killpg(p.pid, signal.SIGKILL)
        out, err = p.communicate()
        return subprocess.CompletedProcess(words, None, out, err)
    return subprocess.CompletedProcess(words, p.returncode, out, err)


def make(*words):
    # what a make above us has set would begin another build
    env = {name: '' for name in ('MAKEFLAGS', 'MFLAGS', 'MAKELEVEL')}
    return run('make', '-s', '-C', ROOT, f'O={BUILD}', *words, cwd=ROOT, env=env)


def report(path):
    try:
        return json.loads(pathlib.Path(path).read_text())
    except (OSError, ValueError):
        return {'status': f'no report in {path}', 'findings': []}


def slugs(path):
    return sorted(f['id'] for f in report(path)['findings'])
