#!/usr/bin/python3
"""Which trace level a program gets. Every report and summary must say which it is, why, what it
does not see and what to do instead. If a level was asked for by name and is not possible, the exit
status is 70."""
import json
import os
import shutil

from live import BUILD, FENCEPOST, MPIS, done, folder, ok, report, run

HEAD = '#include <mpi.h>\nint main(int argc, char **argv) { int got = argc; MPI_Win win; (void)win;\n'
START = {'one': 'MPI_Init(&got, &argv);', 'many': 'MPI_Init_thread(&got, &argv, MPI_THREAD_MULTIPLE, &got);'}
WINDOW = ('void *at; MPI_Win_allocate(64, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &at, &win);'
          'MPI_Win_free(&win);')
PROGRAMS = {  # name: (source, --trace, level)
    'window': (START['one'] + WINDOW, None, 'pages'),
    'none': (START['one'], None, 'pages'),
    'threads': (START['many'] + WINDOW, None, 'pages'),
    'none, asked for': (START['one'], 'pages', 'pages'),
    'threads, asked for': (START['many'] + WINDOW, 'pages', 'pages'),
    'window, not wanted': (START['one'] + WINDOW, 'mpi', 'mpi'),
}
NOT_SEEN = {'mpi': 'loads and stores of the program itself',
            'pages': 'loads and stores outside windows',
            'compiled': 'code that was not built with `fencepost cc`'}
KINDS = ('mpi_buffers', 'windows', 'elsewhere', 'libraries', 'callbacks', 'thread_atomics')
SEEN = {'mpi': dict(zip(KINDS, ('all', *['none'] * 5))),
        'pages': dict(zip(KINDS, ('all', 'all', 'part', 'part', 'none', 'none'))),
        'compiled': dict(zip(KINDS, ('all', 'all', 'all', 'part', 'all', 'all')))}


def build(mpi, source, where, *compiler):
    (where / 'p.c').write_text(HEAD + source + 'MPI_Finalize(); return 0; }\n')
    return run(*compiler, f'mpicc.{mpi}', '-g', 'p.c', '-o', 'p', cwd=where)


def check(mpi, trace, where, *options, fencepost=FENCEPOST, program=('./p',), ranks=1, env=None):
    """Returns the report and the outcome of a run."""
    (where / 'fencepost-report.json').unlink(missing_ok=True)
    r = run(fencepost, 'run', *options, *([f'--trace={trace}'] if trace else []),
            f'mpiexec.{mpi}', '-n', ranks, *program, cwd=where, env=env)
    return report(where / 'fencepost-report.json'), r


def level(mpi, source, trace, where, *compiler):
    built = build(mpi, source, where, *compiler)
    rep, r = check(mpi, trace, where, '--quiet')
    return (rep['run']['trace'] if 'run' in rep else rep), r.returncode, built.stderr, r.stderr


def unfolded(text):
    return ' '.join(text.split())


def says(rep, r, name, want, reason, refused=False):
    """Report and summary must tell the level, its reason and what is not seen."""
    c = rep.get('run', {}).get('coverage', {})
    ok(c.get('level') == want and c.get('refused') is refused, f'{name}: the level is {want}', c, r.stderr)
    ok(reason in c.get('reason', ''), f'{name}: and why', c)
    ok(any(NOT_SEEN[want] in text for text in c.get('not_seen', [])), f'{name}: what it does not see', c)
    ok('fencepost cc' in c.get('instead', ''), f'{name}: what to do instead', c)
    seen = {row['accesses']: row['seen'] for row in c.get('accesses', [])}
    ok(seen == SEEN[want], f'{name}: which accesses are seen', seen)
    text = unfolded(r.stderr)
    for part in (f'level {want}', reason, *c.get('not_seen', ['?']), c.get('instead', '?')):
        ok(unfolded(part) in text, f'{name}: the summary says: {part}', r.stderr)
    ok(r.returncode == (70 if refused else 0), f'{name}: the exit status', r.returncode)


