#!/usr/bin/python3
"""Mishaps around a run: signals while the report is written, full file systems, two runs with the
same output, journals that name things that are no files. The ranks are shell scripts that write
journals into $FENCEPOST_DIR."""
import os
import pathlib
import signal
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from journals import *

ROOT_USER = os.geteuid() == 0


def ranks(directory, slug='lock-twice'):
    """Returns a script that writes the journals of two ranks with a finding to $FENCEPOST_DIR."""
    where = TMP / directory
    where.mkdir()
    for n in range(2):
        rank = Rank(where, n)
        if n == 0:
            rank.finding(slug, ('MPI_Win_lock', 'a.c', 3, 'main'))
        rank.end()
    return f'cp {where}/* "$FENCEPOST_DIR"'


def start(*words, env=None, cwd=None, **more):
    clean = {k: v for k, v in os.environ.items() if not k.startswith('FENCEPOST_')}
    return subprocess.Popen([FENCEPOST, *map(str, words)], cwd=cwd or TMP, stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE, text=True, stdin=subprocess.DEVNULL,
                            env={**clean, **(env or {})}, **more)


def wait_for(what, seconds=30):
    end = time.time() + seconds
    while time.time() < end:
        value = what()
        if value:
            return value
        time.sleep(0.05)
    return None


def read(path):
    try:
        return json.loads(pathlib.Path(path).read_text())
    except (OSError, ValueError) as error:
        return {'findings': [], 'status': str(error)}


script = ranks('good')

# Signals that come while the report is written: to a FIFO that nobody reads yet.
for number in signal.SIGINT, signal.SIGTERM, signal.SIGHUP:
    where = TMP / f'signal-{number}'
    where.mkdir()
    fifo = where / 'fifo'
    os.mkfifo(fifo)
    p = start('run', '--quiet', f'--output={fifo}', 'sh', '-c', script, cwd=where)
    ok(wait_for(lambda: any('job-end' in j.read_text() for j in where.glob('*/command.jsonl'))),
       f'{signal.Signals(number).name}: the program has ended')
    time.sleep(0.5)
    p.send_signal(number)
    p.send_signal(number)
    time.sleep(0.5)
    text = ''
    if p.poll() is None:
        with open(fifo) as stream:
            text = stream.read()
    p.communicate(timeout=30)
    ok('lock-twice' in text and p.returncode == 66,
       f'{signal.Signals(number).name} while the report is written does not lose it',
       f'{p.returncode} {text[:200]}')

# Two runs with one output.
def pair(old):
    out = TMP / f'same-{old}.json'
    if old == 'old':
        out.write_text('{}\n')
    other = out.with_name(f'same-{old}-2.json')
    go = TMP / f'go-{old}'
    slow = start('run', f'--output={out}', '--format=csv', 'sh', '-c',
                 f'{ranks(f"slow-{old}", "lock-type-invalid")}; touch {go}; '
                 f'while [ -e {go} ]; do sleep 0.05; done')
    wait_for(go.exists)
    quick = start('run', f'--output={out}', '--format=csv', 'sh', '-c', script)
    _, err = quick.communicate(timeout=60)
    go.unlink()
    _, late = slow.communicate(timeout=60)
    same((quick.returncode, slow.returncode), (66, 66), f'{old}: both runs have their exit status')
    same([f['id'] for f in read(out)['findings']], ['lock-twice'], f'{old}: the first report is whole')
    same([f['id'] for f in read(other)['findings']], ['lock-type-invalid'],
         f'{old}: the second is beside it')
    ok(str(other) in late and 'another run' in late and 'another run' not in err,
       f'{old}: the second run says where', late)
    ok(out.with_suffix('.csv').exists() and other.with_suffix('.csv').exists(),
       f'{old}: so are the other forms')


pair('new')
pair('old')
out = TMP / 'again.json'
for _ in range(2):
    fencepost('run', '--quiet', f'--output={out}', 'sh', '-c', script)
ok(not (TMP / 'again-2.json').exists(), 'one run after the other replaces the report')

