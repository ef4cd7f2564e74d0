#!/usr/bin/python3
"""Merging: which findings count as one, their counts, ranks and fingerprints, the order of all."""
import itertools
import json
import pathlib
import random
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from journals import *

PUT = ('MPI_Put', '/src/halo.c', 40, 'exchange')


def put(line, function='exchange', file='/src/halo.c'):
    return ('MPI_Put', file, line, function)


# Equal findings of several ranks and iterations are one.
d = directory()
for r in range(4):
    Rank(d, r, 4).finding('op-outside-epoch', PUT, count=10 if r else 1,
                          message=f'Rank {r}.').end(MPI_Put=r + 1)
outcome, report = merge(d)
same(outcome.returncode, 66, 'an error makes 66')
same(len(report['findings']), 1, 'equal findings of four ranks are one')
f = report['findings'][0]
same(f['count'], 31, 'its count is the sum')
same(f['ranks'], '0-3', 'its ranks are the union')
same(f['message'], 'Rank 0.', 'its message is that of the first rank')
same((f['locations'][0]['file'], f['locations'][0]['line'], f['locations'][0]['function']),
     ('/src/halo.c', 40, 'exchange'), 'file, line and function are there')
same(f['standard'], {'section': '11.5', 'error_class': 'MPI_ERR_RMA_SYNC',
                     'rule': f['standard']['rule']}, 'section and error class are there')
ok(len(f['standard']['rule']) > 20 and len(f['remedy']) > 20, 'rule and remedy are there')
same(report['run']['calls'], {'MPI_Put': 10}, 'calls are summed')
same(report['run']['ranks'], 4, 'ranks are counted')
same(report['run']['started'], '2023-11-14T22:13:20Z', 'start as UTC')
same(report['status'], 'complete', 'status complete')
has(outcome.stderr, 'halo.c:40 in exchange, rank 0: MPI_Put()', 'the summary names the line')
has(outcome.stderr, 'seen 31 times, at ranks 0-3', 'the summary has count and ranks')
has(outcome.stderr, '1 error, 0 warnings, 0 notes', 'the summary counts')
has(outcome.stderr, 'trace level mpi', 'the summary names the trace level')

# What makes findings different.
d = directory()
rank = Rank(d, 0, 1)
for variant in (PUT, put(41), put(40, 'other'), put(40, file='/src/b.c'),
                ('MPI_Get', '/src/halo.c', 40, 'exchange')):
    rank.finding('op-outside-epoch', variant)
rank.finding('op-outside-epoch', PUT, flavor='allocate')
rank.finding('target-not-locked', PUT)
rank.finding('op-outside-epoch', PUT, ('MPI_Win_fence', '/src/halo.c', 30, 'exchange'))
rank.end()
outcome, report = merge(d)
same(len(report['findings']), 8,
     'slug, call, line, function, file, flavour and other locations tell findings apart')
prints = {f['fingerprint'] for f in report['findings']}
same(len(prints), 8, 'and so do their fingerprints')

# Without lines, module and offset tell them apart, but are not in the fingerprint.


def bare(offsets):
    d = directory()
    rank = Rank(d, 0, 1)
    for offset in offsets:
        stack = rank.stack({'module': '/no/such/solver', 'build_id': '', 'offset': offset,
                            'symbol': ''})
        rank.finding('op-outside-epoch', ('MPI_Put', stack, 0))
    rank.end()
    return merge(d)


outcome, report = bare([16, 32, 16])
same(sorted((f['count'], f['locations'][0]['stack'][0]['offset']) for f in report['findings']),
     [(1, 32), (2, 16)], 'without lines, module and offset tell findings apart')
has(outcome.stderr, '/no/such/solver+0x', 'the summary names module and offset')
same({f['fingerprint'] for f in report['findings']},
     {f['fingerprint'] for f in bare([64, 96])[1]['findings']}, 'offsets are not in fingerprints')

# Why nothing orders two accesses, with their places.
d = directory()
for r in range(2):
    Rank(d, r, 2).finding('rma-race', PUT, ('MPI_Get', '/src/halo.c', 44, 'exchange'),
                          message=f'Rank {r} at {{0}} and {{1}}, {{2}} {{x}}.',
                          rule=2, ordering=f'no call of rank {r} between {{0}} and {{1}}',
                          copies=dict(private='old', public='new')).end()
outcome, report = merge(d)
same(len(report['findings']), 1, 'findings that differ only in the ranks of their texts are one')
f = report['findings'][0]
same(f['ordering'], 'no call of rank 0 between halo.c:40 and halo.c:44', 'places are named')
same(f['message'], 'Rank 0 at halo.c:40 and halo.c:44, {2} {x}.', 'in the message as well')
same(f['copies'], {'private': 'old', 'public': 'new'}, 'the copies are there')
same(f['standard']['correctness_rule'], 2, 'the correctness rule is there')
has(outcome.stderr, '  order     no call of rank 0 between halo.c:40', 'the summary says why')
has(outcome.stderr, '  copies    private: old; public: new', 'the summary has the copies')
has(outcome.stderr, 'section 11.7, correctness rule 2, MPI_ERR', 'the summary has the rule')

