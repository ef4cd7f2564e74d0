"""threads/API-SYNC-OPERATION-ACCESS, for `runner.py --matrix=threads`: an operation of one thread
and an access of another thread of its process to the operation's buffer, with everything that orders
threads; and clean twins.

The cells are {pthread, std, openmp} x {what orders threads there} x {operation} x {load, store,
second operation, flush}. In the twin the first thread completes the operation, then orders itself
before the other one, which accesses the buffer. In the program with the bug it orders itself first
and completes the operation after: the operation is not over when the mutex that covered its call is
released. With `flush` the second thread completes the operation itself, which is right if
it comes after the operation's call, and not if nothing orders the two.
With `none` nothing orders the two
threads but that one sleeps; the twin of that has two buffers.

Each program is for the levels at which its synchronisation is seen: atomic operations only in code
that was built with `fencepost cc`. Level pages sees the program's own loads and stores in windows:
`--matrix=threads-pages` has the same cells with the buffer in the process's own window."""

# What the first thread calls, how it completes it, and whether MPI reads or writes the buffer.
OPERATIONS = {
    'put': ('MPI_Put(buffer, 2, MPI_INT, 1, 0, 2, MPI_INT, win);', 'MPI_Win_flush(1, win);', 'r'),
    'get': ('MPI_Get(buffer, 2, MPI_INT, 1, 0, 2, MPI_INT, win);', 'MPI_Win_flush(1, win);', 'w'),
    'accumulate': ('MPI_Accumulate(buffer, 2, MPI_INT, 1, 0, 2, MPI_INT, MPI_SUM, win);',
                   'MPI_Win_flush(1, win);', 'r'),
    'fetch-and-op': ('MPI_Fetch_and_op(&one, buffer, MPI_INT, 1, 0, MPI_SUM, win);',
                     'MPI_Win_flush(1, win);', 'w'),
    'rput': ('MPI_Rput(buffer, 2, MPI_INT, 1, 0, 2, MPI_INT, win, &request);',
             'MPI_Wait(&request, MPI_STATUS_IGNORE);', 'r'),
    'rget': ('MPI_Rget(buffer, 2, MPI_INT, 1, 0, 2, MPI_INT, win, &request);',
             'MPI_Wait(&request, MPI_STATUS_IGNORE);', 'w'),
    'raccumulate': ('MPI_Raccumulate(buffer, 2, MPI_INT, 1, 0, 2, MPI_INT, MPI_SUM, win, &request);',
                    'MPI_Wait(&request, MPI_STATUS_IGNORE);', 'r'),
    'ready': ('MPI_Irsend(buffer, 2, MPI_INT, 1, 1, MPI_COMM_WORLD, &request);',
              'MPI_Wait(&request, MPI_STATUS_IGNORE);', 'r'),
    'send': ('MPI_Isend(buffer, 2, MPI_INT, 1, 1, MPI_COMM_WORLD, &request);',
             'MPI_Wait(&request, MPI_STATUS_IGNORE);', 'r'),
    'receive': ('MPI_Irecv(buffer, 2, MPI_INT, 1, 2, MPI_COMM_WORLD, &request);',
                'MPI_Wait(&request, MPI_STATUS_IGNORE);', 'w'),
}
ACCESSES = {  # of the second thread, to `shared`, which is the buffer but in the twin of `none`
    'load': 'LOAD(seen, shared[0]);', 'store': 'STORE(shared[0], 5);',
    'second': {'r': 'MPI_Get(shared, 1, MPI_INT, 1, 4, 1, MPI_INT, win);',
               'w': 'MPI_Put(shared, 1, MPI_INT, 1, 4, 1, MPI_INT, win);'},
    'flush': 'STORE(shared[0], 5);',
}

