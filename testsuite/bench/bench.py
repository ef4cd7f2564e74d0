#!/usr/bin/python3
"""What Fencepost costs. Each program of this folder runs alone and under Fencepost, by turns, on
two ranks (generalized requests: on one, with nine threads; numerical loops: on one). Times are per
iteration; times and ratios are medians over the pairs of runs. The table goes to standard output, the numbers to a JSON
file. Where the MPI library needs very little time, as for Open MPI's puts in shared memory, look at
the difference rather than at the ratio."""
import argparse
import itertools
import json
import os
import pathlib
import shutil
import statistics
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from libraries import OPENMPI  # noqa: E402

HERE = pathlib.Path(__file__).resolve().parent
MPIS = ('mpich', 'openmpi')
CASES = (  # program, what it does, the ratio that we want to keep
    ('ping', '8-byte ping-pong', 1.8),
    ('barrier', 'barrier', 2.8),
    ('put', 'put + flush', 2.0),
    ('fence', 'fence epoch, 16 puts', 2.5),
    ('stencil-send', 'stencil, halo by sends', 1.05),
    ('stencil-rma', 'stencil, halo by RMA', 1.05),
    ('request', 'two requests made and completed', 1.3),
    ('greq', 'generalized request', 1.5),
)
NUMERICAL = (  # of numerical.c
    ('stencil', 'stencil'), ('sweep', 'sweep'), ('diagonal', 'sweep along diagonals'),
    ('sparse', 'sparse product'), ('branch', 'load and store if'),
    ('indirect', 'indirect matrix product'), ('chase', 'list'), ('reduction', 'sum of calls'),
    ('histogram', 'histogram'),
)
THREADS = (1, 2, 4)  # an access should cost the same with each
WINDOW_BOUNDS = {'stencil': (2.5, 2.5), 'sweep': (2.5, 2.5)}  # others have no bound
COMPILED = (  # built with `fencepost cc`: the bounds with gcc and with clang
    ('stencil-send', 'stencil, no window', 8, 4.5),
    ('stencil-halo', 'stencil, halo in windows', 8, 4.5),
    ('sweep', 'loads, in a window', 12, 12),
    ('update', 'loads and stores, in a window', 12, 12),
    ('stencil-rma', 'stencil, all in windows', None, None),
    *((f'numerical {name} own', f'{what}, no window', 3, 3) for name, what in NUMERICAL),
    *((f'numerical {name} window', f'{what}, in a window', *WINDOW_BOUNDS.get(name, (None, None)))
      for name, what in NUMERICAL),
    *((f'threads {n} {name} window', f'{name}, {n} threads, in a window', None, None)
      for name in ('sweep', 'update') for n in THREADS),
)
PAGES = (  # at level pages: options, and the bound: of the ratio, or of the difference in us
    ('access', 'an access, exact', ['--exact=all'], None, 3),
    *((f'threads {n} access window', f'the same, {n} threads', ['--exact=all'], None, 3)
      for n in THREADS),
    ('touch', 'first touch of a page', ['--exact=1'], None, 6),
    ('stencil-halo', 'stencil, halo in windows', [], 1.5, None),
    ('stencil-send', 'stencil, no window', [], 1.03, None),
)
KERNELS = ('stencil', 'transpose', 'wavefront')  # at level pages, for so many seconds:
LENGTHS = (1, 3, 10)
KERNEL_BOUND = (1.3, 0.5)  # so many times what it takes without Fencepost, and seconds more
MOST = 3  # largest allowed ratio of LOOPS
PAIRS = {'flight 100000': 1}  # fewer pairs than --repeat: Open MPI takes a minute for a run
LOOPS = (  # at level mpi and at the default: program, its arguments, what it does
    ('objects', 'create', 'MPI_Win_create, free'),
    ('objects', 'allocate', 'MPI_Win_allocate, free'),
    ('objects', 'attach', 'attach, detach'),
    ('objects', 'attach-many', 'the same, beside 1,000'),
    ('objects', 'attach-all', '1,000 attached, detached'),
    ('objects', 'dup', 'MPI_Comm_dup, free'),
    ('objects', 'type', 'datatype made, freed'),
    ('objects', 'group', 'two groups made, freed'),
    ('traffic', 'stream 1000', 'one-way stream of 1,000'),
    ('traffic', 'tags 100', '100 ping-pongs, new tags'),
    ('traffic', 'sweep 100', '100 pipelined sweeps'),
    *(('traffic', f'flight {n}', f'{n:,} requests in flight')
      for n in (1, 10, 100, 1000, 10000, 100000)),
    ('traffic', 'posted 16000', '16,000 posted, 100 ping-pongs'),
)
PROXIES = (  # the memory of their ranks is compared: program, options
    ('stencil-send', ['--trace=mpi']), ('stencil-send', []),
    ('stencil-rma', ['--trace=mpi']), ('stencil-halo', []),
)
MEMORY = (1.2, 16)  # allowed: so many times what the rank needs without Fencepost, and MiB more
PYTHON = (  # what calls.py can do
    ('ping', 'ping-pong'),
    ('put', 'put + flush'),
    ('lock', 'lock, put, unlock'),
)
PYTHON_BOUNDS = {'mpi': 1.5, 'auto': 2.0}  # by level
LONGER = {'stencil-send': 10}  # at level pages: longer, because the first second costs more
RANKS = {'greq': 1, 'numerical': 1, 'threads': 1}  # all others run on 2


