#!/usr/bin/python3
"""--schedules: what only other schedules show is found and marked, right programs do the same under all;
--schedule-seed shows one again."""
import collections
import pathlib
import re
import signal
import subprocess
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import schema
from live import FENCEPOST, MPIS, YIELDING, compiled, done, folder, ok, report, run

RANKS = collections.defaultdict(lambda: 3, head=2, ihead=2, put=2)
ALL = (0, 1, 2)  # seeds of the runs of a wrong program
# a hang takes some seconds, so each library has some of the programs
HANGS = {'mpich': ('head', 'probe'), 'openmpi': ('ihead', 'any')}


def words(mpi, program, where, what, *options):
    return [FENCEPOST, 'run', f'--output={where}/r.json', *options, f'mpiexec.{mpi}', '-n', str(RANKS[what]),
            program, what]


def with_seeds(rep, slug):
    """Returns the seeds with which the finding was made."""
    return {seed for f in rep['findings'] if f['id'] == slug
            for seed in f.get('schedules', {}).get('seeds', ALL)}


def check_wrong(mpi, program, where, what):
    r = run(*words(mpi, program, where, what, '--schedules=3', '--format=html,text'), cwd=where)
    rep = report(where / 'r.json')
    hung = [row['seed'] for row in rep.get('schedules', ()) if row['status'] == 'hung']
    wrong = schema.problems(rep)
    ok(not wrong, f'{mpi}: {what}: the report is as the schema says', *wrong)
    ok(rep['status'] == 'hung' and hung and 0 not in hung and r.returncode == 66,
       f'{mpi}: {what}: hangs under other schedules only', r.returncode, r.stderr)
    ok(with_seeds(rep, 'deadlock') == set(hung),
       f'{mpi}: {what}: the deadlock is named, and with which seeds', hung, rep['findings'])
    seeds = ', '.join(f'seed {seed}' for seed in hung)
    joined = ' '.join(r.stderr.split())
    html = (where / 'r.html').read_text()
    ok(f'in {len(hung)} of 3 schedules ({seeds}); --schedule-seed={hung[-1] if hung else 0} runs one again'
       in joined and '3 schedules: ' in joined and f'of 3 schedules ({seeds})' in html,
       f'{mpi}: {what}: the text and the page say so', r.stderr)
    again = run(*words(mpi, program, where, what, f'--schedule-seed={hung[0] if hung else 0}'), cwd=where)
    rep = report(where / 'r.json')
    ok(rep['status'] == 'hung' and with_seeds(rep, 'deadlock') and 'schedules' not in rep and
       rep['run']['schedule_seed'] == hung[0] and f'schedule seed {hung[0]}' in again.stderr and
       not schema.problems(rep),
       f'{mpi}: {what}: --schedule-seed shows it again', again.stderr)


def check_right(mpi, program, where, what):
    r = run(*words(mpi, program, where, what, '--schedules=5'), 'right', cwd=where)
    rep = report(where / 'r.json')
    rows = rep.get('schedules', ())
    ok(r.returncode == 0 and rep['status'] == 'complete' and not rep['findings'] and
       all((row['status'], row['exit'], row['output']) == ('complete', 0, 'same') for row in rows) and
       [row['seed'] for row in rows] == [0, 1, 2, 3, 4] and
       '5 schedules: 5 without findings, 0 with findings; no output differs' in ' '.join(r.stderr.split()),
       f'{mpi}: {what}: the right one does the same under all', r.returncode, r.stderr, rows)
    left = [p.name for p in where.iterdir() if 'journals' in p.name or p.suffix == '.out']
    ok(not left, f'{mpi}: {what}: nothing is left behind', *left)


def check_output(mpi, program, where, what, usual, other, code):
    """`code`: with which it ends then."""
    r = run(*words(mpi, program, where, what, '--schedules=4', '--fail-on=never'), cwd=where)
    rep = report(where / 'r.json')
    rows = [row for row in rep.get('schedules', ()) if row['output'] == 'other']
    ok(r.stdout == usual, f'{mpi}: {what}: what the first run prints is passed on', r.stdout, r.stderr)
    ok(rows and all(row['seed'] and row['exit'] == code for row in rows) and r.returncode == code,
       f'{mpi}: {what}: another output under other schedules', r.returncode, rep.get('schedules'))
    kept = [pathlib.Path(row['file']) for row in rows]
    ok(kept == [where / f"r.schedule-{row['seed']}.out" for row in rows] and
       all(p.read_text().startswith(other) for p in kept), f'{mpi}: {what}: which is kept',
       *((p, p.read_text()) for p in kept))
    ok('outputs differ: seed ' in ' '.join(r.stderr.split()) and
       (not code or f'exit status {code} instead of 0' in r.stderr), f'{mpi}: {what}: the text says so', r.stderr)
    for p in kept:
        p.unlink()


