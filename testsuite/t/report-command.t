#!/usr/bin/python3
"""The command itself: options, help, exit statuses, and `run` watching over programs that need no
MPI. Their ranks are shell scripts that write journals into $FENCEPOST_DIR."""
import atexit
import json
import os
import pathlib
import re
import select
import signal
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from journals import *

OPTIONS = re.findall(r'^OPTION\(\w+, "([^"]+)", "([^"]+)", (\w+)',
                     (ROOT / 'include' / 'options.def').read_text(), re.M)
SLUGS = re.findall(r'^FINDING\(\s*\w+,\s*"([^"]+)"', (ROOT / 'include' / 'findings.def').read_text(),
                   re.M)


def one_line(outcome, part, name, code=2):
    """The command must fail with one clear line and print nothing else."""
    lines = outcome.stderr.splitlines()
    ok(outcome.returncode == code and len(lines) == 1 and lines[0].startswith('fencepost: ') and
       part in lines[0] and not outcome.stdout, name, f'{outcome.returncode} {outcome.stderr}')


# Words.
same(fencepost('--version').stdout.split()[0], 'fencepost', '--version')
text = fencepost('run', '--help').stdout
same([o for o in OPTIONS if f'--{o[0]}' not in text or o[1] not in text], [],
     'run --help lists every option with its variable')
COMMANDS = re.findall(r'^COMMAND\((\w+),', (ROOT / 'include' / 'commands.def').read_text(), re.M)
same([c for c in COMMANDS if f'  fencepost {c} ' not in fencepost('--help').stdout], [],
     '--help lists every command')
for word in COMMANDS:
    text = fencepost(word, '--help').stdout
    ok(f'  fencepost {word} ' in text and 'Exit status:' in text and
       set(re.findall('^  fencepost (\\w+)', text, re.M)) == {word}, f'{word} --help: only of that', text)
    same(fencepost(word, '--version').stdout, fencepost('--version').stdout, f'{word} --version')
for command, words, part in (
        ('merge', ['--trace=pages', '.'], '--trace is an option of run, not of merge'),
        ('replay', ['--formt=html', '.'], 'did you mean --format?'), ('explain', ['--al'], 'did you mean --all?'),
        ('explain', ['rma-local-rase'], 'did you mean rma-local-race?'),
        ('grade', ['--visble', '.'], 'did you mean --visible?'), ('grade', ['a', '--jobs', 'x'], '--jobs'),
        ('grade', [], 'an assignment'), ('manual', ['rnu'], 'did you mean run?'),
        ('completion', ['fish'], 'bash or zsh'), ('completion', [], 'bash or zsh'),
        ('manual', ['run', 'cc'], 'one command')):
    one_line(fencepost(command, *words), part, f'{command} {" ".join(words)}')
# grade reads its options itself
text = (ROOT / 'report' / 'grade' / 'grade.py').read_text()
same(set(re.findall(r"add_argument\('--(\w+)'", text)),
     set(re.findall(r'^  --([\w-]+)', fencepost('grade', '--help').stdout, re.M)),
     'grade takes what --help says')
has(fencepost('run', '--timeout=100', '--help').stdout, 'fencepost run', 'run --help after an option')
has(fencepost('run', f'--output={TMP}/echo.json', 'echo', '--help').stdout, '--help',
    "--help of the program's own")
one_line(fencepost(), 'no command', 'no command')
one_line(fencepost('rnu'), 'did you mean run?', 'a mistyped command')
one_line(fencepost('run'), 'needs a program', 'run without a program')
one_line(fencepost('merge'), 'one directory', 'merge without a directory')
one_line(fencepost('merge', 'a', 'b'), 'one directory', 'merge of two')
one_line(fencepost('run', '--otput=x', 'true'), 'did you mean --output?', 'a mistyped option')
one_line(fencepost('run', '-x', 'true'), 'unknown option -x', 'a short option')
one_line(fencepost('run', '--zzzzzz', 'true'), 'unknown option --zzzzzz', 'no suggestion')
one_line(fencepost('run', '--timeout=soon', 'true'), '--timeout: not a number of seconds: soon',
         'a bad number')
