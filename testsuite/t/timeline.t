#!/usr/bin/python3
"""The time line of a run: as data, as trace events, as a page in a browser; of clean, wrong, killed and
damaged runs."""
import collections
import json
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from browser import ENTER, Browser
from line import COLLECTIVE, GET, KINDS, MESSAGE, PUT, UPDATE, Line
from live import BUILD, FENCEPOST, MPIS, ROOT, YIELDING, compiled, done, folder, ok, report, run

CASES = ROOT / 'testsuite/cases'
LEFT, RIGHT, UP, DOWN, END, HOME = '\ue012', '\ue014', '\ue013', '\ue015', '\ue010', '\ue011'


def members(ranks):
    n = 0
    for part in ranks.split(','):
        lo, hi, step = re.fullmatch(r'(\d+)(?:-(\d+))?(?::(\d+))?', part).groups()
        n += len(range(int(lo), int(hi or lo) + 1, int(step or 1)))
    return n


def drawn(mpi, program, ranks, where, *options, words=()):
    page = where / 'line.html'
    page.unlink(missing_ok=True)
    r = run(FENCEPOST, 'run', '--quiet', f'--timeline={page},{where}/line.json',
            f'--output={where}/report.json', *options, f'mpiexec.{mpi}', '-n', ranks, program, *words,
            cwd=where)
    return r, Line(page) if page.exists() else None, report(where / 'report.json')


def like_the_report(name, line, rep):
    """The time line has each epoch and each operation of which the report has rows with counts."""
    want, operations = collections.Counter(), 0
    for w in rep.get('windows', []):
        for e in w['epochs']:
            n = members(e['ranks'])
            want[e['kind']] += e['count'] * n
            operations += sum(o['count'] for o in e['operations'].values()) * n
    have = collections.Counter(KINDS[b.kind] for b in line.epochs)
    ok(have == want and want, f'{name}: each epoch of the report is drawn', have, want)
    ok(len(line.operations()) == operations, f'{name}: and each operation', len(line.operations()), operations)


def in_order(name, line):
    told = [a for a in line.arrows if a.kind in (MESSAGE, COLLECTIVE)]
    ok(all(a.begin < a.end for a in told), f'{name}: messages go to the right', told)
    ends = {(a.target, a.end) for a in told}
    bare = [m for m in line.moments if ', from rank' in m.text and (m.track, m.begin) not in ends]
    ok(not bare, f'{name}: each message that was received has an arrow', *bare[:5])
    for track in range(len(line.tracks)):
        own = [m for m in line.moments if m.track == track]
        if any(b.begin < a.begin for a, b in zip(own, own[1:])):
            return ok(False, f'{name}: the steps of a process are in its order', own)
    ok(True, f'{name}: the steps of a process are in its order')
    own = {(m.track, c) for m in line.moments for c in (m.begin, m.end)}
    ok(all((c.track, c.end) in own or c.end == line.columns for c in line.copies),
       f'{name}: copies agree from a call on', line.copies)


def inside(line, arrow, track, kind):
    return any(b.track == track and b.kind == kind and b.begin <= arrow.begin <= b.end for b in line.epochs)


def exposed(name, line):
    """Post, start, complete, wait: an operation lies in an epoch of each side."""
    bad = [a for a in line.operations() if not inside(line, a, a.origin, KINDS.index('access')) or
           not inside(line, a, a.target, KINDS.index('exposure'))]
    ok(line.operations() and not bad, f'{name}: operations lie in epochs of both sides', bad)


def published(name, line):
    """A put makes the public copy newer, until the target's MPI_Win_wait returns."""
    puts = [a for a in line.operations() if a.kind == PUT]
    public = [c for c in line.copies if c.kind == 11]
    waits = {(m.track, m.end) for m in line.moments if m.text.startswith('MPI_Win_wait')}
    bad = [a for a in puts if not any(c.track == a.target and c.begin == a.begin and
                                      (c.track, c.end) in waits for c in public)]
    ok(puts and not bad, f'{name}: the public copy is newer from a put to MPI_Win_wait', bad, public)
    posts = {(m.track, m.begin) for m in line.moments if m.text.startswith('MPI_Win_post')}
    private = [c for c in line.copies if c.kind == 10]
    return private, posts


