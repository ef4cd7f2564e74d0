#!/usr/bin/python3
"""Grades programs that try to steal a grade, and unusual programs that are right. The first must get
no points and be recognised as what they are, the others must keep all. --twice: a second grading,
beside eight loops that keep the machine busy, gives the same points. --sample: a few of each kind, for `make check`."""
import argparse
import json
import pathlib
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / 't')]
import hidden  # noqa: E402
import honest  # noqa: E402
import muted  # noqa: E402
from grading import facts_of  # noqa: E402
from live import BUILD, FENCEPOST, MPIS, busy, done, ok  # noqa: E402

LOAD = 8  # busy loops beside the second grading
TEST = {'name': 't', 'ranks': 2, 'points': 10, 'expected': 'right\n'}
# What is not refused when it is built, by name: how it is recognised.
FOUND = {'plain-race', 'optimize', 'const-elsewhere', 'unaligned-vector', 'returned', 'passed',
         'builtin-memset', 'builtin-memcpy', 'atomic', 'own-mpi', 'own-pmpi', 'expected',
         'in-handler', 'by-pipe', 'by-poll', 'by-name', 'by-scan', 'by-stat', 'jumps', 'masked-signals', 'memory-file-library', 'pcontrol',
         'report'}
DISAGREEING = {'builtin-strcpy', 'by-ioctl', 'by-message', 'by-timer'}
STOPPED = {'tables-behind-arguments', 'tables-own-handler', 'tables-later-handler',
           'tables-in-callback', 'tables-beside'}  # the checker stops
SAMPLE = {'plain-race', 'no-sanitize-line', 'asm-label', 'code-in-text', 'code-on-stack', 'own-write',
          'stream', 'tables', 'by-scan', 'forged', 'same-descriptor', 'for-a-moment-elsewhere',
          'overwritten-at-exit', 'again-python', 'mapped-journal', 'static-buffer', 'signal-handler',
          'vectors-loaded', 'constants', 'wrapper-of-mpi', 'descriptors-moved', 'templates', 'threads',
          'static-objects', 'modules', 'bound-to-c'}


def options_of():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--mpi', action='append', choices=MPIS)
    parser.add_argument('--only', action='append', help='the programs with these names')
    parser.add_argument('--sample', action='store_true')
    parser.add_argument('--twice', action='store_true')
    return parser.parse_args()


def is_wanted(name, options):
    if options.only:
        return name in options.only
    return name in SAMPLE or not options.sample


def lay_out(where, programs, build, mpi):
    shutil.rmtree(where, ignore_errors=True)
    for name, text in programs.items():
        files = text if isinstance(text, dict) else {'main.c': text}
        (where / 'all' / name).mkdir(parents=True)
        for file, content in {**hidden.FILES, **files}.items():
            (where / 'all' / name / file).write_text(content)
    (where / 'a.json').write_text(json.dumps(
        {'fencepost_assignment': 1, 'title': 'red team', 'mpi': mpi, 'build': build,
         'limits': {'seconds': 40}, 'tests': [TEST]}))


def graded(where, *words):
    """{name: (facts, points)}"""
    ended = subprocess.run([FENCEPOST, 'grade', 'a.json', 'all', '--out', 'out', '--quiet', '--jobs', '2',
                            *words], cwd=where, capture_output=True, text=True)
    facts = facts_of(where / 'out')
    points = {n: json.loads((where / 'out/students' / f['key'] / 'results.json').read_text())['score']
              for n, f in facts.items()}
    ok(ended.returncode == 0 and set(facts) == {p.name for p in (where / 'all').iterdir()},
       f'{where.name}: all are graded', ended.stderr[-2000:])
    return {n: (facts[n], points[n]) for n in facts}


def kind(facts):
    """How a submission was recognised."""
    test = facts['tests'][0]
    if test['outcome'] == 'skipped':
        return 'refused' if facts['build']['why'].startswith('It uses') else 'does not build'
    if test['outcome'] == 'complete':
        return 'found' if test['findings'] else 'nothing'
    return 'disagreeing' if 'At level pages' in ' '.join(test['why']) else test['outcome']


def expected(name, group):
    if name in FOUND:
        return {'found'}
    if name in DISAGREEING:
        return {'disagreeing'}
    if name in STOPPED:
        return {'unchecked'}
    if group == 'hidden':
        return {'refused', 'does not build'}
    return {'unchecked', 'failed', 'refused', 'found' if name in muted.FREE else ''}


def said(facts):
    test = facts['tests'][0]
    return [kind(facts), facts['build']['why'], facts['build']['output'][-600:], *test['why'],
            test['stdout'][-200:], test['stderr'][-600:], [f['id'] for f in test['findings']]]


def group(name, programs, build, mpi, options, judge):
    chosen = {n: p for n, p in programs.items() if is_wanted(n, options)}
    if not chosen:
        return
    where = BUILD / 'redteam' / f'{name}-{mpi}'
    lay_out(where, chosen, build, mpi)
    results = graded(where)
    for one in chosen:
        if one in results:
            ok(judge(one, *results[one]), f'{mpi}: {name}: {one}', *said(results[one][0]))
    if options.twice:
        with busy(LOAD):
            again = graded(where, '--fresh')
        differ = [n for n in results if n not in again or again[n][1] != results[n][1]]
        ok(not differ, f'{mpi}: {name}: the same points on a busy machine',
           *(f'{n}: {said(again[n][0]) if n in again else None}' for n in differ))


def is_stopped(of):
    def judge(name, facts, points):
        return points == 0 and kind(facts) in expected(name, of)
    return judge


def is_right(name, facts, points):
    return points == 10


def main(options):
    bound = {n: muted.PROGRAMS[n] for n in muted.PROGRAMS if n not in muted.FREE}
    free = {n: muted.PROGRAMS[n] for n in muted.FREE}
    for mpi in options.mpi or MPIS:
        group('hidden', hidden.PROGRAMS, {}, mpi, options, is_stopped('hidden'))
        group('muted', bound, {}, mpi, options, is_stopped('muted'))
        group('free', free, {'refuse': ['hooks_*']}, mpi, options, is_stopped('muted'))
        for name, compiler in (('C', 'mpicc'), ('CPP', 'mpicxx'), ('FORTRAN', 'mpifort')):
            group(name, getattr(honest, name), {'compiler': compiler}, mpi, options, is_right)
    done()


if __name__ == '__main__':
    main(options_of())
