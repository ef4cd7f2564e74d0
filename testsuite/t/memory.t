#!/usr/bin/python3
"""--memory-model and --max-memory, in runs and in replays, and how much memory many requests take,
with both MPIs."""
import shutil

from live import FENCEPOST, MPIS, YIELDING, compiled, done, folder, ok, report, run, slugs

MODELS = [('auto', 0, 'note'), ('unified', 0, 'note'), ('separate', 66, 'error')]


def judged(where, mpi, program, *options, argument=()):
    """Returns the report of a run and that of its replay."""
    shutil.rmtree(where / 'trace', ignore_errors=True)
    r = run(FENCEPOST, 'run', '--quiet', '--output=live.json', '--record=trace', *options,
            f'mpiexec.{mpi}', '-n', 2, program, *argument, cwd=where)
    p = run(FENCEPOST, 'replay', '--quiet', '--output=again.json', 'trace', cwd=where)
    return r, report(where / 'live.json'), p, report(where / 'again.json')


def check_models(mpi, program, where):
    for model, status, severity in MODELS:
        r, live, p, again = judged(where, mpi, program, f'--memory-model={model}')
        got = [(f['severity'], f['standard'].get('correctness_rule')) for f in live['findings']]
        ok(r.returncode == p.returncode == status and got == [(severity, 3)],
           f'{mpi}: --memory-model={model} decides', r.returncode, p.returncode, got, r.stderr)
        ok(live['findings'] == again['findings'], f'{mpi}: and decides in the replay',
           live['findings'], again['findings'])


def forgotten(rep):
    words = [t.split(' ', 1) for t in rep['run']['precision'] if '--max-memory' in t]
    return int(words[0][0]) if len(words) == 1 else 0


def check_bound(mpi, program, where):
    r, live, p, again = judged(where, mpi, program, '--trace=mpi', '--max-memory=64K',
                               argument=['many'])
    ok(r.returncode == 0 and 1000 < forgotten(live) < 20000,
       f'{mpi}: the report says how many accesses were forgotten', r.returncode,
       live['run']['precision'])
    ok(forgotten(again) == forgotten(live), f'{mpi}: so does that of the replay',
       again['run']['precision'])
    for options in ([], ['--max-memory=0']):
        r, live, p, again = judged(where, mpi, program, '--trace=mpi', *options,
                                   argument=['many'])
        ok(r.returncode == 0 and not live['run']['precision'] and not again['run']['precision'],
           f'{mpi}: nothing is forgotten with {options or "256M"}', live['run']['precision'])


def check_requests(mpi, where):
    program = compiled(mpi, 'requests.c', where, *YIELDING[mpi])
    r = run(FENCEPOST, 'run', '--quiet', '--output=requests.json', f'mpiexec.{mpi}', '-n', 1,
            program, cwd=where)
    grown = r.stdout.split()
    ok(r.returncode == 0 and not report(where / 'requests.json')['findings'] and
       len(grown) == 1 and int(grown[0]) < 1024,
       f'{mpi}: a million requests take no more than a hundred thousand', r.stdout, r.stderr)


def check_usage(where):
    for value in ('', '1.5G', '-1', '12X', 'all'):
        r = run(FENCEPOST, 'run', f'--max-memory={value}', 'true', cwd=where)
        ok(r.returncode == 2 and r.stderr.count('\n') == 1 and '--max-memory: not a size' in r.stderr,
           f'--max-memory={value} is one line and exit 2', r.returncode, r.stderr)
    r = run(FENCEPOST, 'run', 'true', cwd=where, env={'FENCEPOST_MAX_MEMORY': 'much'})
    ok(r.returncode == 2 and 'FENCEPOST_MAX_MEMORY: not a size' in r.stderr,
       'so is FENCEPOST_MAX_MEMORY=much', r.returncode, r.stderr)


def main():
    check_usage(folder('usage'))
    for mpi in MPIS:
        where = folder(f'memory-{mpi}')
        program = compiled(mpi, 'memory.c', where, *YIELDING[mpi])
        check_models(mpi, program, where)
        check_bound(mpi, program, where)
        check_requests(mpi, where)
    done()


main()
