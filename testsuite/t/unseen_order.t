#!/usr/bin/python3
"""Whether the code of a program may order threads by means that no call shows
(interpose/session/unseen_order.h), on what compilers make of small programs. None of them is run:
what looks at them ends them before they begin. `make check` tries each eighth, `make check-whole` all."""
import concurrent.futures
import os
import shutil
import subprocess
import sys

from live import BUILD, done, folder, ok, some
from units import unit, without_zydis

unit('unseen-aarch64', prefix='aarch64: ')
without_zydis()
LOOK = BUILD / 'unit/libfencepost-unseen.so'
ANSWERS = {'no': 'no', 'atomic operations': 'atomics', 'waiting for variables': 'waits', 'calls': 'calls'}
HEAD = '''
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>
int MPI_Test(void **request, int *flag, void *status), MPI_Barrier(int comm);
int MPI_Iprobe(int source, int tag, int comm, int *flag, void *status);
double MPI_Wtime(void);
void work(void *), *start(void *);
struct item { struct item *next; int value; };
'''
# What a program may have, and how it is answered. f is called with what the compiler does not know.
CASES = {
    # what orders threads by calls, or does not order them at all
    'nothing': ('no', 'void f(void *p, int n) { work(p); }'),
    'condition': ('no', '''static pthread_mutex_t m; static pthread_cond_t c; static int ready;
        void f(void *p, int n) { pthread_mutex_lock(&m); while (!ready) pthread_cond_wait(&c, &m);
          ready = n; pthread_cond_signal(&c); pthread_mutex_unlock(&m); }'''),
    'polled under a mutex': ('no', '''static pthread_mutex_t m; static int ready;
        void f(void *p, int n) { for (;;) { pthread_mutex_lock(&m); int r = ready;
          pthread_mutex_unlock(&m); if (r) break; usleep(1); } }'''),
    'pipe': ('calls', '''static int ends[2]; void f(void *p, int n) { char c; pipe(ends);
        if (n) write(ends[1], &c, 1); else read(ends[0], &c, 1); work(p); }'''),
    'barrier': ('no', '''static pthread_barrier_t b; static pthread_t t;
        void f(void *p, int n) { pthread_create(&t, 0, start, p); pthread_barrier_wait(&b);
          for (int i = 0; i < n; i++) ((int *)p)[i] = i; pthread_join(t, 0); }'''),
    'OpenMP': ('no', '''static double sum; static int count, most;
        void f(void *p, int n) { double *a = p;
        #pragma omp parallel for reduction(+:sum)
        for (int i = 0; i < n; i++) sum += a[i];
        #pragma omp parallel
        {
          #pragma omp critical
          work(p);
          #pragma omp barrier
          #pragma omp atomic
          count++;
          #pragma omp for schedule(dynamic)
          for (int i = 0; i < n; i++) a[i] = 0;
          #pragma omp single
          most = n;
        } }'''),
    'OpenMP, atomic numbers': ('no', '''static double a; static float b; static int c; static long d;
        void f(void *p, int n) {
        #pragma omp parallel
        {
          #pragma omp atomic
          a += n;
          #pragma omp atomic
          b *= n;
          #pragma omp atomic
          c -= n;
          #pragma omp atomic
          d |= n;
        } }'''),
    'counter': ('no', '''static long c; void f(void *p, int n) {
        #pragma omp atomic
        c += n;
        }'''),
    'bound in memory': ('no', '''int n_all; void f(void *p, int n) {
        for (int i = 0; i < n_all; i++) work(p); }'''),
    'bound in memory, nothing stored': ('no', '''int n_all; int f(int *p, int n) {
        int s = 0; for (int i = 0; i < n_all; i++) s += p[i]; return s; }'''),
    'search': ('no', 'int f(int *p, int n) { int i = 0; while (p[i] != n) i++; return i; }'),
    'search with a condition that stays': ('no', '''int strict; int f(int *p, int n) {
        for (int i = 0; i < n; i++) { if (p[i] == 3 && strict) return i; if (p[i] == 5) return -1; }
        return n; }'''),
    'list': ('no', '''int f(struct item *p, int n) { while (p && p->value != n) p = p->next;
        return p != 0; }'''),
    'length': ('no', 'long f(char *p, int n) { char *q = p; while (*q) q++; return q - p; }'),
    'loop that changes what it looks at': ('no', '''void f(int *p, int n) {
        while (*p > n) { *p -= 1; } }'''),
    'function that changes it': ('no', 'int left; void f(void *p, int n) { while (left) work(p); }'),
    'function of the program that changes it': ('no', '''static int left;
        static __attribute__((noinline)) void step(void *p) { left -= *(volatile int *)p; }
        void f(void *p, int n) { while (left) step(p); }'''),
    'matrix': ('no', '''void f(double *a, int n) { for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++) for (int j = 0; j < n; j++) a[i] += a[k * n + j] * a[j]; }'''),
    'sorting': ('no', '''void f(int *a, int n) { for (int i = 1; i < n; i++) { int v = a[i], k = i;
        while (k > 0 && a[k - 1] > v) { a[k] = a[k - 1]; k--; } a[k] = v; } }'''),
    'request': ('no', '''void f(void *p, int n) { int flag = 0; void *r = p;
        while (!flag) MPI_Test(&r, &flag, p); }'''),
    'request, sleeping': ('no', '''void f(void *p, int n) { int flag = 0; void *r = p;
        while (!flag) { MPI_Test(&r, &flag, p); usleep(10); } }'''),
    'request, flag elsewhere': ('no', '''static int flag; static void *r; void f(void *p, int n) {
        while (!flag) { MPI_Test(&r, &flag, p); sched_yield(); } }'''),
    'request in an object': ('no', '''struct op { void *r; int flag; };
        void f(struct op *p, int n) { while (!p->flag) MPI_Test(&p->r, &p->flag, 0); }'''),
    'message': ('no', '''void f(void *p, int n) { int flag = 0; char status[24];
        do MPI_Iprobe(-1, n, 1, &flag, status); while (!flag); }'''),
    'time': ('no', '''void f(void *p, int n) { double end = MPI_Wtime() + n;
        while (MPI_Wtime() < end) ; }'''),
    'debugger': ('no', 'void f(void *p, int n) { volatile int go = 0; while (!go) sleep(5); }'),
    # what may order threads
    'acquire': ('waits', '''_Atomic int flag; void f(int *p, int n) {
        while (!atomic_load_explicit(&flag, memory_order_acquire)) ; work(p); }'''),
    'sequentially consistent': ('waits', '''_Atomic int flag; void f(int *p, int n) {
        while (!atomic_load(&flag)) ; work(p); }'''),
    'sequentially consistent store': ('atomics', '''_Atomic int flag; void f(int *p, int n) {
        work(p); atomic_store(&flag, 1); }'''),
    'atomic pointer': ('waits', '''int f(_Atomic(int *) *p, int n) { int *q;
        while (!(q = atomic_load(p))) ; return *q; }'''),
    'volatile': ('waits', 'volatile int flag; void f(void *p, int n) { while (!flag) ; work(p); }'),
    'volatile by pointer': ('waits', '''void f(volatile long *p, int n) { while (*p != n) ;
        work((void *)p); }'''),
    'volatile in an object': ('waits', '''struct both { int *data; volatile char done; };
        struct both *both; void f(void *p, int n) { while (!both->done) ; work(p); }'''),
    'volatile in an array': ('waits', '''volatile int flags[64]; void f(void *p, int n) {
        while (flags[n] < n + 2) ; work(p); }'''),
    'volatile variable of the frame': ('waits', '''void f(void *p, int n) { volatile int done = 0;
        pthread_t t; pthread_create(&t, 0, start, (void *)&done); while (!done) ; work(p); }'''),
    'two flags': ('waits', '''volatile int a, b; void f(void *p, int n) { while (!a && !b) ;
        work(p); }'''),
    'loop with a break': ('waits', '''volatile int flag; void f(void *p, int n) { for (;;) {
        if (flag == n) break; if (flag == 7) return; } work(p); }'''),
    'rounds counted': ('waits', '''volatile int flag; long f(void *p, int n) { long rounds = 0;
        while (!flag) rounds++; return rounds; }'''),
    'sched_yield': ('waits', '''volatile int flag; void f(void *p, int n) {
        while (!flag) sched_yield(); work(p); }'''),
    'usleep': ('waits', '''volatile int flag; void f(void *p, int n) { while (!flag) usleep(1);
        work(p); }'''),
    'usleep, bounded': ('waits', '''volatile int flag; void f(void *p, int n) {
        for (int i = 0; i < n && !flag; i++) usleep(1); work(p); }'''),
    'nanosleep': ('waits', '''_Atomic int flag; void f(void *p, int n) {
        struct timespec t = {0, 1000};
        while (!atomic_load_explicit(&flag, memory_order_acquire)) nanosleep(&t, 0); work(p); }'''),
    'flag not volatile': ('waits', 'int flag; void f(void *p, int n) { while (!flag) usleep(1); }'),
    'progress': ('waits', '''volatile int stop; void f(void *p, int n) { int flag; char status[24];
        while (!stop) MPI_Iprobe(-1, n, 1, &flag, status); }'''),
    'progress, stop in an object': ('waits', '''struct s { int x; volatile int stop; };
        void f(struct s *p, int n) { int flag; char status[24];
        while (!p->stop) MPI_Iprobe(-1, n, 1, &flag, status); }'''),
    'pause': ('waits', '''volatile int flag; void f(void *p, int n) { while (!flag)
        __builtin_ia32_pause(); work(p); }'''),
    'spin lock': ('atomics', '''atomic_flag l; void f(void *p, int n) {
        while (atomic_flag_test_and_set_explicit(&l, memory_order_acquire)) ; work(p);
        atomic_flag_clear_explicit(&l, memory_order_release); }'''),
    'spin lock by compare-and-swap': ('atomics', '''_Atomic int l; void f(void *p, int n) { int none = 0;
        while (!atomic_compare_exchange_weak(&l, &none, 1)) none = 0; work(p); }'''),
    'stack by compare-and-swap': ('atomics', '''_Atomic(struct item *) top;
        void f(struct item *p, int n) { p->next = atomic_load(&top);
        while (!atomic_compare_exchange_weak(&top, &p->next, p)) ; }'''),
    'ticket': ('atomics', '''_Atomic int next; int f(void *p, int n) {
        return atomic_fetch_add(&next, 1); }'''),
    'last one': ('atomics', '''_Atomic int left; void f(void *p, int n) {
        if (atomic_fetch_sub(&left, 1) == 1) work(p); }'''),
    'bit': ('atomics', '''_Atomic int set; int f(void *p, int n) {
        return atomic_fetch_or(&set, 4) & 4; }'''),
    'OpenMP, captured': ('atomics', '''static int c; int f(void *p, int n) { int mine;
        #pragma omp atomic capture
        mine = c++;
        return mine; }'''),
    'fence': ('atomics', '''int data, flag; void f(void *p, int n) { data = n;
        atomic_thread_fence(memory_order_seq_cst); *(volatile int *)&flag = 1; }'''),
}
CXX_HEAD = '''
#include <atomic>
#include <memory>
#include <string>
#include <thread>
#include <vector>
#include <functional>
extern "C" void work(void *);
'''
CXX_CASES = {
    'C++': ('no', '''void f(void *p, int n) { std::vector<std::string> v; v.push_back("a");
        std::function<void()> g = [p] { work(p); }; std::thread t(g); t.join(); }'''),
    'C++, static': ('no', '''void f(void *p, int n) { static std::string s(n, 'a');
        work((void *)s.c_str()); }'''),
    'C++, acquire': ('waits', '''std::atomic<bool> flag; void f(void *p, int n) {
        while (!flag.load(std::memory_order_acquire)) ; work(p); }'''),
    'C++, sequentially consistent': ('waits', '''std::atomic<int> flag; void f(void *p, int n) {
        while (!flag) std::this_thread::yield(); work(p); }'''),
    'C++, pointer': ('waits', '''std::atomic<int *> at; int f(void *p, int n) { int *q;
        while (!(q = at.load())) ; return *q; }'''),
    'C++, ticket': ('atomics', 'std::atomic<long> next; long f(void *p, int n) { return next++; }'),
}
COUNTED = '''void f(void *p, int n) { auto a = std::make_shared<std::string>("a"); auto b = a; work(&b);
        std::function<void()> g = [b] { work(b.get()); }; g(); std::thread t(g); t.join(); }'''
