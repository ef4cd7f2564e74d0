#!/usr/bin/python3
"""Grades a class of made-up submissions twice, without anybody attending. The grader must lose no
submission. Right programs must get all points and others less, and the same points both times.
No process and no file may be left, the grader's memory must not grow, and it must not take longer
than the limits of all submissions allow. The second time it is killed and started again."""
import argparse
import csv
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import time

import submissions

FLAT = 24 << 20  # bytes by which the grader's memory may differ between its quarters
OVERHEAD = 70  # seconds that the box may need for making a report; see MERGE in perform.py


def options_of():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--fencepost', type=pathlib.Path, default='build/fencepost')
    parser.add_argument('--build', type=pathlib.Path, default='build/class')
    parser.add_argument('--number', type=int, default=500)
    parser.add_argument('--jobs', type=int, default=2)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--seconds', type=int, default=10, help='the limit of each run')
    parser.add_argument('--isolation', default='full')
    return parser.parse_args()


def memory(pid):
    """Returns the size of the process in bytes, None if it has ended."""
    try:
        with open(f'/proc/{pid}/status') as f:
            return next((int(row.split()[1]) << 10 for row in f if row.startswith('VmRSS')), None)
    except OSError:
        return None


class Grading:
    """One grading of the class, into `out`."""

    def __init__(self, options, name):
        self.options, self.out = options, options.build / name
        self.memory, self.seconds, self.status, self.left_then = [], 0, None, []
        mark = f'class-{os.getpid()}'
        task = json.loads(json.dumps(submissions.ASSIGNMENT))
        task['limits'] = {'seconds': options.seconds, 'memory': '512M', 'output': '200K',
                          'processes': 60, 'file': '20M'}
        for test, rounds in zip(task['tests'], ('1', '4')):
            test['arguments'] = [rounds, mark]
        self.mark, self.task = mark, options.build / 'assignment.json'
        self.task.write_text(json.dumps(task, indent=1))

    def words(self):
        o = self.options
        return [o.fencepost, 'grade', self.task, o.build / 'all', '--out', self.out, '--jobs',
                str(o.jobs), '--isolation', o.isolation]

    def run(self, killed=0):
        """killed: the grader gets SIGKILL after so many submissions and is started again; it goes
        on where it was."""
        started = time.monotonic()
        with open(f'{self.out}.log', 'a') as log:
            grader = subprocess.Popen(self.words(), stderr=log, stdout=log)
            while grader.poll() is None:
                self.memory.append(memory(grader.pid) or 0)
                if killed and len(list(self.out.glob('students/*/results.json'))) >= killed:
                    grader.send_signal(signal.SIGKILL)
                time.sleep(1)
        self.seconds += time.monotonic() - started
        self.status = grader.returncode
        if killed and self.status == -signal.SIGKILL:
            time.sleep(1)
            self.left_then = self.left_running()
            self.memory = []
            self.run()

    def points(self):
        """{name: [score, max, scores of all items]}"""
        result = {}
        with open(self.out / 'grades.csv', newline='') as f:
            for row in csv.DictReader(f):
                path = self.out / row['feedback']
                tests = json.loads((path.parent / 'results.json').read_text())['tests']
                result[row['name'].lstrip("'")] = [
                    float(row['score']), float(row['max_score']),
                    sorted((t['name'], t['score']) for t in tests)]
        return result

    def grows(self):
        """Returns how much more memory the last quarter needs than the second."""
        quarter = len(self.memory) // 4
        return max(self.memory[-quarter:]) - max(self.memory[quarter:2 * quarter]) if quarter else 0

    def left_running(self):
        rows = subprocess.run(['ps', '-eo', 'pid,uid,args'], capture_output=True, text=True).stdout
        return [row for row in rows.split('\n')
                if self.mark in row and 'python' not in row]


def files_of_strangers():
    """Returns the files outside of the box that belong to the users as which a root grader runs
    submissions."""
    found = []
    for top in ('/tmp', '/var/tmp', '/dev/shm'):
        for path, folders, names in os.walk(top):
            for name in folders + names:
                try:
                    owner = os.lstat(os.path.join(path, name)).st_uid
                except OSError:
                    continue
                if 61000 <= owner < 62000:
                    found.append(os.path.join(path, name))
    return found


class Verdict:
    def __init__(self):
        self.bad = 0

    def says(self, good, text, *why):
        self.bad += not good
        print(f'{"ok    " if good else "NOT OK"} {text}', flush=True)
        for row in list(why)[:20] if not good else ():
            print(f'       {row}', flush=True)


def judge(verdict, kinds, first, second, options):
    one, two = first.points(), second.points()
    verdict.says(first.status == second.status == 0 and set(one) == set(two) == set(kinds),
                 f'{len(kinds)} submissions, none lost', first.status, second.status,
                 sorted(set(kinds) - set(one)), sorted(set(kinds) - set(two)))
    unfair = [f'{n} ({kind}): {one[n]}' for n, kind in kinds.items()
              if n in one and (one[n][0] == one[n][1]) != (kind == 'right')]
    verdict.says(not unfair, 'right programs have all points, others less', *unfair)
    differ = [f'{n} ({kinds[n]}): {one[n]} then {two[n]}' for n in one if one[n] != two.get(n)]
    verdict.says(not differ, 'the same points both times', *differ)
    for name, grading in (('first', first), ('second', second)):
        verdict.says(not grading.left_running() and not (grading.out / 'work').exists(),
                     f'{name}: nothing left running, no scratch folder', *grading.left_running())
        most = max(grading.memory or [0])
        verdict.says(grading.grows() < FLAT, f'{name}: memory is flat, at most {most >> 20} MB',
                     grading.grows())
        runs = 1 + sum(test.get('runs', 1) for test in submissions.ASSIGNMENT['tests'])
        limits = len(kinds) * runs * (options.seconds + OVERHEAD) / options.jobs
        verdict.says(grading.seconds < limits,
                     f'{name}: {grading.seconds:.0f} s, the limits allow {limits:.0f} s')
    if options.isolation == 'full':
        verdict.says(not second.left_then, 'killed: nothing left running', *second.left_then)
    left = sorted(set(files_of_strangers()) - options.before)
    verdict.says(not left, 'no files left outside', *left)


def main():
    options = options_of()
    options.fencepost, options.build = options.fencepost.resolve(), options.build.resolve()
    shutil.rmtree(options.build, ignore_errors=True)
    (options.build / 'all').mkdir(parents=True)
    kinds = submissions.write(options.build / 'all', options.number, options.seed)
    options.before = set(files_of_strangers())
    first, second = (Grading(options, name) for name in ('first', 'second'))
    first.run()
    print(f'first: {first.seconds:.0f} s', flush=True)
    second.run(killed=options.number // 3)
    verdict = Verdict()
    judge(verdict, kinds, first, second, options)
    return verdict.bad > 0


if __name__ == '__main__':
    sys.exit(main())