one_line(fencepost('run', '--timeout=-1', 'true'), 'not a number', 'a negative number')
one_line(fencepost('run', '--timeout=nan', 'true'), 'not a number', 'no number')
one_line(fencepost('run', '--fail-on', 'fatal', 'true'), 'error|warning|note|never', 'a bad word')
one_line(fencepost('run', '--quiet=maybe', 'true'), 'neither 0 nor 1', 'a bad flag')
one_line(fencepost('run', '--output'), 'needs a value', 'a value that is missing')
one_line(fencepost('run', 'true', env={'FENCEPOST_FAIL_ON': 'x'}), 'FENCEPOST_FAIL_ON',
         'a bad variable')
one_line(fencepost('run', '--output=', 'true'), 'cannot write', 'an empty output')

# explain.
text = fencepost('explain', '--all').stdout
same([s for s in SLUGS if f'{s}: ' not in text], [], 'explain --all has every slug')
outcome = fencepost('explain', 'lock-twice', 'op-outside-epoch')
ok(outcome.returncode == 0 and 'MPI_ERR_RMA_SYNC' in outcome.stdout and '11.5.3' in outcome.stdout
   and 'remedy' in outcome.stdout, 'explain', outcome.stdout)
one_line(fencepost('explain', 'lock-twcie'), 'did you mean lock-twice?', 'a mistyped slug')
one_line(fencepost('explain'), 'takes the name', 'explain without a slug')
full = subprocess.run(f'{FENCEPOST} explain --all > /dev/full', shell=True, stderr=subprocess.PIPE)
same(full.returncode, 2, 'explain to a full disk')

# run: mistakes that must be found before the program starts.
mark = TMP / 'started'
touch = ['sh', '-c', f'touch {mark}']
for name, path in (('a missing directory', 'no/such.json'), ('a directory', '.')):
    one_line(fencepost('run', f'--output={path}', *touch), 'cannot write the report',
             f'output in {name}')
one_line(fencepost('run', '--journals=/dev/null/x', *touch), 'cannot write the journals',
         'journals nowhere')
ok(not mark.exists(), 'then the program is not started')
one_line(fencepost('run', 'no-such-mpiexec', '-n', '4'), 'cannot run no-such-mpiexec: No such file',
         'a program that is not there')
(TMP / 'plain').write_text('')
one_line(fencepost('run', './plain'), 'cannot run ./plain: Permission denied',
         'a program that is none')
same([p.name for p in TMP.glob('fencepost-*')], [], 'nothing is left behind')

# run: fake ranks.
RANK = r'''
rank() { # rank NUMBER SIZE LINE...
  f=$FENCEPOST_DIR/rank-1f-$1.jsonl
  echo "{\"record\":\"start\",\"rank\":$1,\"size\":$2,\"mpi\":\"Open MPI\",\"host\":\"a\"}" >>$f
  shift 2
  for line; do echo "$line" >>$f; done
}
end='{"record":"end","calls":{}}'
error='{"record":"finding","key":1,"slug":"lock-twice","locations":[]}'
'''


def run(script, *options, **kinds):
    """Returns (outcome, report) of a shell script that stands for the program."""
    output = TMP / f'run-{next(numbers)}.json'
    outcome = fencepost('run', f'--output={output}', *options, 'sh', '-c', RANK + script, **kinds)
    report = json.loads(output.read_text()) if output.exists() else None
    if report and validate(report):
        ok(False, 'a report keeps to the schema', validate(report))
    return outcome, report


