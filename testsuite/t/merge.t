#!/usr/bin/python3
"""The ranks merge their findings in MPI_Finalize, on a tree or a ring. The report must be the same
as one made from their journals; where the two differ, the journals count."""
import json
import shutil

from live import FENCEPOST, MPIS, YIELDING, compiled, done, folder, ok, report, run


def merged(where, journals, how, *more):
    out = where / f'again-{how}.json'
    r = run(FENCEPOST, 'merge', '--quiet', f'--merge={how}', f'--output={out}', *more, journals,
            cwd=where)
    return r, out.read_text() if out.exists() else ''


def without_findings(journals):
    """Removes what ranks other than 0 have found."""
    for path in journals.glob('rank-*.jsonl'):
        lines = path.read_text().splitlines(keepends=True)
        path.write_text(''.join(line for line in lines
                                if not line.startswith(('{"record":"finding"', '{"record":"count"'))))


def check(mpi, how, ranks, *words):
    where = folder(f'merge-{mpi}-{how}-{ranks}-{len(words)}')
    program = compiled(mpi, 'merge.c', where, *YIELDING[mpi])
    journals, out = where / 'journals', where / 'report.json'
    r = run(FENCEPOST, 'run', '--quiet', f'--merge={how}', f'--output={out}',
            f'--journals={journals}', f'mpiexec.{mpi}', '-n', ranks, program, *words, cwd=where)
    name = f'{mpi}, {how}, {ranks} ranks'
    kinds = [json.loads(line)['record'] for line in
             next(journals.glob('rank-*-0.jsonl')).read_text().splitlines()]
    ok(r.returncode == 66 and report(out)['status'] == 'complete' and len(report(out)['findings']) > 3,
       f'{name}: a report', r.returncode, r.stderr)
    ok(('merged-end' in kinds) == (how != 'journals'),
       f'{name}: rank 0 has it all, unless it must not', kinds)
    same = out.read_text()
    ok(merged(where, journals, 'journals')[1] == same, f'{name}: the same from the journals',
       same[-3000:])
    if how == 'journals':
        return
    copy = where / 'copy'
    shutil.copytree(journals, copy)
    without_findings(copy)
    r, text = merged(where, copy, how)
    ok(text == same and not r.stderr, f'{name}: no journal is needed but that of rank 0', r.stderr)
    # Damage: what rank 0 has is incomplete, or a rank is missing.
    copy = where / 'damaged'
    shutil.copytree(journals, copy)
    zero = next(copy.glob('rank-*-0.jsonl'))
    zero.write_text(zero.read_text().replace('"record":"merged","kind":"', '"record":"merged","kin":"', 1))
    ok(merged(where, copy, how)[1] == same, f'{name}: damage to it, and the journals are read')
    zero.write_text(''.join(line for line in zero.read_text().splitlines(keepends=True)
                            if '"merged' not in line) + '{"record":"merged-end","findings":0}\n')
    next(copy.glob('rank-*-1.jsonl')).unlink()
    r, text = merged(where, copy, how)
    ok(r.returncode in (66, 70) and 'rank 1' in json.loads(text)['status_detail'] and
       json.loads(text)['findings'], f'{name}: and so they are if a rank has none', r.stderr, text[:600])


for m in MPIS:
    for how in ('tree', 'ring', 'journals'):
        check(m, how, 3)
    check(m, 'tree', 2, 200)

where = folder('merge-bad')
r = run(FENCEPOST, 'run', '--merge=star', 'true', cwd=where)
ok(r.returncode == 2 and len(r.stderr.splitlines()) == 1 and '--merge' in r.stderr,
   'another word is refused in one line', r.returncode, r.stderr)
r = run(FENCEPOST, 'run', 'true', cwd=where, env={'FENCEPOST_MERGE': 'star'})
ok(r.returncode == 2 and len(r.stderr.splitlines()) == 1 and 'FENCEPOST_MERGE' in r.stderr,
   'in the environment as well', r.returncode, r.stderr)
done()
