#!/usr/bin/python3
"""Which trace level a program has when none is asked for: compiled if it was built so, mpi with
MPI_THREAD_MULTIPLE, else pages."""
from live import FENCEPOST, MPIS, done, folder, ok, report, run

HEAD = '#include <mpi.h>\nint main(int argc, char **argv) { int got = argc; MPI_Win win; (void)win;\n'
START = {'one': 'MPI_Init(&got, &argv);', 'many': 'MPI_Init_thread(&got, &argv, MPI_THREAD_MULTIPLE, &got);'}
WINDOW = ('void *at; MPI_Win_allocate(64, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &at, &win);'
          'MPI_Win_free(&win);')
PROGRAMS = {  # name: (source, --trace, level)
    'window': (START['one'] + WINDOW, None, 'pages'),
    'none': (START['one'], None, 'pages'),
    'threads': (START['many'] + WINDOW, None, 'mpi'),
    'none, asked for': (START['one'], 'pages', 'pages'),
    'threads, asked for': (START['many'] + WINDOW, 'pages', 'pages'),
    'window, not wanted': (START['one'] + WINDOW, 'mpi', 'mpi'),
}


def level(mpi, source, trace, where, *compiler):
    (where / 'p.c').write_text(HEAD + source + 'MPI_Finalize(); return 0; }\n')
    built = run(*compiler, f'mpicc.{mpi}', '-g', 'p.c', '-o', 'p', cwd=where)
    r = run(FENCEPOST, 'run', '--quiet', *([f'--trace={trace}'] if trace else []),
            f'mpiexec.{mpi}', '-n', 1, './p', cwd=where)
    rep = report(where / 'fencepost-report.json')
    return (rep['run']['trace'] if 'run' in rep else rep), r.returncode, built.stderr, r.stderr


def main():
    for mpi in MPIS:
        where = folder(f'level-{mpi}')
        source = START['one'] + WINDOW
        best = level(mpi, source, 'pages', where)[0]  # mpi where the machine cannot
        for name, (text, trace, want) in PROGRAMS.items():
            want = best if want == 'pages' else want
            got = level(mpi, text, trace, where)
            ok(got[:2] == (want, 0), f'{mpi}: {name}: {want}', *got)
        got = level(mpi, source, None, where, FENCEPOST, 'cc')
        ok(got[:2] == ('compiled', 0), f'{mpi}: built with fencepost cc: compiled', *got)
    done()


main()
