#!/usr/bin/python3
"""Messages that are like one before (interpose/calls/known_message.h, known_request.h) must leave
what their hooks would. A process that records its events is never dormant, so there the hooks run:
what both kinds of runs find, and what they keep of the order of messages, is compared. Some is kept
in one run only, because addresses decide what falls together (KINDS in rendezvous_steps.h)."""
import json
import shutil

from live import FENCEPOST, MPIS, YIELDING, compiled, done, folder, ok, report, run

SEEDS = 6


def kept(journals):
    """Returns, for each process, the arrivals of rendezvous_kept.c and the steps before each. Keys
    are other numbers in each run, so they are numbered as they come."""
    found = []
    for journal in sorted(journals.glob('rank-*.jsonl')):
        keys, arrivals = {}, {}

        def message(step):
            rank, key, number, received, call = step[:5]
            return rank, received, keys.setdefault(key, len(keys)), number, call

        for line in journal.read_text(errors='replace').splitlines():
            record = json.loads(line)
            if record.get('record') == 'rendezvous':
                steps = [message(s) for s in record['steps']]
                arrivals = {message(a): [steps[i - 1] for i in a[7]] for a in record['arrivals']}
        found.append(arrivals)
    return found


def findings(out):
    return sorted(json.dumps([f['id'], f['count'], [(p.get('line'), p.get('function'))
                                                    for p in f['locations']]])
                  for f in report(out)['findings'])


def observed(mpi, program, where, seed, name, *options):
    out, journals = where / f'{seed}-{name}.json', where / f'{seed}-{name}'
    r = run(FENCEPOST, 'run', '--quiet', '--trace=mpi', f'--output={out}',
            f'--journals={journals}', *options, f'mpiexec.{mpi}', '-n', 2, program, seed, cwd=where)
    return kept(journals), findings(out), report(out)['status'], r.returncode


def difference(known, hooks):
    """Returns what of the arrivals is not the same, or None."""
    common = known.keys() & hooks.keys()
    if len(common) < 0.9 * max(len(known), len(hooks)) or not common:
        return len(known), len(hooks), len(common)
    return next(((k, known[k], hooks[k]) for k in common if known[k] != hooks[k]), None)


for mpi in MPIS:
    where = folder(f'known-{mpi}')
    program = compiled(mpi, 'known.c', where, '-Wno-stringop-overflow', *YIELDING[mpi])
    for seed in range(SEEDS):
        # what falls together depends on addresses, which are others in each run
        for _ in range(3):
            (known, *rest), (hooks, *others) = (
                observed(mpi, program, where, seed, 'known'),
                observed(mpi, program, where, seed, 'hooks', f'--record={where}/trace-{seed}'))
            if len(known) == len(hooks) == 2 and not any(map(difference, known, hooks)):
                break
            for old in f'trace-{seed}', f'{seed}-known', f'{seed}-hooks':
                shutil.rmtree(where / old)
        ok(len(known) == len(hooks) == 2 and not any(map(difference, known, hooks)),
           f'{mpi}: {seed}: the same order of messages with hooks and without',
           *map(difference, known, hooks))
        ok(rest == others and len(rest[0]) == 2 and rest[1] == 'complete',
           f'{mpi}: {seed}: the same findings', rest, others)
done()
