#!/usr/bin/python3
"""Each completed receive must acquire what the sender released before that very message. Compares
the recorded events of edges.c with what the program writes down itself."""
import re
import struct

from live import BUILD, FENCEPOST, MPIS, PROGRAMS, ROOT, compiled, done, folder, ok, report, run

KINDS = re.findall(r'^EVENT\((\w+)', (ROOT / 'include/events.def').read_text(), re.M)
RELEASE = KINDS.index('RELEASE') + 1
ACQUIRE = KINDS.index('ACQUIRE') + 1


READY, DOUBT, VOID = 4, 8, 16  # enum release_flag
PROBED, BOUND = 4, 8  # enum edge_flag


def edges(trace, kind, own, flags):
    """Returns (flag, rank, key, number) of the events of that kind between the rank and others, in
    order. Those with other flags are left out: they are for synchronous senders and collective
    calls."""
    data, at, found = trace.read_bytes(), 8, []
    while at < len(data):
        tag, length = data[at:at + 1], struct.unpack_from('<I', data, at + 1)[0]
        at += 5
        if tag == b'E' and data[at] == kind and not data[at + 42]:  # not sent
            edge = (data[at + 3], *struct.unpack_from('<iQQ', data, at + 43))
            if not edge[0] & ~flags and edge[1] != own:
                found.append(edge)
        at += length
    return found


def messages(acquired, releases):
    """Replaces numbers of releases by numbers of messages, because some releases have no message."""
    void = {}
    for flag, _, key, number in releases:
        if flag & VOID:
            void.setdefault(key, []).append(number)
    return [(flag, rank, key, number - sum(v < number for v in void.get(key, ())))
            for flag, rank, key, number in acquired]


def compare(notes, acquired, bounds):
    """Returns the first difference between what the program noted and what was acquired, or
    None. `bounds`: a number that is marked as one may be too low."""
    keys, used = {}, {}
    if len(notes) != len(acquired):
        return f'{len(notes)} receives, {len(acquired)} acquires'
    for i, (note, (flag, rank, key, number)) in enumerate(zip(notes, acquired)):
        name = note[:3]
        right = number <= note[3] if bounds and flag & BOUND else number == note[3]
        if rank != note[0] or not right or keys.setdefault(name, key) != key or \
                used.setdefault((rank, key), name) != name:
            return f'acquire {i}: {rank} {key:x} {number}; noted {note}'
    return None


# what the program makes the library refuse
REFUSED = {'count-negative', 'rank-invalid', 'tag-invalid', 'type-null', 'type-uncommitted'}


def main():
    for mpi in MPIS:
        where = folder(f'edges-{mpi}')
        program = compiled(mpi, 'edges.c', where, '-w', str(PROGRAMS / 'edges_rare.c'))
        native = run(f'mpiexec.{mpi}', '-n', 2, program, cwd=where)
        # A library that makes persistent requests inactive when it is asked for their status is not asked.
        asked = run(f'mpiexec.{mpi}', '-n', 1, compiled(mpi, 'asked_status.c', where), cwd=where)
        out = where / 'edges.json'
        r = run(FENCEPOST, 'run', '--quiet', f'--output={out}', f'--record={where}/trace',
                f'mpiexec.{mpi}', '-n', 2, program, cwd=where,
                env={'EDGES_LOG': str(where / 'log')})
        found = {f['id'] for f in report(out)['findings'] if f['severity'] == 'error'}
        ok(native.returncode == 0 and r.returncode == 66 and found == REFUSED and
           sorted(r.stdout.split('\n')) == sorted(native.stdout.split('\n')) and
           report(out)['status'] == 'complete', f'{mpi}: the same output',
           native.returncode, r.returncode, native.stdout, '--', r.stdout, r.stderr[-800:])
        traces = [next((where / 'trace').glob(f'*-{rank}.fpt')) for rank in (0, 1)]
        releases = [edges(trace, RELEASE, rank, READY | DOUBT | VOID)
                    for rank, trace in enumerate(traces)]
        for rank in (0, 1):
            notes = [tuple(map(int, line.split()))
                     for line in (where / f'log.{rank}').read_text().splitlines()]
            acquired = messages(edges(traces[rank], ACQUIRE, rank, PROBED | BOUND),
                                releases[1 - rank])
            wrong = compare(notes, acquired, bounds=asked.stdout == 'inactive\n')
            ok(not wrong and notes, f'{mpi}: rank {rank}: each message has its release',
               wrong)
    done()


main()
