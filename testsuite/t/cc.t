#!/usr/bin/python3
"""fencepost cc: command lines of all kinds, build systems, compilers; what it refuses."""
import os
import re
import shutil
import subprocess

from live import BUILD, FENCEPOST, MPIS, PROGRAMS, ROOT, done, folder, ok, report, run

SOURCES = PROGRAMS / 'cc'
COMPILERS = ('gcc', 'clang') if shutil.which('clang') else ('gcc',)


def build(where, *words, env=None):
    return run(FENCEPOST, 'cc', *words, cwd=where, env=env)


def fresh(name):
    where = folder(name)
    for source in SOURCES.iterdir():
        shutil.copy(source, where)
    return where


def finds(where, mpi, program, env=None):
    """Returns the lines of the one finding that must come, and the trace level."""
    out = where / 'report.json'
    run(FENCEPOST, 'run', '--quiet', f'--output={out}', f'mpiexec.{mpi}', '-n', 2, program,
        cwd=where, env=env)
    rep = report(out)
    lines = [[os.path.basename(at['file'] or '?') + f":{at['line']}" for at in f['locations'][:2]]
             for f in rep['findings']]
    return lines, rep.get('run', {}).get('trace')


RIGHT = ([['main.c:14', 'store.c:4']], 'compiled')


def check(name, where, mpi, program, *results, env=None):
    found = finds(where, mpi, program, env)
    ok(all(r.returncode == 0 for r in results) and found == RIGHT, f'{mpi}: {name}', found,
       *(r.stderr for r in results))


def command_lines(mpi):
    where, cc = fresh(f'cc-{mpi}'), f'mpicc.{mpi}'
    check('one line', where, mpi, './one', build(where, cc, '-O2', 'main.c', 'store.c', '-o', 'one'))
    check('compiled and linked apart', where, mpi, './two',
          build(where, cc, '-c', '-O1', 'main.c', 'store.c'),
          build(where, cc, 'main.o', 'store.o', '-o', 'two', '-lm'))
    (where / 'flags').write_text('-O2 "-DA=\'x y\'" -c\n -MMD -MP\n')
    check('response file, dependencies', where, mpi, './three',
          build(where, cc, '@flags', 'main.c', '-o', 'm.o'), build(where, cc, '@flags', 'store.c'),
          build(where, cc, 'm.o', 'store.o', '-o', 'three'))
    ok((where / 'm.d').exists() and 'store.h' in (where / 'm.d').read_text(),
       f'{mpi}: dependencies are written')
    check('shared library', where, mpi, './four',
          build(where, cc, '-shared', '-fPIC', 'store.c', '-o', 'libstore.so'),
          build(where, cc, 'main.c', '-o', 'four', '-L.', '-lstore', f'-Wl,-rpath,{where}'))
    r = build(where, cc, '-S', 'store.c', '-o', '-')
    ok('__tsan_write4' in r.stdout and r.returncode == 0, f'{mpi}: -S', r.stderr)
    r = build(where, cc, '-E', 'store.c')
    ok('void store' in r.stdout and r.returncode == 0, f'{mpi}: -E', r.stderr)
    r = build(where, cc, '-M', 'main.c')
    ok('store.h' in r.stdout and not (where / 'a.out').exists(), f'{mpi}: -M', r.stderr)
    a, b = build(where, cc, '--version'), run(cc, '--version', cwd=where)
    ok((a.stdout, a.returncode) == (b.stdout, b.returncode), f'{mpi}: no input')
    r = run(f'mpiexec.{mpi}', '-n', 2, './one', cwd=where)
    needed = subprocess.run(['ldd', where / 'one'], capture_output=True, text=True).stdout
    ok(r.returncode == 0 and r.stdout.replace('\n', '') == 'done' * 2 and r.stdout.count('\n') == 2 and 'fencepost' not in needed,
       f'{mpi}: runs without Fencepost', r.stdout, r.stderr, needed)


OWN = """#pragma GCC visibility push(hidden) /* the MPI library goes on to call those of libc */
double send(double a, double b, int k) { return a + b * k; }
double stat(double a) { return 2 * a; }
int strtok(int a) { return a + 1; }
"""
CALLER = """#include <mpi.h>
#include <stdio.h>
double send(double, double, int);
double stat(double);
int strtok(int);
int main(int count, char **words) {
  MPI_Init(&count, &words);
  printf("%g %g %d\\n", send(1.5, 2.5, 3), stat(2.25), strtok(7));
  MPI_Finalize();
  return 0;
}
"""