for script, options, code, status in (
        ('rank 0 1 "$end"', [], 0, 'complete'),
        ('rank 0 1 "$error" "$end"', [], 66, 'complete'),
        ('rank 0 1 "$error" "$end"', ['--fail-on=never'], 0, 'complete'),
        ('rank 0 1 "$error" "$end"; exit 3', [], 3, 'complete'),
        ('rank 0 1', [], 70, 'crashed'),
        ('rank 0 1 "$error"', [], 66, 'crashed'),
        ('rank 0 1; exit 5', [], 5, 'crashed'),
        ('rank 0 1; kill -SEGV $$', [], 139, 'crashed'),
        ('rank 0 1; kill -KILL $$', [], 137, 'killed'),
        ('rank 0 1; sleep 60', ['--timeout=0.5'], 70, 'hung'),
        ('rank 0 1 "$error"; sleep 60', ['--timeout=0.5'], 66, 'hung'),
        ('trap "" TERM; rank 0 1; sleep 60 & wait; wait', ['--timeout=0.5'], 70, 'hung'),
        ('true', [], 70, 'unchecked'), ('exit 4', [], 4, 'unchecked'),
        ('sleep 60', ['--timeout', '0.3'], 70, 'unchecked')):
    outcome, report = run(script, *options)
    same((outcome.returncode, report and report['status']), (code, status),
         f'{" ".join(options)} {script}')
same([p.name for p in TMP.glob('fencepost-journals-*')], [], 'the journals are removed')
outcome, report = run('rank 0 1 "$end"; exit 0')
same(report['run']['command'][:2], ['sh', '-c'], 'the command is in the report')
ok(0 <= report['run']['seconds'] < 20, 'and its time')

# What the program sees.
outcome, _ = run('cat; echo to stderr >&2', stdin=(ROOT / 'LICENSE').open())
same(outcome.stdout, (ROOT / 'LICENSE').read_text(), 'standard input and output pass through')
has(outcome.stderr, 'to stderr\n', 'standard error too')
outcome, _ = run('echo "$LD_PRELOAD|$FENCEPOST_DIR|$FENCEPOST_HANG_TIMEOUT|$FENCEPOST_RECORD|'
                 '$FENCEPOST_TRACE"',
                 '--hang-timeout=7', '--record=rec', env={'LD_PRELOAD': 'libm.so.6'})
words = outcome.stdout.strip().split('|')
alone = run('echo "$LD_PRELOAD"', '--quiet')[0].stdout.strip()
same(alone, str((BUILD / 'libfencepost.so').resolve()), 'LD_PRELOAD is set')
same(words[0], f'{(BUILD / "libfencepost.so").resolve()}:libm.so.6', 'LD_PRELOAD goes before the user\'s own')
ok(words[1].startswith('/'), 'FENCEPOST_DIR is absolute', words)
same(words[2:], ['7', str(TMP / 'rec'), ''], 'options given are passed on, with absolute paths')
outcome, _ = run('echo "$FENCEPOST_QUIET"', env={'FENCEPOST_QUIET': '1'})
ok(outcome.stdout == '1\n' and not outcome.stderr, 'variables count as options', outcome.stderr)
outcome, _ = run('trap', '--quiet')
same(outcome.stdout, '', 'no signal is ignored or blocked')
blocked = run('exec grep -E "SigBlk|SigIgn" /proc/self/status', '--quiet')[0].stdout.split()
same(blocked[1], '0' * 16, 'the signal mask is as before')
same(fencepost('run', '--', 'true').returncode, 70, '-- ends the options')

# Open MPI's launcher has to be told what to pass on to other hosts.
(TMP / 'bin').mkdir()
launcher = TMP / 'bin' / 'orterun'
launcher.write_text('#!/bin/sh\necho "$OMPI_MCA_mca_base_env_list|$*"\n')
launcher.chmod(0o755)


def launch(*words, **env):
    path = f'{TMP}/bin:{os.environ["PATH"]}'
    outcome = fencepost('run', '--quiet', '--trace=mpi', 'orterun', *words, env=dict(env, PATH=path))
    listed, rest = outcome.stdout.strip().split('|')
    return sorted(filter(None, listed.split(';'))), rest, outcome.stderr


OURS = ['FENCEPOST_COURIER', 'FENCEPOST_DIR', 'FENCEPOST_QUIET', 'FENCEPOST_TRACE', 'LD_PRELOAD']
same(launch('-n', '2', 'a')[:2], ([], '-n 2 a'), 'Open MPI on this host needs nothing')
same(launch('-H', 'b', 'a')[:2], (OURS, '-H b a'), 'on other hosts it gets a list')
listed, rest, _ = launch('-x', 'PATH', '-H', 'b', 'a')
ok(not listed and rest.endswith('-x PATH -H b a') and sorted(rest.split()[1:2 * len(OURS):2]) == OURS,
   'beside a -x it gets more of these', rest)
