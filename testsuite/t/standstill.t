#!/usr/bin/python3
"""Programs that can never go on end by themselves, with the finding; programs that only take their
time do not (report/cli/live.h). A signal that ends a run ends it with what is known by then.

standstill.t [--all [--each=N] [--load=N] [--only=FILE]]: all programs, or those of slow.c, slow_pairs.c
or never*.c (never.c), with up to 8 ranks, beside N processes that only compute; of slow_pairs.c each N-th. `make
check` runs a sample."""
import argparse
import concurrent.futures
import re
import signal
import subprocess
import time

from live import (BUILD, FENCEPOST, MPIS, PROGRAMS, YIELDING, busy, compiled, done, folder, ok, report, run, some)
from standing import LEAST, NEVER_SOURCES, STANDS, names, never_rows

SLOW = ['slow-send', 'slow-barrier', 'slow-clock', 'slow-thread']
SAMPLE = ('group', 'group-tags', 'file-write', 'disconnect', 'file-begun', 'file-ordered', 'bridge-tags', 'own-lock', 'source', 'joined', 'parallel', 'generalized', 'beside-messages', 'beside-barrier', 'lock-kept')
SLOW_SAMPLE = ('semaphore', 'woken', 'limited', 'both-then', 'buffers-apart', 'own-lock-kept', 'file-late', 'file-begun-late', 'file-busy', 'group-late')
POLLS = ((), ('probe',), ('status',), ('turn',), ('window',))
READS = (('update', 22, 'hung', ['deadlock']), ('reads', 100, 'complete', []))
PAIRS = ('flushes:tests', 'waits-child:flush', 'probes-works:probes', 'sleeps-openmp:lock')  # the sample


def started(mpi, where, program, name, ranks, *options, words=()):
    out = where / f'{program.stem}-{name}-{ranks}-{len(options)}.json'
    began = time.monotonic()
    r = run(FENCEPOST, 'run', f'--output={out}', *options, f'mpiexec.{mpi}', '-n', ranks, program, name,
            *words, cwd=where)
    return r, report(out), time.monotonic() - began


def stands(mpi, where, program, name, ranks, expected, *words):
    r, rep, took = started(mpi, where, program, name, ranks, '--timeout=120', words=words)
    found = sorted(f['id'] for f in rep['findings'])
    lines = [at.get('line', 0) for f in rep['findings'] for at in f['locations']]
    return (r.returncode == 66 and found == expected and rep['status'] == 'hung' and all(lines) and
            'can never come to its end' in r.stderr and 'waits in MPI_' in r.stderr and
            (name != 'source' or 'names another source' in rep['findings'][0]['message']) and
            (took < 15 or options.load or not options.all),
            f'{mpi}: {name} of {ranks} ranks is ended', r.returncode, found, rep['status'], took,
            r.stderr[-2000:])


def slow(mpi, where, program, name, ranks=2, *words):
    r, rep, _ = started(mpi, where, program, name, ranks, words=words)
    return (r.returncode == 0 and not rep['findings'] and rep['status'] == 'complete' and
            'can never come' not in r.stderr and r.stdout.endswith('done\n'),
            f'{mpi}: {name} of {ranks} ranks is not', r.returncode, rep['status'],
            [f['id'] for f in rep['findings']], r.stderr[-2000:])


def alarm(mpi, where, program):
    """The handler of an alarm may end the wait, and here does."""
    r, rep, took = started(mpi, where, program, 'slow-alarm', 2)
    return (took > 10 and 'can never come' not in r.stderr and rep['status'] != 'hung',
            f'{mpi}: a program with an alarm is not', r.returncode, rep['status'], took, r.stderr[-2000:])


def reported(mpi, where, program):
    r, rep, took = started(mpi, where, program, 'ring', 2, '--on-deadlock=report', '--timeout=12')
    return (took > 11 and 'can never come to its end' in r.stderr and rep['status'] == 'hung' and
            [f['id'] for f in rep['findings']] == ['deadlock'] and '--timeout' in r.stderr,
            f'{mpi}: --on-deadlock=report only says so', r.returncode, rep['status'], took, r.stderr[-2000:])


