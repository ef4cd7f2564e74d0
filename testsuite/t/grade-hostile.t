#!/usr/bin/python3
"""Submissions that attack the grader or keep the checker out: each is recognised and named, gets
nothing for the test, and leaves no process or file behind."""
import json
import os
import pathlib
import shutil
import subprocess
import tempfile

from live import BUILD, FENCEPOST, ROOT, done, folder, ok, run

HEAD = r'''#define _GNU_SOURCE
#include <mpi.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <signal.h>
#include <unistd.h>
int main(int argc, char **argv) {
  int rank;
'''
INIT = 'MPI_Init(&argc, &argv); MPI_Comm_rank(MPI_COMM_WORLD, &rank);\n'
END = 'if (rank == 0) puts("right");\nMPI_Finalize(); return 0; }\n'
RECORD = (r'{\"record\":\"start\",\"version\":1,\"world\":\"0123456789abcdef\",\"rank\":%d,\"size\":2'
          r',\"trace\":\"compiled\",\"memory_model\":\"auto\",\"max_memory\":268435456}\n'
          r'{\"record\":\"end\",\"calls\":{\"MPI_Init\":1,\"MPI_Finalize\":1}}\n')

# name: (what stands in the program, what the feedback must say, outcome)
PROGRAMS = {
    'fork-bomb': (INIT + 'for (;;) fork();' + END, 'ran longer', 'failed'),
    'endless-output': (INIT + 'for (;;) puts("xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx");' + END,
                       'wrote more', 'failed'),
    'deadlock': (INIT + 'if (!rank) MPI_Recv(&rank, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, '
                 'MPI_STATUS_IGNORE);' + END, 'rank 0 waits in MPI_Recv', 'failed'),
    'kill-all': (INIT + 'kill(-1, SIGKILL);' + END, 'signal 9', 'failed'),
    'daemon': (INIT + 'if (!fork()) { setsid(); if (!fork()) { signal(SIGTERM, SIG_IGN); '
               'for (;;) sleep(1); } _exit(0); }' + END, 'ran longer', 'failed'),
    'memory': (INIT + 'for (;;) { char *p = malloc(1 << 20); if (p) memset(p, 1, 1 << 20); }' + END,
               'of memory', 'failed'),
    'big-file': (INIT + 'FILE *f = fopen("x", "w"); char b[4096]; '
                 'for (;;) fwrite(b, 1, 4096, f);' + END,
                 'exit status', 'failed'),
    'early-exit': (INIT + 'if (!rank) puts("right"); fflush(stdout); _exit(0); }',
                   'did not reach MPI_Finalize', 'unchecked'),
    'no-mpi': ('if (argc) puts("right"); return 0; rank = 0; }', 'not intercepted', 'unchecked'),
    'again-without': ('if (getenv("LD_" "PRELOAD")) { unsetenv("LD_" "PRELOAD"); '
                      'execv("/proc/self/exe", argv); }' + INIT + END, 'not intercepted',
                      'unchecked'),
    'other-folder': ('setenv("FENCE" "POST_DIR", "/tmp", 1);' + INIT + END, 'not intercepted',
                     'unchecked'),
    'other-level': ('setenv("FENCE" "POST_TRACE", "mpi", 1);' + INIT + END, 'level mpi',
                    'unchecked'),
    'emptied-journals': (INIT + 'if (!rank) system("for f in @/journals/rank*; do : >$f; done"); '
                         'MPI_Barrier(MPI_COMM_WORLD);' + END, 'interfered', 'unchecked'),
    'shortened-journals': (INIT + 'for (int f = 3; f < 99; f++) ftruncate(f, 20);' + END,
                           'interfered', 'unchecked'),
    'forged-journals': (
        'if (!strstr(argv[0], "program") && argc > 99) {' + INIT + '}'
        'rank = atoi(getenv("PMI_RANK")); char n[200]; sprintf(n, '
        '"@/journals/rank-0123456789abcdef-%d.jsonl", rank); FILE *f = fopen(n, "w"); '
        f'for (int i = 0; f && i < 2; i++) {{ fprintf(f, "{RECORD}", rank); fflush(f); }} '
        'if (f) fclose(f); if (!rank) puts("right"); return 0; }', 'journal', 'unchecked'),
    'dlsym': ('int (*f)(void) = dlsym(0, "PMPI_Finalize");' + INIT + END, 'use dlsym', 'skipped'),
    'no-sanitize': ('__attribute__((no_sanitize("thread"))) void g(void);' + INIT + END,
                    'no_sanitize', 'skipped'),
    'own-hooks': ('extern void __tsan_write4(void *); ' + INIT + END, '__tsan_write4', 'skipped'),
    'report': (INIT + 'FILE *f = fopen(".fence" "post-report.json", "w"); fputs("{}", f); '
               'fclose(f);' + END, '', 'complete'),
    'spy': (INIT + 'if (!rank) { FILE *f = fopen("SECRET", "r"); if (f) puts("seen"); }' + END,
            '', 'complete'),
    'network': (INIT + 'if (!rank) system("grep -q eth /proc/net/dev && echo network");' + END,
                '', 'complete'),
    "a name\nwith '\"<b>&": (INIT + END, '', 'complete'),
    '-o x': (INIT + END, '', 'complete'),
}
MARK = f'grade-hostile-{os.getpid()}'
ASSIGNMENT = {
    'fencepost_assignment': 1, 'title': 'hostile', 'mpi': 'mpich',
    'limits': {'seconds': 2, 'memory': '512M', 'output': '200K', 'processes': 40, 'file': '20M'},
    'tests': [{'name': 't', 'ranks': 2, 'arguments': [MARK], 'points': 10,
               'expected': 'right\n'}]}