d = directory()
rank = Rank(d, 0, 1)
stack = rank.stack({'module': '/no/such/solver', 'build_id': '', 'offset': 16, 'symbol': ''})
rank.finding('rma-race', ('MPI_Put', stack, 0), ordering='before {0} and {1}', rule=4, copies=3)
rank.finding('rma-race', PUT, ordering='')
rank.end()
report = merge(d)[1]
same(sorted(f.get('ordering', '-') for f in report['findings']),
     ['-', 'before MPI_Put and {1}'], 'a place that is not known is named by its call')
ok(not any('copies' in f or 'correctness_rule' in f['standard'] for f in report['findings']),
   'what is no copy and no rule is left out')

# Windows have names.
d = directory()
for r in range(2):
    rank = Rank(d, r, 2)
    if r:
        rank.write('window', id='1', name='old').write('window', id='1', name='halo')
    rank.write('window', id='2', name='other').finding('rma-race', PUT).end()
outcome, report = merge(d)
same([f['window']['name'] for f in report['findings']], ['halo'], 'a window has its last name')
(TMP / 'named').write_text('[*]\nwindow = ha*\n')
same(merge(d, f'--suppressions={TMP}/named')[0].returncode, 0, 'by which it can be suppressed')

# Counts of ranks are summed.
d = directory()
for r in range(3):
    Rank(d, r, 3).write('precision', text='things', count=10 + r).write(
        'precision', text='a thing').write('precision', text='none', count=0).end()
same(merge(d)[1]['run']['precision'], ['a thing', '33 things'], 'counts of ranks are summed')

# What was not seen, at which ranks.
d = directory()
for r, (level, why, count) in enumerate((('pages', 'cost', 2), ('pages', 'cost', 3), ('mpi', 'memory', 4))):
    Rank(d, r, 5, trace=level).write(
        'precision', text=f'things {why}', accesses='windows', why=why, count=count).write(
        'precision', text='a thing', accesses='all', why='order').write(
        'precision', text='odd', accesses='all', why='no such word', count=1).end()
outcome, report = merge(d)
coverage = report['run']['coverage']
same({(row['accesses'], row['seen'], row.get('tracer'), row.get('why')): row['ranks']
      for row in coverage['accesses'] if row['accesses'] in ('windows', 'elsewhere')},
     {('windows', 'all', 'pages', None): '0-1', ('elsewhere', 'part', 'watch', 'cost'): '0-1',
      ('windows', 'none', None, 'level'): '2', ('elsewhere', 'none', None, 'level'): '2',
      ('windows', 'none', None, 'unchecked'): '3-4', ('elsewhere', 'none', None, 'unchecked'): '3-4'},
     'which accesses were seen, at which ranks')
same(sorted((row['accesses'], row['why'], row['text'], row.get('count'), row['ranks'])
            for row in coverage['left_out']),
     [('all', 'order', 'a thing', None, '0-2'), ('windows', 'cost', 'things cost', 5, '0-1'),
      ('windows', 'memory', 'things memory', 4, '2')], 'what was left out, why, and at which ranks')
has(outcome.stderr, 'at ranks 0-1: 5 things cost', 'the summary names the ranks')
same(outcome.stderr.count('things memory'), 1, 'and says it once')

# The fingerprint.


def prints_of(*places, rank=0, size=1):
    d = directory()
    for r in range(size):
        journal = Rank(d, r, size)
        if r == rank:
            for place in places:
                journal.finding('op-outside-epoch', place)
        journal.end()
    return [f['fingerprint'] for f in merge(d)[1]['findings']]


first = prints_of(put(40), put(60))
ok(first[0] != first[1], 'two bugs in one function have two fingerprints')
same(prints_of(put(47), put(90)), first, 'moved lines do not change fingerprints')
same(prints_of(put(60), put(40)), first, 'nor does the order of discovery')
same(prints_of(put(40, file='/elsewhere/halo.c'), put(60, file='/elsewhere/halo.c')), first,
     'nor the directory of the source')
same(prints_of(put(40), put(60), rank=2, size=3), first, 'nor the rank')
ok(prints_of(put(40, 'renamed'))[0] not in first, 'another function does')

# Order, and independence of the order of writing.
rows = [('op-outside-epoch', put(9)), ('op-outside-epoch', put(70)), ('lock-twice', put(5)),
        ('op-outside-epoch', put(1, file='/src/a.c'))]
seen = set()
for order in itertools.permutations(rows):
    d = directory()
    for r in random.sample(range(2), 2):
        rank = Rank(d, r, 2)
        for slug, place in order[2 * r:2 * r + 2]:
            rank.finding(slug, place)
        rank.end()
    report = merge(d)[1]
    seen.add(tuple((f['id'], f['locations'][0]['file'], f['locations'][0]['line'],
                    f['fingerprint']) for f in report['findings']))
