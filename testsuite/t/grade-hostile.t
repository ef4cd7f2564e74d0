#!/usr/bin/python3
"""Submissions that attack the grader or try to escape the checker. Each must be recognised and
named, get no points for the test, and leave no process or file behind."""
import json
import os
import pathlib
import subprocess
import tempfile

from grading import facts_of, running
from hostile import END, HANGS, HEAD, INIT, PROGRAMS, outcomes, source
from live import BUILD, FENCEPOST, ROOT, done, folder, ok, run

MARK = f'grade-hostile-{os.getpid()}'
ASSIGNMENT = {
    'fencepost_assignment': 1, 'title': 'hostile', 'mpi': 'mpich',
    'build': {'limits': {'seconds': 60}, 'refuse': ['dlsym', '__tsan_*']},
    'limits': {'seconds': 40, 'memory': '512M', 'output': '200K', 'processes': 24, 'file': '20M'},
    'tests': [{'name': 't', 'ranks': 2, 'arguments': [MARK], 'points': 10,
               'expected': 'right\n'}]}


def write(where, names, seconds=40):
    (where / 'all').mkdir()
    secret = where / 'all' / 'spy-target.c'
    secret.write_text(HEAD + INIT + END)
    for name in names:
        (where / 'all' / f'{name}.c').write_text(source(name, secret))
    limits = {**ASSIGNMENT['limits'], 'seconds': seconds}
    (where / 'a.json').write_text(json.dumps({**ASSIGNMENT, 'limits': limits}))


def programs(which, seconds):
    where = folder('grade-hostile')
    write(where, which, seconds)
    ended = run(FENCEPOST, 'grade', 'a.json', 'all', '--out', 'out', '--quiet', '--jobs', 2,
                cwd=where, limit=900)
    facts = facts_of(where / 'out')
    ok(ended.returncode == 0 and len(facts) == len(which) + 1, 'all are graded', ended.stderr,
       sorted(set(which) - set(facts)))
    full = 'Namespaces were not used' not in (where / 'out/index.html').read_text()
    for name in which:
        _, says, outcome = PROGRAMS[name]
        test = facts.get(name, {'tests': [{}]})['tests'][0]
        why = ' '.join(test.get('why', []))
        ok(test.get('outcome') in outcomes(name) and says in why, f'{name.splitlines()[0]}: {outcome}',
           test)
        if full and outcome == 'complete':
            ok(test.get('stdout') == 'right\n', f'{name.splitlines()[0]}: sees nothing', test)
    ok(not running(MARK) and not (where / 'out/work').exists(), 'nothing is left behind',
       *running(MARK))


def files():
    """Submissions that are no programs."""
    where = folder('grade-files')
    write(where, [])
    odd = where / 'all'
    (odd / 'devices.c').write_text('#include "/dev/zero"\n' + HEAD + INIT + END)
    (odd / 'work.zip').write_bytes(b'PK\3\4' + bytes(100))
    (odd / 'work.tar.gz').write_bytes(b'\x1f\x8b' + bytes(100))
    (odd / 'nothing').mkdir()
    (odd / 'links').mkdir()
    (odd / 'links/main.c').write_text(HEAD + INIT + END)
    os.symlink('/etc/passwd', odd / 'links/users.c')
    os.symlink('/', odd / 'links/all')
    os.mkfifo(odd / 'links/pipe.c')
    os.symlink('/etc/passwd', odd / 'link.c')
    ended = run(FENCEPOST, 'grade', 'a.json', 'all', '--out', 'out', '--quiet', '--jobs', 2,
                cwd=where)
    facts = facts_of(where / 'out')
    says = {n: f['build']['why'] + ' '.join(f['notes']) for n, f in facts.items()}
    for name, text in (('devices', 'stopped'), ('work', 'zip archive'), ('nothing', 'no source'),
                       ('work.tar', 'gzip'), ('link', 'no source'),
                       ('links', 'users.c is a symbolic link')):
        ok(text in says.get(name, ''), f'files: {name}', ended.stderr, says)
    ok(facts['links']['tests'][0]['outcome'] == 'complete' and
       list(facts['links']['sources']) == ['main.c'], 'files: what is left out does no harm')


def plain():
    """Without namespaces, orphaned processes are found and ended, too."""
    where = folder('grade-plain')
    write(where, ['daemon', 'no-mpi'], 10)
    ended = run(FENCEPOST, 'grade', 'a.json', 'all', '--out', 'out', '--isolation', 'plain',
                '--jobs', 2, cwd=where)
    got = {n: f['tests'][0]['outcome'] for n, f in facts_of(where / 'out').items()}
    ok(got == {'daemon': 'failed', 'no-mpi': 'unchecked', 'spy-target': 'complete'} and
       not running(MARK),
       'plain: the same, nothing left behind', got, ended.stderr, *running(MARK))
    ok('Namespaces were not used' in (where / 'out/index.html').read_text() and
       'other submissions' in ended.stderr, 'plain: says what it does not keep from submissions')


def namespaces():
    return subprocess.run(['unshare', *(['-r'] if os.geteuid() else []), '-mpnif', 'true'],
                          capture_output=True).returncode == 0


def elsewhere():
    """Fencepost is installed in a folder that the sandbox replaces by one of its own."""
    with tempfile.TemporaryDirectory(dir='/tmp') as where:
        run('make', '-s', 'install', f'O={BUILD}', f'PREFIX={where}/usr', cwd=ROOT)
        where = pathlib.Path(where)
        write(where, ['spy'])
        ended = run(where / 'usr/bin/fencepost', 'grade', 'a.json', 'all', '--out', 'out',
                    cwd=where)
        got = {n: (f['tests'][0]['outcome'], f['tests'][0]['stdout'])
               for n, f in facts_of(where / 'out').items()}
        ok(got and set(got.values()) == {('complete', 'right\n')} and
           'not used' not in ended.stderr, 'installed in /tmp', got, ended.stderr)


programs(HANGS, 10)
programs([name for name in PROGRAMS if name not in HANGS], 40)
files()
plain()
if namespaces():
    elsewhere()
done()
