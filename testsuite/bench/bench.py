#!/usr/bin/python3
"""What Fencepost costs: each program of this folder alone and under Fencepost, by turns, on two
ranks (generalized requests: one, with nine threads). A ratio is the median over the pairs; so is a
time, per iteration. The table goes to standard output, the numbers to a JSON file. Where little of
an iteration is the library's, as with Open MPI's puts in shared memory, the ratio says less than the
difference."""
import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
MPIS = ('mpich', 'openmpi')
CASES = (  # program, what it does, the ratio that we mean to keep
    ('ping', '8-byte ping-pong', 1.8),
    ('barrier', 'barrier', 2.8),
    ('put', 'put + flush', 2.0),
    ('fence', 'fence epoch, 16 puts', 2.5),
    ('stencil-send', 'stencil, halo by sends', 1.05),
    ('stencil-rma', 'stencil, halo by RMA', 1.05),
    ('greq', 'generalized request', 1.5),
)
RANKS = {'greq': 1}  # where it is not 2
ENVIRONMENT = {'OMPI_ALLOW_RUN_AS_ROOT': '1', 'OMPI_ALLOW_RUN_AS_ROOT_CONFIRM': '1',
               'OMPI_MCA_rmaps_base_oversubscribe': '1'}


def compiled(mpi, name, where):
    program = where / f'{name}.{mpi}'
    subprocess.run([f'mpicc.{mpi}', '-O2', '-g', '-Wno-stringop-overflow', HERE / f'{name}.c', '-o', program], check=True)
    return program


def seconds(words, where):
    r = subprocess.run([str(w) for w in words], cwd=where, capture_output=True, text=True,
                       env={**os.environ, **ENVIRONMENT})
    if r.returncode:
        sys.exit(f"{' '.join(map(str, words))} ended with {r.returncode}\n{r.stderr}")
    return float(r.stdout.split()[0])


def measure(options, mpi, name, where):
    program = compiled(mpi, name, where)
    alone = [f'mpiexec.{mpi}', '-n', str(RANKS.get(name, 2)), program]
    under = [options.fencepost, 'run', '--quiet', f'--output={where}/report.json', *alone]
    pairs = [(seconds(alone, where), seconds(under, where)) for _ in range(options.repeat)]
    return pairs


def row(mpi, name, bound, pairs):
    ratios = [b / a for a, b in pairs]
    return {'case': name, 'mpi': mpi, 'bound': bound, 'pairs': pairs,
            'native': statistics.median(a for a, _ in pairs),
            'with': statistics.median(b for _, b in pairs),
            'ratio': statistics.median(ratios), 'least': min(ratios), 'most': max(ratios)}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--fencepost', type=pathlib.Path, default=HERE.parents[1] / 'build/fencepost')
    parser.add_argument('--build', type=pathlib.Path, default=HERE.parents[1] / 'build/bench')
    parser.add_argument('--json', type=pathlib.Path, help='default: bench.json in the build folder')
    parser.add_argument('--repeat', type=int, default=7, help='pairs for each case')
    parser.add_argument('--only', action='append', help='a case, or an MPI')
    options = parser.parse_args()
    options.fencepost = options.fencepost.resolve()
    where = options.build.resolve()
    where.mkdir(parents=True, exist_ok=True)
    rows = []
    only = set(options.only or ())
    print(f"{'case':24} {'MPI':8} {'native':>10} {'with':>10} {'ratio':>6} {'bound':>6}  (ratios)")
    for name, what, bound in CASES:
        for mpi in MPIS:
            if (only & set(MPIS) and mpi not in only) or (only - set(MPIS) and name not in only):
                continue
            r = row(mpi, name, bound, measure(options, mpi, name, where))
            rows.append(r)
            print(f"{what:24} {mpi:8} {r['native'] * 1e6:7.2f} us {r['with'] * 1e6:7.2f} us "
                  f"{r['ratio']:6.2f} {bound:6.2f}  {r['least']:.2f} to {r['most']:.2f}"
                  + ('  over' if r['ratio'] > bound else ''), flush=True)
    (options.json or where / 'bench.json').write_text(json.dumps(rows, indent=1) + '\n')


main()
