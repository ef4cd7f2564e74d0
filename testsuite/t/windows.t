#!/usr/bin/python3
"""What a report says of each window: its epochs, and when its two copies differed. The programs' windows
are known (testsuite/programs/windows.c)."""
import html
import json
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import schema
from live import FENCEPOST, MPIS, PROGRAMS, WHOLE, YIELDING, compiled, done, folder, ok, report, run

SOURCE = (PROGRAMS / 'windows.c').read_text()
LINE = {name: number for number, text in enumerate(SOURCE.split('\n'), 1)
        for name in re.findall(r'/\* line: (\S+) \*/', text)}
RANKS = 3


def windows(mpi, program, where, *words, options=()):
    out = where / f'{"-".join(map(str, words))}{len(options)}.json'
    r = run(FENCEPOST, 'run', '--quiet', f'--output={out}', *options, f'mpiexec.{mpi}', '-n', RANKS,
            program, *words, cwd=where)
    rep = report(out)
    problems = schema.problems(rep) if 'run' in rep else []
    if problems:
        ok(False, f'{mpi}: {words}: the report keeps to the schema', *problems)
    return r, rep, rep.get('windows', [])


def line(call):
    return call and call['line']


def row(epoch):
    return (epoch['ranks'], epoch['kind'], epoch.get('mode'), epoch.get('targets', epoch.get('origins')),
            epoch['count'], epoch['first'], epoch['last'], epoch['step'], line(epoch['opened']),
            line(epoch['closed']),
            {name: (work['count'], work['bytes']) for name, work in epoch['operations'].items()})


def has(mpi, name, found, *wanted):
    missing = [want for want in wanted if want not in found]
    ok(not missing, f'{mpi}: {name}', *missing, 'among', *found)


def newer(copy):
    return (copy['ranks'], copy['newer'], copy['lo'], copy['hi'], copy['count'], copy['since'].get('rank'),
            copy['since']['call'], line(copy['since']), line(copy['until']))


def fences(mpi, program, where):
    _, rep, found = windows(mpi, program, where, 'fences', 100)
    ok(len(found) == 1 and found[0]['name'] == 'field' and found[0]['flavor'] == 'allocate' and
       found[0]['communicator'] == 'MPI_COMM_WORLD' and found[0]['processes'] == RANKS and
       found[0]['members'] == [{'size': 512, 'disp_unit': 8, 'ranks': '0-2'}] and
       found[0]['created']['call'] == 'MPI_Win_allocate' and
       found[0]['freed']['call'] == 'MPI_Win_free' and rep['windows_left_out'] == 0,
       f'{mpi}: a window', found)
    rows = [row(e) for w in found for e in w['epochs']]
    has(mpi, 'epochs of fences', rows,
        ('0-2', 'fence', None, None, 1, 1, 1, 0, LINE['first'], LINE['open'], {}),
        ('0-2', 'fence', None, None, 100, 2, 200, 2, LINE['open'], LINE['close'], {'put': (200, 1600)}),
        ('0-2', 'fence', None, None, 99, 3, 199, 2, LINE['close'], LINE['open'], {}))
    ok(len(rows) == 4 and sum(r[4] for r in rows) == 201, f'{mpi}: each fence epoch is in one row', *rows)
    copies = [newer(c) for w in found for c in w['copies']]
    if rep['run']['trace'] != 'mpi':
        has(mpi, 'stores are published by the fence', copies,
            ('0-2', 'private', 40, 48, 100, None, 'store', LINE['store'], LINE['open']))
    public = [c for c in copies if c[1] == 'public']
    ok(public and all(c[8] == LINE['close'] and c[5] == (int(c[0]) - 1) % RANKS for c in public),
       f'{mpi}: each update is fetched by the fence that ends its epoch', *copies)
    ok({(c[2], c[3]) for c in public} <= {(80, 88), (88, 96), (80, 96)}, f'{mpi}: the bytes', *public)


