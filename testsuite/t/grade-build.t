#!/usr/bin/python3
"""How submissions are built: languages, several files, given files, with `fencepost cc` and
without. Also sources that hide which functions they use."""
from grading import assignment, facts_of, grade, lay_out, outcome, score
from live import MPIS, done, folder, ok

FIXED = '''      program main
      implicit none
      include 'mpif.h'
      integer rank, size, next, ierr, win, box(16), value
      integer(kind=MPI_ADDRESS_KIND) bytes, zero
      call MPI_Init(ierr)
C     it doesn't matter what stands here: 'dlsym
      call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
      call MPI_Comm_size(MPI_COMM_WORLD, size, ierr)
      next = mod(rank + 1, size)
      bytes = 64
      zero = 0
      call MPI_Win_create(box, bytes, 4, MPI_INFO_NULL,
     &                    MPI_COMM_WORLD, win, ierr)
      call MPI_Win_fence(0, win, ierr)
      call MPI_Put(rank, 1, MPI_INTEGER, next, zero, 1, MPI_INTEGER,
     &             win, ierr)
      call MPI_Win_fence(0, win, ierr)
      value = box(1)
      write (*, '(a,i0,a,i0)') 'rank ', rank, ' has ', value
      call MPI_Win_free(win, ierr)
      call MPI_Finalize(ierr)
      end
'''
FREE = '''program main
  use mpi
  implicit none
  integer :: rank, size, next, ierr, win, value
  integer, asynchronous :: box(16)
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, size, ierr)
  next = mod(rank + 1, size)
  call MPI_Win_create(box, 64_MPI_ADDRESS_KIND, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
  call MPI_Win_fence(0, win, ierr)
  call MPI_Put(rank, 1, MPI_INTEGER, next, 0_MPI_ADDRESS_KIND, 1, MPI_INTEGER, win, ierr)
  FENCE
  value = box(1)
  LAST
  print '(a,i0,a,i0)', 'rank ', rank, ' has ', value
  call MPI_Win_free(win, ierr)
  call MPI_Finalize(ierr)
end program
'''
FENCE = 'call MPI_Win_fence(0, win, ierr)'
MODULE = '''module ring
  use mpi_f08
  implicit none
contains
  subroutine pass(win, value, next)
    type(MPI_Win), intent(in) :: win
    integer, intent(in), asynchronous :: value
    integer, intent(in) :: next
    call MPI_Win_fence(0, win)
    call MPI_Put(value, 1, MPI_INTEGER, next, 0_MPI_ADDRESS_KIND, 1, MPI_INTEGER, win)
    call MPI_Win_fence(0, win)
  end subroutine
end module
'''
MAIN = '''program main
  use, intrinsic :: iso_c_binding
  use ring
  implicit none
  integer :: rank, size
  integer, pointer :: box(:)
  type(c_ptr) :: base
  type(MPI_Win) :: win
  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Comm_size(MPI_COMM_WORLD, size)
  call MPI_Win_allocate(64_MPI_ADDRESS_KIND, 4, MPI_INFO_NULL, MPI_COMM_WORLD, base, win)
  call c_f_pointer(base, box, [16])
  call pass(win, rank, mod(rank + 1, size))
  print '(a,i0,a,i0)', 'rank ', rank, ' has ', box(1)
  call MPI_Win_free(win)
  call MPI_Finalize()
end program
'''
NAMED = '''program main
  use iso_c_binding
  use mpi
  interface
    function sneak(handle, name) bind(c, name="dl" // "sym")
      import
      type(c_ptr), value :: handle
      character(kind=c_char) :: name(*)
      type(c_funptr) :: sneak
    end function
  end interface
  integer :: ierr
  type(c_funptr) :: put
  call MPI_Init(ierr)
  put = sneak(c_null_ptr, "PMPI_Put" // c_null_char)
  call MPI_Finalize(ierr)
end program
'''
C_HEAD = '''#include <mpi.h>
#include <stdio.h>
'''
C_MAIN = '''int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, size, *box;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Win win;
  MPI_Win_allocate(64, sizeof *box, MPI_INFO_NULL, MPI_COMM_WORLD, &box, &win);
  MPI_Win_fence(0, win);
  MPI_Put(&rank, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  printf("rank %d has %d\\n", rank, *box);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
'''
RACE = C_MAIN.replace('  MPI_Win_fence(0, win);\n  printf', '  int got = *box;\n  MPI_Win_fence(0, win);\n'
                      '  printf').replace('rank, *box', 'rank, got')