def write(where, names):
    (where / 'all').mkdir()
    secret = where / 'all' / 'spy-target.c'
    secret.write_text(HEAD + INIT + END)
    for name in names:
        text = PROGRAMS[name][0].replace('SECRET', str(secret)).replace('@', '/box')
        (where / 'all' / f'{name}.c').write_text(HEAD + text)
    (where / 'a.json').write_text(json.dumps(ASSIGNMENT))


def facts_of(out):
    facts = [json.loads(p.read_text())['facts'] for p in out.glob('students/*/facts.json')]
    return {f['name']: f for f in facts}


def left_behind():
    """Processes that have the argument of our programs."""
    rows = subprocess.run(['ps', '-eo', 'uid,args'], capture_output=True, text=True).stdout
    return [row for row in rows.split('\n') if MARK in row]


def programs():
    where = folder('grade-hostile')
    write(where, PROGRAMS)
    ended = run(FENCEPOST, 'grade', 'a.json', 'all', '--out', 'out', '--quiet', '--jobs', 2,
                cwd=where, limit=300)
    facts = facts_of(where / 'out')
    ok(ended.returncode == 0 and len(facts) == len(PROGRAMS) + 1, 'all are graded', ended.stderr,
       sorted(set(PROGRAMS) - set(facts)))
    full = 'Namespaces were not used' not in (where / 'out/index.html').read_text()
    for name, (_, says, outcome) in PROGRAMS.items():
        test = facts.get(name, {'tests': [{}]})['tests'][0]
        why = ' '.join(test.get('why', []))
        ok(test.get('outcome') == outcome and says in why, f'{name.splitlines()[0]}: {outcome}',
           test)
        if full and outcome == 'complete':
            ok(test.get('stdout') == 'right\n', f'{name.splitlines()[0]}: sees nothing', test)
    ok(not left_behind() and not (where / 'out/work').exists(), 'nothing is left behind',
       *left_behind())


def files():
    """What is no program."""
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
    """Without namespaces: the orphans are found and ended, too."""
    where = folder('grade-plain')
    write(where, ['daemon', 'no-mpi'])
    ended = run(FENCEPOST, 'grade', 'a.json', 'all', '--out', 'out', '--isolation', 'plain',
                '--jobs', 2, cwd=where)
    got = {n: f['tests'][0]['outcome'] for n, f in facts_of(where / 'out').items()}
    ok(got == {'daemon': 'failed', 'no-mpi': 'unchecked', 'spy-target': 'complete'} and
       not left_behind(),
       'plain: the same, nothing left behind', got, ended.stderr, *left_behind())
    ok('Namespaces were not used' in (where / 'out/index.html').read_text() and
       'other submissions' in ended.stderr, 'plain: says what it does not keep from submissions')


def namespaces():
    return subprocess.run(['unshare', *(['-r'] if os.geteuid() else []), '-mpnif', 'true'],
                          capture_output=True).returncode == 0


def elsewhere():
    """Installed where the box has a folder of its own."""
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


def unprivileged():
    """A grader that is not root."""
    user = 65534
    where = folder('grade-user')
    if os.geteuid() or subprocess.run(['su', '-s', '/bin/sh', 'nobody', '-c',
                                       f'unshare -Urn true && test -x {FENCEPOST}']).returncode:
        return ok(True, 'not root: left out, users may not make namespaces here')
    work = tempfile.mkdtemp(dir='/tmp')
    write(where, ['kill-all', 'network', 'fork-bomb'])
    shutil.copytree(where, work, dirs_exist_ok=True)
    for path, _, names in os.walk(work):
        for name in (path, *(os.path.join(path, n) for n in names)):
            os.chown(name, user, user)
    ended = run('su', '-s', '/bin/sh', 'nobody', '-c',
                f'cd {work} && {FENCEPOST} grade a.json all --out out --jobs 2', cwd='/tmp')
    facts = {json.loads((p).read_text())['facts']['name']: json.loads(p.read_text())['facts']
             for p in pathlib.Path(work).glob('out/students/*/facts.json')}
    got = {n: [t['outcome'] for t in f['tests']] for n, f in facts.items()}
    return ok(got == {'kill-all': ['failed'], 'network': ['complete'],
                      'fork-bomb': ['failed'], 'spy-target': ['complete']} and
              'not used' not in ended.stderr, 'not root: the same', got, ended.stderr,
              shutil.rmtree(work, ignore_errors=True))


programs()
files()
plain()
if namespaces():
    elsewhere()
unprivileged()
done()
