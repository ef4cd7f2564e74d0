#!/usr/bin/python3
"""Findings call the bytes of a window what the program calls them (u[17]), from the text of the
argument that made the window and the debug information, and stay silent where that is not certain."""
import os
import pathlib
import re
import shutil
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from live import FENCEPOST, MPIS, done, folder, ok, report, run

HEAD = '''#include <mpi.h>
#include <stdlib.h>
struct pair { int left; double right[4]; };
typedef double real;
typedef struct { char tag[8]; struct pair of[3]; union { int i; float f; } both; } deep;
static double u[64], grid[6][8];
static struct pair halo;
static deep many[4];
static const int *null_pointer;
%s
static char from[64];
'''
# what is declared, the argument, size of the memory, first byte, bytes, what is named (None: nothing)
C = [
    ('', 'u', 'sizeof u', 136, 8, 'u[17]'),
    ('', 'u', 'sizeof u', 136, 24, 'u[17] to u[19]'),
    ('', '&u[4]', '64', 8, 8, 'u[5]'),
    ('', 'u + 4', '64', 8, 8, 'u[5]'),
    ('', '(void *)(u + 4)', '64', 8, 8, 'u[5]'),
    ('', '&u', 'sizeof u', 137, 1, 'u[17]'),
    ('', 'grid', 'sizeof grid', 8 * 8 * 2 + 24, 8, 'grid[2][3]'),
    ('', 'grid', 'sizeof grid', 8 * 8 * 2 + 24, 16, 'grid[2][3] to grid[2][4]'),
    ('', 'grid[2]', '64', 24, 8, 'grid[2][3]'),
    ('', '&grid[2][1]', '64', 24, 8, 'grid[2][4]'),
    ('', '&halo', 'sizeof halo', 16, 8, 'halo.right[1]'),
    ('', 'halo.right', '32', 16, 8, 'halo.right[2]'),
    ('', '&halo', 'sizeof halo', 0, 16, 'halo.left to halo.right[0]'),
    ('', 'many', 'sizeof many', 136 + 8 + 40 + 8 + 8, 8, 'many[1].of[1].right[1]'),
    ('', 'many', 'sizeof many', 136 + 128, 2, 'many[1].both'),
    ('static char far[3][200];', 'far', 'sizeof far', 399, 1, 'far[1][199]'),
    ('real *p = calloc(64, 8);', 'p', '512', 40, 8, 'p[5]'),
    ('real *p = calloc(64, 8);', 'p + 2', '256', 40, 8, 'p[7]'),
    ('int *p = calloc(1, 4);', 'p', '4', 0, 4, '*p'),
    ('struct pair *p = calloc(1, sizeof *p);', 'p', 'sizeof *p', 0, 4, 'p->left'),
    ('struct pair *p = calloc(3, sizeof *p);', 'p', '3 * sizeof *p', 48, 8, 'p[1].right[0]'),
    ('struct { struct pair *q; } s = {calloc(1, sizeof *s.q)}, *t = &s;', 't->q', 'sizeof *s.q', 8, 8, 't->q->right[0]'),
    ('struct { struct pair *q; } s = {calloc(1, sizeof *s.q)}, *t = &s;', 't->q->right', '32', 8, 8, 't->q->right[1]'),
    ('int n = rand() % 2 + 20, a[n];', 'a', 'sizeof a', 12, 4, 'a[3]'),
    ('int counter = 0;', '&counter', '4', 0, 4, 'counter'),
    ('double (*rows)[8] = calloc(4, 64);', 'rows', '256', 72, 8, 'rows[1][1]'),
    # nothing is certain here
    ('void *p = calloc(64, 8);', 'p', '512', 40, 8, None),
    ('int i = rand() % 2;', '&u[i]', '64', 8, 8, None),
    ('', 'rand() ? u : u + 1', '64', 8, 8, None),
    ('double *f = u;', 'f ? f : 0', '64', 8, 8, None),
    ('', 'u + sizeof(int)', '64', 8, 8, None),
]
ALLOCATED = [
    ('double *base;', '&base', '512', 40, 8, 'base[5]'),
    ('int *base;', '(void *)&base', '4', 0, 4, '*base'),
    ('struct pair *base;', '&base', 'sizeof halo', 8, 8, 'base->right[0]'),
    ('struct { double *of; } s;', '&s.of', '512', 40, 8, 's.of[5]'),
    ('void *base;', '&base', '512', 40, 8, None),
    ('double *base; double **p = &base;', 'p', '512', 40, 8, None),
]
CXX = [
    ('std::vector<double> v(64);', 'v.data()', '512', 40, 8, 'v[5]'),
    ('std::vector<int> v(64);', '&v[0]', '256', 40, 4, None),
    ('std::array<double, 64> v{};', 'v.data()', '512', 40, 8, 'v[5]'),
    ('double a[4][4]; auto &r = a;', 'r', 'sizeof a', 40, 8, 'r[1][1]'),
    ('auto p = new double[64];', 'p', '512', 40, 8, 'p[5]'),
]


def rows(table, call):
    return [(call, *row) for row in table]