# What orders the first thread before the second: declarations, what the first one does, what the
# second one does. FIRST and SECOND are what the threads do; {before} and {after} in them.
POSIX = {
    'join': None, 'create': None,
    'mutex': ('static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;\nstatic int done;',
              'pthread_mutex_lock(&lock); done = 1; pthread_mutex_unlock(&lock);',
              'for (int d = 0; !d;) { pthread_mutex_lock(&lock); d = done; pthread_mutex_unlock(&lock); }'),
    'rwlock': ('static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;\nstatic int done;',
               'pthread_rwlock_wrlock(&lock); done = 1; pthread_rwlock_unlock(&lock);',
               'for (int d = 0; !d;) { pthread_rwlock_rdlock(&lock); d = done; pthread_rwlock_unlock(&lock); }'),
    'spin': ('static pthread_spinlock_t lock;\nstatic int done;\n#define SETUP pthread_spin_init(&lock, 0)',
             'pthread_spin_lock(&lock); done = 1; pthread_spin_unlock(&lock);',
             'for (int d = 0; !d; usleep(50)) { pthread_spin_lock(&lock); d = done; pthread_spin_unlock(&lock); }'),
    'cond': ('static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;\n'
             'static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;\nstatic int done;',
             'pthread_mutex_lock(&lock); done = 1; pthread_cond_broadcast(&condition); '
             'pthread_mutex_unlock(&lock);',
             'pthread_mutex_lock(&lock); while (!done) pthread_cond_wait(&condition, &lock); '
             'pthread_mutex_unlock(&lock);'),
    'barrier': ('static pthread_barrier_t barrier;\n#define SETUP pthread_barrier_init(&barrier, NULL, 2)',
                'pthread_barrier_wait(&barrier);', 'pthread_barrier_wait(&barrier);'),
    'semaphore': ('static sem_t semaphore;\n#define SETUP sem_init(&semaphore, 0, 0)',
                  'sem_post(&semaphore);', 'sem_wait(&semaphore);'),
    'atomics': ('static int flag;', '__atomic_store_n(&flag, 1, __ATOMIC_RELEASE);',
                'while (!__atomic_load_n(&flag, __ATOMIC_ACQUIRE)) usleep(50);'),
    'none': ('', '', 'usleep(200000);'),
}
STD = {
    'join': None, 'create': None,
    'mutex': ('static std::mutex lock;\nstatic bool done;',
              '{ std::lock_guard<std::mutex> held(lock); done = true; }',
              'for (bool d = false; !d;) { std::lock_guard<std::mutex> held(lock); d = done; }'),
    'cond': ('static std::mutex lock;\nstatic std::condition_variable condition;\nstatic bool done;',
             '{ std::lock_guard<std::mutex> held(lock); done = true; condition.notify_all(); }',
             '{ std::unique_lock<std::mutex> held(lock); condition.wait(held, [] { return done; }); }'),
    'atomics': ('static std::atomic<bool> flag;', 'flag.store(true, std::memory_order_release);',
                'while (!flag.load(std::memory_order_acquire)) usleep(50);'),
    'shared': ('static std::shared_mutex lock;\nstatic bool done;',
               '{ std::unique_lock<std::shared_mutex> held(lock); done = true; }',
               'for (bool d = false; !d;) { std::shared_lock<std::shared_mutex> held(lock); d = done; }'),
    'call-once': ('static std::once_flag flag;', 'std::call_once(flag, [] { met = 1; });',
                  'usleep(200000); std::call_once(flag, [] { met = 2; });'),
    'static': ('static int made;\nstruct Once {\n  Once() { made++; }\n};\n'
               'static void once(void) {\n  static Once only;\n  (void)only;\n}',
               'once();', 'usleep(200000); once();'),
    'future': ('static std::promise<void> promise;', 'promise.set_value();',
               'promise.get_future().get();'),
    'latch': ('#include <latch>\nstatic std::latch latch(1);', 'latch.count_down();', 'latch.wait();'),
    'barrier': ('#include <barrier>\nstatic std::barrier<> barrier(2);', 'barrier.arrive_and_wait();',
                'barrier.arrive_and_wait();'),
    'semaphore': ('#include <semaphore>\nstatic std::binary_semaphore semaphore(0);',
                  'semaphore.release();', 'semaphore.acquire();'),
    'wait': ('static std::atomic<int> flag;', 'flag.store(1, std::memory_order_release); flag.notify_one();',
             'flag.wait(0, std::memory_order_acquire);'),
    'none': ('', '', 'usleep(200000);'),
}
OPENMP = {
    'barrier': ('', '', ''),
    'region': None, 'task': None,
    'single': ('', '', ''),
    'for': ('', '', ''),
    'critical': ('static int done;', '_Pragma("omp critical(one)")\n    done = 1;',
                 'for (int d = 0; !d; usleep(50)) {\n      _Pragma("omp critical(one)")\n      d = done;\n    }'),
    'lock': ('static omp_lock_t lock;\nstatic int done;\n#define SETUP omp_init_lock(&lock)',
             'omp_set_lock(&lock); done = 1; omp_unset_lock(&lock);',
             'for (int d = 0; !d; usleep(50)) { omp_set_lock(&lock); d = done; omp_unset_lock(&lock); }'),
    'nest-lock': ('static omp_nest_lock_t lock;\nstatic int done;\n'
                  '#define SETUP omp_init_nest_lock(&lock)',
                  'omp_set_nest_lock(&lock); omp_set_nest_lock(&lock); done = 1; '
                  'omp_unset_nest_lock(&lock); omp_unset_nest_lock(&lock);',
                  'for (int d = 0; !d; usleep(50)) { omp_set_nest_lock(&lock); d = done; '
                  'omp_unset_nest_lock(&lock); }'),
    'test-lock': ('static omp_lock_t lock;\nstatic int done;\n#define SETUP omp_init_lock(&lock)',
                  'while (!omp_test_lock(&lock)) usleep(20);\n    done = 1; omp_unset_lock(&lock);',
                  'for (int d = 0; !d; usleep(50)) {\n      while (!omp_test_lock(&lock)) usleep(20);'
                  '\n      d = done; omp_unset_lock(&lock);\n    }'),
    'atomics': ('static int flag;', '_Pragma("omp atomic write seq_cst")\n    flag = 1;',
                'for (int d = 0; !d; usleep(50)) {\n      _Pragma("omp atomic read seq_cst")\n      d = flag;\n    }'),
    'master': ('', '', 'usleep(200000);'),
    'none': ('', '', 'usleep(200000);'),
}
# A construct that all threads of the team meet in, between what they do before and after it.
MEETS = {
    'barrier': '#pragma omp barrier',
    'single': '#pragma omp single\n    met = 1;',
    'for': '#pragma omp for schedule(dynamic)\n    for (int i = 0; i < 4; i++)\n      counted[i] = i;',
}
APIS = {
    'pthread': ('c', 'pthread', POSIX, '-pthread'),
    'std': ('cc', 'std::thread', STD, '-pthread -std=c++20'),
    'openmp': ('c', 'OpenMP', OPENMP, '-fopenmp'),
}
UNORDERED = ('none', 'master')
SEEN_COMPILED = {'pthread': ('atomics',), 'openmp': ('atomics',),
                 'std': ('atomics', 'future', 'latch', 'barrier', 'semaphore', 'wait')}