def own_functions(mpi):
    """A program's own functions with names that only POSIX uses, or of the C library, are called as
    they are."""
    where = fresh(f'cc-own-{mpi}')
    (where / 'own.c').write_text(OWN)
    (where / 'caller.c').write_text(CALLER)
    plain = build(where, f'mpicc.{mpi}', '-fno-builtin', '-w', '-o', 'whole', 'own.c', 'caller.c')
    objects = [build(where, f'mpicc.{mpi}', '-fno-builtin', '-w', '-c', f) for f in ('own.c', 'caller.c')]
    linked = build(where, f'mpicc.{mpi}', '-oparts', 'own.o', 'caller.o')
    (where / 'static.c').write_text('static int send(int a) { return a; }\n' + CALLER.replace(
        'double send(double, double, int);', 'int (*f)(int) = send;').replace('send(1.5, 2.5, 3)', '9.0 * send(1)')
        .replace('double stat(double);', '').replace('stat(2.25)', '4.5')
        .replace('int strtok(int);', '').replace('strtok(7)', '8'))
    static = build(where, f'mpicc.{mpi}', '-fno-builtin', '-w', '-o', 'static', 'static.c')
    for name, made in (('whole', plain), ('parts', linked), ('static', static)):
        r = run(f'mpiexec.{mpi}', '-n', 1, f'./{name}', cwd=where, limit=60)
        ok(made.returncode == 0 and r.stdout == '9 4.5 8\n', f'{mpi}: functions of its own, {name}',
           made.stderr, *(o.stderr for o in objects), r.stdout, r.stderr)


def refusals():
    where = fresh('cc-refusals')
    for words, why in ((['-flto', '-c', 'store.c'], '-flto'),
                       (['-fsanitize=undefined,address', '-c', 'store.c'], '-fsanitize=address'),
                       (['-fsanitize=thread', 'store.c'], '-fsanitize=thread'),
                       (['-static', 'main.c', 'store.c'], '-static')):
        r = build(where, 'mpicc.mpich', *words)
        ok(r.returncode == 2 and why in r.stderr and r.stderr.count('\n') == 1,
           f'refused: {" ".join(words)}', r.returncode, r.stderr)
    r = build(where, 'mpicc.mpich', '-flto', '-fno-lto', '-c', 'store.c')
    ok(r.returncode == 0, '-fno-lto after -flto is fine', r.stderr)
    r = build(where, 'mpicc.mpich', '-c', 'nosuch.c')
    ok(r.returncode == 1 and 'nosuch.c' in r.stderr, 'the status is the compiler\'s', r.returncode)
    r = build(where, './nosuch', '-c', 'store.c')
    ok(r.returncode == 127 and 'nosuch' in r.stderr, 'no such compiler', r.returncode, r.stderr)


MAKEFILE = 'CFLAGS = -O2 -MMD\nprogram: main.o store.o\n\t$(CC) $(LDFLAGS) -o $@ $^\n'
CMAKE = '''cmake_minimum_required(VERSION 3.13)
project(cc C)
add_library(store STATIC store.c)
add_executable(program main.c)
target_link_libraries(program store)
'''
CONFIGURE = '''AC_INIT([cc], [1])
AC_PROG_CC
AC_CHECK_FUNCS([memcpy MPI_Init])
AC_C_BIGENDIAN
AC_CONFIG_FILES([Makefile])
AC_OUTPUT
'''
MAKEFILE_IN = 'CC = @CC@\nCFLAGS = @CFLAGS@\nprogram: main.o store.o\n\t$(CC) -o $@ $^ @LIBS@\n'