REST = '\nint main(int argc, char **argv) { f((%s)argv, argc); return 0; }\n'
STUBS = '''void work(void *p) {} void *start(void *p) { return p; } int MPI_Test(void) { return 0; }
int MPI_Iprobe(void) { return 0; } double MPI_Wtime(void) { return 0; } int MPI_Barrier(void) { return 0; }
'''

where = folder('unseen_order')
(where / 'stubs.c').write_text(STUBS)
subprocess.run(['gcc', '-w', '-shared', '-fPIC', '-o', where / 'libstubs.so', where / 'stubs.c'], check=True)
CXX = {'gcc': 'g++', 'clang': 'clang++'}


def answer(program, **more):
    p = subprocess.run([program], env={**os.environ, 'LD_PRELOAD': str(LOOK), 'LD_LIBRARY_PATH': str(where), **more},
                       capture_output=True, text=True)
    words = p.stdout.strip()
    found = [a for key, a in ANSWERS.items() if words == key or f' by {key}' in words]
    return found[0] if found else f'{words} {p.stderr} (status {p.returncode})'


def case(number, name, suffix, source, compiler, flags):
    code = where / f'{number}.{suffix}'
    code.write_text(source)
    flags = [*flags, *(['-fopenmp'] if '#pragma omp' in source else [])]
    out = where / f'{number}-{compiler}{"".join(flags)}'
    p = subprocess.run([compiler, '-w', '-pthread', *flags, '-o', out, code, '-L.', '-lstubs'], cwd=where,
                       capture_output=True, text=True)
    return answer(out) if not p.returncode else p.stderr


