#!/usr/bin/python3
"""Each call of include/calls.def with each of its arguments wrong in each way that its role allows,
one at a time (argument_cells.py). Says how many are named before the library ends the program, which
are not, and which calls are accused though all is right.

A program makes the calls, each on a line of its own, 20 in a process; where one ends or hangs, the
next begins with the call after. Options: --mpi mpich, --only 'Comm_*', --least 95 (per cent),
--sample 100 (that many calls, chosen by --seed)."""
import argparse
import collections
import fnmatch
import json
import pathlib
import random
import re
import subprocess
import sys

sys.dont_write_bytecode = True
from argument_cells import HERE, ROOT, cells, source
from compiling import compile_yielding
from processes import execute

TOGETHER = 20
LIMIT = 10  # seconds for one process, which needs about one; the report may take as long again


def told(report, lines):
    """Returns which cells are named as errors, with the kinds of findings."""
    cell_of = {line: i for i, line in lines.items()}
    named = collections.defaultdict(set)
    for f in json.loads(report.read_text())['findings'] if report.exists() else ():
        for location in f.get('locations', ()):
            if location.get('line') in cell_of and 'cell_' in location.get('function', '') and f['severity'] == 'error':
                named[cell_of[location['line']]].add(f['id'])
    return named


class Matrix:
    def __init__(self, options, program, chosen, lines):
        self.mpi, self.fencepost, self.build = options.mpi, options.fencepost, options.build
        self.program, self.chosen, self.lines = program, chosen, lines
        self.named, self.ended = collections.defaultdict(set), {}

    def process(self, first, last):
        """Makes some calls in one process. Returns the first that it did not come to the end of."""
        report, data = self.build / f'every-{self.mpi}.json', self.build / f'every-{self.mpi}.data'
        report.unlink(missing_ok=True)
        done = execute([str(self.fencepost), 'run', '--quiet', '--fail-on=never', '--hang-timeout=3', f'--timeout={LIMIT}',
                        f'--output={report}', '--', f'mpiexec.{self.mpi}', '-n', '2', str(self.program), str(first),
                        str(last), str(data)], 3 * LIMIT)
        for i, slugs in told(report, self.lines).items():
            self.named[i] |= slugs
        reached = [int(n) for n in re.findall(r'^cell (\d+)$', done.err, re.M)]
        at = min(collections.Counter(reached), default=first) if not reached else max(reached)
        if at < last:
            self.ended[at] = 'hung' if done.timed_out or done.seconds > LIMIT else 'ended'
        return at, report.exists()

    def part(self, first, last):
        """The same for a few calls that follow each other."""
        while first < last:
            at, reported = self.process(first, last)
            if not reported and first < at < last:  # killed, and nobody put the findings together
                self.part(first, at)
            first = at + 1
        return first

    def run(self):
        first = 0
        while first < len(self.chosen):
            alone = self.chosen[first].what == 'differs'
            last = first + 1
            while not alone and last < len(self.chosen) and last - first < TOGETHER and self.chosen[last].what != 'differs':
                last += 1
            self.part(first, last)
            self.acquit(first, last)
            self.say(first, last)
            first = last

    def acquit(self, first, last):
        """A right call must not be accused alone. After a wrong collective call that only one process has
        come through, as can be with handles that are addresses, the processes are out of step."""
        for i in range(first, last):
            if last - first > 1 and not self.chosen[i].place and self.named[i]:
                self.named[i].clear()
                self.process(i, i + 1)

    def say(self, first, last):
        these = range(first, last)
        for i in these:
            cell = self.chosen[i]
            how = f' (the program {self.ended[i]})' if i in self.ended else ''
            if cell.place and not self.named[i]:
                print(f'# not named: {cell.name} of {cell.text}, {cell.what}{how}')
            elif not cell.place and self.named[i]:
                print(f'# accused: {cell.text}: {", ".join(sorted(self.named[i]))}')
            elif not cell.place and i in self.ended:
                print(f'# not a finding, but{how}: {cell.text}')
        print(f'# {last} of {len(self.chosen)}, up to MPI_{self.chosen[last - 1].call}: {sum(bool(self.named[i]) for i in these)} named of '
              f'{sum(bool(self.chosen[i].place) for i in these)}', flush=True)


def judge(matrix, least):
    wrong = [i for i, cell in enumerate(matrix.chosen) if cell.place]
    named = sum(bool(matrix.named[i]) for i in wrong)
    right = [i for i, cell in enumerate(matrix.chosen) if not cell.place]
    accused = sum(bool(matrix.named[i]) for i in right)
    share = 100 * named / max(1, len(wrong))
    ways = collections.Counter(matrix.chosen[i].what for i in wrong)
    missed = collections.Counter(matrix.chosen[i].what for i in wrong if not matrix.named[i])
    print('#', ', '.join(f'{what}: {ways[what] - missed[what]} of {ways[what]}' for what in sorted(ways)))
    fine = share >= least and not accused
    print(f'{"ok" if fine else "not ok"} 1 - {matrix.mpi}: {named} of {len(wrong)} wrong calls named ({share:.1f} %), '
          f'{accused} of {len(right)} right calls accused')
    print('1..1')
    return fine


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--mpi', default='mpich')
    parser.add_argument('--only', default='*')
    parser.add_argument('--skip', default='', help='calls that are left out, such as "*_c"')
    parser.add_argument('--least', type=float, default=95)
    parser.add_argument('--sample', type=int, default=0)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--fencepost', type=pathlib.Path, default=ROOT / 'build/fencepost')
    parser.add_argument('--build', type=pathlib.Path, default=ROOT / 'build/testsuite')
    options = parser.parse_args()
    options.build.mkdir(parents=True, exist_ok=True)
    chosen = [cell for cell in cells(options.mpi, options.only, options.seed) if not fnmatch.fnmatch(cell.call, options.skip)]
    if options.sample:
        picked = random.Random(options.seed).sample(range(len(chosen)), min(options.sample, len(chosen)))
        chosen = [chosen[i] for i in sorted(picked)]
    text, lines = source(chosen)
    path = options.build / f'every-{options.mpi}.c'
    path.write_text(text)
    program = path.with_suffix('.out')
    helpers = [str(compile_yielding(options.build))] if options.mpi == 'mpich' else []
    subprocess.run([f'mpicc.{options.mpi}', '-g', '-O0', '-w', '-I', str(HERE / 'cases'), '-I', str(HERE / 'programs'),
                    '-o', str(program), str(path), *helpers], check=True)
    matrix = Matrix(options, program, chosen, lines)
    matrix.run()
    return not judge(matrix, options.least)


if __name__ == '__main__':
    sys.exit(main())