def compiled(mpi, name, where):
    program = where / f'{name}.{mpi}'
    subprocess.run([f'mpicc.{mpi}', '-O2', '-g', '-Wno-stringop-overflow', HERE / f'{name}.c', '-o', program], check=True)
    return program


def printed(words, where):
    """Returns the seconds, and the most KiB in memory if the program prints them."""
    r = subprocess.run([str(w) for w in words], cwd=where, capture_output=True, text=True,
                       env={**os.environ, **OPENMPI})
    if r.returncode:
        sys.exit(f"{' '.join(map(str, words))} ended with {r.returncode}\n{r.stderr}")
    return [float(w) for w in r.stdout.split()]


def seconds(words, where):
    return printed(words, where)[0]


def build(name, program, *words, compiler):
    """Returns whether it could be built."""
    r = subprocess.run([*map(str, words), '-O2', '-g', '-w', HERE / f'{name}.c', '-o', program],
                       env={**os.environ, 'MPICH_CC': compiler, 'OMPI_CC': compiler})
    return r.returncode == 0


def measure_compiled(options, mpi, name, where, compiler):
    """Returns seconds: plain, checked, and with the compiler's own -fsanitize=thread if that
    runs. `name`: program, arguments."""
    plain, ours, other = (where / f'{name.split()[0]}.{mpi}.{compiler}.{kind}'
                          for kind in ('plain', 'cc', 'thread'))
    cc = f'mpicc.{mpi}'
    name, *words = name.split()
    if not (build(name, plain, cc, compiler=compiler) and
            build(name, ours, options.fencepost, 'cc', cc, compiler=compiler)):
        sys.exit(f'{name} cannot be built')
    has_other = not words and build(name, other, cc, '-fsanitize=thread', compiler=compiler)
    launch = [f'mpiexec.{mpi}', '-n', str(RANKS.get(name, 2))]
    under = [options.fencepost, 'run', '--quiet', f'--output={where}/report.json', *launch, ours]
    rows = []
    for _ in range(options.repeat):
        rows.append((seconds([*launch, plain, *words], where), seconds([*under, *words], where),
                     thread_seconds([*launch, other, *words], where) if has_other else None))
    return rows


def time_text(seconds):
    return f'{seconds * 1e9:7.2f} ns' if seconds < 1e-7 else f'{seconds * 1e6:7.1f} us'


def thread_seconds(words, where):
    """Returns None if the MPI library does not run with -fsanitize=thread."""
    r = subprocess.run([str(w) for w in words], cwd=where, capture_output=True, text=True,
                       env={**os.environ, **OPENMPI, 'TSAN_OPTIONS': 'report_bugs=0'})
    words = r.stdout.split()
    return float(words[0]) if words else None