CPP = '''#include <mpi.h>
#include <cstdio>
#include <vector>
template <class T> struct Window {
  MPI_Win win = MPI_WIN_NULL;
  std::vector<T> memory = std::vector<T>(16);
  Window() {
    MPI_Win_create(memory.data(), 64, sizeof(T), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  }
  ~Window() { MPI_Win_free(&win); }
};
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, size, value;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  {
    Window<int> w;
    MPI_Win_fence(0, w.win);
    MPI_Put(&rank, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, w.win);
    BEFORE
    value = w.memory[0];
    AFTER
    std::printf("rank %d has %d\\n", rank, value);
  }
  MPI_Finalize();
}
'''
ENDLESS = ('#include <mpi.h>\ntemplate <int N> struct T { T<N + 1> *t; int f() { return t->f() + N; } };\n'
           'int main() { T<0> t; return t.f(); }\n')
BONUS = {'rubric': {'bonus': [{'calls': ['MPI_Put', 'MPI_Win_fence'], 'by': 'every', 'points': 5}]}}
RACES = {'rma-local-race'}


def right(facts, out, name, points=15):
    return (outcome(facts, name)[:2] == ('complete', []) and score(out, name) == points)


def fortran(mpi):
    where = folder(f'grade-fortran-{mpi}')
    lay_out(where, assignment(mpi, build={'compiler': 'mpifort'}, **BONUS), {
        'fixed.f': FIXED, 'free.F90': FREE.replace('FENCE', FENCE).replace('LAST', ''),
        'unfenced.f90': FREE.replace('FENCE', '').replace('LAST', FENCE),
        'folder/a main.f90': MAIN, 'folder/ring.f90': MODULE, 'one-file.f90': MODULE + MAIN,
        'named.f90': NAMED, 'broken.f90': FREE})
    ended = grade(where)
    facts = facts_of(where / 'out')
    for name in ('fixed', 'free', 'folder', 'one-file'):
        ok(right(facts, where / 'out', name), f'{mpi}: Fortran: {name}', outcome(facts, name),
           ended.stderr)
    made = outcome(facts, 'unfenced')
    lines = [at['line'] for t in facts['unfenced']['tests'] for f in t['findings']
             for at in f['locations']]
    ok(made[0] == 'complete' and RACES & set(made[1]) and {12, 14} <= set(lines),
       f'{mpi}: Fortran: a load too early is found', made, lines)
    ok('uses dlsym' in outcome(facts, 'named'), f'{mpi}: Fortran: a name made of parts',
       outcome(facts, 'named'))
    ok('does not compile' in outcome(facts, 'broken') and
       'broken.f90' in outcome(facts, 'broken'), f'{mpi}: Fortran: the compiler is quoted',
       outcome(facts, 'broken'))


def cpp(mpi):
    where = folder(f'grade-cpp-{mpi}')
    fence = 'MPI_Win_fence(0, w.win);'
    lay_out(where, assignment(mpi, build={'compiler': 'mpicxx'}, **BONUS,
                              limits={'memory': '1G'}), {
        'right.cpp': CPP.replace('BEFORE', fence).replace('AFTER', ''),
        'race.cc': CPP.replace('BEFORE', '').replace('AFTER', fence), 'endless.cpp': ENDLESS,
        'in-c.c': C_HEAD + C_MAIN})
    ended = grade(where)
    facts = facts_of(where / 'out')
    ok(right(facts, where / 'out', 'right'), f'{mpi}: C++', outcome(facts, 'right'), ended.stderr)
    ok(RACES & set(outcome(facts, 'race')[1]), f'{mpi}: C++: a race', outcome(facts, 'race'))
    ok(not facts['endless']['build']['ok'], f'{mpi}: C++: endless templates',
       outcome(facts, 'endless'))
    ok('.cpp' in outcome(facts, 'in-c'), f'{mpi}: C++: no source in this language',
       outcome(facts, 'in-c'))


def checked(mpi):
    """Loads are seen with `fencepost cc` and not without it; both programs run."""
    race = {'race.c': C_HEAD + RACE, 'right.c': C_HEAD + C_MAIN}
    for build, trace, level, found in ((True, 'auto', 'compiled', True), (True, 'mpi', 'mpi', False),
                                       (False, 'auto', 'mpi', False),
                                       (False, 'pages', 'pages', True)):
        where = folder(f'grade-checked-{mpi}')
        lay_out(where, assignment(mpi, {'trace': trace}, build={'checked': build}), race)
        ended = grade(where)
        facts = facts_of(where / 'out')
        made = outcome(facts, 'race')
        ok(made[0] == 'complete' and bool(RACES & set(made[1])) == found and
           right(facts, where / 'out', 'right', 10) and
           f'<dd>{level}</dd>' in facts['right']['tests'][0]['page'],
           f'{mpi}: checked {build}, trace {trace}', made, outcome(facts, 'right'), ended.stderr)


