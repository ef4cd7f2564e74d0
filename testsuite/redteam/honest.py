"""Right programs that use unusual but honest means. All must keep their points."""
from race import program

STATIC = 'MPI_Win_create(memory = store, sizeof store, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);'
WRONG = 'MPI_Abort(MPI_COMM_WORLD, 1);'
NO = ''  # no access in the epoch of the put


def used(statement, top='', **more):
    """`statement` uses the window when the epoch has ended."""
    return program(top, **{'TOUCH': NO, 'LAST': f'if (rank == 1) {{ {statement} }}\n'
                           '  MPI_Win_fence(0, win);', **more})


ALIGNED = 'static int store[64] __attribute__((aligned(64)));\n'
VECTORS = '#include <immintrin.h>\n'
C = {
    'static-buffer': used(f'if (store[0] != 5) {WRONG}', 'static int store[64];\n', MAKE=STATIC),
    'aligned-buffer': used(f'if (store[0] != 5) {WRONG}', 'static int store[64] __attribute__(('
                           'aligned(64)));\n', MAKE=STATIC),
    'thread-local': used(f'if (store[0] != 5) {WRONG}', 'static __thread int store[64] '
                         '__attribute__((aligned(64)));\n', MAKE=STATIC),
    'on-the-stack': used(f'if (store[0] != 5) {WRONG}', MAKE='int store[64] = {0}; ' + STATIC),
    'alloca': used(f'if (memory[0] != 5) {WRONG}', '#include <alloca.h>\n', MAKE='memory = alloca(256); '
                   'MPI_Win_create(memory, 256, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);'),
    'variable-length': used(f'if (memory[0] != 5) {WRONG}', MAKE='int n = 64 + rank; int own[n]; memory = '
                            'own; MPI_Win_create(memory, 256, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);'),
    'on-the-heap': used(f'if (memory[0] != 5) {WRONG} ', MAKE='memory = aligned_alloc(4096, 4096); '
                        'MPI_Win_create(memory, 4096, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);'),
    'dynamic': used(f'if (store[0] != 5) {WRONG}', 'static int store[64];\n',
                    MAKE='MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win); MPI_Aint at, where[2]; '
                    'MPI_Win_attach(win, store, sizeof store); MPI_Get_address(store, &at); '
                    'MPI_Allgather(&at, 1, MPI_AINT, where, 1, MPI_AINT, MPI_COMM_WORLD);',
                    PUT='MPI_Put(&value, 1, MPI_INT, 1, where[1], 1, MPI_INT, win);',
                    FREE='MPI_Win_detach(win, store); MPI_Win_free(&win);'),
    'inline-function': used(f'if (look(memory) != 5) {WRONG}', 'static inline int look(const int *p) { return '
                            '*p; }\n'),
    'always-inline': used(f'if (look(memory) != 5) {WRONG}', '__attribute__((always_inline)) static inline int '
                          'look(const int *p) { return *p; }\n'),
    'attributes': used(f'if (look(memory) != 5) {WRONG}', '__attribute__((noinline, pure, hot, nonnull)) static '
                       'int look(const int *p) { return *p; }\n__attribute__((unused, cold)) static void '
                       'other(void) {}\n'),
    'constructor': used(f'if (memory[0] != began) {WRONG}', 'static int began;\n__attribute__((constructor)) '
                        'static void begin(void) { began = 5; }\n'),
    'destructor': used('', '__attribute__((destructor)) static void end(void) { fflush(stdout); }\n'),
    'weak': used(f'if (look(memory) != 5) {WRONG}', '__attribute__((weak)) int look(const int *p);\n'
                 'int look(const int *p) { return *p; }\n'),
    'global-name': used(f'if (look(memory) != 5) {WRONG}', '__asm__(".globl look");\nint look(const int *p);\n'
                        'int look(const int *p) { return *p; }\n'),  # as <iostream> does
    'alias': used(f'if (same(memory) != 5) {WRONG}', 'int look(const int *p);\nint look(const int *p) { return '
                  '*p; }\nint same(const int *) __attribute__((alias("look")));\n'),
    'line-directives': used(f'if (memory[0] != 5) {WRONG}', '#line 100 "generated.y"\n'),
    'pragmas': used(f'if (look(memory) != 5) {WRONG}', '#pragma GCC diagnostic ignored "-Wunused"\n#pragma GCC '
                    'optimize("O2")\nstatic int look(const int *p) { return *p; }\n#pragma pack(push, 1)\n'
                    'struct tight { char c; int i; };\n#pragma pack(pop)\n'),
    'target-attribute': used(f'if (look(memory) != 5) {WRONG}', '__attribute__((target("avx2"))) static int '
                             'look(const int *p) { return *p; }\n'),
    'copied-struct': used(f'struct big b = *(struct big *)memory; if (b.a[0] != 5) {WRONG}',
                          'struct big { int a[64]; };\n'),
    'returned-struct': used(f'*(struct big *)memory = made(); if (memory[1] != 2) {WRONG}', 'struct big { int '
                            'a[64]; };\n__attribute__((noinline)) static struct big made(void) { struct big b = '
                            '{{1, 2}}; return b; }\n'),
    'memcpy-of-struct': used(f'struct big b; memcpy(&b, memory, sizeof b); if (b.a[0] != 5) {WRONG} '
                             'memcpy(memory, &b, sizeof b);', 'struct big { int a[64]; };\n'),
    'memmove': used('memmove(memory + 1, memory, 64); memset(memory, 0, 4);'),
    'strings': used('strcpy((char *)memory, "five"); if (strlen((char *)memory) != 4) ' + WRONG),
    'formatted': used('snprintf((char *)memory, 20, "%d", rank);'),
    'sorted': used('qsort(memory, 64, 4, order);', 'static int order(const void *a, const void *b) { int x = '
                   '*(const int *)a, y = *(const int *)b; return (x > y) - (x < y); }\n'),
    'bit-fields': used(f'struct bits *b = (void *)memory; if (b->low != 5) {WRONG} b->high = 3;',
                       'struct bits { unsigned low : 4, middle : 13, high : 15; };\n'),
    'union': used(f'union both *b = (void *)memory; if (b->i != 5) {WRONG} b->c[3] = 0;',
                  'union both { int i; char c[4]; };\n'),
    'flexible-array': used(f'struct flexible *f = (void *)memory; if (f->n != 5) {WRONG} f->rest[1] = 1;',
                           'struct flexible { int n; int rest[]; };\n'),
    'complex-numbers': used('double complex *c = (void *)(memory + 2); *c = 1 + 2 * I; *c *= *c;',
                            '#include <complex.h>\n'),
    'wide-integers': used('unsigned __int128 *w = (void *)(memory + 4); *w = 1; *w <<= 70;'),
    'long-double': used('long double *w = (void *)(memory + 4); *w = 1; *w /= 3;'),
    'volatile': used(f'volatile int *p = memory; if (*p != 5) {WRONG} *p = 6;'),
    'restrict': used('add(memory, memory + 8, 8);', 'static void add(int *restrict a, const int *restrict b, '
                     'int n) { for (int i = 0; i < n; i++) a[i] += b[i]; }\n'),
    'atomics': used('__atomic_fetch_add(memory, 1, __ATOMIC_SEQ_CST);'),
    'c11-atomics': used('_Atomic int *a = (_Atomic int *)(memory + 1); atomic_fetch_add(a, 1);',
                        '#include <stdatomic.h>\n'),
    'vectors-loaded': used(f'__m128i v = _mm_loadu_si128((__m128i *)memory); if (_mm_cvtsi128_si32(v) != 5) '
                           f'{WRONG} _mm_storeu_si128((__m128i *)memory, v);', VECTORS),
    'vectors-aligned': used('__m128i *m = (__m128i *)memory; _mm_store_si128(m, _mm_add_epi32('
                            '_mm_load_si128(m), _mm_set1_epi32(1)));', VECTORS + ALIGNED, MAKE=STATIC),
    'vector-arithmetic': used('typedef int four __attribute__((vector_size(16))); four *m = (four *)memory; '
                              '*m = *m * 2 + 1;', ALIGNED, MAKE=STATIC),
    'prefetched': used('__builtin_prefetch(memory); _mm_prefetch((char *)memory, _MM_HINT_T0); _mm_pause();',
                       VECTORS),
    'clock': used(f'if (__rdtsc() == 0) {WRONG}', '#include <x86intrin.h>\n'),
    'bits-counted': used(f'if (__builtin_popcount((unsigned)memory[0]) != 2) {WRONG}'),
    'signal-handler': used('signal(SIGUSR1, handler); raise(SIGUSR1); if (!seen) ' + WRONG, 'static volatile '
                           'sig_atomic_t seen;\nstatic void handler(int s) { seen = s + memory[0]; }\n'),
    'fault-handler': used('signal(SIGSEGV, fault); if (!sigsetjmp(back, 1)) *nowhere = 1; if (!faults) ' + WRONG,
                          '#include <setjmp.h>\nstatic sigjmp_buf back;\nstatic volatile int faults;\n'
                          'static int *volatile nowhere;\nstatic void fault(int s) { faults = s; '
                          'siglongjmp(back, 1); }\n'),
    'fault-handler-first': used('if (!sigsetjmp(back, 1)) *nowhere = 1; if (!faults) ' + WRONG,
                                '#include <setjmp.h>\nstatic sigjmp_buf back;\nstatic volatile int faults;\n'
                                'static int *volatile nowhere;\nstatic void fault(int s) { faults = s; '
                                'siglongjmp(back, 1); }\n__attribute__((constructor)) static void early(void) { '
                                'signal(SIGSEGV, fault); }\n'),
    'callbacks-of-mpi': used('MPI_Op op; int one = memory[0], two = 0; MPI_Op_create(add, 1, &op); MPI_Reduce_local('
                             '&one, &two, 1, MPI_INT, op); MPI_Allreduce(&one, &two, 1, MPI_INT, op, MPI_COMM_SELF); '
                             'MPI_Op_free(&op);', 'static void add(void *a, void *b, int *n, MPI_Datatype *t) { int '
                             'size; MPI_Type_size(*t, &size); for (int i = 0; i < *n; i++) ((int *)b)[i] += ((int *)a)[i]; }\n'),
    'sigaction': used('struct sigaction a; memset(&a, 0, sizeof a); a.sa_sigaction = handler; a.sa_flags = '
                      'SA_SIGINFO | SA_RESTART; sigaction(SIGALRM, &a, 0); raise(SIGALRM);',
                      'static void handler(int s, siginfo_t *i, void *c) { (void)s; (void)i; (void)c; }\n'),
    'long-jump': used('if (!setjmp(back)) { memory[1] = 1; longjmp(back, 1); }',
                      '#include <setjmp.h>\nstatic jmp_buf back;\n'),
    'recursion': used(f'if (sum(memory, 8) < 5) {WRONG}', 'static int sum(const int *p, int n) { return n ? *p + '
                      'sum(p + 1, n - 1) : 0; }\n'),
    'function-pointers': used('one[rank](memory);', 'static void a(int *p) { *p = 1; }\nstatic void b(int *p) { '
                              '*p = 2; }\nstatic void (*const one[])(int *) = {a, b};\n'),
    'variadic': used('all(2, memory, memory + 1);', '#include <stdarg.h>\nstatic void all(int n, ...) { va_list '
                     'l; va_start(l, n); while (n--) *va_arg(l, int *) = n; va_end(l); }\n'),
    'constants': {'main.c': used(f'if (memory[0] != table[1]) {WRONG}', 'extern const int table[3];\n'),
                  'table.c': 'extern const int table[3];\nconst int table[3] = {4, 5, 6};\n'},
    'two-files': {'main.c': used(f'if (look(memory) != 5) {WRONG}', '#include "look.h"\n'),
                  'look.c': '#include "look.h"\nint look(const int *p) { return *p; }\n',
                  'look.h': 'int look(const int *p);\n'},
    'thread': used('pthread_t t; pthread_create(&t, 0, run, 0); pthread_join(t, 0);', '#include <pthread.h>\n'
                   'static void *run(void *a) { memory[2] = memory[0] + 1; return a; }\n'),
    'files': used('FILE *f = tmpfile(); if (f) { fwrite(memory, 4, 1, f); rewind(f); if (fread(memory, 4, 1, f) '
                  '!= 1) ' + WRONG + ' fclose(f); }'),
    'environment': used('setenv("OWN", "1", 1); if (!getenv("OWN")) ' + WRONG),
    'many-descriptors': used('for (int i = 0; i < 100; i++) close(dup(0));'),
    'descriptors-moved': used('int f = open("/dev/null", O_WRONLY); dup2(f, 100); close(f); close(100);'),
    'random': used('srand(1); memory[3] = rand();'),
    'time': used('struct timespec t; clock_gettime(CLOCK_MONOTONIC, &t); nanosleep(&(struct timespec){0, '
                 '1000000}, 0);', '#include <time.h>\n'),
    'at-exit': used('atexit(late);', 'static void late(void) { fflush(stdout); }\n'),
    'own-names': used('index_of(memory); write_line(1); MPI_x(1);', 'static void index_of(int *p) { *p = 1; }\n'
                      'int write_line(int n);\nint write_line(int n) { return n; }\nint MPI_x(int n);\nint MPI_x('
                      'int n) { return n; }\nint error_count, read_count;\n'),
    'wrapper-of-mpi': used('', 'int MPI_Put(const void *o, int n, MPI_Datatype t, int r, MPI_Aint d, int m, '
                           'MPI_Datatype u, MPI_Win w) { return PMPI_Put(o, n, t, r, d, m, u, w); }\n'),
}
CPP_HEAD = r'''
#include <mpi.h>
#include <algorithm>
#include <atomic>
#include <complex>
#include <cstdio>
#include <cstring>
#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>
'''
CPP_MAIN = r'''
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, value = 5;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  {
    std::vector<int> memory(64);
    MPI_Win win;
    MPI_Win_create(memory.data(), 256, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    if (rank == 0) MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    if (rank == 1) { @USE@ }
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
  }
  if (rank == 0) std::cout << "right" << std::endl;
  MPI_Finalize();
}
'''