def compiled_rows(options, only, where):
    rows = []
    print(f"\n{'built with fencepost cc':30} {'compiler':14} {'native':>10} {'with':>10} {'ratio':>6} "
          f"{'bound':>6}  (ratios; -fsanitize=thread alone)")
    for name, what, *bounds in COMPILED:
        for compiler, bound in zip(('gcc', 'clang'), bounds):
            for mpi in MPIS:
                if ((only & set(MPIS) and mpi not in only) or
                        (only - set(MPIS) and not only & {name, name.split()[0], 'compiled'}) or
                        not shutil.which(compiler)):
                    continue
                times = measure_compiled(options, mpi, name, where, compiler)
                r = row(mpi, name, bound, [t[:2] for t in times])
                other = [t[2] / t[0] for t in times if t[2]]
                r.update(compiler=compiler, thread=statistics.median(other) if other else None)
                rows.append(r)
                print(f"{what:30} {compiler:5} {mpi:8} {time_text(r['native'])} "
                      f"{time_text(r['with'])} {r['ratio']:6.2f} {bound or '-':>6}  "
                      f"{r['least']:.2f} to {r['most']:.2f}"
                      + (f"; {r['thread']:.2f}" if r['thread'] else '; -')
                      + ('  over' if bound and r['ratio'] > bound else ''), flush=True)
    return rows


def measure(options, mpi, name, where, more=(), words=()):
    repeat = min(options.repeat, PAIRS.get(' '.join(words), options.repeat))
    program = compiled(mpi, name, where)
    alone = [f'mpiexec.{mpi}', '-n', str(RANKS.get(name, 2)), program, *words]
    under = [options.fencepost, 'run', '--quiet', f'--output={where}/report.json', *more, *alone]
    pairs = [(seconds(alone, where), seconds(under, where)) for _ in range(repeat)]
    return pairs


def row(mpi, name, bound, pairs):
    ratios = [b / a for a, b in pairs]
    return {'case': name, 'mpi': mpi, 'bound': bound, 'pairs': pairs,
            'native': statistics.median(a for a, _ in pairs),
            'with': statistics.median(b for _, b in pairs),
            'ratio': statistics.median(ratios), 'least': min(ratios), 'most': max(ratios)}


def pages_rows(options, only, where):
    rows = []
    print(f"\n{'at --trace=pages':24} {'MPI':8} {'native':>10} {'with':>10} {'ratio':>6}  (bound)")
    for case, what, more, ratio, apart in PAGES:
        name, *words = case.split()
        for mpi in MPIS:
            if (only & set(MPIS) and mpi not in only) or \
                    (only - set(MPIS) and not only & {name, 'pages'}):
                continue
            os.environ['BENCH_LONGER'] = str(LONGER.get(name, 1))
            pairs = measure(options, mpi, name, where, ['--trace=pages', *more], words)
            r = row(mpi, case, ratio, pairs)
            added = statistics.median((b - a) * 1e6 for a, b in pairs)
            r.update(level='pages', added=added)
            rows.append(r)
            over = r['ratio'] > ratio if ratio else added > apart
            print(f"{what:24} {mpi:8} {r['native'] * 1e6:7.2f} us {r['with'] * 1e6:7.2f} us "
                  f"{r['ratio']:6.2f}  " + (f'({ratio})' if ratio else f'{added:.2f} us more ({apart})')
                  + ('  over' if over else ''), flush=True)
    return rows


def kernel_rows(options, only, where):
    rows = []
    times, more = KERNEL_BOUND
    print(f"\n{'kernels at --trace=pages':24} {'MPI':8} {'native':>9} {'with':>9} {'ratio':>6} {'more':>9}"
          f"  (bound {times} x + {more} s)")
    for name, length, mpi in itertools.product(KERNELS, LENGTHS, MPIS):
        if not chosen(only, mpi, name, 'kernels', f'kernels-{length}'):
            continue
        alone = [f'mpiexec.{mpi}', '-n', '2', compiled(mpi, 'kernels', where), name]
        under = [options.fencepost, 'run', '--quiet', f'--output={where}/report.json', '--trace=pages']
        steps = max(1, round(length / seconds([*alone, 50], where) * 50))
        pairs = [(seconds([*alone, steps], where), seconds([*under, *alone, steps], where))
                 for _ in range(min(options.repeat, 3))]
        r = row(mpi, f'kernel {name} {length}', times, pairs)
        r.update(level='pages', added=statistics.median(b - a for a, b in pairs))
        rows.append(r)
        print(f"{f'{name}, {length} s':24} {mpi:8} {r['native']:7.2f} s {r['with']:7.2f} s {r['ratio']:6.2f} "
              f"{r['added']:7.2f} s" + ('  over' if r['with'] > times * r['native'] + more else ''),
              flush=True)
    return rows