def cases():
    number = 0
    for compiler in [c for c in CXX if shutil.which(c)]:
        for flags in ['-O0'], ['-O1'], ['-O2'], ['-O3']:
            for name, (wanted, body) in CASES.items():
                number += 1
                source = HEAD + body + REST % 'void *'
                yield wanted, name, number, 'c', source, compiler, flags
            for name, (wanted, body) in CXX_CASES.items() if shutil.which(CXX[compiler]) else ():
                number += 1
                yield (wanted, name, number, 'cc', CXX_HEAD + body + REST % 'void *', CXX[compiler], flags)
            if shutil.which(CXX[compiler]) and flags != ['-O0']:
                number += 1
                yield ('no', 'C++, shared', number, 'cc', CXX_HEAD + COUNTED + REST % 'void *', CXX[compiler],
                       flags)


def one(c):
    wanted, name, *rest = c
    number, suffix, source, compiler, flags = rest
    return case(number, name, suffix, source, compiler, flags)


# (words choose cases whose names have them)
every = [c for c in cases() if all(word in c[1] for word in sys.argv[1:])]
if not sys.argv[1:]:
    every = some(every, 8)
with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
    for c, got in zip(every, pool.map(one, every)):
        wanted, name, compiler, flags = c[0], c[1], c[5], c[6]
        good = got == wanted or (wanted != 'no' and got in ('atomics', 'waits'))
        ok(good, f'{compiler} {" ".join(flags)}: {name}', f'wanted: {wanted}', f'got:    {got}')

