#!/usr/bin/python3
"""Counts the instructions that Fencepost needs for an operation: operations.c runs under callgrind
on two ranks. What the libraries of Fencepost execute themselves is counted, at both ranks together,
but not what they call in other libraries. Each operation is made N times first, so that what the
first times cost is left out. Operations of one row of RUNS are made by one process after each other.

The counts do not depend on the machine, but by a few percent on how the ranks meet. `--gate`
compares them with instructions.json in this folder. It fails if an operation in that file is more
than 5 % above its number in three runs. `--update` writes the file anew."""
import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from libraries import OPENMPI  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
TABLE = HERE / 'instructions.json'
MPIS = ('mpich', 'openmpi')
AIMS = {  # operation: (what it is, how many ranks, how often, the instructions that we aim at)
    'ping': ('ping-pong of 64 bytes (4 calls)', 2, 2000, 1000),
    'requests': ('8 Irecv, 8 Isend, Waitall, each side', 2, 200, 32000),
    'allreduce': ('Allreduce', 2, 2000, 1000),
    'datatype': ('a datatype for one Bcast, each side', 2, 500, 6000),
    'reduction': ('an operation for one Allreduce, each side', 2, 500, 6000),
    'generalized': ('generalized request: start, complete, wait', 1, 2000, 1500),
    'put': ('Put and flush', 2, 2000, 2000),
    'apart': ('Put and flush, other bytes each time', 2, 2000, 2000),
    'get': ('Get and flush', 2, 2000, 2000),
    'fetch-and-op': ('Fetch_and_op and flush, both ranks', 2, 1000, 5000),
    'fetch-in-turn': ('the same in turn, and a ping-pong (8 calls)', 2, 500, 10000),
    'fence': ('16 Puts and a fence, each side', 2, 200, 70000),
    'post': ('post, start, put, complete, wait, each side', 2, 500, 20000),
}
# A process that has made a window is never dormant again (interpose/stream/dormant.h).
RUNS = (('ping', 'allreduce', 'datatype', 'reduction', 'requests'), ('generalized',),
        ('put', 'apart', 'get', 'fence', 'post', 'fetch-and-op', 'fetch-in-turn'))
GROWTH, TRIES = 1.05, 3
ENVIRONMENT = {**OPENMPI, 'FENCEPOST_TRACE': 'mpi'}


# They poll while a rank waits for another one, or stand in front of the locks that the MPI library
# takes meanwhile, so how often they run depends on the machine.
POLLS = {'pull_patiently', 'receive_if', 'take_ring', 'ring_first', 'look_for_rings', 'sched_yield',
         'pthread_spin_lock', 'pthread_spin_unlock', 'pthread_mutex_lock', 'pthread_mutex_unlock'}


def by_function(path, names):
    """Returns {function: instructions in our libraries}. Callgrind's manual describes the file. `names`
    are those that the process has told before."""
    counts, ours, function = {}, False, None
    skip = False

    def name(kind, text):
        number, _, word = text.partition(' ')
        if word:
            names[kind, number] = word
        return names.get((kind, number), number)

    with open(path) as lines:
        for line in lines:
            key, is_pair, value = line.rstrip('\n').partition('=')
            if is_pair and key == 'ob':
                ours = re.search(r'/libfencepost[^/]*\.so', name('ob', value)) is not None
            elif is_pair and key == 'fn':
                function = name('fn', value)
            elif is_pair and key in ('cob', 'cfn', 'fl', 'fi', 'fe', 'cfi', 'cfl'):
                name(key.removeprefix('c') if key in ('cob', 'cfn') else 'fl', value)
            elif is_pair and key == 'calls':
                skip = True  # the next line has the cost of the called function
            elif line[:1] in '+-*0123456789' and not is_pair:
                if not skip and ours and function not in POLLS:
                    counts[function] = counts.get(function, 0) + int(line.split()[1])
                skip = False
    return counts


