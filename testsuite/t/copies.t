#!/usr/bin/python3
"""What findings tell of the two copies of a window's memory: what happened to them, in order, which
call is missing, and in which memory model that matters. Title, ordering, arrows and remedy must not
contradict each other (testsuite/programs/copies.c)."""
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import schema
from live import FENCEPOST, MPIS, PROGRAMS, YIELDING, compiled, done, folder, ok, report, run

SOURCE = (PROGRAMS / 'copies.c').read_text()
LINE = {name: number for number, text in enumerate(SOURCE.split('\n'), 1)
        for name in re.findall(r'/\* line: (\S+) \*/', text)}
PUBLISH, FETCH = 'MPI_Win_post', 'MPI_Win_wait'
# window: (steps: what, copy, line or one of the calls that are missing; models; words of the remedy)
WANTED = {
    'not fetched': ([('update', 'public', 'put'), ('fetch', 'private', FETCH), ('read', 'private', 'load')],
                    ['separate'], 'Call MPI_Win_sync at rank 1 between the completion of copies.c:{put} and '
                    'copies.c:{load} '),
    'not published': ([('update', 'private', 'store'), ('publish', 'public', PUBLISH), ('read', 'public', 'get')],
                      ['separate'], 'Call MPI_Win_sync at rank 1 between copies.c:{store} and what lets rank 0 '
                      'go on to copies.c:{get} '),
    'side by side': ([('update', 'public', 'side-put'), ('complete', 'public', 'MPI_Win_fence'),
                      ('update', 'private', 'side-store')], ['separate'], 'or use a window for each'),
    'in no order': ([('update', 'public', 'race-put'), ('complete', 'public', 'MPI_Win_fence'),
                     ('update', 'private', 'race-store')], ['separate', 'unified'],
                    'Add MPI_Win_fence, at all processes of the window, between copies.c:{race-put} and '
                    'copies.c:{race-store}.'),
    'second window': ([('update', 'public', 'two-put'), ('fetch', 'private', FETCH),
                      ('publish', 'public', PUBLISH), ('read', 'public', 'two-get')], ['separate'],
                     'Call MPI_Win_sync at rank 1 on the window of copies.c:{two-put} and then on that of '
                     'copies.c:{two-get}'),
}


def told(finding):
    """The steps as WANTED has them."""
    for step in finding['copies']['steps']:
        at = step.get('location')
        line = finding['locations'][at]['line'] if at is not None else None
        names = [name for name, number in LINE.items() if number == line]
        assert step['missing'] == ('calls' in step and at is None)
        yield step['what'], step['copy'], names[0] if names else step.get('calls', [])


def matches(steps, wanted):
    return len(steps) == len(wanted) and all(
        a[:2] == b[:2] and (a[2] == b[2] or b[2] in a[2]) for a, b in zip(steps, wanted))


def check(mpi, model, finding, wanted):
    name = f'{mpi}, {model}: {finding["window"]["name"]}'
    steps, models, remedy = wanted
    decides = 'separate' if model == 'separate' else 'unified'
    ok(matches(list(told(finding)), steps), f'{name}: what happened to the copies', finding['copies'])
    ok(finding['copies']['models'] == models, f'{name}: in which models it matters', finding['copies'])
    ok(remedy.format(**LINE) in finding['remedy'], f'{name}: the remedy', finding['remedy'])
    ok((finding['severity'] == 'note') == (decides not in models), f'{name}: its severity', finding['severity'])
    if any(a['kind'] == 'completion' for a in finding['arrows']):
        ok('not ordered' not in finding['title'] and 'nothing orders' not in finding['message'] and
           finding['confidence'] == 'definite', f'{name}: what is in order is said to be',
           finding['title'], finding['message'], finding['confidence'])
    if finding['window']['name'] == 'second window':
        two = finding['copies']
        ok('does not hold' in two['public'] and 'holds the update' in two['other_public'] and
           two['other_window'] != finding['window']['id'], f'{name}: both public copies', two)


def one_line(mpi):
    """Where both accesses are made by one line, nothing can be added between."""
    where = folder(f'copies-{mpi}')
    (where / 'loop.c').write_text(LOOP)
    run(f'mpicc.{mpi}', '-g', 'loop.c', '-o', 'loop', cwd=where)
    run(FENCEPOST, 'run', '--quiet', '--output=loop.json', f'mpiexec.{mpi}', '-n', 2, './loop', cwd=where)
    found = {f['id']: f['remedy'] for f in report(where / 'loop.json')['findings']}
    ok('rma-race' in found and 'Add MPI_Win_fence' not in found['rma-race'], f'{mpi}: one line: a general remedy',
       found)
    ok('between loop.c:13 and loop.c:14.' in found.get('buffer-race', ''), f'{mpi}: a buffer used too early', found)


LOOP = """#include <mpi.h>
int main(int argc, char **argv) {
  int rank, *own, value = 1, got = 0;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(64, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &own, &win);
  MPI_Win_fence(0, win);
  for (int i = 0; i < 2; i++)
    MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  if (rank == 0) {
    MPI_Get(&got, 1, MPI_INT, 1, 4, 1, MPI_INT, win);
    MPI_Sendrecv(&got, 1, MPI_INT, 0, 0, &value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
"""

for mpi in MPIS:
    one_line(mpi)
    where = folder(f'copies-{mpi}')
    program = compiled(mpi, 'copies.c', where, *YIELDING[mpi])
    for model in 'auto', 'separate':
        out = where / f'{model}.json'
        r = run(FENCEPOST, 'run', f'--output={out}', '--verbose', f'--memory-model={model}', f'mpiexec.{mpi}',
                '-n', 2, program, cwd=where)
        rep = report(out)
        problems = schema.problems(rep)
        ok(not problems, f'{mpi}, {model}: the report keeps to the schema', *problems)
        found = {f['window']['name']: f for f in rep['findings']}
        stores = rep['run']['trace'] != 'mpi'
        for window, wanted in WANTED.items():
            if stores or window == 'second window':
                ok(window in found, f'{mpi}, {model}: {window}: is found', *found)
                if window in found:
                    check(mpi, model, found[window], wanted)
        ok(len(rep['findings']) == len(found), f'{mpi}, {model}: and nothing else', rep['findings'])
        text = ' '.join(r.stderr.split())
        for f in rep['findings']:
            missing = [s['text'] for s in f['copies']['steps'] if ' '.join(s['text'].split()) not in text]
            ok(not missing, f'{mpi}, {model}: {f["window"]["name"]}: the summary tells it', *missing, text)
done()
