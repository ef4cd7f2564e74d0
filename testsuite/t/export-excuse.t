#!/usr/bin/python3
"""Suppressions and the baseline: what they match, how they change the exit status, and that no
finding is lost."""
import datetime
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from exports import *


def journals():
    """An error in exchange, called by step; a note in main; an error without a source."""
    d = directory()
    rank = Rank(d, 0, 1)
    stack = rank.stack(('/src/halo.c', 40, 'exchange'), ('/src/step.c', 9, 'step'))
    rank.finding('lock-twice', ('MPI_Win_lock', stack, 0))
    rank.finding('separate-race', ('MPI_Put', '/src/main.c', 7, 'main'))
    bare = rank.stack({'module': '/opt/libsolver.so.3', 'build_id': '', 'offset': 16, 'symbol': ''})
    rank.finding('op-outside-epoch', ('MPI_Put', bare, 0), flavor='allocate')
    rank.end()
    return d


def suppress(*lines, options=()):
    """(outcome, report) of merge with a file of suppressions."""
    path = TMP / f'suppressions-{next(numbers)}'
    path.write_bytes('\n'.join(lines).encode('utf-8', 'surrogateescape'))
    return merge(journals(), f'--suppressions={path}', *options)


def excused(*lines):
    return sorted(f['id'] for f in suppress(*lines)[1]['findings'] if 'suppressed' in f)


same(excused('[lock-twice]'), ['lock-twice'], 'by slug')
same(excused('[lock-*]', '', '# a comment', '[op-outside-epoch]'), ['lock-twice', 'op-outside-epoch'],
     'by a pattern, and by several sections')
same(excused('[*]', 'function = exchange'), ['lock-twice'], 'by function')
same(excused('[*]', 'function=step'), ['lock-twice'], 'along the stack')
same(excused('[*]', 'file = halo.c'), ['lock-twice'], 'by the name of the file')
same(excused('[*]', 'file = /src/*'), ['lock-twice', 'separate-race'], 'by its path')
same(excused('[*]', 'module = libsolver.so*'), ['op-outside-epoch'], 'by module')
same(excused('[*]', 'window = allocate'), ['op-outside-epoch'], 'by window')
same(excused('[*]', 'function = exchange', 'file = step.c'), ['lock-twice'], 'all lines must be met')
same(excused('[*]', 'function = exchange', 'file = main.c'), [], 'and not only one')
same(excused('[target-locked]', '[Lock-twice]'), [], 'other slugs match nothing')

outcome, report = suppress('[lock-twice]', 'reason = ticket 42', '[op-outside-epoch]')
same((outcome.returncode, report['summary']), (0, dict(
    report['summary'], error=0, warning=0, note=1, suppressed=2, known=0, total=3)),
     'suppressed findings do not fail the run, and are counted')
same(report['findings'][-2]['suppressed'], {'line': 1, 'reason': 'ticket 42'}, 'with line and reason')
same([f['id'] for f in report['findings']], ['separate-race', 'lock-twice', 'op-outside-epoch'],
     'they come last')
has(outcome.stderr, '2 suppressed', 'the summary counts them')
outcome, report = suppress('[lock-twice]', options=['--fail-on=note'])
same(outcome.returncode, 66, 'the others do fail it')

# Unused and expired.
yesterday, tomorrow = (str(datetime.datetime.now(datetime.timezone.utc).date() +
                           datetime.timedelta(days)) for days in (-1, 1))
outcome, report = suppress('[lock-twice]', f'expires = {yesterday}', '[*]', 'file = main.c',
                           f'expires = {tomorrow}', '[lock-twice]', 'function = gone')
same([(s['line'], s['matched'], s['state']) for s in report['suppressions']],
     [(1, 1, 'expired'), (3, 1, 'used'), (6, 0, 'unused')], 'each suppression tells how it was used')
same(outcome.returncode, 66, 'an expired one suppresses nothing')
has(outcome.stderr, ':1 [lock-twice] has expired', 'which the summary says')
has(outcome.stderr, ':6 [lock-twice] matched nothing', 'and what was unused')