def measure(options, mpi, program, names):
    """{name: {function: instructions of one operation}} of operations of one row of RUNS"""
    ranks = AIMS[names[0]][1]
    with tempfile.TemporaryDirectory() as where:
        words = [options.fencepost, 'run', '--quiet', '--output=report.json', f'mpiexec.{mpi}', '-n',
                 ranks, 'valgrind', '--tool=callgrind', '-q', '--trace-children=no',
                 '--dump-before=operations_counted', f'--callgrind-out-file={where}/out.%p', program]
        words += [word for name in names for word in (name, AIMS[name][2])]
        ended = subprocess.run([str(w) for w in words], cwd=where, capture_output=True, text=True,
                               env={**os.environ, **ENVIRONMENT})
        if ended.returncode:
            sys.exit(f"{' '.join(map(str, words))} ended with {ended.returncode}\n{ended.stderr}")
        return summed(pathlib.Path(where), names, ranks)


def summed(where, names, ranks):
    """Each process has written a part at each call of operations_counted()."""
    counts = {name: {} for name in names}
    firsts = list(where.glob('out.*.1'))
    assert len(firsts) == ranks
    for first in firsts:
        told = {}
        for i in range(2 * len(names)):
            found = by_function(first.with_suffix(f'.{i + 1}'), told)
            name = names[i // 2]
            for function, count in found.items() if i % 2 else ():
                counts[name][function] = counts[name].get(function, 0) + count / AIMS[name][2]
    return counts


def total(counts):
    return round(sum(counts.values()))


def show(options, mpi, name, counts, was):
    what, _, _, most = AIMS[name]
    print(f'{mpi:8} {what:46} {total(counts):9} instructions, aim {most}'
          + (f', table {was}' if was else ''), flush=True)
    for function in sorted(counts, key=counts.get, reverse=True)[:options.functions]:
        print(f'{counts[function]:12.0f}  {function}')


def grown(table, measured):
    """Returns the operations that need more than the table says."""
    return [name for name, counts in measured.items()
            if name in table and total(counts) > table[name] * GROWTH]


def look(options, mpi, program, names, table):
    """Measures and shows operations of one row. Returns those that have grown, also when they are
    measured again, and the numbers of all."""
    found = {}
    again = names
    for _ in range(TRIES):
        measured = measure(options, mpi, program, again)
        for name, counts in measured.items():
            show(options, mpi, name, counts, table.get(name))
        found.update({name: total(counts) for name, counts in measured.items()})
        again = grown(table, measured) if options.gate else []
        if not again:
            break
    return again, found


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--fencepost', required=True, type=pathlib.Path)
    parser.add_argument('--mpi', action='append', choices=MPIS)
    parser.add_argument('--only', action='append', choices=AIMS, help='this operation')
    parser.add_argument('--functions', type=int, default=0, help='show the N costliest, too')
    parser.add_argument('--gate', action='store_true', help='compare with the committed table')
    parser.add_argument('--update', action='store_true', help='write that table')
    options = parser.parse_args()
    options.fencepost = options.fencepost.resolve()
    return options


def main():
    options = arguments()
    table = json.loads(TABLE.read_text()) if TABLE.exists() else {}
    bad = []
    with tempfile.TemporaryDirectory() as folder:
        for mpi in options.mpi or MPIS:
            program = pathlib.Path(folder) / f'operations.{mpi}'
            subprocess.run([f'mpicc.{mpi}', '-O2', '-g', '-Wno-stringop-overflow',
                            HERE / 'operations.c', '-o', program], check=True)
            known = table.setdefault(mpi, {})
            wanted = options.only or (known if options.gate else AIMS)
            for row in RUNS:
                names = [name for name in row if name in wanted]
                if not names:
                    continue
                grew, found = look(options, mpi, program, names, known)
                bad += [f'{mpi} {name}' for name in grew]
                if options.update:
                    known.update({name: number for name, number in found.items() if name != 'fetch-and-op'})
    if options.update:
        TABLE.write_text(json.dumps(table, indent=1) + '\n')
    if bad:
        sys.exit('more than 5 % above the table: ' + ', '.join(bad))


main()