def terminated(mpi, where, program):
    """Both ranks have only just entered the calls that never return."""
    out = where / 'terminated.json'
    p = subprocess.Popen([FENCEPOST, 'run', f'--output={out}', f'mpiexec.{mpi}', '-n', '2', program, 'told'],
                         cwd=where, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                         stderr=subprocess.PIPE, text=True)
    said = [p.stdout.readline() for _ in range(2)]
    time.sleep(0.3)
    p.send_signal(signal.SIGTERM)
    err = p.communicate()[1]
    rep = report(out)
    return ([f['id'] for f in rep['findings']] == ['deadlock'] and rep['status'] == 'killed',
            f'{mpi}: SIGTERM ends it with the finding', said, p.returncode, rep['status'], err[-2000:])


def idle(mpi, where, program):
    """Nobody knows whether rank 1 will ever come, so it is only said who waits for it."""
    r, rep, _ = started(mpi, where, program, 'slow-send', 2, '--hang-timeout=5')
    return (r.returncode == 0 and not rep['findings'] and 'no progress for 5 s' in r.stderr and
            'rank 0 waits in MPI_Recv (standstill.c:' in r.stderr and
            re.search(r'rank 1 is not in an MPI call; its last call was \w+ \(standing\.h:\d+\)', r.stderr),
            f'{mpi}: who waits is said after --hang-timeout', r.returncode, r.stderr[-2000:])


def bare(mpi, where, program):
    """Without `fencepost run` a process of rank 0 watches, of which the program sees nothing."""
    own = where / 'bare'
    own.mkdir()
    env = {'LD_PRELOAD': str(BUILD / 'libfencepost.so')}
    r = run(f'mpiexec.{mpi}', '-n', 2, program, 'alone', cwd=own, env=env)
    rep = report(own / 'fencepost-report.json')
    return (r.returncode not in (0, None) and rep['status'] == 'hung' and 'status      hung' in r.stderr and
            [f['id'] for f in rep['findings']] == ['deadlock'] and 'never come to its end' in r.stderr and
            'no children' in r.stdout and [path.name for path in own.iterdir()] == ['fencepost-report.json'],
            f'{mpi}: a bare LD_PRELOAD ends it', r.returncode, rep['status'], r.stdout, r.stderr[-2000:],
            list(own.iterdir()))


def bare_slow(mpi, where, program):
    own = where / 'bare-slow'
    own.mkdir()
    env = {'LD_PRELOAD': str(BUILD / 'libfencepost.so')}
    r = run(f'mpiexec.{mpi}', '-n', 2, program, 'slow-send', cwd=own, env=env)
    rep = report(own / 'fencepost-report.json')
    return (r.returncode == 0 and rep['status'] == 'complete' and not rep['findings'] and
            'can never come' not in r.stderr and
            [path.name for path in own.iterdir()] == ['fencepost-report.json'],
            f'{mpi}: a bare LD_PRELOAD lets a slow program be', r.returncode, rep['status'], r.stderr[-2000:],
            list(own.iterdir()))


def polls(mpi, where, program, *words):
    out = where / f'polls{"-".join(words)}.json'
    # at level pages each MPI_Win_test takes as long as much work of the program
    level = '--trace=mpi' if 'window' in words else '--trace=auto'
    r = run(FENCEPOST, 'run', f'--output={out}', '--timeout=60', level, f'mpiexec.{mpi}', '-n', 2, program, *words,
            cwd=where)
    rep = report(out)
    return (rep['status'] == 'hung' and [f['id'] for f in rep['findings']] == ['deadlock'],
            f'{mpi}: a loop of {words or "tests"} is ended', r.returncode, rep['status'], r.stderr[-2000:])


def reads(mpi, where, program, way, seconds, status, ids):
    """Whether a loop that reads a window waits or counts nobody knows while it runs."""
    out = where / f'{way}.json'
    r = run(FENCEPOST, 'run', f'--output={out}', f'--timeout={seconds}', f'mpiexec.{mpi}', '-n', 2, program, way,
            cwd=where)
    rep = report(out)
    return (rep['status'] == status and [f['id'] for f in rep['findings']] == ids and
            'can never come' not in r.stderr,
            f'{mpi}: a loop that reads a window ({way}) is not ended', r.returncode, rep['status'], r.stderr[-2000:])


