"""Synthetic journals, and TAP, for the tests of report/.

A test script imports this, calls ok/same, and ends with done(). BUILD names the build directory.
"""
import atexit
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import schema

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILD = pathlib.Path(os.environ.get('BUILD', ROOT / 'build')).resolve()
FENCEPOST = BUILD / 'fencepost'
TMP = pathlib.Path(tempfile.mkdtemp(prefix='fencepost-test-'))
atexit.register(shutil.rmtree, TMP, ignore_errors=True)

count = 0
failures = 0


def ok(good, name, detail=''):
    """One TAP line; `detail` is shown if it fails."""
    global count, failures
    count += 1
    failures += not good
    print(f'{"ok" if good else "not ok"} {count} - {name}')
    if not good:
        for line in str(detail).splitlines():
            print('#   ' + line)
    sys.stdout.flush()
    return good


def same(got, want, name):
    return ok(got == want, name, f'got  {got!r}\nwant {want!r}')


def has(text, part, name):
    return ok(part in text, name, f'no {part!r} in\n{text}')


def done():
    print(f'1..{count}')
    sys.exit(1 if failures else 0)


def fencepost(*words, env=None, stdin=subprocess.DEVNULL, cwd=None, timeout=60):
    """Runs the command; the outcome has returncode, stdout, stderr."""
    clean = {k: v for k, v in os.environ.items() if not k.startswith('FENCEPOST_')}
    clean.update(env or {})
    return subprocess.run([FENCEPOST, *map(str, words)], env=clean, stdin=stdin, cwd=cwd or TMP,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=timeout,
                          encoding='utf-8', errors='surrogateescape')


class Rank:
    """The journal of one rank."""

    def __init__(self, directory, rank, size=2, world='1f', start=True, **more):
        self.rank = rank
        self.path = directory / f'rank-{world}-{rank}.jsonl'
        self.keys = 0
        self.stacks = 0
        self.path.touch()
        if start:
            self.write('start', **dict(
                dict(version=1, world=world, rank=rank, size=size, pid=100 + rank, host='a',
                     mpi='MPICH 4.0.2', trace='mpi', memory_model='auto', time=1700000000.5,
                     spawned=False, threads=0), **more))

    def write(self, record, **members):
        with self.path.open('a') as out:
            out.write(json.dumps(dict(record=record, **members), separators=(',', ':')) + '\n')
        return self

    def stack(self, *frames):
        """Frames are (file, line, function), or dicts as they are. Returns the id."""
        self.stacks += 1
        self.write('stack', id=self.stacks, frames=[
            f if isinstance(f, dict) else dict(file=f[0], line=f[1], function=f[2])
            for f in frames])
        return self.stacks

    def finding(self, slug, *places, flavor='create', message='A message.', count=1, **more):
        """Places are (call, file, line, function) or (call, stack id of this rank, rank)."""
        self.keys += 1
        locations = []
        for place in places:
            call, *where = place
            rank = self.rank
            if isinstance(where[0], int):
                stack, rank = where
            else:
                stack = self.stack(tuple(where))
            locations.append(dict(rank=rank, thread=0, call=call, args='', role='call',
                                  epoch='no epoch', stack=stack))
        self.write('finding', **dict(
            dict(key=self.keys, slug=slug, confidence='definite', message=message,
                 window=dict(id='1', flavor=flavor, model='unified', owner=0, size=8,
                             disp_unit=1),
                 locations=locations), **more))
        if count > 1:
            self.write('count', key=self.keys, count=count)
        return self

    def hang(self, call, place=None, wait=None, in_call=True, windows=(), thread=0, **more):
        stack = self.stack(place) if place else 0
        record = dict(thread=thread, call=call, args='', seconds=2.5, in_call=in_call,
                      stack=stack, windows=list(windows))
        if wait:
            record['wait'] = wait
        return self.write('hang', **dict(record, **more))

    def end(self, **calls):
        return self.write('end', calls=calls or {'MPI_Init': 1})


numbers = iter(range(1, 1 << 30))


def directory():
    path = TMP / f'journals-{next(numbers)}'
    path.mkdir()
    return path


def job(path, **end):
    """What `fencepost run` notes of its command."""
    with (path / 'command.jsonl').open('a') as out:
        out.write(json.dumps(dict(record='job', version='0', time=1700000000.0,
                                  command=['mpiexec', './a'])) + '\n')
        out.write(json.dumps(dict(dict(record='job-end', seconds=1.5, code=0, signal=0,
                                       timeout=False, limit=0, interrupted=0), **end)) + '\n')


def validate(report):
    """What is wrong with a report, '' if nothing."""
    return '\n'.join(schema.problems(report))


def merge(path, *options, **kinds):
    """(outcome, report or None) of `fencepost merge`; every report is validated."""
    output = TMP / f'report-{next(numbers)}.json'
    outcome = fencepost('merge', f'--output={output}', *options, path, **kinds)
    report = json.loads(output.read_text()) if output.exists() else None
    if report:
        problems = validate(report)
        if problems:
            ok(False, 'a report keeps to the schema', problems)
    return outcome, report