def trace_events(name, where):
    data = json.loads((where / 'line.json').read_text())
    events = data['traceEvents']
    good = all(e['ph'] == 'M' or ('name' in e and isinstance(e['ts'], int) and 'pid' in e and 'tid' in e)
               for e in events)
    begins = collections.Counter(e['id'] for e in events if e['ph'] == 's')
    ends = collections.Counter(e['id'] for e in events if e['ph'] == 'f')
    ok(good and begins == ends and set(begins.values()) <= {1}, f'{name}: trace events are whole')
    slices = {(e['pid'], e['tid']) for e in events if e['ph'] == 'X'}
    named = {(e['pid'], e['tid']) for e in events if e['ph'] == 'M' and e['name'] == 'thread_name'}
    ok(slices <= named, f'{name}: each row has a name', slices - named)
    rows = collections.defaultdict(list)
    for e in events:
        if e['ph'] == 'X' and e['tid'] < 1000:
            rows[e['pid'], e['tid']].append((e['ts'], e['ts'] + e['dur']))
    over = [(r, a, b) for r, s in rows.items() for a, b in zip(sorted(s), sorted(s)[1:])
            if b[0] < a[1] < b[1]]
    ok(not over, f'{name}: slices of a row do not cut each other', over[:3])


PROGRAMS = (
    # source, ranks, whether it is wholly post-start-complete-wait
    ('standard/double-buffer-ok.c', 3, True), ('clean/ring-pscw.c', 3, True),
    ('standard/halo-fence-put-ok.c', 3, False), ('clean/halo2d-lock-all.c', 4, False),
    ('clean/pipelined-reduction.c', 4, False), ('clean/counter-lock.c', 3, False),
    ('clean/messages.c', 2, False), ('clean/mixed-sync.c', 2, False))


def programs(mpi, where):
    for source, ranks, pscw in PROGRAMS:
        name = f'{mpi}: {source}'
        program = compiled(mpi, CASES / source, where, f'-I{CASES}', '-w', *YIELDING[mpi])
        r, line, rep = drawn(mpi, program, ranks, where)
        if not ok(r.returncode == 0 and line, f'{name}: a time line', r.returncode, r.stderr):
            continue
        ok([t[0] for t in line.tracks] == list(range(ranks)) and not any(t[3] for t in line.tracks),
           f'{name}: a lane for each rank, and nothing left out', line.tracks)
        if rep['windows']:
            like_the_report(name, line, rep)
        in_order(name, line)
        if pscw:
            exposed(name, line)
        trace_events(name, where)
        placed = [m for m in line.moments if pathlib.Path(source).name in (m.place.get('file') or '')
                  and m.place['source']]
        ok(len(placed) > len(line.moments) / 2, f'{name}: steps have their lines', line.moments[:5])