def program(table):
    """One function for each row: conflicts of one line would be one finding."""
    text, calls = HEAD % ('#include <vector>\n#include <array>' if table[0][0] == 'c++' else ''), []
    for i, (call, declared, argument, size, at, count, _) in enumerate(table):
        made = (f'MPI_Win_allocate({size}, 1, MPI_INFO_NULL, MPI_COMM_WORLD, {argument}, &win)' if call == 'allocate'
                else f'MPI_Win_create({argument},\n        {size}, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win)')
        text += f'''static void row_{i}(void)
{{
    MPI_Win win;
    {declared}
    {made};
    MPI_Win_set_name(win, "row {i}");
    MPI_Win_fence(0, win);
    MPI_Put(from, {count}, MPI_BYTE, 0, {at}, {count}, MPI_BYTE, win);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
}}
'''
        calls.append(f'    row_{i}();')
    return text + 'int main(int argc, char **argv)\n{\n    MPI_Init(&argc, &argv);\n' + '\n'.join(calls) + \
        '\n    MPI_Finalize();\n    return null_pointer ? 1 : 0;\n}\n'


FORTRAN = '''module fields
  integer, parameter :: wide = 8
  real(8) :: shared_field(0:9, 5)
end module
program elements
  use mpi
  use fields
  integer :: ierr
  real(8) :: u(64), back(-3:4)
  integer :: counter
  type :: pair
    sequence
    integer(8) :: left
    real(8) :: right(4)
  end type
  type(pair) :: halo
  real(8), allocatable :: heap(:)
  integer :: win
  character :: from(64)
  integer(MPI_ADDRESS_KIND) :: size
  allocate(heap(0:63))
  call MPI_Init(ierr)
  size = 512
  call MPI_Win_create(u, size, 1, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
  call both_put(win, 136, 16)
  size = 64
  call mpi_win_create(u(4), size, 1, MPI_INFO_NULL, &
                      MPI_COMM_WORLD, win, ierr)
  call both_put(win, 8, 8)
  call MPI_WIN_CREATE(back, size, 1, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
  call both_put(win, 8, 8)
  size = 400
  call MPI_Win_create(shared_field, size, 1, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
  call both_put(win, 88, 16)
  size = 40
  call MPI_Win_create(halo, size, 1, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
  call both_put(win, 16, 8)
  size = 4
  call MPI_Win_create(counter, size, 1, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
  call both_put(win, 0, 4)
  size = 512
  call MPI_Win_create(heap, size, 1, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
  call both_put(win, 0, 4)
  call MPI_Finalize(ierr)
end program
'''
FORTRAN_PUT = '''call MPI_Win_fence(0, win, ierr)
  call MPI_Put(from, {1}, MPI_BYTE, 0, {0}_MPI_ADDRESS_KIND, {1}, MPI_BYTE, win, ierr)
  call MPI_Win_fence(0, win, ierr)
  call MPI_Win_free(win, ierr)'''
FORTRAN = re.sub(r'call both_put\(win, (\d+), (\d+)\)', lambda m: FORTRAN_PUT.format(*m.groups()), FORTRAN)
FORTRAN_NAMES = ['u(18) to u(19)', 'u(5)', 'back(-2)', 'shared_field(1,2) to shared_field(2,2)', 'halo%right(2)',
                 'counter', None]


def found(mpi, name, source, compiler, *flags):
    where = folder(f'elements-{mpi}')
    (where / name).write_text(source)
    binary = where / (name + '.out')
    run(compiler, '-g', *flags, name, '-o', binary, cwd=where)
    run(FENCEPOST, 'run', '--quiet', '--trace=mpi', '--detail=full', '--output=out.json', f'mpiexec.{mpi}', '-n', 2, binary,
        cwd=where)
    findings = report(where / 'out.json')['findings']
    return {f['window']['id']: f for f in findings if f['id'] == 'rma-race'}


def check(label, finding, wanted):
    memory = finding['memory'] if finding else {}
    bytes_of = f'bytes {memory.get("lo", 0)} to {memory.get("hi", 0) - 1}'
    if memory.get('bytes') == 1:
        bytes_of = f'byte {memory["lo"]}'
    words = f'writes {wanted} ({bytes_of}) of' if wanted else f'writes {bytes_of} of'
    ok(memory.get('elements') == wanted and finding and words in finding['message'],
       f'{label}: {wanted or "nothing"}', memory, finding and finding['message'])


def check_table(mpi, name, table, compiler, *flags):
    findings = found(mpi, name, program(table), compiler, *flags)
    for i, row in enumerate(table):
        check(f'{mpi} {name} {" ".join(flags)} {row[1]} {row[2]}', findings.get(i + 1), row[-1])


for mpi in MPIS:
    both = rows(C, 'create') + rows(ALLOCATED, 'allocate')
    check_table(mpi, 'elements.c', both, f'mpicc.{mpi}', '-O0')
    check_table(mpi, 'elements.c', both, f'mpicc.{mpi}', '-O2', '-gdwarf-4')
    if shutil.which('clang'):
        os.environ.update(MPICH_CC='clang', OMPI_CC='clang')
        # clang 14 does not say which function a static variable belongs to once the function is inlined
        check_table(mpi, 'elements-clang.c', [row for row in both if 'static' not in row[1]], f'mpicc.{mpi}', '-O1')
        del os.environ['MPICH_CC'], os.environ['OMPI_CC']
    else:
        ok(True, f'{mpi} elements-clang.c # SKIP no clang')
    check_table(mpi, 'elements.cc', rows(CXX, 'c++'), f'mpicxx.{mpi}', '-O1')
    found_there = found(mpi, 'elements.f90', FORTRAN, f'mpifort.{mpi}', '-O1', '-fallow-argument-mismatch')
    for i, wanted in enumerate(FORTRAN_NAMES):
        check(f'{mpi} Fortran {i}', found_there.get(i + 1), wanted)
done()