# The suppression that is printed for a finding must suppress that finding and no other.
for n, finding in enumerate(merge(journals())[1]['findings']):
    outcome, _ = merge(journals(), '--verbose')
    sections = re.findall(r'^ *(\[[a-z-]+\]\n(?: *\w+ = .*\n)+)', outcome.stderr, re.M)
    same(len(sections), 3, '--verbose prints one for each finding')
    same(excused(*sections[n].splitlines()), [finding['id']], f'{finding["id"]} as pasted')
d = directory()
rank = Rank(d, 0, 1)
evil = ('MPI_Put', '/src/a [b]*?\\.c', 4, 'operator[] <x>' + 'y' * 5000 + '\n]')
rank.finding('lock-twice', evil).end()
outcome, report = merge(d, '--verbose')
section = re.search(r'^ *(\[lock-twice\]\n(?: *\w+ = .*\n)+)', outcome.stderr, re.M)[1]
(TMP / 'evil').write_text(section)
same(merge(d, f'--suppressions={TMP}/evil')[0].returncode, 0, 'strange names can be pasted too')

# The baseline.
old = merge(journals())[1]
path = saved(old)
outcome, report = merge(journals(), f'--baseline={path}')
same((outcome.returncode, report['summary']['known'], report['summary']['error']), (0, 3, 0),
     'nothing new: no failure')
same([f['baseline'] for f in report['findings']], ['known'] * 3, 'and all are marked')
d = journals()
Rank(d, 1, 2).finding('lock-twice', ('MPI_Win_lock', '/src/new.c', 4, 'fresh')).end()
outcome, report = merge(d, f'--baseline={path}')
same((outcome.returncode, report['summary']['known'], report['summary']['error']), (66, 3, 1),
     'a new one fails')
same([f['baseline'] for f in report['findings']], ['new'] + ['known'] * 3, 'and comes first')
sarif = json.loads(export('sarif', saved(report)))['runs'][0]['results']
same([r['baselineState'] for r in sarif], ['new'] + ['unchanged'] * 3, 'SARIF says so')
outcome, report = suppress('[lock-twice]', options=[f'--baseline={path}'])
same((report['summary']['suppressed'], report['summary']['known'], report['summary']['total']),
     (1, 2, 3), 'with suppressions, each is counted once')


# Bad files: one clear line, before anything is run.
def refused(part, name, *words):
    outcome = fencepost(*words)
    lines = outcome.stderr.splitlines()
    ok(outcome.returncode == 2 and len(lines) == 1 and part in lines[0], name, outcome.stderr)


for lines, part in ((['lock-twice'], ':1: neither'), (['', '[lock-twice'], ':2: a section is'),
                    (['[]'], ':1: a section is'), (['function = a'], ':1: a value before'),
                    (['[a]', 'funktion = a'], ':2: unknown name'), (['[a]', 'file ='], ':2: an empty'),
                    (['[a]', 'expires = soon'], ':2: expires is a date'),
                    (['[a]', 'expires = 2027-13-01'], ':2: expires is a date'),
                    (['[a]', 'file = x\0y'], ':2: a NUL byte')):
    path = TMP / 'bad'
    path.write_text('\n'.join(lines))
    refused(part, f'{lines}', 'run', f'--suppressions={path}', 'touch', TMP / 'started')
refused('No such file', 'missing suppressions', 'run', '--suppressions=no', 'touch', TMP / 'started')
refused('Is a directory', 'a directory', 'merge', '--suppressions=.', d)
refused('No such file', 'a missing baseline', 'run', '--baseline=no', 'touch', TMP / 'started')
refused('not a report', 'a foreign baseline', 'merge', f'--baseline={saved({"a": 1})}', d)
ok(not (TMP / 'started').exists(), 'the program is not started')
outcome, report = suppress('[lock-twice]', 'reason = \udcff\udcfe not UTF-8')
ok(outcome.returncode == 66 and len(report['findings']) == 3, 'a reason that is not UTF-8',
   outcome.stderr)
done()
