#!/usr/bin/python3
"""Graders with fewer rights: a user, with and without namespaces; root without CAP_SYS_ADMIN; root
in a container that has no other user. The points must be the same, and the grader must say from
what it could not keep submissions."""
import os
import pathlib
import shutil
import subprocess
import tempfile

import hostile
from grading import assignment, facts_of, lay_out, running
from live import BUILD, ROOT, done, ok, run

USER = 64999  # a user number that nobody has
CONFINED = ROOT / 'testsuite/t/confined.py'
MARK = f'grade-users-{os.getpid()}'
LIMITS = {'seconds': 20, 'memory': '512M', 'output': '200K', 'processes': 40, 'file': '20M'}
OWN = {  # name: (program, outcome in namespaces, outcome without)
    'right': (hostile.INIT + hostile.END, 'complete', 'complete'),
    'crash': (hostile.INIT + 'abort();' + hostile.END, 'failed', 'failed'),
    'leaves-files': (hostile.INIT + f'char n[99]; sprintf(n, "/tmp/{MARK}-%d", rank); mkdir(n, 0700); '
                     'strcat(n, "/x"); fclose(fopen(n, "w"));' + hostile.END, 'complete', 'complete'),
    'kills-all': (hostile.INIT + 'if (kill(-1, SIGKILL)) puts("no");' + hostile.END, 'failed', None),
}
TAKEN = ('daemon', 'no-mpi', 'early-exit', 'endless-output')
PLAIN = ('memory', 'fork-bomb')  # grade-hostile.t runs them in namespaces


def usable():
    """Returns a copy that every user can run."""
    where = pathlib.Path(tempfile.mkdtemp(dir='/tmp'))
    where.chmod(0o755)
    run('make', '-s', 'install', f'O={BUILD}', f'PREFIX={where}/usr', cwd=ROOT)
    shutil.copy(CONFINED, where)
    return where


def give(path, user):
    for folder, _, names in os.walk(path):
        for name in (folder, *(os.path.join(folder, n) for n in names)):
            os.chown(name, user, user)


def files_left():
    return [p for p in pathlib.Path('/tmp').glob(f'{MARK}-*')]


def grade(where, name, prefix, owner, taken, jobs):
    """Returns {submission: (outcome, stdout)} and what the grader printed."""
    task = assignment('mpich', {'arguments': [MARK], 'expected': 'right\n'}, limits=LIMITS,
                      build={'refuse': ['dlsym']})
    folder = where / name
    folder.mkdir()
    programs = {n: hostile.HEAD.replace('#include <mpi.h>', '#include <mpi.h>\n#include <sys/stat.h>')
                + text for n, (text, _, _) in OWN.items()}
    programs.update((n, hostile.source(n)) for n in taken)
    lay_out(folder, task, {f'{n}.c': text for n, text in programs.items()})
    if owner:
        give(folder, owner)
    ended = run(*prefix, where / 'usr/bin/fencepost', 'grade', 'a.json', 'all', '--out', 'out',
                '--jobs', jobs, cwd=folder, limit=900)
    got = {n: (f['tests'][0]['outcome'], f['tests'][0]['stdout'])
           for n, f in facts_of(folder / 'out').items()}
    return got, ended


def wrong(got, full, taken):
    """Returns the submissions that were not judged as they should be."""
    want = {n: (a if full else b,) for n, (_, a, b) in OWN.items()}
    want.update((n, hostile.outcomes(n)) for n in taken)
    return [f'{n}: {got.get(n)}' for n, outcomes in want.items()
            if got.get(n, (None, ''))[0] not in outcomes and outcomes != (None,)]


def case(where, name, prefix, full, owner=None, alone=False):
    """alone: the grader has no other users for submissions. Without namespaces the submission
    kills-all then ends whatever runs beside it."""
    taken = TAKEN if full else TAKEN + PLAIN
    got, ended = grade(where, name, prefix, owner, taken, 2 if full or not alone else 1)
    bad = wrong(got, full, taken)
    ok(ended.returncode == 0 and not bad, f'{name}: outcomes', ended.returncode, ended.stderr, *bad)
    said = 'Namespaces were not used' in ended.stderr
    ok(said != full and ('can end them, this grader too' in ended.stderr) == (alone and not full),
       f'{name}: says what submissions are not kept from', ended.stderr)
    left = files_left()
    ok(not running(MARK) and not (where / name / 'out/work').exists() and (alone or not left),
       f'{name}: nothing left', *running(MARK), *left)
    for path in left:
        shutil.rmtree(path)


def can(*words):
    return subprocess.run(words, capture_output=True, cwd='/tmp').returncode == 0


def main():
    where = usable()
    confined = where / 'confined.py'
    try:
        if os.geteuid() == 0:
            user = (confined, '--user', USER)
            case(where, 'root without CAP_SYS_ADMIN', (confined, '--drop-admin', '--no-namespaces'),
                 False)
            if can(*map(str, user), 'unshare', '-Urn', 'true'):
                case(where, 'user', user, True, owner=USER, alone=True)
            case(where, 'user without namespaces', (*user, '--no-namespaces'), False, owner=USER,
                 alone=True)
        else:
            case(where, 'without namespaces', (confined, '--no-namespaces'), False, alone=True)
        if can('unshare', '-Urn', 'true'):
            case(where, 'root of one', ('unshare', '-Ur'), True, alone=True)
            case(where, 'root of one without namespaces', ('unshare', '-Ur', confined,
                                                           '--no-namespaces'), False, alone=True)
    finally:
        shutil.rmtree(where)


main()
done()
