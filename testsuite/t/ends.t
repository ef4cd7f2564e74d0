#!/usr/bin/python3
"""However a run ends, the report must have the findings made before, and its status must say what
has happened: with both MPIs, with `fencepost run` and with a bare LD_PRELOAD."""
from live import BUILD, FENCEPOST, MPIS, YIELDING, compiled, done, folder, loses_status, ok, report, run, slugs

# how, exit status (None: any but 0), report status, words of the detail
ENDS = [
    ('normal', 66, 'complete', 'MPI_Finalize'),
    ('return', 5, 'complete', 'MPI_Finalize'),
    ('abort', 3, 'crashed', 'MPI_Abort with code 3'),
    ('exit', 3, 'crashed', 'exit(3)'),
    ('_exit', 3, 'crashed', '_exit(3)'),
    ('segv', 139, 'crashed', 'ignal 11'),
    ('kill', None, 'killed', 'ignal 9'),
    ('kill-mpiexec', 137, 'killed', 'ignal 9'),
    ('hang', 66, 'hung', '--timeout'),
]


def check_end(mpi, program, where, loses, how, status, said, detail):
    options = ['--quiet', f'--output={where / (how + ".json")}']
    if how == 'hang':
        options += ['--timeout=9', '--on-deadlock=report']
    r = run(FENCEPOST, 'run', *options, f'mpiexec.{mpi}', '-n', 2, program, how, cwd=where)
    rep = report(where / f'{how}.json')
    good = rep['status'] == said and detail in rep.get('status_detail', '')
    if loses and how == 'kill':
        good |= rep['status'] == 'crashed' and 'without MPI_Finalize' in rep['status_detail']
    exit_good = r.returncode == status if status is not None else r.returncode not in (0, None)
    # Open MPI and MPICH may pass on another status than that of the rank
    if how in ('abort', 'exit', '_exit', 'segv') and r.returncode not in (0, 66, None):
        exit_good = True
    if loses and how == 'segv' and r.returncode == 66:
        exit_good = True
    expected = ['deadlock'] * (how == 'hang') + ['op-outside-epoch']
    ok(good and exit_good and sorted(f['id'] for f in rep['findings']) == expected,
       f'{mpi}: {how}', f"status {rep['status']}: {rep.get('status_detail')}",
       f'exit {r.returncode}', f"findings {[f['id'] for f in rep['findings']]}", r.stderr[-600:])


def check_slow_abort(program, where):
    """The library may take its time to end all processes: the others do not wait in vain."""
    out = where / 'slow.json'
    r = run(FENCEPOST, 'run', '--quiet', f'--output={out}', 'mpiexec.openmpi', '-n', 2, program, 'fail', cwd=where,
            env={'OMPI_MCA_mpi_abort_delay': '6'})
    rep = report(out)
    ok(rep['status'] == 'crashed' and 'MPI_Sendrecv failed at rank 0' in rep['status_detail'] and
       sorted(f['id'] for f in rep['findings']) == ['message-truncated', 'op-outside-epoch'],
       'while the library ends the processes no deadlock is told, and nobody else ends them', r.returncode,
       rep.get('status_detail'), [f['id'] for f in rep['findings']], r.stderr[-600:])


def check_bare(mpi, program, where):
    env = {'LD_PRELOAD': str(BUILD / 'libfencepost.so')}
    r = run(f'mpiexec.{mpi}', '-n', 2, program, 'normal', cwd=where, env=env)
    ok(r.returncode == 0 and slugs(where / 'fencepost-report.json') == ['op-outside-epoch'],
       f'{mpi}: a bare LD_PRELOAD writes the report', r.returncode, r.stderr[-600:])
    ok('op-outside-epoch' in r.stderr and 'ends.c:' in r.stderr,
       f'{mpi}: and prints the summary', r.stderr[-600:])
    ok(not list(where.glob('fencepost-journals*')), f'{mpi}: and removes the journals',
       *where.iterdir())
    r = run(f'mpiexec.{mpi}', '-n', 2, program, 'abort', cwd=where, env=env)
    left = list(where.glob('fencepost-journals*'))
    ok(r.returncode and len(left) == 1,  # the launcher may drop the line that says so
       f'{mpi}: a bare run that aborts keeps them', r.stderr[-600:], *left)
    m = run(FENCEPOST, 'merge', '--quiet', '--output=late.json', left[0] if left else 'none',
            cwd=where)
    rep = report(where / 'late.json')
    ok(m.returncode == 66 and rep['status'] == 'crashed' and
       [f['id'] for f in rep['findings']] == ['op-outside-epoch'],
       f'{mpi}: fencepost merge makes the report then', m.returncode, m.stderr)