listed, rest, said = launch('-H', 'b', 'a', OMPI_MCA_mca_base_env_list='X')
ok(listed == ['X'] and 'mca_base_env_list is set' in said, 'a list of the user stays', said)

# --journals.
d = TMP / 'kept' / 'deep'
outcome, report = run('rank 0 1 "$error" "$end"; exit 3', f'--journals={d}')
same(sorted(p.name for p in d.iterdir()), ['command.jsonl', 'rank-1f-0.jsonl'],
     '--journals keeps the journals')
_, again = merge(d)
same(again, report, 'from which merge makes the same report')
outcome = fencepost('run', f'--journals={d}', *touch)
one_line(outcome, 'another run', 'journals of another run are not mixed with ours')
(TMP / 'gone').mkdir()
outcome = fencepost('run', '--output=gone/r.json', '--journals=kept3', 'sh', '-c',
                    RANK + 'rank 0 1 "$end"; rmdir gone')
ok(outcome.returncode == 2 and f'the journals are kept in {TMP}/kept3' in outcome.stderr and
   (TMP / 'kept3' / 'rank-1f-0.jsonl').exists(),
   'a report that cannot be written: the journals are kept and their place said', outcome.stderr)


# `run` asks the ranks for records of the hang, and waits for them.
outcome, report = run('rank 0 1; while [ ! -e $FENCEPOST_DIR/dump ]; do sleep 0.05; done; sleep 1;'
                      'rank 0 1 \'{"record":"hang","thread":0,"call":"MPI_Recv","in_call":true}\';'
                      'sleep 60', '--timeout=0.5')
same((report['status'], [h['call'] for h in report['hangs']]), ('hung', ['MPI_Recv']),
     'at the timeout ranks are asked for hang records')
ok(1.4 < report['run']['seconds'] < 3.4, 'and waited for just as long as they need',
   report['run']['seconds'])


# Nothing is left running.
NAP = 900000 + os.getpid()


def running(word):
    return subprocess.run(['pgrep', '-f', word], capture_output=True, text=True).stdout.split()


def clean_up():
    for pid in running(f'^sleep {NAP}'):
        os.kill(int(pid), signal.SIGKILL)


atexit.register(clean_up)

for name, script, options in (
        ('at the timeout', f'setsid sleep {NAP} & setsid setsid sleep {NAP} & sleep {NAP}',
         ['--timeout=0.5']),
        ('when the command ended', f'setsid sleep {NAP} & exit 0', []),
        ('when the command was killed', f'(trap "" TERM; setsid sleep {NAP}) & kill -9 $$', [])):
    before = time.monotonic()
    outcome, report = run(script, *options)
    same(running(f'^sleep {NAP}'), [], f'nothing is left running {name}')
    ok(time.monotonic() - before < 15, f'soon {name}')
shell = subprocess.run(['sh', '-c', f'sleep {NAP} & exec {FENCEPOST} run --output={TMP}/x.json '
                        'true'], stderr=subprocess.DEVNULL, timeout=30)
left = running(f'^sleep {NAP}')
same(len(left), 1, 'a child of the shell we replaced is not ours to end')
for pid in left:
    os.kill(int(pid), signal.SIGKILL)

