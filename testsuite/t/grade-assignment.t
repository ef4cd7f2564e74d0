#!/usr/bin/python3
"""Mistakes in an assignment are named with their line. Also --new, --format and an interruption."""
import json
import os
import shutil
import signal
import subprocess
import time

from live import FENCEPOST, WHOLE, done, folder, ok, run

GOOD = '''{
  "fencepost_assignment": 1,
  "title": "t",
  "tests": [
    {"name": "a", "ranks": 2}
  ],
  "rubric": {
    "deductions": [
      {"finding": "rma-race", "points": 1}
    ]
  }
}
'''
MISTAKES = (
    ('"title": "t",', '"titel": "t",', 3, 'did you mean "title"'),
    ('  "title": "t",\n', '', 1, 'needs a member "title"'),
    ('"title": "t",', '"title": "t"', 4, "',' or '}' is expected"),
    ('"ranks": 2', '"ranks": 0', 5, 'more than 0'),
    ('"ranks": 2', '"ranks": true', 5, 'number'),
    ('"ranks": 2', '"ranks": 2, "ranks": 3', 5, 'twice'),
    ('"ranks": 2', '"ranks": 2, "trace": "all"', 5, 'one of auto, mpi, pages, compiled'),
    ('"ranks": 2', '"ranks": 2, "limits": {"memory": "2X"}', 5, 'a size'),
    ('"ranks": 2', '"ranks": 2, "inputs": ["gone.txt"]', 5, 'not a file that can be read'),
    ('{"name": "a", "ranks": 2}', '{"name": "a", "ranks": 2},\n {"name": "a", "ranks": 2}', 6,
     'two tests'),
    ('rma-race', 'rma-rase', 9, 'did you mean "rma-race"'),
    ('"finding": "rma-race", ', '', 9, 'either "finding" or "grade"'),
    ('"points": 1', '"points": -1', 9, '0 or more'),
    ('"points": 1', '"points": NaN', 9, 'a value is expected'),
    ('}\n', '}\n', 1, None),
    (GOOD, '', 1, 'ends too early'),
    (GOOD, '[' * 100000, 1, 'too deeply'),
    (GOOD, '{"title": "\\ud800', 1, 'not a JSON string'),
)


def messages():
    where = folder('grade-assignment')
    for n, (old, new, line, text) in enumerate(MISTAKES):
        (where / 'a.json').write_text(GOOD.replace(old, new, 1))
        ended = run(FENCEPOST, 'grade', '--check', 'a.json', cwd=where)
        if text is None:
            ok(ended.returncode == 0, 'a right one is accepted', ended.stderr)
        else:
            ok(ended.returncode == 2 and ended.stderr.startswith(f'a.json:{line}: ') and
               text in ended.stderr and ended.stderr.count('\n') == 1, f'mistake {n}: {text}',
               ended.stderr)


def new():
    where = folder('grade-new')
    made = run(FENCEPOST, 'grade', '--new', 'a.json', cwd=where)
    read = run(FENCEPOST, 'grade', '--check', 'a.json', cwd=where)
    ok(made.returncode == read.returncode == 0, '--new: can be read', made.stderr, read.stderr)
    ok(run(FENCEPOST, 'grade', '--new', 'a.json', cwd=where).returncode == 2,
       '--new: never over a file')
    text = run(FENCEPOST, 'grade', '--format', cwd=where).stdout
    ok('memory_model' in text and 'unchecked' in text, '--format: explains')
    help_text = run(FENCEPOST, 'grade', '--help', cwd=where)
    ok(help_text.returncode == 0 and '--jobs' in help_text.stdout, '--help')
    lacks = run(FENCEPOST, 'grade', 'a.json', cwd=where, env={'PATH': str(where)})
    ok(lacks.returncode == 2 and 'python3' in lacks.stderr and lacks.stderr.count('\n') == 1,
       'without python3: one message', lacks.stderr)


def interrupted():
    where = folder('grade-interrupted')
    mark = f'grade-assignment-{os.getpid()}'
    (where / 'a.json').write_text(
        GOOD.replace('"title"', '"limits": {"seconds": 60}, "title"')
        .replace('"ranks": 2', f'"ranks": 2, "arguments": ["{mark}"]'))
    (where / 'all').mkdir()
    for name, text in (('a', ''), ('b', 'for (;;);')):
        (where / f'all/{name}.c').write_text(
            f'#include <mpi.h>\nint main(void) {{ MPI_Init(0, 0); {text} MPI_Finalize(); }}\n')
    words = [FENCEPOST, 'grade', 'a.json', 'all', '--out', 'out', '--jobs', '1']
    p = subprocess.Popen(words, cwd=where, stderr=subprocess.PIPE, text=True)
    until = time.monotonic() + 300
    while not (where / 'out/students/a/results.json').exists() and time.monotonic() < until:
        time.sleep(0.1)
    time.sleep(2)
    p.send_signal(signal.SIGINT)
    err = p.communicate(timeout=120)[1]
    until = time.monotonic() + 10
    left = mark
    while mark in left and time.monotonic() < until:
        time.sleep(0.5)
        left = subprocess.run(['ps', '-eo', 'args'], capture_output=True, text=True).stdout
    ok(p.returncode == 130 and 'again' in err and mark not in left and
       not (where / 'out/work').exists(), 'interrupted: nothing is left', err, p.returncode)
    before = (where / 'out/students/a/facts.json').stat().st_mtime_ns
    run(*words, '--only', 'a', cwd=where)
    ok((where / 'out/students/a/facts.json').stat().st_mtime_ns == before and
       json.loads((where / 'out/students/a/results.json').read_text())['tests'],
       'interrupted: goes on where it was')


def many():
    """What each test costs must not grow with their number: then this would take an hour."""
    where = folder('grade-many')
    tests = 200000 if WHOLE else 100000
    (where / 'all').mkdir()
    (where / 'all/broken.c').write_text('int main(void) { return x; }\n')
    (where / 'a.json').write_text(GOOD.replace('{"name": "a", "ranks": 2}', ',\n'.join(
        f'{{"name": "t{i}", "ranks": 2, "points": 1}}' for i in range(tests))))
    ended = run(FENCEPOST, 'grade', 'a.json', 'all', '--out', 'out', '--quiet', cwd=where)
    results = json.loads((where / 'out/students/broken/results.json').read_text())
    ok(ended.returncode == 0 and len(results['tests']) >= tests and results['score'] == 0 and
       'broken' in (where / 'out/grades.csv').read_text(), f'{tests} tests', ended.stderr[-500:])
    shutil.rmtree(where)


messages()
new()
interrupted()
many()
done()