# No room. A file system of its own, as root.
full = TMP / 'full'
full.mkdir()
for name, options, fill in (('blocks', 'size=8192', 'head -c 100000 /dev/zero >{}/big'),
                            ('files', 'nr_inodes=2', 'touch {}/one')):
    spare = TMP / f'spare-{name}'
    spare.mkdir()
    inner = (f'mount -t tmpfs -o {options} none {full} && {{ {fill.format(full)}; cd {full}; '
             f'{FENCEPOST} run sh -c \'echo it ran; {script}\'; }}')
    if not ROOT_USER or subprocess.run(['unshare', '-m', 'true'], capture_output=True).returncode:
        ok(True, f'no room ({name}) # SKIP no mount namespaces')
        continue
    r = subprocess.run(['unshare', '-m', 'sh', '-c', inner], capture_output=True, text=True, timeout=60,
                       env={**os.environ, 'TMPDIR': str(spare)}, stdin=subprocess.DEVNULL)
    ok('it ran' in r.stdout and r.returncode == 66, f'no room ({name}): the program is run and checked',
       f'{r.returncode} {r.stdout} {r.stderr}')
    reports = list(spare.glob('*.json'))
    ok(len(reports) == 1 and len(read(reports[0])['findings']) == 1 and str(reports[0]) in r.stderr,
       f'no room ({name}): the report is elsewhere, which is said', f'{reports} {r.stderr}')
    same([p.name for p in spare.iterdir() if p.suffix != '.json'], [], f'no room ({name}): no more is left')

# No room anywhere.
if ROOT_USER and not subprocess.run(['unshare', '-m', 'true'], capture_output=True).returncode:
    for code, status in ((0, 70), (3, 3)):
        r = subprocess.run(['unshare', '-m', 'sh', '-c',
                            f'mount -t tmpfs -o nr_inodes=1 none {full} && cd {full} && '
                            f'{FENCEPOST} run sh -c '
                            f'\'echo it ran "$FENCEPOST_DIR$LD_PRELOAD"; exit {code}\''],
                           capture_output=True, text=True, timeout=60, stdin=subprocess.DEVNULL,
                           env={**os.environ, 'TMPDIR': str(full)})
        ok(r.stdout == 'it ran \n' and r.returncode == status and 'without Fencepost' in r.stderr,
           f'no room anywhere: the program is run, exit {status}', f'{r.returncode} {r.stdout} {r.stderr}')

# A journal that names a FIFO as a module, or one whose debug link is a FIFO.
d = directory()
fifo = TMP / 'module.so'
os.mkfifo(fifo)
rank = Rank(d, 0, 1)
rank.finding('lock-twice', ('MPI_Win_lock', rank.stack(
    {'module': str(fifo), 'build_id': '', 'offset': 16}), 0))
rank.end()
try:
    outcome = fencepost('merge', f'--output={TMP / "fifo.json"}', d, timeout=20)
    same(outcome.returncode, 66, 'a FIFO as a module')
except subprocess.TimeoutExpired:
    ok(False, 'a FIFO as a module', 'it waits for ever')

source = TMP / 'a.c'
source.write_text('int main(void) { return 0; }\n')
program = TMP / 'linked'
subprocess.run(['gcc', source, '-o', program], check=True)
debug = TMP / 'linked.debug'
debug.write_text('x')
subprocess.run(['objcopy', '--remove-section=.note.gnu.build-id', f'--add-gnu-debuglink={debug}', program],
               check=True)
debug.unlink()
os.mkfifo(debug)
d = directory()
rank = Rank(d, 0, 1)
rank.finding('lock-twice', ('MPI_Win_lock', rank.stack(
    {'module': str(program), 'build_id': '', 'offset': 4400}), 0))
rank.end()
try:
    outcome = fencepost('merge', f'--output={TMP / "link.json"}', d, timeout=20)
    same(outcome.returncode, 66, 'a FIFO as a debug link')
except subprocess.TimeoutExpired:
    ok(False, 'a FIFO as a debug link', 'it waits for ever')
done()