def cpp(use, top=''):
    return {'main.cpp': CPP_HEAD + top + CPP_MAIN.replace('@USE@', use)}


CPP = {
    'vector': cpp('memory[1] = memory[0] + 1; memory.at(2) = 3;'),
    'templates': cpp('if (sum<int, 4>(memory.data()) != 5) return 1;', 'template <class T, int N> T sum(const T '
                     '*p) { T s{}; for (int i = 0; i < N; i++) s += p[i]; return s; }\n'),
    'lambdas': cpp('auto f = [&](int i) { return memory[i]; }; std::function<int(int)> g = f; if (g(0) != 5) '
                   'return 1;'),
    'exceptions': cpp('try { throw std::runtime_error(std::to_string(memory[0])); } catch (const std::exception '
                      '&e) { memory[1] = (int)std::strlen(e.what()); }'),
    'virtual-functions': cpp('std::unique_ptr<base> b(new derived(memory.data())); if (b->look() != 5) return 1;',
                             'struct base { virtual ~base() {} virtual int look() = 0; };\nstruct derived : base '
                             '{ int *p; explicit derived(int *q) : p(q) {} int look() override { return *p; } };\n'),
    'algorithms': cpp('std::sort(memory.begin(), memory.end()); std::fill(memory.begin(), memory.begin() + 4, 1); '
                      'if (std::accumulate(memory.begin(), memory.end(), 0) < 5) return 1;'),
    'containers': cpp('std::map<int, std::string> m; m[memory[0]] = "five"; if (m[5] != "five") return 1;'),
    'threads': cpp('std::thread t([&] { memory[3] = memory[0]; }); t.join();'),
    'atomics-of-c++': cpp('auto *a = reinterpret_cast<std::atomic<int> *>(&memory[4]); a->fetch_add(1);'),
    'static-objects': cpp('if (held.n != 7) return 1;', 'struct hold { int n; hold() : n(7) {} ~hold() { n = 0; '
                          '} };\nstatic hold held;\n'),
    'own-new': cpp('std::unique_ptr<own> o(new own); o->n = memory[0];', 'struct own { int n; static void '
                   '*operator new(size_t n) { return ::operator new(n); } static void operator delete(void *p) '
                   '{ ::operator delete(p); } };\n'),
    'complex-of-c++': cpp('std::complex<double> c(memory[0], 1); c *= c; std::memcpy(&memory[8], &c, sizeof c);'),
}
F_MAIN = '''program main
  use mpi
  @USES@
  implicit none
  integer :: rank, ierr, win
  integer, asynchronous :: box(64)
  integer, asynchronous :: value
  @OWN@
  value = 5
  box = 0
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Win_create(box, 256_MPI_ADDRESS_KIND, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierr)
  call MPI_Win_fence(0, win, ierr)
  if (rank == 0) call MPI_Put(value, 1, MPI_INTEGER, 1, 0_MPI_ADDRESS_KIND, 1, MPI_INTEGER, win, ierr)
  call MPI_Win_fence(0, win, ierr)
  if (rank == 1) then
    @USE@
  end if
  call MPI_Win_fence(0, win, ierr)
  call MPI_Win_free(win, ierr)
  if (rank == 0) print '(a)', 'right'
  call MPI_Finalize(ierr)
@HELD@
end program
'''


