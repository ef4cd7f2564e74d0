#!/usr/bin/python3
"""Journals that were cut or overwritten, other files that look like journals, and outputs that
cannot be written."""
import os
import pathlib
import random
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from journals import *

PUT = ('MPI_Put', '/src/halo.c', 40, 'exchange')


def two():
    d = directory()
    for r in range(2):
        rank = Rank(d, r, 2)
        rank.finding('op-outside-epoch', PUT).finding('lock-twice', PUT)
        rank.end()
    return d, rank


def lines(outcome, part):
    return [l for l in outcome.stderr.splitlines() if l.startswith('fencepost: ') and part in l]


d, rank = two()
with rank.path.open('a') as out:
    out.write('{"record":"count","key":1,"cou')
outcome, report = merge(d)
same([f['count'] for f in report['findings']], [2, 2], 'a cut last line costs nothing else')
same(report['status'], 'complete', 'nor the status')
same(len(lines(outcome, 'the last line is incomplete')), 1, 'and is said, once')

d, rank = two()
rank.path.write_bytes(rank.path.read_bytes()[:-1])
outcome, report = merge(d)
same(report['status'], 'crashed', 'a line without its newline does not count: it may be cut')

d, rank = two()
rank.write('count', key=1, count=100)
text = rank.path.read_bytes()
rank.path.write_bytes(text.replace(b'"count":100}\n', b'"count":10'))
same([f['count'] for f in merge(d)[1]['findings']], [2, 2], 'not even if it looks whole')

d, rank = two()
text = rank.path.read_bytes().split(b'\n')
rank.path.write_bytes(b'\n'.join([text[0], b'\0\xff\xfe{]'] + text[1:3] + [b'[]'] + text[3:]))
outcome, report = merge(d)
same([f['count'] for f in report['findings']], [2, 2], 'damaged lines amid cost nothing else')
same(len(lines(outcome, '2 damaged lines were left out')), 1, 'and are said, once')

d, rank = two()
rank.path.write_bytes(os.urandom(5000))
outcome, report = merge(d)
same(outcome.returncode, 2, 'a wholly damaged journal makes 2')
same([f['ranks'] for f in report['findings']], ['0', '0'], 'the other journals are reported')
ok(report['status'] != 'complete', 'the status is not complete')
same(len(lines(outcome, 'rank-1f-1.jsonl: damaged')), 1, 'the file is named')
ok(any('damaged' in p for p in report['run']['precision']), 'and run.precision says so')
outcome = merge(d, '--remove')[0]
ok(rank.path.exists(), '--remove keeps damaged journals')

d, rank = two()
rank.path.write_text(rank.path.read_text().split('\n', 1)[1])
same(merge(d)[1]['status'] != 'complete', True, 'a journal without its start is not complete')

for name, make in (('an empty file', lambda p: p.write_bytes(b'')),
                   ('a FIFO', os.mkfifo), ('a directory', os.mkdir),
                   ('a dangling link', lambda p: p.symlink_to('nowhere'))):
    d, rank = two()
    rank.path.unlink()
    make(rank.path)
    outcome, report = merge(d, timeout=20)
    ok(report and report['status'] != 'complete' and len(report['findings']) == 2,
       f'{name} instead of a journal', outcome.stderr)

# Members of records that have each wrong type or size.
d = directory()
rank = Rank(d, 0, 'many', host=7, mpi=[], trace={}, time='now')
values = [None, True, -1, 1 << 62, 1e300, '', 'x', [], {}, [1], {'a': 1}, 'rank']
random.seed(1)
kinds = {'stack': ['id', 'frames'], 'count': ['key', 'count'], 'precision': ['text'],
         'finding': ['key', 'slug', 'confidence', 'message', 'window', 'memory', 'locations'],
         'hang': ['thread', 'call', 'args', 'seconds', 'in_call', 'stack', 'wait', 'windows'],
         'abort': ['code'], 'exit': ['code'], 'signal': ['signal'], 'start': ['size', 'time'],
         'rendezvous': ['steps', 'arrivals'], 'promise': ['comm', 'number', 'kind'],
         'nonsense': ['a']}
for n in range(3000):
    kind = random.choice(list(kinds))
    rank.write(kind, **{m: random.choice(values) for m in kinds[kind]})
members = ['rank', 'thread', 'call', 'args', 'role', 'epoch', 'stack', 'module', 'build_id',
           'offset', 'symbol', 'file', 'line', 'function', 'flavor', 'model', 'owner', 'size',
           'disp_unit', 'lo', 'hi', 'kind', 'peers', 'window', 'posts', 'access']
for n in range(3000):
    def thing():
        return {m: random.choice(values) for m in random.sample(members, 8)}
    rank.write('finding', key=n, slug='lock-twice', window=thing(), memory=thing(),
               locations=[thing(), thing()], message=random.choice(values))
    rank.write('hang', thread=n % 50, in_call=True, wait=thing(), windows=[thing()],
               stack=n % 9)
    rank.write('stack', id=n % 9, frames=[thing(), random.choice(values)])
outcome, report = merge(d)
ok(outcome.returncode in (66, 70) and report, 'members of wrong types do no harm',
   f'{outcome.returncode}\n{outcome.stderr[-500:]}')

# Random damage to good journals.
d, rank = two()
good = rank.path.read_bytes()
crashed = []
for seed in range(150):
    random.seed(seed)
    bad = bytearray(good)
    for _ in range(random.randrange(1, 8)):
        at = random.randrange(len(bad))
        if random.random() < 0.5:
            bad[at] = random.randrange(256)
        else:
            del bad[at:at + random.randrange(40)]
    rank.path.write_bytes(bad)
    outcome, report = merge(d)
    if outcome.returncode not in (2, 66, 70) or not report:
        crashed.append((seed, outcome.returncode, outcome.stderr))
same(crashed, [], 'random damage always gives a report of the rest')

# Nothing to merge, nowhere to write.
d = directory()
outcome = fencepost('merge', d)
ok(outcome.returncode == 2 and lines(outcome, 'holds no journals'), 'an empty directory')
outcome = fencepost('merge', TMP / 'missing')
ok(outcome.returncode == 2 and lines(outcome, 'No such file'), 'a missing directory')
(TMP / 'file').write_text('')
for name, path in (('missing directory', 'missing/r.json'), ('file as directory', 'file/r.json'),
                   ('directory', '.')):
    d, rank = two()
    outcome = fencepost('merge', f'--output={TMP / path}', d)
    ok(outcome.returncode == 2 and len(lines(outcome, 'cannot write the report')) == 1 and
       str(d) in outcome.stderr and rank.path.exists(), f'output: {name}', outcome.stderr)
if pathlib.Path('/dev/full').exists():
    d, rank = two()
    outcome = fencepost('merge', '--output=/dev/full', d)
    same((outcome.returncode, len(lines(outcome, 'cannot write the report'))), (2, 1),
         'output: full disk')
d, rank = two()
output = TMP / 'old.json'
output.write_text('old')
fencepost('merge', f'--output={output}', d)
ok(output.read_text().startswith('{') and list(TMP.glob('old.json.*')) == [],
   'an old report is replaced, nothing is left beside it')
outcome = fencepost('merge', '--quiet', '--output=/dev/stdout', d)
ok(outcome.stdout.startswith('{'), 'a report to standard output')
done()