# Of libraries those that call MPI are looked at.
for name, body, wanted in (('uses', 'void *u = MPI_Barrier;', 'atomics'), ('other', '', 'no')):
    (where / f'{name}.c').write_text(HEAD + body + 'int lock; void g(void) { __atomic_exchange_n(&lock, 1, 5); }')
    (where / 'loads.c').write_text('int main(void) { return 0; }')
    subprocess.run(['gcc', '-w', '-shared', '-fPIC', '-o', f'lib{name}.so', f'{name}.c', '-L.', '-lstubs'],
                   check=True, cwd=where)
    subprocess.run(['gcc', '-o', f'loads-{name}', 'loads.c', '-L.', '-Wl,--no-as-needed', f'-l{name}',
                    '-Wl,-rpath-link,.'], check=True, cwd=where)
    ok((got := answer(where / f'loads-{name}')) == wanted, f'library: {name}', got)

# Of what was built with `fencepost cc` atomic operations are seen, so only calls count, and code that
# was linked to it without hooks.
plain = where / 'plain.c'
plain.write_text('int taken; int take(void) { return __atomic_exchange_n(&taken, 1, 5); }')
subprocess.run(['gcc', '-O1', '-c', '-o', where / 'plain.o', plain], check=True)


def hooked(c):
    number, (name, body) = c
    code, out = where / f'hooked{number}.c', where / f'hooked{number}'
    code.write_text(HEAD + 'int take(void);' + body + REST % 'void *')
    flags = ['-fopenmp'] if '#pragma omp' in body else []
    p = subprocess.run([BUILD / 'fencepost', 'cc', 'gcc', '-w', '-O1', '-pthread', *flags, '-o', out, code,
                        *([where / 'plain.o'] if 'take()' in body else []), '-L.', '-lstubs'], cwd=where,
                       capture_output=True, text=True)
    return answer(out, UNSEEN_HOOKS='1') if not p.returncode else p.stderr


every = [(name, body) for name, (_, body) in CASES.items()]
every.append(('linked', 'void f(void *p, int n) { while (take()) work(p); }'))
with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
    for (name, _), got in zip(every, pool.map(hooked, enumerate(every))):
        wanted = {'pipe': 'calls', 'linked': 'atomics'}.get(name, 'no')
        ok(got == wanted, f'fencepost cc: {name}', f'wanted: {wanted}', f'got:    {got}')
done()