def fortran(use, uses='', own='', held='', before=''):
    text = F_MAIN
    for name, part in (('USES', uses), ('OWN', own), ('USE', use), ('HELD', held)):
        text = text.replace(f'@{name}@', part)
    return {'main.f90': before + text}


FORTRAN = {
    'arrays': fortran('box(2:9) = box(1:8) + 1'),
    'modules': fortran('call twice(box)', uses='use other', before='module other\n  implicit none\ncontains\n  '
                       'subroutine twice(a)\n    integer, intent(inout) :: a(:)\n    a = 2 * a\n  end subroutine\n'
                       'end module\n'),
    'contained': fortran('if (total() /= 5) stop 1', held='contains\n  integer function total()\n    total = '
                         'sum(box)\n  end function\n'),
    'pointers': fortran('p => box(1:4); p(2) = p(1)', own='integer, pointer :: p(:)').copy(),
    'derived-types': fortran('one%n = box(1); two = one; box(3) = two%n', own='type pair\n    integer :: n = 0, m = '
                             '0\n  end type\n  type(pair) :: one, two'),
    'named-common': fortran('n = box(1)', own='integer :: n\n  common /shared/ n'),
    'allocated': fortran('allocate (more(64)); more = box; box = more(64:1:-1)', own='integer, allocatable :: '
                         'more(:)'),
    'texts': fortran('write (text, \'(i0)\') box(1); box(5) = len_trim(text)', own='character(20) :: text'),
    'transfers': fortran('box(6) = transfer(1.0, box(6))'),
    'bound-to-c': fortran('box(7) = abs_of(-3_c_int)', uses='use iso_c_binding', own='interface\n    integer(c_int) '
                          'function abs_of(n) bind(c, name="abs")\n      import c_int\n      integer(c_int), value '
                          ':: n\n    end function\n  end interface'),
}
FORTRAN['pointers']['main.f90'] = FORTRAN['pointers']['main.f90'].replace(
    'integer, asynchronous :: box', 'integer, asynchronous, target :: box').replace(
    'integer, pointer :: p', 'integer, asynchronous, pointer :: p')