# Signals.
for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
    output = TMP / f'signal-{number}.json'
    process = subprocess.Popen(
        [FENCEPOST, 'run', f'--output={output}', 'sh', '-c', RANK +
         'trap "echo got; exit 9" INT TERM HUP; rank 0 1; echo up; while :; do sleep 0.05; done'],
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    process.stdout.readline()
    process.send_signal(number)
    out, _ = process.communicate(timeout=30)
    report = json.loads(output.read_text())
    same((process.returncode, out, report['status']), (9, 'got\n', 'killed'),
         f'{number.name} is passed on')
process = subprocess.Popen(['nohup', FENCEPOST, 'run', '--quiet', f'--output={TMP}/n.json', 'sh',
                            '-c', 'sleep 0.7; echo survived'], stdin=subprocess.DEVNULL,
                           stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
time.sleep(0.3)
process.send_signal(signal.SIGHUP)
same(process.communicate(timeout=30)[0], 'survived\n', 'under nohup, SIGHUP stays ignored')
process = subprocess.Popen([FENCEPOST, 'run', f'--output={TMP}/k.json', 'sleep', str(NAP)],
                           stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
time.sleep(0.5)
process.kill()
process.wait()
for _ in range(50):
    if not running(f'^sleep {NAP}'):
        break
    time.sleep(0.1)
same(running(f'^sleep {NAP}'), [], 'when we are killed the command is ended')


# A terminal.
def terminal(*words):
    """Returns output and status of the command on a terminal; a line and Ctrl-C are typed there."""
    pid, fd = os.forkpty()
    if pid == 0:
        os.execv(words[0], words)
    out, typed, end = b'', 0, time.monotonic() + 20
    while time.monotonic() < end:
        if select.select([fd], [], [], 0.1)[0]:
            try:
                out += os.read(fd, 4096)
            except OSError:
                break
        for n, (prompt, keys) in enumerate(((b'up', b'hello\n'), (b'read hello', b'\x03'))):
            if typed == n and prompt in out:
                os.write(fd, keys)
                typed += 1
    return out.decode(), os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


output = TMP / 'terminal.json'
out, code = terminal(str(FENCEPOST), 'run', f'--output={output}', 'sh', '-c', RANK +
                     'rank 0 1; echo up; read line; echo read $line; exec sleep 60')
ok('read hello' in out, 'the program reads from the terminal', out)
ok(code == 130 and json.loads(output.read_text())['status'] == 'killed', 'Ctrl-C ends it',
   f'{code}\n{out}')

# Why nothing was checked.
(TMP / 'mpi.c').write_text('int MPI_Init(int *c, char ***v) { return c && v; }')
(TMP / 'use.c').write_text('int MPI_Init(int *, char ***); int main(void) { return 0 && '
                           'MPI_Init(0, 0); } int (*keep)(int *, char ***) = MPI_Init;')
(TMP / 'none.c').write_text('int main(void) { return 0; }')


def cc(*words):
    subprocess.run(['gcc', *words], cwd=TMP, check=True)


cc('-o', 'static-mpi', 'use.c', 'mpi.c')
cc('-static', '-o', 'static-all', 'none.c')
cc('-o', 'no-mpi', 'none.c')
cc('-shared', '-fPIC', '-Wl,-soname,libmpi.so.99', '-o', 'libmpi.so.99', 'mpi.c')
cc('-o', 'other-mpi', 'use.c', './libmpi.so.99', '-Wl,-rpath,$ORIGIN')
cc('-shared', '-fPIC', '-Wl,-soname,libmpi.so.40', '-o', 'libmpi.so.40', 'mpi.c')
cc('-o', 'known-mpi', 'use.c', './libmpi.so.40', '-Wl,-rpath,$ORIGIN')
for words, part in ((['./static-mpi'], './static-mpi has MPI linked into it statically'),
                    (['env', './static-mpi'], './static-mpi has MPI linked into it statically'),
                    (['./static-all'], './static-all is linked statically'),
                    (['./other-mpi'], './other-mpi uses libmpi.so.99'),
                    (['./known-mpi'], './known-mpi uses MPI, but'),
                    (['./no-mpi'], './no-mpi itself does not use MPI'),
                    (['env', '-u', 'LD_PRELOAD', './known-mpi'], 'LD_PRELOAD was not passed on')):
    outcome = fencepost('run', '--output=why.json', *words)
    report = json.loads((TMP / 'why.json').read_text())
    ok(outcome.returncode == 70 and report['status'] == 'unchecked' and
       part in report['status_detail'], f'unchecked: {" ".join(words)}', report['status_detail'])
done()
