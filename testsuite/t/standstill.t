#!/usr/bin/python3
"""Programs that can never go on end by themselves, with the finding; programs that only take their
time do not (report/cli/live.h). A signal that ends a run ends it with what is known by then."""
import concurrent.futures
import signal
import subprocess
import time

from live import FENCEPOST, MPIS, YIELDING, compiled, done, folder, ok, report, run

# (program, ranks, finding)
STANDS = [('ring', 3, 'deadlock'), ('synchronous', 2, 'deadlock'), ('tags', 2, 'deadlock'),
          ('missing', 3, 'deadlock'), ('barrier', 2, 'deadlock'), ('calls', 2, 'deadlock'),
          ('either', 2, 'deadlock'), ('every', 2, 'deadlock'), ('start', 2, 'start-without-post'),
          ('post', 2, 'post-without-start'), ('fence', 2, 'deadlock'), ('threads', 2, 'deadlock')]
# (program, exit status natively)
SLOW = [('slow-send', 0), ('slow-barrier', 0), ('slow-clock', 0), ('slow-thread', 0)]


def started(mpi, where, program, name, ranks, *options):
    out = where / f'{name}{len(options)}.json'
    began = time.monotonic()
    r = run(FENCEPOST, 'run', f'--output={out}', *options, f'mpiexec.{mpi}', '-n', ranks, program, name,
            cwd=where)
    return r, report(out), time.monotonic() - began


def stands(mpi, where, program, name, ranks, slug):
    r, rep, _ = started(mpi, where, program, name, ranks)
    found = [f['id'] for f in rep['findings']]
    lines = [at.get('line', 0) for f in rep['findings'] for at in f['locations']]
    return (r.returncode == 66 and found == [slug] and rep['status'] == 'hung' and all(lines) and
            'no rank can ever go on' in r.stderr and 'waits in MPI_' in r.stderr,
            f'{mpi}: {name} is ended', r.returncode, found, rep['status'], r.stderr[-2000:])


def slow(mpi, where, program, name, status):
    r, rep, _ = started(mpi, where, program, name, 2)
    return (r.returncode == status and not rep['findings'] and rep['status'] == 'complete' and
            'no rank can' not in r.stderr and r.stdout.endswith('done\n'),
            f'{mpi}: {name} is not', r.returncode, rep['status'], r.stderr[-2000:])


def alarm(mpi, where, program):
    """The handler of an alarm may end the wait, and here does."""
    r, rep, took = started(mpi, where, program, 'slow-alarm', 2)
    return (took > 10 and 'no rank can' not in r.stderr and rep['status'] != 'hung',
            f'{mpi}: a program with an alarm is not', r.returncode, rep['status'], took, r.stderr[-2000:])


def reported(mpi, where, program):
    r, rep, took = started(mpi, where, program, 'ring', 2, '--on-deadlock=report', '--timeout=12')
    return (took > 11 and 'no rank can ever go on' in r.stderr and rep['status'] == 'hung' and
            [f['id'] for f in rep['findings']] == ['deadlock'] and '--timeout' in r.stderr,
            f'{mpi}: --on-deadlock=report only says so', r.returncode, rep['status'], took, r.stderr[-2000:])


def terminated(mpi, where, program):
    """Three seconds after its beginning nothing is written yet of who waits for whom. On a busy machine
    the verdict was not certain by then once, although both ranks were in their calls."""
    for seconds in 3, 6, 12:
        result = ended(mpi, where, program, seconds)
        if result[0]:
            break
    return result


def ended(mpi, where, program, seconds):
    out = where / 'terminated.json'
    p = subprocess.Popen([FENCEPOST, 'run', f'--output={out}', f'mpiexec.{mpi}', '-n', '2', program, 'ring'],
                         cwd=where, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    time.sleep(seconds)
    p.send_signal(signal.SIGTERM)
    err = p.communicate()[1]
    rep = report(out)
    return ([f['id'] for f in rep['findings']] == ['deadlock'] and rep['status'] == 'killed',
            f'{mpi}: SIGTERM ends it with the finding', p.returncode, rep['status'], err[-2000:])


def polls(mpi, where, program):
    r, rep, _ = started(mpi, where, program, 'polls', 2, '--timeout=60')
    return (rep['status'] == 'hung' and [f['id'] for f in rep['findings']] == ['deadlock'],
            f'{mpi}: loops of tests are ended', r.returncode, rep['status'], r.stderr[-2000:])


with concurrent.futures.ThreadPoolExecutor(4) as pool:  # most of them sleep
    jobs = []
    for mpi in MPIS:
        where = folder(f'standstill-{mpi}')
        program = compiled(mpi, 'standstill.c', where, '-Wno-stringop-overflow', '-pthread', *YIELDING[mpi])
        poll = compiled(mpi, 'standstill_poll.c', where)
        jobs += [pool.submit(stands, mpi, where, program, *row) for row in STANDS]
        jobs += [pool.submit(slow, mpi, where, program, *row) for row in SLOW]
        jobs += [pool.submit(f, mpi, where, program) for f in (alarm, reported, terminated)]
        jobs.append(pool.submit(polls, mpi, where, poll))
    for job in jobs:
        good, name, *why = job.result()
        ok(good, name, *why)
done()