HEAD = '''/* {title} */
/* case: cflags="{flags}" levels={levels} */
{includes}
#include "case.h"
#include <unistd.h>

#ifndef CASE_PLAIN /* C++ has no compound literals */
#undef LOAD
#undef STORE
#define LOAD(into, place) {{ int at = 0; MPI_Pack(&place, 1, MPI_INT, &into, 4, &at, MPI_COMM_SELF); }}
#define STORE(place, value) {{ int at = 0, v = value; MPI_Unpack(&v, 4, &at, &place, 1, MPI_INT, MPI_COMM_SELF); }}
#endif

{declared}
#ifndef SETUP
#define SETUP
#endif
static MPI_Win win;
static MPI_Request request = MPI_REQUEST_NULL;
static int one = 1, seen, met, counted[4];
{buffers}

static void start(void) {{
  {call}{call_mark}
}}

__attribute__((unused)) static void complete(void) {{
  {complete}
}}

__attribute__((noinline)) static void access_it(void) {{
  {flush}
  {access}{access_mark}
}}

{threads}
static void rank_1(void) {{
  int value[2] = {{3, 4}};
  MPI_Request all[2];
  MPI_Irecv(value, {receives} * 2, MPI_INT, {receives} ? 0 : MPI_PROC_NULL, 1, MPI_COMM_WORLD, &all[0]);
  MPI_Send(NULL, 0, MPI_INT, {ready} ? 0 : MPI_PROC_NULL, 3, MPI_COMM_WORLD);
  int sent[2] = {{1, 2}};
  MPI_Isend(sent, 2, MPI_INT, {sends} ? 0 : MPI_PROC_NULL, 2, MPI_COMM_WORLD, &all[1]);
  MPI_Waitall(2, all, MPI_STATUSES_IGNORE);
}}

int main(void) {{
  int level, *memory;
  MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &level);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  SETUP;
  MPI_Win_allocate(64, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  {placed}
  if (rank == 0) {{
    MPI_Recv(NULL, 0, MPI_INT, {ready} ? 1 : MPI_PROC_NULL, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    run();
  }} else {{
    rank_1();
  }}
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  (void)one, (void)seen, (void)met, (void)counted, (void)request, (void)other, (void)shared;
}}
'''

# The second thread is the main one.
MAKE = {
    'pthread': ('static void *first(void *unused) {{\n  {body}\n  return unused;\n}}\n\n',
                'pthread_t thread;\n  pthread_create(&thread, NULL, first, NULL);',
                'pthread_join(thread, NULL);'),
    'std': ('static void first(void) {{\n  {body}\n}}\n\n',
            'std::thread thread(first);', 'thread.join();'),
}


def two_threads(api, sync, first, second, last):
    """Returns the functions of the threads: `first` is what the first one does up to its release,
    `last` what it does after; `second` comes after the acquire."""
    table = APIS[api][2]
    if api == 'openmp':
        return openmp(table, sync, first, second, last)
    body, make, join = MAKE[api]
    if sync == 'create':  # the main thread is the first one
        return (body.format(body=second)
                + f'static void run(void) {{\n  {first}\n  {make}\n  {join}\n  {last}\n}}\n')
    if sync == 'join':
        return (body.format(body=first)
                + f'static void run(void) {{\n  {make}\n  {join}\n  {second}\n  {last}\n}}\n')
    _, release, acquire = table[sync]
    return (body.format(body=f'{first}\n  {release}\n  {last}')
            + f'static void run(void) {{\n  {make}\n  {acquire}\n  {second}\n  {join}\n}}\n')