def build_systems(mpi):
    where, cc = fresh(f'cc-systems-{mpi}'), f'{FENCEPOST} cc mpicc.{mpi}'
    (where / 'Makefile').write_text(MAKEFILE)
    check('make', where, mpi, './program', run('make', f'CC={cc}', cwd=where))
    if shutil.which('cmake'):
        (where / 'CMakeLists.txt').write_text(CMAKE)
        check('cmake', where, mpi, './b/program', run('cmake', '-B', 'b', cwd=where, env={'CC': cc}),
              run('make', '-C', 'b', cwd=where))
    if shutil.which('autoconf'):
        where = fresh(f'cc-autoconf-{mpi}')
        (where / 'configure.ac').write_text(CONFIGURE)
        (where / 'Makefile.in').write_text(MAKEFILE_IN)
        check('autoconf', where, mpi, './program', run('autoconf', cwd=where),
              run('./configure', cwd=where, env={'CC': cc}), run('make', cwd=where))
        ok('define HAVE_MPI_INIT 1' in (where / 'config.log').read_text(),
           f'{mpi}: configure finds functions')


def compilers(mpi):
    for name in COMPILERS:
        for level in '-O0', '-O2':
            env = {'MPICH_CC': name, 'OMPI_CC': name}
            where = fresh(f'cc-{name}{level}-{mpi}')
            check(f'{name} {level}', where, mpi, './p',
                  build(where, f'mpicc.{mpi}', level, 'main.c', 'store.c', '-o', 'p', env=env))
            r = build(where, f'mpicc.{mpi}', level, '-w', '-mcx16', 'atomics.c', '-o', 'a', env=env)
            plain = run(f'mpicc.{mpi}', level, '-w', '-mcx16', 'atomics.c', '-o', 'n', '-latomic',
                        cwd=where, env=env)
            a, n = run('./a', cwd=where), run('./n', cwd=where)
            f = run(FENCEPOST, 'run', '--quiet', './a', cwd=where)
            ok(r.returncode == plain.returncode == 0 and a.stdout == n.stdout == f.stdout != '',
               f'{mpi}: {name} {level}: atomics and odd sizes', r.stderr, plain.stderr, a, n, f)


def levels():
    where = fresh('cc-levels')
    run('mpicc.mpich', '-g', 'main.c', 'store.c', '-o', 'plain', cwd=where)
    r = run(FENCEPOST, 'run', '--trace=compiled', '--quiet', 'mpiexec.mpich', '-n', 2, './plain',
            cwd=where)
    rep = report(where / 'fencepost-report.json')
    ok('needs a program built with' in r.stderr and rep['run']['trace'] == 'mpi' and
       rep['run']['coverage']['refused'] and r.returncode == 70,
       '--trace=compiled without fencepost cc', r.returncode, r.stderr, rep.get('run'))
    build(where, 'mpicc.mpich', 'main.c', 'store.c', '-o', 'p')
    r = run(FENCEPOST, 'run', '--trace=mpi', '--quiet', 'mpiexec.mpich', '-n', 2, './p', cwd=where)
    rep = report(where / 'fencepost-report.json')
    ok(rep['run']['trace'] == 'mpi' and not rep['findings'], '--trace=mpi leaves the hooks alone')
    r = run(FENCEPOST, 'run', '--quiet', 'mpiexec.mpich', '-n', 1, './p', ':', '-n', 1, './plain',
            cwd=where)
    rep = report(where / 'fencepost-report.json')
    ok(rep['run']['trace'] == 'mpi', 'the level is what all ranks have', rep.get('run'))


def tables():
    """The linker must be told to wrap just the functions that the hooks define."""
    names = set(re.findall(r'^(?:BUILTIN|WRAPPED)\((\w+)\)',
                           (ROOT / 'interpose/hooks/wrap.def').read_text(), re.M))
    nm = subprocess.run(['nm', BUILD / 'libfencepost-hooks.a'], capture_output=True, text=True).stdout
    defined = set(re.findall(r' T __wrap_(\w+)', nm))
    ok(names == defined, 'wrap.def lists what the hooks have', names ^ defined)
    real = set(re.findall(r' U __real_(\w+)', nm))
    ok(real <= names, 'they call no other function by __real_', real - names)
    outside = {n for n in re.findall(r' U (\w+)', nm)
               if not n.startswith(('hooks_', '__real_', '__start_', '__stop_')) and
               n not in ('__fencepost_filter', 'dlsym', '_GLOBAL_OFFSET_TABLE_')}
    ok(not outside, 'the hooks need nothing but dlsym', outside)


for mpi in MPIS:
    command_lines(mpi)
    build_systems(mpi)
    compilers(mpi)
    own_functions(mpi)
refusals()
levels()
tables()
done()