def check_texts(mpi, source, where, best):
    build(mpi, source, where)
    rep, r = check(mpi, None, where)
    if best == 'pages':
        says(rep, r, f'{mpi}: by default', 'pages', 'was not built with `fencepost cc`')
    rep, r = check(mpi, 'mpi', where)
    says(rep, r, f'{mpi}: --trace=mpi', 'mpi', 'it was asked for')
    rep, r = check(mpi, 'compiled', where)
    says(rep, r, f'{mpi}: --trace=compiled of a plain program', 'mpi',
         'needs a program built with `fencepost cc`', refused=True)
    build(mpi, source, where, FENCEPOST, 'cc')
    rep, r = check(mpi, None, where)
    says(rep, r, f'{mpi}: built with fencepost cc', 'compiled', 'was built with `fencepost cc`')


def check_without_decoder(mpi, source, where):
    """Runs a copy of the checker without the library that decodes instructions."""
    there = where / 'lib'
    there.mkdir()
    for f in os.listdir(BUILD):
        if f.startswith(('libfencepost', 'fencepost')) and 'decode' not in f and (BUILD / f).is_file():
            shutil.copy(BUILD / f, there / f)
    build(mpi, source, where)
    rep, r = check(mpi, None, where, fencepost=there / 'fencepost')
    says(rep, r, f'{mpi}: without the decoder', 'mpi', 'level pages cannot be had here')
    rep, r = check(mpi, 'pages', where, fencepost=there / 'fencepost')
    says(rep, r, f'{mpi}: pages asked for, without the decoder', 'mpi',
         'level pages cannot be had here', refused=True)
    rep, r = check(mpi, 'pages', where, '--quiet', fencepost=there / 'fencepost')
    ok(r.returncode == 70 and '--trace=pages: this is trace level mpi' in r.stderr,
       f'{mpi}: with --quiet, too, it ends with 70 and says why', r.returncode, r.stderr)


def check_mixed(mpi, source, where):
    """Runs two programs in one job, one of which was built with fencepost cc."""
    build(mpi, source, where, FENCEPOST, 'cc')
    (where / 'p').rename(where / 'q')
    build(mpi, source, where)
    # the launcher of Open MPI 5.0.7 crashes where two programs are named
    both = ('sh', '-c', 'test "${PMI_RANK:-$OMPI_COMM_WORLD_RANK}" = 0 && exec ./p; exec ./q')
    rep, r = check(mpi, None, where, ranks=2, program=both)
    says(rep, r, f'{mpi}: a program of each kind', 'mpi', 'not every process was built')
    rep, r = check(mpi, 'pages', where, ranks=2, program=both)
    ok(r.returncode == 0, f'{mpi}: --trace=pages sees both', rep.get('run'), r.stderr)


def check_valgrind(mpi, source, where):
    """Under valgrind the kernel sees system calls at other addresses than those in the program."""
    if not shutil.which('valgrind'):
        return
    build(mpi, source, where)
    rep, r = check(mpi, None, where, program=('valgrind', '-q', './p'))
    says(rep, r, f'{mpi}: under valgrind', 'mpi', 'an emulator such as valgrind')


def check_forms(where):
    rep = report(where / 'fencepost-report.json')
    (where / 'r.json').write_text(json.dumps(rep))
    for form in ('html', 'markdown', 'sarif', 'text'):
        r = run(FENCEPOST, 'export', f'--format={form}', 'r.json', cwd=where)
        text = unfolded(r.stdout.replace('&#96;', '`').replace('\\', ''))
        ok(rep['run']['coverage']['not_seen'][0].split('`')[0] in text, f'{form}: what is not seen', r.stdout[:2000])


def main():
    for mpi in MPIS:
        where = folder(f'level-{mpi}')
        source = START['one'] + WINDOW
        best = level(mpi, source, 'pages', where)[0]  # mpi if the machine cannot do pages
        for name, (text, trace, want) in PROGRAMS.items():
            want = best if want == 'pages' else want
            got = level(mpi, text, trace, where)
            ok(got[0] == want, f'{mpi}: {name}: {want}', *got)
            ok(got[1] == (70 if trace not in (None, want) else 0), f'{mpi}: {name}: exit status', *got)
        got = level(mpi, source, None, where, FENCEPOST, 'cc')
        ok(got[:2] == ('compiled', 0), f'{mpi}: built with fencepost cc: compiled', *got)
        check_texts(mpi, source, where, best)
        check_forms(where)
        check_without_decoder(mpi, source, where)
        check_mixed(mpi, source, where)
        check_valgrind(mpi, source, where)
    done()


main()