def check_replay(mpi, program, where):
    live, again = where / 'live.json', where / 'again.json'
    run(FENCEPOST, 'run', '--quiet', f'--output={live}', f'--record={where / "trace"}',
        f'mpiexec.{mpi}', '-n', 2, program, cwd=where)
    r = run(FENCEPOST, 'replay', '--quiet', f'--output={again}', where / 'trace', cwd=where)
    a, b = report(live), report(again)
    ok(r.returncode == 66 and a['findings'] and a['findings'] == b['findings'],
       f'{mpi}: replay gives the same findings', r.returncode, r.stderr, a['findings'],
       b['findings'])
    r = run(FENCEPOST, 'run', f'--record={where / "trace"}', 'true', cwd=where)
    ok(r.returncode == 2 and r.stderr.count('\n') == 1 and 'another run' in r.stderr,
       f'{mpi}: traces of two runs are not mixed', r.returncode, r.stderr)
    r = run(FENCEPOST, 'run', '--record=/proc/here', 'true', cwd=where)
    ok(r.returncode == 2 and r.stderr.count('\n') == 1, f'{mpi}: nowhere to record is one line',
       r.returncode, r.stderr)
    r = run(FENCEPOST, 'replay', '--print', where / 'trace', cwd=where)
    lines = r.stdout.splitlines()
    ok(r.returncode == 0 and not r.stderr and
       any(line.startswith('rank=0 seq=') and ' create leave MPI_Win_' in line for line in lines) and
       all(' enter' in line or ' leave' in line for line in lines),
       f'{mpi}: replay --print shows the events', r.returncode, r.stderr, *lines[:20])
    trace = sorted((where / 'trace').iterdir())[0]
    trace.write_bytes(trace.read_bytes()[:-7])
    r = run(FENCEPOST, 'replay', '--quiet', f'--output={again}', where / 'trace', cwd=where)
    ok(r.returncode == 2 and trace.name in r.stderr and r.stderr.count('\n') == 1,
       f'{mpi}: a damaged trace is one line and exit 2', r.returncode, r.stderr)
    trace.write_bytes(trace.read_bytes()[:7] + b'\1' + trace.read_bytes()[8:])
    r = run(FENCEPOST, 'replay', '--quiet', f'--output={again}', where / 'trace', cwd=where)
    ok(r.returncode == 2 and 'another version' in r.stderr and r.stderr.count('\n') == 1,
       f'{mpi}: a trace of another version is one line and exit 2', r.returncode, r.stderr)


def check_watch(mpi, program, where):
    out = where / 'watch.json'
    r = run('timeout', '-s', 'INT', 16, FENCEPOST, 'run', '--quiet', f'--output={out}',
            '--hang-timeout=1', '--on-deadlock=report', f'mpiexec.{mpi}', '-n', 2, program, 'hang', cwd=where)
    rep = report(out)
    hangs = [(h['rank'], h['call'], h['function'], h['line'] is not None)
             for h in rep.get('hangs', [])]
    ok(rep['status'] == 'killed' and
       hangs == [(0, 'MPI_Recv', 'main', True), (1, 'MPI_Barrier', 'main', True)],
       f'{mpi}: --hang-timeout notes who sits where, before anybody asks', r.returncode,
       rep['status'], hangs, r.stderr[-600:])


def check_unchecked(where):
    out = f'--output={where / "plain.json"}'
    r = run(FENCEPOST, 'run', '--quiet', out, 'sh', '-c', 'echo same; exit 0', cwd=where)
    ok(r.returncode == 70 and r.stdout == 'same\n' and
       report(where / 'plain.json')['status'] == 'unchecked',
       'a program without MPI runs unchanged; status unchecked, exit 70', r.returncode, r.stdout,
       r.stderr)
    r = run('sh', '-c', 'echo same', cwd=where, env={'LD_PRELOAD': str(BUILD / 'libfencepost.so')})
    ok(r.returncode == 0 and r.stdout == 'same\n' and not r.stderr,
       'and so it does under a bare LD_PRELOAD', r.stdout, r.stderr)


def check_not_intercepted(mpi, program, where):
    out = where / 'hidden.json'
    r = run(FENCEPOST, 'run', '--quiet', f'--output={out}', f'mpiexec.{mpi}', '-n', 2, 'env', '-u',
            'LD_PRELOAD', program, cwd=where)
    ok(r.returncode == 70 and report(out)['status'] == 'unchecked',
       f'{mpi}: LD_PRELOAD not passed on: unchecked, exit 70', r.returncode,
       report(out)['status'], r.stderr[-400:])


def main():
    for mpi in MPIS:
        where = folder(f'ends-{mpi}')
        program = compiled(mpi, 'ends.c', where, *YIELDING[mpi])
        loses = loses_status(mpi, program, 'segv', cwd=where)
        for how, status, said, detail in ENDS:
            check_end(mpi, program, where, loses, how, status, said, detail)
        check_bare(mpi, program, where)
        check_watch(mpi, program, where)
        check_replay(mpi, program, where)
        check_not_intercepted(mpi, program, where)
        if mpi == 'openmpi':
            check_slow_abort(program, where)
    check_unchecked(folder('plain'))
    done()


main()