same(len(seen), 1, 'the order does not depend on who wrote first')
same([s[:3] for s in seen.pop()],
     [('lock-twice', '/src/halo.c', 5), ('op-outside-epoch', '/src/a.c', 1),
      ('op-outside-epoch', '/src/halo.c', 9), ('op-outside-epoch', '/src/halo.c', 70)],
     'it is slug, file, line')

# The stack of a location is that of its own rank.
d = directory()
zero, one = Rank(d, 0, 2), Rank(d, 1, 2)
mine = zero.stack(('/src/a.c', 1, 'f'))
theirs = one.stack(('/src/b.c', 2, 'g'))
zero.finding('noput-violated', ('MPI_Put', mine, 0), ('MPI_Win_post', theirs, 1)).end()
one.end()
places = merge(d)[1]['findings'][0]['locations']
same([(p['rank'], p['file']) for p in places], [(0, '/src/a.c'), (1, '/src/b.c')],
     'each location has the stack of its rank')

# Which frame is the program's own.
d = directory()
rank = Rank(d, 0, 1)


def lib(name):
    return {'module': name, 'build_id': '', 'offset': 1, 'symbol': 'symbol_of_' + name[1:4]}


for frames in ([lib('/l/libfencepost-mpich.so'), lib('/l/libmpichfort.so.12'), lib('/bin/app')],
               [lib('/l/libmpi_usempif08.so.40'), lib('/l/mca_osc_rdma.so'), lib('/bin/app')],
               [lib('/l/MPI.cpython-311.so'), lib('/l/libpython3.11.so'),
                {'file': '/x/run.py', 'line': 7, 'function': 'main'}, lib('/bin/python3')]):
    rank.finding('op-outside-epoch', ('MPI_Put', rank.stack(*frames), 0))
rank.end()
found = sorted((str(f['locations'][0]['file']), f['locations'][0]['function'], f['count'])
               for f in merge(d)[1]['findings'])
same(found, [('/x/run.py', 'main', 1), ('None', 'symbol_of_bin', 2)],
     'frames of MPI, Fencepost and the interpreter are passed over')

# --fail-on, --profile, --quiet.
d = directory()
Rank(d, 0, 1).finding('op-outside-epoch', PUT).end()
same(merge(d, '--fail-on=never')[0].returncode, 0, '--fail-on=never')
same(merge(d, '--fail-on', 'note')[0].returncode, 66, '--fail-on note')
same(merge(d, '--quiet')[0].stderr, '', '--quiet')
same(merge(d, '--profile=strict')[1]['findings'][0]['severity'], 'error', '--profile=strict')

# Several worlds in one directory.
d = directory()
Rank(d, 0, 1, world='ff', time=1.0).finding('op-outside-epoch', PUT, message='parent').end()
for r in range(2):
    Rank(d, r, 2, world='00', time=2.0, spawned=True).finding('op-outside-epoch', PUT).end()
report = merge(d)[1]
same((report['run']['ranks'], report['status'], report['findings'][0]['message']),
     (3, 'complete', 'parent'), 'a spawned world is merged, the first one goes first')

# Hostile text from a program.
d = directory()
evil = 'a\x1b[2Jb\rc"\\</script>\u202e\x9b\x7f'
rank = Rank(d, 0, 1, host=evil, mpi=evil)
rank.finding('op-outside-epoch', (evil, evil, 3, evil), message=evil)
rank.write('precision', text=evil)
rank.write('abort', code=1)
outcome, report = merge(d)
same(report['findings'][0]['message'], evil, 'hostile text is kept in JSON')
ok(not any(c in outcome.stderr for c in '\x1b\r\x9b\x7f'), 'and cannot reach the terminal')
d = directory()
Rank(d, 0, 1).finding('op-outside-epoch', PUT, message='x' * 100000 + ' ' + 'y ' * 50000).end()
same(merge(d)[0].returncode, 66, 'a very long message')

# Many findings: a screenful, and a pointer to the rest.
d = directory()
rank = Rank(d, 0, 1)
for line in range(300):
    rank.finding('op-outside-epoch', put(line + 1))
rank.end()
outcome, report = merge(d)
same(len(report['findings']), 300, 'all are in the report')
ok(len(outcome.stderr.splitlines()) < 90, 'the summary is short', outcome.stderr)
has(outcome.stderr, '... and 280 more in the report', 'and points to the rest')

# A slug of another version is reported as it is.
d = directory()
Rank(d, 0, 1).finding('from-the-future', PUT).end()
same(merge(d)[1]['findings'][0]['title'], 'from-the-future', 'an unknown slug is not lost')

# --remove.
d = directory()
Rank(d, 0, 1).end()
merge(d, '--remove')
ok(not d.exists(), '--remove deletes the journals')
d = directory()
Rank(d, 0, 1).end()
(d / 'notes.txt').write_text('mine')
merge(d, '--remove')
same([p.name for p in d.iterdir()], ['notes.txt'], '--remove leaves what is not ours')
d = directory()
Rank(d, 0, 1).end()
outcome = fencepost('merge', '--remove', '--output=/dev/null/x', d)
ok(outcome.returncode == 2 and (d / 'rank-1f-0.jsonl').exists(),
   '--remove keeps the journals when the report cannot be written')
done()
