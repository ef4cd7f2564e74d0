#!/usr/bin/python3
"""A rank that a signal ends: the report must have the signal, the stack and the other ranks' waits,
and the program must end as it does without Fencepost."""
import concurrent.futures

from live import BUILD, FENCEPOST, MPIS, YIELDING, compiled, done, folder, loses_status, ok, report, run

# (program, signal, functions of the stack; None: no record is expected)
CRASHES = [('null-pointer', 11, ('null_pointer', 'main')), ('aborts', 6, ('aborts', 'main')),
           ('divides', 8, ('divides', 'main')), ('inside', 11, ('inside', 'main')),
           ('frees-twice', 6, ('frees_twice', 'main')), ('in-thread', 11, ('null_pointer', 'crash')),
           ('killed', 11, ('killed', 'main')), ('restores', 11, ('null_pointer', 'restores')), ('overflows', 11, ()), ('handled', None, None)]


def ends(mpi, where, program, name, number, loses):
    """Returns the statuses with which the run may end. MPICH's launcher tells by luck that of the rank, that of a
    rank which it has ended itself, or in some versions none of a crash: Fencepost never does so."""
    seen = {run(f'mpiexec.{mpi}', '-n', 2, program, name, cwd=where).returncode for _ in range(2)}
    if mpi == 'mpich':
        seen |= {7, 9, 15, 137} | ({6, 11, number, 128 + number} if number else set())
    return seen - {0} | {70} if loses else seen


def crashes(mpi, where, program, loses, name, number, functions):
    out = where / f'{name}.json'
    expected = ends(mpi, where, program, name, number, loses)
    for _ in range(5):  # on a busy machine the launcher may tell only of the rank that it has killed
        r = run(FENCEPOST, 'run', f'--output={out}', f'mpiexec.{mpi}', '-n', 2, program, name, cwd=where)
        if functions is not None or loses or r.returncode != 9:
            break
    rep = report(out)
    crash = (rep.get('crashes') or [{}])[0]
    stack = [frame.get('function') for frame in crash.get('stack', [])]
    good = (not crash if functions is None else
            crash.get('signal') == number and crash.get('rank') == 1 and set(functions) <= set(stack) and
            crash.get('file', '').endswith('crash.c') and crash.get('line') and
            ('inside MPI_Send' in crash['text']) == (name == 'inside') and
            ('another process' in crash['text']) == (name == 'killed') and
            f'signal {number} ' in rep['status_detail'] and 'called from main (crash.c:' in crash['text'] and
            'crash       rank 1 was ended' in r.stderr and
            any('which has crashed' in text and 'rank 0 waits in MPI_Barrier' in text
                for text in rep.get('hang_analysis', [])))
    if name == 'overflows':  # whether there is a stack for the handler depends on the trace level
        good = crash.get('signal', 11) == 11
    if name == 'in-thread':
        good = crash.get('signal') == number and set(functions) <= set(stack)
    # a launcher that tells of a rank that it has killed, and no record of a crash
    killed = loses and functions is None and r.returncode == 9 and rep['status'] == 'killed'
    return (good and (rep['status'] == 'crashed' or killed) and r.returncode in expected, f'{mpi}: {name}', r.returncode,
            expected, rep['status'], rep.get('status_detail'), crash.get('text'), stack, r.stderr[-1500:])


def bare(mpi, where, program):
    """Without the command: the journals have the record."""
    r = run(f'mpiexec.{mpi}', '-n', 2, program, 'null-pointer', cwd=where,
            env={'LD_PRELOAD': str(BUILD / 'libfencepost.so'), 'FENCEPOST_JOURNALS': str(where / 'bare')})
    found = [path for path in where.glob('**/rank-*-1.jsonl') if '"record":"crash"' in path.read_text()]
    return found, f'{mpi}: under a bare LD_PRELOAD', r.returncode, r.stderr[-1500:]


def asks(mpi, where, program):
    """Whose handlers there are."""
    words = f'mpiexec.{mpi}', '-n', 2, program, 'asks'
    native = run(*words, cwd=where)
    r = run(FENCEPOST, 'run', '--quiet', f'--output={where}/asks.json', *words, cwd=where)
    return (native.stdout.count('\n') == 6 and (r.returncode, r.stdout) == (0, native.stdout),
            f'{mpi}: who asks for handlers sees none of ours', r.returncode, r.stdout, native.stdout, r.stderr)


with concurrent.futures.ThreadPoolExecutor(2) as pool:
    jobs = []
    for mpi in MPIS:
        where = folder(f'crash-{mpi}')
        program = compiled(mpi, 'crash.c', where, '-pthread', '-w', *YIELDING[mpi])
        loses = loses_status(mpi, program, 'null-pointer', cwd=where)
        jobs += [pool.submit(crashes, mpi, where, program, loses, *row) for row in CRASHES]
        jobs.append(pool.submit(asks, mpi, where, program))
        jobs.append(pool.submit(bare, mpi, where, program))
    for job in jobs:
        good, name, *why = job.result()
        ok(good, name, *why)
done()