def language(mpi, where, program, line):
    """The handlers of a language's runtime are no reason to wait, and its lines are told."""
    out = where / f'{program.name}.json'
    words = ('/usr/bin/python3', program) if program.suffix == '.py' else (program,)
    r = run(FENCEPOST, 'run', f'--output={out}', '--timeout=60', f'mpiexec.{mpi}', '-n', 3, *words, cwd=where)
    rep = report(out)
    lines = [at.get('line') for f in rep['findings'] for at in f['locations']]
    return (r.returncode == 66 and [f['id'] for f in rep['findings']] == ['deadlock'] and
            'can never come to its end' in r.stderr and set(lines) == {line},
            f'{mpi}: {program.name} is ended', r.returncode, rep['status'], lines, r.stderr[-2000:])


def never_jobs(pool, mpi, where):
    programs = {source: compiled(mpi, source, where, '-Wno-stringop-overflow', '-fopenmp', *YIELDING[mpi])
                for source in NEVER_SOURCES}
    for source, name, least, expected, words in never_rows(mpi):
        if not options.all and name not in SAMPLE[MPIS.index(mpi)::2]:
            continue
        for ranks in sorted({least, 8} if options.all else {least}):
            yield pool.submit(stands, mpi, where, programs[source], name, ranks, expected, *words)


def slow_jobs(pool, mpi, where):
    program = compiled(mpi, 'slow.c', where, '-Wno-stringop-overflow', '-pthread', *YIELDING[mpi])
    sample = SLOW_SAMPLE[MPIS.index(mpi)::2]
    for name in names('slow.c'):
        least = LEAST.get(name, 2)
        for ranks in (least, 4, 5) if options.all else (least,) if name in sample else ():
            yield pool.submit(slow, mpi, where, program, name, ranks)


def pair_jobs(pool, mpi, where):
    """Each way to be late with each way to wait for that, on one of the libraries, for 5 to 8 s."""
    program = compiled(mpi, 'slow_pairs.c', where, '-Wno-stringop-overflow', '-fopenmp', *YIELDING[mpi])
    number = 0
    for i, way in enumerate(names('slow_pairs.c', 'ways')):
        for j, wait in enumerate(names('slow_pairs.c', 'waits')):
            chosen = f'{way}:{wait}' in PAIRS
            if MPIS[(i + j) % len(MPIS)] != mpi:
                continue
            number += 1
            if chosen or (options.all and number % options.each == 0):
                yield pool.submit(slow, mpi, where, program, f'{way}:{wait}', 2 + (i + 2 * j) % 4,
                                  5 + (i * 7 + j * 3) % 4)


def basic_jobs(pool, mpi, where):
    program = compiled(mpi, 'standstill.c', where, '-Wno-stringop-overflow', '-pthread', *YIELDING[mpi])
    poll = compiled(mpi, 'standstill_poll.c', where, *YIELDING[mpi])
    # a sample has half of them with each library
    part = some if not options.all else lambda items, every, part: items
    turn = MPIS.index(mpi)
    jobs = [pool.submit(stands, mpi, where, program, *row) for row in part(STANDS, 2, turn)]
    jobs += [pool.submit(slow, mpi, where, program, name) for name in part(SLOW, 2, turn)]
    others = (alarm, reported, terminated, idle, bare, bare_slow)
    jobs += [pool.submit(f, mpi, where, program) for f in part(others, 2, turn)]
    jobs += [pool.submit(polls, mpi, where, poll, *words) for words in part(POLLS, 2, turn)]
    jobs += [pool.submit(reads, mpi, where, poll, *way) for way in part(READS, 2, turn)]
    jobs.append(pool.submit(language, mpi, where, compiled(mpi, 'standing.F90', where), 10))
    if mpi == 'openmpi':  # that of Debian's mpi4py
        jobs.append(pool.submit(language, mpi, where, PROGRAMS / 'mpi4py/standstill.py', 11))
    return jobs


def jobs_of(pool, mpi):
    where = folder(f'standstill-{mpi}')
    made = {'': basic_jobs, 'never.c': never_jobs, 'slow.c': slow_jobs, 'slow_pairs.c': pair_jobs}
    return [job for name, jobs in made.items() if options.only in ('', name)
            for job in jobs(pool, mpi, where)]


arguments = argparse.ArgumentParser()
arguments.add_argument('--all', action='store_true')
arguments.add_argument('--only', default='')
arguments.add_argument('--each', type=int, default=1)
arguments.add_argument('--load', type=int, default=0)
options = arguments.parse_args()
with busy(options.load), concurrent.futures.ThreadPoolExecutor(4) as pool:  # most of them sleep
    for job in [job for mpi in MPIS for job in jobs_of(pool, mpi)]:
        good, name, *why = job.result()
        ok(good, name, *why)
done()