def openmp(table, sync, first, second, last):
    def by(thread, does):
        return f'  if (omp_get_thread_num() == {thread}) {{\n    {does}\n  }}\n' if does else ''
    begin, end = 'static void run(void) {\n#pragma omp parallel num_threads(2)\n  {\n', '  }\n'
    if sync == 'region':
        return begin + by(1, first) + end + f'  {second}\n  {last}\n}}\n'
    if sync == 'task':
        return (begin + '#pragma omp single\n  {\n#pragma omp task depend(out : met)\n  {\n    '
                + first + '\n  }\n#pragma omp task depend(in : met)\n  {\n    ' + second
                + '\n  }\n#pragma omp taskwait\n  ' + last + '\n  }\n' + end + '}\n')
    if sync == 'master':
        return (begin + f'#pragma omp master\n  {{\n    {first}\n    {last}\n  }}\n'
                + by(1, table[sync][2] + '\n    ' + second) + end + '}\n')
    if sync in MEETS:
        return (begin + by(1, first) + MEETS[sync] + '\n' + by(1, last) + by(0, second)
                + end + '}\n')
    _, release, acquire = table[sync]
    return (begin + by(1, f'{first}\n    {release}\n    {last}')
            + by(0, f'{acquire}\n    {second}') + end + '}\n')


def program(api, sync, op, access, bug, in_window):
    suffix, name, table, flags = APIS[api]
    call, complete, use = OPERATIONS[op]
    apart = sync in UNORDERED and not bug
    does = ACCESSES[access] if isinstance(ACCESSES[access], str) else ACCESSES[access][use]
    call, mark, access_mark = call, '', ''
    if bug:
        mark, access_mark = ' /* site: buffer-race */', ' /* expect: buffer-race */'
    flushes = access == 'flush'
    # who completes, and when
    early = bug or flushes
    first = 'start();' if early else 'start();\n  complete();'
    last = 'complete();' if early and not flushes else ''
    second = 'access_it();'
    if access == 'second':
        last += '\n  MPI_Win_flush(1, win);'
    levels = 'pages' if in_window else 'compiled' if sync in SEEN_COMPILED[api] else 'mpi,compiled'
    shared = 'other' if apart else 'buffer'
    buffers = (f'static int buffer[2], other[2], *shared = {shared};', '')
    if in_window:  # behind the bytes that others access
        buffers = ('static int *buffer, *other, *shared;',
                   f'buffer = memory + 8;\n  other = memory + 12;\n  shared = {shared};')
    includes = {'pthread': '#include <pthread.h>\n#include <semaphore.h>',
                'std': '#include <atomic>\n#include <condition_variable>\n#include <future>\n'
                       '#include <mutex>\n#include <shared_mutex>\n#include <thread>',
                'openmp': '#include <omp.h>'}[api]
    what = 'the buffer of the operation' if not apart else 'another buffer'
    return f'{suffix}', HEAD.format(
        title=f'{name}, {sync}: one thread calls {op}, another one does a {access} of {what}'
              + (', which is not complete for it.' if bug else '.'),
        flags=flags, levels=levels, includes=includes,
        declared=(table[sync] or ('',))[0], buffers=buffers[0], placed=buffers[1],
        call=call, call_mark=mark, complete=complete, access=does, access_mark=access_mark,
        flush=complete if flushes else '',
        threads=two_threads(api, sync, first, second, last),
        receives=int(op in ('send', 'ready')), ready=int(op == 'ready'), sends=int(op == 'receive'))


def cells(in_window=False):
    """(name, text) of each program; a name ends with the suffix of its file."""
    for api, (_, _, table, _) in APIS.items():
        for sync in table:
            if in_window and sync in SEEN_COMPILED[api]:
                continue
            for op, (call, _, use) in OPERATIONS.items():
                for access in ACCESSES:
                    if access == 'load' and use == 'r':
                        continue
                    # Of a flush by the second thread only its order can be wrong; and a thread that
                    # waits for a request has the handle, which says that the operation began.
                    bugs = (True, False)
                    if access == 'flush' and (sync not in UNORDERED or 'request' in call):
                        bugs = (False,)
                    for bug in bugs:
                        suffix, text = program(api, sync, op, access, bug, in_window)
                        name = (f'threads-{api}{"-pages" * in_window}/{sync}-{op}-{access}'
                                + ('' if bug else '-ok'))
                        yield f'{name}.{suffix}', text


def pages_cells():
    return cells(in_window=True)