def check_reductions(mpi, program, where):
    """Another order of values is an order that is asked for."""
    for options, right, differs in ((), (), False), (('--reductions',), (), True), (('--reductions',), ('right',), False):
        r = run(*words(mpi, program, where, 'sum', '--schedules=7', *options), *right, cwd=where)
        rows = report(where / 'r.json').get('schedules', ())
        ok(r.returncode == 0 and any(row['output'] == 'other' for row in rows) == differs,
           f'{mpi}: sums with {" ".join((*options, *right)) or "no option"}', r.returncode, rows, r.stderr)
        for p in where.glob('r.schedule-*.out'):
            p.unlink()


def check_seeds(mpi, program, where):
    r = run(*words(mpi, program, where, 'any', '--schedules=3', '--seed=7', '--quiet'), 'right', cwd=where)
    rep = report(where / 'r.json')
    ok([row['seed'] for row in rep['schedules']] == [0, 7, 8] and not r.stderr,
       f'{mpi}: --seed chooses the first seed', rep['schedules'], r.stderr)
    for bad, said in ((('--schedules=x',), 'not a whole number'), (('--schedules=3', '--seed=0'), 'at least 1'),
                      (('--schedules=3', f'--record={where}/t'), 'for one run')):
        r = run(*words(mpi, program, where, 'any', *bad), cwd=where)
        ok(r.returncode == 2 and said in r.stderr, f'{mpi}: {" ".join(bad)[:25]} is refused', r.stderr)
    r = run(FENCEPOST, 'run', '--schedules=3', f'--output={where}/r.json', where / 'none', cwd=where)
    ok(r.returncode == 2 and 'cannot run' in r.stderr, f'{mpi}: a program that is not there', r.stderr)


def check_excuses(mpi, program, where):
    run(*words(mpi, program, where, 'head', '--schedules=2'), cwd=where)
    (where / 'r.json').rename(where / 'old.json')
    r = run(*words(mpi, program, where, 'head', '--schedules=2', f'--baseline={where}/old.json'), cwd=where)
    rep = report(where / 'r.json')
    ok(r.returncode == 70 and rep['summary']['error'] == 0 and rep['summary']['known'] == 2,
       f'{mpi}: --baseline excuses findings of all schedules', r.returncode, rep['summary'])


def check_interrupt(mpi, program, where):
    """The run that is under way is ended, and those before it are reported."""
    p = subprocess.Popen([str(w) for w in words(mpi, program, where, 'sleep', '--schedules=50')], cwd=where,
                         stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    told = next((line for line in p.stderr if 'schedule 2 of 50' in line), '')
    time.sleep(0.5)
    p.send_signal(signal.SIGTERM)
    out, err = p.communicate(timeout=60)
    rep = report(where / 'r.json')
    ok(told and 2 <= len(rep.get('schedules', ())) <= 3 and not list(where.glob('*journals*')),
       f'{mpi}: a signal ends the series, with a report', told, err, rep.get('schedules'))


for mpi in MPIS:
    where = folder(f'run-schedules-{mpi}')
    program = compiled(mpi, 'schedules.c', where, *YIELDING[mpi])
    for what in HANGS.get(mpi, ('head', 'any')):
        check_wrong(mpi, program, where, what)
        check_right(mpi, program, where, what)
    check_output(mpi, program, where, 'order', 'first 1\n', 'first 2\n', 3)
    check_reductions(mpi, program, where)
    check_output(mpi, program, where, 'put', '7\n', '0\n', 0)
    for what in ('order', 'put'):
        check_right(mpi, program, where, what)
    if mpi == MPIS[0]:
        check_seeds(mpi, program, where)
        check_excuses(mpi, program, where)
        check_interrupt(mpi, program, where)
done()