def chosen(only, mpi, *names):
    return ((mpi in only or not only & set(MPIS)) and
            (not only - set(MPIS) or bool(only & set(names))))


def loop_rows(options, only, where):
    rows = []
    print(f"\n{'--trace':30} {'':5} {'MPI':8} {'native':>13} {'with':>13} {'ratio':>6}  (bound {MOST})")
    for (name, words, what), mpi, level in itertools.product(LOOPS, MPIS, ('mpi', 'auto')):
        if not chosen(only, mpi, name, words.split()[0], 'loops'):
            continue
        pairs = measure(options, mpi, name, where, [f'--trace={level}'], words.split())
        r = row(mpi, f'{name} {words}', MOST, pairs)
        r.update(level=level)
        rows.append(r)
        print(f"{what:30} {level:5} {mpi:8} {r['native'] * 1e6:10.2f} us {r['with'] * 1e6:10.2f} us "
              f"{r['ratio']:6.2f}  {r['least']:.2f} to {r['most']:.2f}"
              + ('  over' if r['ratio'] > MOST else ''), flush=True)
    return rows


def memory_rows(options, only, where):
    rows = []
    times, more = MEMORY
    print(f"\n{'memory of rank 0':30} {'MPI':8} {'native':>11} {'with':>11}  (bound {times} x + {more} MiB)")
    for name, level in PROXIES:
        for mpi in MPIS:
            if not chosen(only, mpi, name, 'memory'):
                continue
            alone = [f'mpiexec.{mpi}', '-n', '2', compiled(mpi, name, where)]
            under = [options.fencepost, 'run', '--quiet', f'--output={where}/report.json', *level, *alone]
            a, b = (printed(w, where)[1] / 1024 for w in (alone, under))
            rows.append({'case': f'{name} memory', 'mpi': mpi, 'level': level, 'native': a, 'with': b})
            print(f"{' '.join([name, *level]):30} {mpi:8} {a:7.1f} MiB {b:7.1f} MiB"
                  + ('  over' if b > times * a + more else ''), flush=True)
    return rows


def python_rows(options, only, where):
    """Measures mpi4py, which Debian builds with Open MPI, at each level; the native time is
    shared."""
    rows = []
    if (only and not only & {'openmpi', 'python', *(name for name, _ in PYTHON)}) or \
            subprocess.run(['/usr/bin/python3', '-c', 'import mpi4py']).returncode:
        return rows
    print(f"\n{'mpi4py, Open MPI':24} {'level':8} {'native':>10} {'with':>10} {'ratio':>6} {'bound':>6}  (ratios)")
    for name, what in PYTHON:
        if only - set(MPIS) and not only & {name, 'python'}:
            continue
        alone = ['mpiexec.openmpi', '-n', '2', '/usr/bin/python3', HERE / 'calls.py', name]
        under = [options.fencepost, 'run', '--quiet', f'--output={where}/report.json']
        rounds = [(seconds(alone, where), {level: seconds([*under, f'--trace={level}', *alone], where)
                                           for level in PYTHON_BOUNDS}) for _ in range(options.repeat)]
        for level, bound in PYTHON_BOUNDS.items():
            r = row('openmpi', f'python-{name}', bound, [(a, b[level]) for a, b in rounds])
            r.update(level=level)
            rows.append(r)
            print(f"{what:24} {level:8} {r['native'] * 1e6:7.2f} us {r['with'] * 1e6:7.2f} us "
                  f"{r['ratio']:6.2f} {bound:6.2f}  {r['least']:.2f} to {r['most']:.2f}"
                  + ('  over' if r['ratio'] > bound else ''), flush=True)
    return rows


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
    rows += loop_rows(options, only, where)
    rows += memory_rows(options, only, where)
    rows += compiled_rows(options, only, where)
    rows += pages_rows(options, only, where)
    rows += kernel_rows(options, only, where)
    rows += python_rows(options, only, where)
    (options.json or where / 'bench.json').write_text(json.dumps(rows, indent=1) + '\n')


main()