def active(mpi, program, where):
    _, _, found = windows(mpi, program, where, 'active', 10)
    rows = [row(e) for w in found for e in w['epochs']]
    for r in range(RANKS):
        right, left = str((r + 1) % RANKS), str((r - 1) % RANKS)
        has(mpi, f'access and exposure epochs of rank {r}', rows,
            (str(r), 'access', None, right, 10, 1, 10, 1, LINE['start'], LINE['complete'],
             {'put': (10, 80)}),
            (str(r), 'exposure', None, left, 10, 1, 10, 1, LINE['post'], LINE['wait'], {}))
    ok(len(rows) == 2 * RANKS, f'{mpi}: and no others', *rows)
    copies = [newer(c) for w in found for c in w['copies']]
    ok(len(copies) == RANKS and all(c[4] == 10 and c[8] == LINE['wait'] for c in copies),
       f'{mpi}: MPI_Win_wait fetches', *copies)


def passive(mpi, program, where):
    _, _, found = windows(mpi, program, where, 'passive', 10)
    rows = [row(e) for w in found for e in w['epochs']]
    for r in range(RANKS):
        right = str((r + 1) % RANKS)
        has(mpi, f'locks of rank {r}', rows,
            (str(r), 'lock', 'exclusive', right, 5, 1, 9, 2, LINE['lock'], LINE['unlock'],
             {'accumulate': (5, 40)}),
            (str(r), 'lock', 'shared', right, 5, 2, 10, 2, LINE['lock'], LINE['unlock'],
             {'accumulate': (5, 40)}))
    has(mpi, 'MPI_Win_lock_all', rows,
        ('0-2', 'lock_all', None, None, 1, 1, 1, 0, LINE['all'], LINE['all-over'],
         {'put': (10, 80), 'get': (1, 8), 'fetch_and_op': (1, 8)}))
    ok(len(rows) == 2 * RANKS + 1, f'{mpi}: and no others', *rows)


def bounds(mpi, program, where):
    _, rep, found = windows(mpi, program, where, 'many', 100)
    ok(len(found) == 64 and rep['windows_left_out'] == 36, f'{mpi}: a line that makes many windows',
       len(found), rep['windows_left_out'])
    _, rep, found = windows(mpi, program, where, 'many', 100, options=['--detail=full'])
    ok(len(found) == 100 and rep['windows_left_out'] == 0, f'{mpi}: all of them with --detail=full',
       len(found), rep['windows_left_out'])
    _, rep, found = windows(mpi, program, where, 'many', 100, options=['--detail=none', '--verbose'])
    ok(found == [] and rep['windows_left_out'] == 0, f'{mpi}: none with --detail=none', found)
    r, _, _ = windows(mpi, program, where, 'fences', 1, options=['--detail=some'])
    ok(r.returncode and "detail" in r.stderr, f'{mpi}: another word is refused', r.returncode, r.stderr)
    many = 20000 if WHOLE else 3000
    _, rep, _ = windows(mpi, program, where, 'fences', many)
    ok(len(json.dumps(rep)) < 20000 and rep['windows'][0]['epochs'][1]['count'] == many,
       f'{mpi}: {2 * many:,} epochs take a few rows', len(json.dumps(rep)))


def endings(mpi, program, where):
    _, rep, found = windows(mpi, program, where, 'aborted')
    rows = [row(e) for w in found for e in w['epochs']]
    ok(rep['status'] != 'complete' and found and found[0]['freed'] is None and
       all(r[1] == 'lock_all' and r[9] is None and r[10] == {'put': (1, 8)} for r in rows) and rows,
       f'{mpi}: a window and an epoch that nothing has closed', rep['status'], *rows)


def findings(mpi, program, where):
    _, rep, found = windows(mpi, program, where, 'mistaken')
    names = {w['id']: w['name'] for w in found}
    ok(sorted(names.values()) == ['first', 'second'] and rep['findings'] and
       all(names.get(f['window']['id']) == 'second' == f['window']['name'] for f in rep['findings']),
       f'{mpi}: findings name their window', names, [f['window'] for f in rep['findings']])
    at = [l for f in rep['findings'] for l in f['locations'] if l['line'] == LINE['one'] or
          l['call'] == 'MPI_Put']
    ok(at and all(l.get('epoch_number') == 2 for l in at), f'{mpi}: and their epoch', at)