def folders():
    """Submissions with several files, files of the same name, given files, and files that operating
    systems leave in folders."""
    where = folder('grade-folders')
    (where / 'main.c').write_text(C_HEAD + '#include "part.h"\n' +
                                  C_MAIN.replace('(rank + 1) % size', 'next(rank, size)'))
    (where / 'part.h').write_text('int next(int rank, int size);\n')
    part = '#include "part.h"\nint next(int rank, int size) { return (rank + 1) % size; }\n'
    lay_out(where, assignment('mpich', build={'files': ['main.c', 'part.h']}), {
        'one.c': part, 'own-main/work/main.c': '#error the given one counts\n',
        'own-main/work/part.c': part,
        'a b/x/part.c': part, 'a b/y/part.c': 'int other;\n', 'a b/._part.c': b'\0\5\x16\7',
        'a b/__MACOSX/part.c': b'\0\5\x16\7', "it's/pa'rt;.c": part,
        'changed/part.h': '#define next(r, s) 0\n', 'changed/part.c': part})
    ended = grade(where)
    facts = facts_of(where / 'out')
    for name in ('one', 'own-main', 'a b', "it's", 'changed'):
        ok(outcome(facts, name)[0] == 'complete', f'given files: {name}', outcome(facts, name),
           ended.stderr)


def hidden():
    """Forbidden functions are found although the source does not show them."""
    where = folder('grade-hidden')
    sources = {
        'weak': 'static void *sneak(void *, const char *) __attribute__((weakref("dl" "sym")));\n'
                'void *p;\nvoid f(void) { p = sneak(0, "PMPI_Put"); }\n',
        'renamed': '#pragma redefine_extname sneak dlsym\nvoid *sneak(void *, const char *);\n'
                   'void *p;\nvoid f(void) { p = sneak(0, "PMPI_Put"); }\n',
        'pasted': '#define JOIN(a, b) a##b\nvoid *JOIN(dl, sym)(void *, const char *);\nvoid *p;\n'
                  'void f(void) { p = JOIN(dl, sym)(0, "PMPI_Put"); }\n',
        'line': '#line 1 "/usr/include/stdio.h"\nvoid f(void) { __asm__("nop"); }\n',
        'marker': '# 1 "/usr/include/stdio.h" 1 3 4\nvoid f(void) { __asm__("nop"); }\n',
        'spliced': '/* */ %: /* */ li\\\nne 1 "/usr/include/stdio.h"\nvoid f(void) { asm("nop"); }\n'}
    lay_out(where, assignment('mpich'), {f'{n}.c': text + C_HEAD + C_MAIN
                                         for n, text in sources.items()} |
            {'counted.c': C_HEAD + '/* dlsym */\n#line 100 "counted.c"\n' + C_MAIN})
    ended = grade(where)
    facts = facts_of(where / 'out')
    for name in sources:
        ok('It uses' in outcome(facts, name), f'hidden: {name}', outcome(facts, name),
           ended.stderr)
    ok(outcome(facts, 'counted')[0] == 'complete', 'hidden: comments and line numbers are no sin',
       outcome(facts, 'counted'))


def schedules(mpi):
    """Sends that rely on buffers get on in a run as it is, and hang under another schedule."""
    where = folder(f'grade-schedules-{mpi}')
    head = C_MAIN[:C_MAIN.index('  MPI_Win win')] + """  int other = 1 - rank;
  box = &other;
  FIRST
  printf("rank %d has %d\\n", rank, *box);
  MPI_Finalize();
}
"""
    calls = ('MPI_Send(&rank, 1, MPI_INT, other, 0, MPI_COMM_WORLD);',
             'MPI_Recv(box, 1, MPI_INT, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);')
    lay_out(where, assignment(mpi, {'schedules': 2}), {
        'unsafe.c': C_HEAD + head.replace('FIRST', ' '.join(calls)),
        'right.c': C_HEAD + head.replace('FIRST', 'if (rank) { %s %s } else { %s %s }' %
                                         (*reversed(calls), *calls))})
    ended = grade(where)
    facts = facts_of(where / 'out')
    ok(right(facts, where / 'out', 'right', 10), f'{mpi}: schedules: a right program',
       outcome(facts, 'right'), ended.stderr)
    made, said = outcome(facts, 'unsafe'), (where / 'out/students/unsafe/feedback.html').read_text()
    ok(made[0] == 'failed' and 'deadlock' in made[1] and score(where / 'out', 'unsafe') == 0 and
       'Seen in run 2, under the schedule of --schedule-seed=1.' in said, f'{mpi}: schedules: an unsafe one',
       made, ended.stderr)


for one in MPIS:
    schedules(one)
    fortran(one)
    cpp(one)
    checked(one)
folders()
hidden()
done()