DEMOS = (
    # name, ranks, who hands to whom in which order; None: neighbours, in every step
    ('double-buffer', 3, None), ('ring-reduction', 5, {r: r + 1 for r in range(4)}),
    ('tree-reduction', 7, {r: (r - 1) // 2 for r in range(1, 7)}))


def demos(mpi, where):
    """The programs of testsuite/examples/epochs: each operation is where their heads say."""
    for name, ranks, successor in DEMOS:
        program = compiled(mpi, ROOT / f'testsuite/examples/epochs/{name}.c', where, *YIELDING[mpi])
        r, line, rep = drawn(mpi, program, ranks, where)
        name = f'{mpi}: {name}'
        if not ok(r.returncode == 0 and line and not rep['findings'], f'{name}: no finding', r.stderr):
            continue
        like_the_report(name, line, rep)
        in_order(name, line)
        exposed(name, line)
        moved = [(a.origin, a.target) for a in line.operations()]
        if successor is None:
            each = [(r, (r + d) % ranks) for r in range(ranks) for d in (1, -1)] * 4
            ok(sorted(moved) == sorted(each), f'{name}: gets from both neighbours in each step', moved)
            continue
        at = {a.origin: a for a in line.operations()}
        ok(sorted(moved) == sorted(successor.items()), f'{name}: one put to each successor', moved)
        ok(all(at[r].begin < at[s].begin for r, s in successor.items() if s in at),
           f'{name}: who hands on has been handed to before', at)
        published(name, line)


PUTS = r'''
#include <mpi.h>
#include <stddef.h>
int main(void) {
  int rank, *memory;
  MPI_Win win;
  MPI_Group world;
  MPI_Init(NULL, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_set_name(win, "</script>field");
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  for (int i = 0; i < 3; i++) {
    memory[8] = i;
    MPI_Win_post(world, 0, win);
    MPI_Win_start(world, 0, win);
    MPI_Put(&i, 1, MPI_INT, 1 - rank, i, 1, MPI_INT, win);
    MPI_Win_complete(win);
    MPI_Win_wait(win);
  }
  MPI_Group_free(&world);
  MPI_Win_free(&win);
  MPI_Finalize();
}
'''
RACE = r'''
#include <mpi.h>
#include <stddef.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>
int main(int count, char **word) {
  int rank, *memory, one = 1;
  MPI_Win win;
  MPI_Init(NULL, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_fence(0, win);
  MPI_Put(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, win); /* both ranks */
  MPI_Win_fence(0, win);
  if (count > 1 && rank)
    raise(SIGKILL);
  if (count > 1)
    MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_free(&win);
  MPI_Finalize();
}
'''
LOOP = r'''
#include <mpi.h>
#include <stddef.h>
#include <stdlib.h>
int main(int count, char **word) {
  int rank, *memory;
  MPI_Win win;
  MPI_Init(NULL, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  for (int i = 0; i < atoi(word[1]); i++) {
    MPI_Win_lock(MPI_LOCK_SHARED, 1 - rank, 0, win);
    MPI_Put(&rank, 1, MPI_INT, 1 - rank, i % 16, 1, MPI_INT, win);
    MPI_Win_unlock(1 - rank, win);
    if (i % 16 == 15)
      MPI_Barrier(MPI_COMM_WORLD);
  }
  MPI_Win_free(&win);
  MPI_Finalize();
}
'''


def own(mpi, name, text, where):
    (where / f'{name}.c').write_text(text)
    return compiled(mpi, where / f'{name}.c', where, '-w', *YIELDING[mpi])


def copies(mpi, where):
    _, line, _ = drawn(mpi, own(mpi, 'puts', PUTS, where), 2, where)
    private, posts = published(f'{mpi}: puts', line)
    if any(m.text.startswith('store') for m in line.moments): # the level sees them
        ok(len(private) == 6 and all((c.track, c.end) in posts for c in private),
           f'{mpi}: puts: the private copy is newer from a store to MPI_Win_post', private)
    ok(line.windows == ['</script>field'] and '<\\/script>' not in (where / 'line.html').read_text(),
       f'{mpi}: a name that looks like markup')


def findings(mpi, where):
    program = own(mpi, 'race', RACE, where)
    r, line, rep = drawn(mpi, program, 2, where)
    slugs = {f['id'] for f in rep['findings']}
    marked = [m for m in line.moments if m.finding]
    ok(slugs and {m.finding for m in marked} == slugs and {m.track for m in marked} == {0, 1} and
       all('both ranks' in m.place['source'] for m in marked), f'{mpi}: findings are marked', slugs, marked)
    r, line, rep = drawn(mpi, program, 2, where, words=('killed',))
    ok(r.returncode and line and len(line.tracks) == 2, f'{mpi}: a run that is killed has a time line',
       r.returncode, r.stderr)


def difference(*pages):
    a, b = (p.read_text().split('\n') for p in pages)
    return [pair for pair in zip(a, b) if pair[0] != pair[1]][:6]


def recorded(mpi, where):
    program = own(mpi, 'puts', PUTS, where)
    trace = where / 'trace'
    r, _, _ = drawn(mpi, program, 2, where, f'--record={trace}')
    page = where / 'replayed.html'
    again = run(FENCEPOST, 'replay', '--quiet', f'--output={where}/r.json', f'--timeline={page}', trace,
                cwd=where)
    same = lambda p: re.sub(r'<(title|small)>.*?</\1>', '', p.read_text())
    ok(again.returncode == r.returncode == 0 and same(page) == same(where / 'line.html'),
       f'{mpi}: replay draws the same', again.returncode, again.stderr, *difference(page, where / 'line.html'))
    left = [p for p in where.rglob('*') if 'fencepost-journals' in p.name or p.name == 'events']
    ok(not left, f'{mpi}: nothing is left behind', left)
    cut = sorted(trace.glob('*.fpt'))[0]
    cut.write_bytes(cut.read_bytes()[:-40])
    again = run(FENCEPOST, 'replay', '--quiet', f'--output={where}/r.json', f'--timeline={page}', trace,
                cwd=where)
    ok(again.returncode == 2 and 'not a whole trace' in again.stderr and len(Line(page).tracks) == 2,
       f'{mpi}: of a damaged recording, what is there', again.returncode, again.stderr)


def wrong_names(mpi, where):
    program = own(mpi, 'puts', PUTS, where)
    for files, says in (('line.txt', "not 'line.txt'"), ('a.html,', "not ''"), ('a.html,b', "not 'b'")):
        r = run(FENCEPOST, 'run', f'--timeline={files}', f'mpiexec.{mpi}', '-n', 2, program, cwd=where)
        ok(r.returncode == 2 and says in r.stderr and r.stderr.count('\n') == 1,
           f'{mpi}: --timeline={files} is refused', r.returncode, r.stderr)
    r = run(FENCEPOST, 'run', '--quiet', '--timeline=none/line.html', f'mpiexec.{mpi}', '-n', 2, program,
            cwd=where)
    ok(r.returncode == 2 and 'cannot write the time line to none/line.html' in r.stderr,
       f'{mpi}: a place that cannot be written', r.returncode, r.stderr)


def detail(browser):
    return browser.run('return document.getElementById("detail").textContent')


CONTRAST = '''
  const lum = c => { const v = c.match(/[0-9.]+/g).slice(0, 3).map(x => x / 255).map(
    x => x <= 0.03928 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4);
    return 0.2126 * v[0] + 0.7152 * v[1] + 0.0722 * v[2]; };
  const back = lum(getComputedStyle(document.body).backgroundColor);
  return ["body", "p", "th", "#detail", "button"].map(s => {
    const front = lum(getComputedStyle(document.querySelector(s)).color);
    return (Math.max(front, back) + 0.05) / (Math.min(front, back) + 0.05); })'''
INK = '''
  const c = document.getElementById("canvas"), at = c.getContext("2d").getImageData(0, 0, c.width, c.height).data;
  const seen = new Set();
  for (let i = 0; i < at.length; i += 4) seen.add(at[i] << 16 | at[i + 1] << 8 | at[i + 2]);
  return seen.size'''


def page(mpi, where):
    drawn(mpi, own(mpi, 'race', RACE, where), 2, where)
    tidy = run('tidy', '-q', '-e', where / 'line.html', cwd=where)
    ok(tidy.returncode == 0, 'the page is valid', tidy.stderr)
    browser = Browser()
    try:
        browser.open(where / 'line.html')
        ok(browser.console() == [], 'nothing on the console')
        ok(browser.run('return performance.getEntriesByType("resource").filter('
                       'r => !r.name.startsWith("data:")).length') == 0, 'nothing is loaded')
        ok('finding: ' in detail(browser) and 'both ranks' in detail(browser),
           'a step with a finding is shown first', detail(browser))
        for scheme in ('light', 'dark'):
            browser.media(scheme)
            ratios = browser.run(CONTRAST)
            ok(min(ratios) >= 4.5, f'{scheme}: text can be read', ratios)
            ok(browser.run(INK) > 10, f'{scheme}: something is drawn', browser.run(INK))
        browser.run('document.getElementById("view").focus()')
        browser.keys(HOME)
        ok(detail(browser).startswith('MPI_Win_allocate'), 'Home: the first step', detail(browser))
        browser.keys(RIGHT * 2)
        ok(detail(browser).startswith('MPI_Put'), 'right: the next', detail(browser))
        ok('rank 0, ' in detail(browser), 'steps name their rank', detail(browser))
        browser.keys(DOWN)
        ok(detail(browser).startswith('MPI_Put') and 'rank 1, ' in detail(browser), 'down: the next rank',
           detail(browser))
        browser.keys(ENTER)
        ok('rank 0, ' in detail(browser), 'Enter: along the arrow, to the target', detail(browser))
        browser.keys(DOWN + END)
        ok('rank 1' in detail(browser) and detail(browser).startswith('MPI_Finalize'), 'End: the last step',
           detail(browser))
        browser.keys('+++-0')
        wide = browser.run('const v = document.getElementById("view"); return [v.scrollWidth, v.clientWidth]')
        ok(wide[0] <= wide[1], '0 shows all', wide)
        browser.run('const f = document.getElementById("find"); f.value = "MPI_Put"; '
                    'f.dispatchEvent(new Event("input"))')
        ok(browser.run('return document.getElementById("found").textContent') == '2 steps', 'what is looked for')
        rows = browser.run('return [...document.querySelectorAll("#rows tr")].map(r => r.textContent)')
        ok(len(rows) == 6 and any('MPI_Put' in r and 'race.c' in r for r in rows), 'the table has the steps', *rows)
        said = [m for m in browser.console() if 'willReadFrequently' not in m] # the test reads
        ok(said == [], 'nothing on the console afterwards', *said)
    finally:
        browser.close()


def many(mpi, where):
    r, line, rep = drawn(mpi, own(mpi, 'loop', LOOP, where), 2, where, words=(20000,))
    ok(len(line.moments) >= 100000 and not any(t[3] for t in line.tracks), '100,000 steps', len(line.moments))
    size = (where / 'line.html').stat().st_size
    ok(size < 20 << 20, 'the page stays small', size)
    browser = Browser()
    try:
        browser.open(where / 'line.html')
        spent = browser.run('''
          const view = document.getElementById("view"), spent = [];
          document.getElementById("fit").click();
          for (let i = 0; i < 40; i++) {
            const from = performance.now();
            document.getElementById(i < 20 ? "in" : "out").click();
            view.scrollLeft = i * 4000;
            spent.push(performance.now() - from);
          }
          return Math.max(...spent)''')
        drawing = browser.run('''
          return (async () => { const spent = []; document.getElementById("fit").click();
            for (let i = 0; i < 20; i++) {
              document.getElementById("in").click();
              const from = await new Promise(requestAnimationFrame);
              spent.push((await new Promise(requestAnimationFrame)) - from);
            } return Math.max(...spent); })()''')
        print(f'# largest step {spent:.0f} ms, largest time between two frames {drawing:.0f} ms')
        ok(browser.console() == [], 'a large page has no error')
    finally:
        browser.close()
    r, line, rep = drawn(mpi, own(mpi, 'loop', LOOP, where), 2, where, words=(60000,))
    ok(len(line.moments) <= 200000 and all(t[3] for t in line.tracks),
       'of more than fit it says how many are left out', line.tracks)


for mpi in MPIS:
    place = folder(f'timeline-{mpi}')
    programs(mpi, place)
    demos(mpi, place)
    copies(mpi, place)
    findings(mpi, place)
    recorded(mpi, place)
wrong_names(MPIS[0], place)
page(MPIS[0], place)
many(MPIS[0], place)
done()