def epochs(mpi, where):
    """Each location names its epoch, as the row of the window does."""
    source = (PROGRAMS / 'epochs.c').read_text().split('\n')
    program = compiled(mpi, 'epochs.c', where, *YIELDING[mpi])
    _, rep, found = windows(mpi, program, where)
    told = {}
    for f in rep['findings']:
        for at in f['locations']:
            told.setdefault(at['line'], []).append((at['rank'], at.get('epoch_kind'), at.get('epoch_number')))
            rows = [e for w in found if w['id'] == f['window']['id'] for e in w['epochs']
                    if e['kind'] == at.get('epoch_kind') and str(at['rank']) in members(e['ranks'])]
            ok(any(e['first'] <= at['epoch_number'] <= e['last'] for e in rows) and
               f' {at["epoch_number"]}' in at['epoch'], f'{mpi}: line {at["line"]}: the window has the epoch', at)
    stores = rep['run']['trace'] != 'mpi'
    for number, text in enumerate(source, 1):
        marks = re.findall(r'(\d) (\w+) (\d)', text.partition('/* epoch: ')[2])
        if marks and (stores or 'lock 2' in text):
            ok(sorted(told.get(number, [])) == sorted((int(r), kind, int(n)) for r, kind, n in marks),
               f'{mpi}: line {number}: its epochs', marks, told.get(number))
    for form in 'text', 'markdown', 'html', 'sarif', 'junit', 'csv', 'gitlab', 'github':
        r = run(FENCEPOST, 'export', f'--format={form}', where / '0.json', cwd=where)
        ok('access epoch 2 of MPI_Win_lock' in ' '.join(html.unescape(r.stdout).split()), f'{mpi}: {form} has the epoch', r.stdout)


def members(ranks):
    return {str(r) for part in ranks.split(',') for lo, _, hi in [part.partition('-')]
            for r in range(int(lo), int(hi or lo) + 1)}


def pinned(mpi, rep):
    """Who reads reports by the first schema of this version reads them still, with members added."""
    found = schema.problems(rep, strict=False, path=schema.PINNED)
    ok(rep['schema_version'] == 4 and not found, f'{mpi}: version 4.0 reads it', *found)
    ok(schema.problems(rep, path=schema.PINNED), f'{mpi}: although members have come')
    old = json.loads(schema.PINNED.read_text())
    gone = [f'{where}: {what}' for where, what in missing(old, json.loads(schema.PATH.read_text()))]
    ok(not gone, f'{mpi}: the schema has all that it had', *gone)


def missing(old, new, where=''):
    """What the old schema promised and the new one does not."""
    for name, part in old.get('properties', {}).items():
        now = new.get('properties', {}).get(name)
        if now is None:
            yield where, f'{name} is gone'
        else:
            yield from missing(part, now, f'{where}/{name}')
    for name in set(old.get('required', [])) - set(new.get('required', [])):
        yield where, f'{name} may be absent'
    for part in ('items', 'definitions'):
        inner = old.get(part, {})
        for name, of in (inner.items() if part == 'definitions' else [('[]', inner)] if inner else []):
            now = new.get(part, {}).get(name) if part == 'definitions' else new.get(part)
            if now is None:
                yield where, f'{name} is gone'
            else:
                yield from missing(of, now, f'{where}/{name}')


for mpi in MPIS:
    where = folder(f'windows-{mpi}')
    program = compiled(mpi, 'windows.c', where, *YIELDING[mpi])
    for test in fences, active, passive, bounds, endings, findings:
        test(mpi, program, where)
    epochs(mpi, where)
    rep = report(where / 'mistaken0.json')
    pinned(mpi, rep)
    rep['later'] = rep['windows'][0]['later'] = rep['findings'][0]['later'] = {'more': 1}
    ok(schema.problems(rep, strict=False) == [] and schema.problems(rep),
       f'{mpi}: later versions may add members')
done()
