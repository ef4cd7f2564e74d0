/* Compares the stacks that wrappers take with what libunwind finds each time. It tries ways to
 * one call site that the memory of paths could mix up. It is built with an mpi.h, but calls no
 * MPI. */
#include "interpose/base/lock.c"
#include "interpose/base/unloads.c"
#include "interpose/arch/x86_64/frame.c"
#include "interpose/stack/loaded.c"
#include "interpose/stack/module.c"
#include "interpose/stack/path_tree.c"
#include "interpose/stack/path.c"
#include "interpose/arch/own_call.c"
#include "interpose/stack/unwinder.c"
#undef UNW_LOCAL_ONLY
#undef _GNU_SOURCE
#undef GET
#undef SET
#include "interpose/stack/stack.c"
#include <alloca.h>
#include <stdarg.h>
#include <setjmp.h>
#include <signal.h>
#include <unistd.h>
#include "interpose/base/aside.c"
#include "tap.h"

struct world world;
__thread struct thread *thread_current;
void note_put(struct note_text *note, const char *text) {
  (void)note, (void)text;
}
void note_number(struct note_text *note, int64_t number) {
  (void)note, (void)number;
}
void note_end(struct note_text *note, struct journal_line *where) {
  (void)note, (void)where;
}
void frames_note(const struct module_place *place, void *const *pc, int count) {
  (void)place, (void)pc, (void)count;
}
void frames_write(struct note_text *out, const struct module_place *place, int count,
                  const char *python) {
  (void)out, (void)place, (void)count, (void)python;
}
char *journal_read(struct journal *j, const struct journal_line *where) {
  (void)j, (void)where;
  return NULL;
}
_Atomic enum python python_found = PYTHON_ABSENT;
int python_look(void) {
  return 0;
}

void *python_state(void) {
  return NULL;
}
const void *python_code(void) {
  return NULL;
}
void python_key_take(struct python_key *k, const void *state) {
  (void)k, (void)state;
}
void python_key_take_other(struct python_key *k, const void *state) {
  (void)k, (void)state;
}
uint32_t python_known_last(const struct thread *t, const void *state, uint32_t native) {
  (void)t, (void)state, (void)native;
  return 0;
}
int python_key_none(const struct python_key *k) {
  return k->none;
}
void python_key_had_frames(void) {
}
int python_key_agrees(const struct python_key *k, const char *text) {
  (void)k, (void)text;
  return 0;
}
uint32_t python_known(const struct thread *t, const struct python_key *k, uint32_t native) {
  (void)t, (void)k, (void)native;
  return 0;
}
void python_keep(struct thread *t, const struct python_key *k, uint32_t native, uint32_t id) {
  (void)t, (void)k, (void)native, (void)id;
}
size_t python_text(char text[PYTHON_TEXT], const struct python_key *k) {
  (void)text, (void)k;
  return 0;
}
size_t python_write(char *text, size_t room, const struct python_key *k) {
  (void)text;
  (void)room;
  (void)k;
  return 0;
}
json_t *python_frames(const char *text) {
  (void)text;
  return NULL;
}

long gate_call(long number, ...) {
  long a[4];
  va_list rest;
  va_start(rest, number);
  for (int i = 0; i < 4; i++)
    a[i] = va_arg(rest, long);
  va_end(rest);
  return syscall(number, a[0], a[1], a[2], a[3]);
}

void thread_return(struct thread *t) {
  (void)t;
}

#define KEEP(v)                                                                                \
  __asm__ volatile("" ::"g"(&(v)) : "memory") /* uses v, and prevents a tail call */

static __thread struct thread self;
static __thread long captures, wrong, found;

static int is_place(struct module_place place, uintptr_t pc) {
  struct dl_phdr_info info;
  return !loaded_at(pc - 1, &info, NULL) && place.module && place.offset + info.dlpi_addr == pc;
}

static void compare(uint32_t id) {
  void *pc[OWN + PATH_DEPTH];
  int count = unw_backtrace(pc, OWN + PATH_DEPTH), skip = 0;
  while (skip < count && (uintptr_t)pc[skip] != self.registers[REG_CALLER])
    skip++;
  count = count - skip < PATH_DEPTH ? count - skip : PATH_DEPTH;
  lock_take(&lock);
  struct stack *s = id && id <= stack_count ? by_id[id] : NULL;
  int good = s && count > 0 && s->count == count;
  for (int i = 0; good && i < count; i++)
    good = is_place(s->place[i], (uintptr_t)pc[skip + i]);
  lock_leave(&lock);
  captures++;
  wrong += !good;
}

/* Does what a wrapper in wrap.c does. */
static __attribute__((noinline)) uint32_t call(void) {
  struct frame f = {.thread = &self};
  void *address = __builtin_frame_address(0);
  KEEP(address);
  THREAD_ENTER(&self, &f);
  found += path_find(&self) != 0;
  uint32_t id = stack_capture(&self);
  compare(id);
  thread_leave(&self);
  __asm__ volatile("" : "+r"(id));
  return id;
}

/* Functions with frames of several kinds call each other, chosen at random, until no step is
 * left. */

#ifdef __clang__
#define FRAME_POINTER __attribute__((noinline, disable_tail_calls))
#else
#define FRAME_POINTER __attribute__((noinline, optimize("no-omit-frame-pointer")))
#endif
typedef uint32_t step(int left);
static __thread uint64_t seed = 1;
static uint64_t any(uint64_t n) {
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return (seed >> 33) % n;
}

static uint32_t on(int left);

static __attribute__((noinline)) uint32_t plain(int left) {
  uint32_t id = on(left);
  KEEP(id);
  return id;
}
static __attribute__((noinline)) uint32_t two_sites(int left) {
  uint32_t id = any(2) ? on(left) : 0;
  KEEP(id);
  if (!id)
    id = on(left);
  KEEP(id);
  return id;
}
static __attribute__((noinline)) uint32_t large(int left) {
  char room[256];
  KEEP(room);
  uint32_t id = on(left);
  KEEP(room);
  return id;
}
static __attribute__((noinline)) uint32_t moved(int left) {
  volatile char *room = alloca(16 + any(3) * 32);
  uint32_t id = on(left);
  KEEP(room);
  return id;
}
static __attribute__((noinline)) uint32_t moved_twice(int left) {
  uint32_t id = 0;
  for (int i = 0; i < 2; i++) { /* one call site, two sizes of one frame */
    volatile char *room = alloca(48);
    id = on(left);
    KEEP(room);
  }
  return id;
}
static __attribute__((noinline)) uint32_t aligned(int left) {
  char room[64] __attribute__((aligned(64)));
  KEEP(room);
  uint32_t id = on(left);
  KEEP(room);
  return id;
}
static __attribute__((noinline)) uint32_t aligned_moved(int left) {
  char room[64] __attribute__((aligned(64)));
  volatile char *more = alloca(16 + any(3) * 32);
  KEEP(room);
  uint32_t id = on(left);
  KEEP(room);
  KEEP(more);
  return id;
}
static FRAME_POINTER uint32_t pointer(int left) {
  uint32_t id = on(left);
  KEEP(id);
  return id;
}
static __attribute__((noinline)) uint32_t busy(int left) { /* rbp holds a variable */
  uint64_t a = any(9), b = any(9), c = any(9), d = any(9), e = any(9), f = any(9), g = any(9);
  uint32_t id = on(left);
  __asm__ volatile("" : "+r"(a), "+r"(b), "+r"(c), "+r"(d), "+r"(e), "+r"(f), "+r"(g));
  return id;
}
static __attribute__((noinline)) uint32_t leave(int left) { /* it returns by longjmp */
  jmp_buf back;
  volatile uint32_t id = 0;
  if (!setjmp(back)) {
    id = on(left);
    longjmp(back, 1);
  }
  return id;
}

static step *const steps[] = {plain,   two_sites,     large,   moved, moved_twice,
                              aligned, aligned_moved, pointer, busy,  leave};
#define STEPS (sizeof steps / sizeof *steps)

static __attribute__((noinline)) uint32_t on(int left) {
  uint32_t id = left > 0 ? steps[any(STEPS)](left - 1) : call();
  KEEP(id);
  return id;
}

/* Mostly it repeats one of a few walks; every fourth walk is a new one. */
static void walk_at_random(uint64_t start, int rounds) {
  for (int i = 0; i < rounds; i++) {
    seed = start + (uint64_t)(i % 4 ? i % 50 : i);
    any(2);
    on((int)any(8));
  }
}

static void test_random(void) {
  walk_at_random(1, 40000);
  OK(wrong == 0);
  OK(captures > 40000);
  OK(found > captures / 2);
}

static volatile uint32_t last;
static __attribute__((noinline)) uint32_t recurse(int depth) {
  uint32_t id = depth ? recurse(depth - 1) : call();
  KEEP(id);
  return id;
}

static void test_recursion(void) {
  uint32_t id[60];
  int distinct = 1, same = 1;
  for (int round = 0; round < 200; round++)
    for (int i = 0; i < 60; i++) {
      uint32_t now = recurse(i);
      same = same && (!round || now == id[i]);
      id[i] = now;
    }
  for (int i = 0; i < 30; i++)
    for (int j = 0; j < i; j++)
      distinct = distinct && id[i] != id[j];
  OK(distinct);
  OK(same);
}

static __attribute__((noinline)) uint32_t through(step *f) {
  uint32_t id = f(0);
  KEEP(id);
  return id;
}

static void test_callbacks(void) {
  uint32_t id[2] = {0, 0};
  int distinct = 1;
  for (int i = 0; i < 400; i++) {
    id[i & 1] = through(i & 1 ? busy : plain); /* at the same depth of the stack */
    distinct = distinct && id[0] != id[1];
  }
  OK(distinct);
}

static void on_signal(int unused) {
  (void)unused;
  last = recurse(1);
}

static void test_signal(void) {
  uint32_t id[2];
  signal(SIGUSR1, on_signal);
  for (int i = 0; i < 100; i++) {
    raise(SIGUSR1);
    id[0] = last;
    on_signal(0);
    id[1] = last;
  }
  OK(id[0] && id[1] && id[0] != id[1]);
}

static void *run_thread(void *start) {
  thread_current = &self;
  walk_at_random((uint64_t)(uintptr_t)start, 5000);
  return (void *)(uintptr_t)(wrong || self.paths == NULL);
}

static void test_threads(void) {
  int bad = 0;
  for (int round = 0; round < 4; round++) {
    pthread_t thread[4];
    void *result;
    for (uintptr_t i = 0; i < 4; i++)
      pthread_create(&thread[i], NULL, run_thread, (void *)(i * 1000));
    for (int i = 0; i < 4; i++) {
      pthread_join(thread[i], &result);
      bad += result != NULL;
    }
  }
  OK(!bad);
}

/* Paths with frames of every kind are remembered, whatever is in registers that are not needed
 * to find the size of the frame. */
static __attribute__((noinline)) long again(step *f, int rounds) {
  long before = found;
  for (int i = 0; i < rounds; i++) {
    seed = f == busy ? (uint64_t)i : 7;
    uint32_t id = f(0);
    KEEP(id);
  }
  return found - before;
}

static void test_kept(void) {
  for (size_t i = 0; i < STEPS; i++) {
    paths_free(self.paths);
    OK(again(steps[i], 40) >= 30);
  }
}

/* Where there are too many paths all are forgotten, and then learned again. */
static void test_full(void) {
  paths_get(&self)->tree.count = PATHS_MOST;
  OK(again(plain, 40) >= 30 && self.paths->tree.count < 40);
}

/* Steps are learned one by one: no stack has to be walked by the unwinder. */
static void test_steps(void) {
  for (size_t i = 0; i < STEPS; i++) {
    paths_free(self.paths);
    paths_get(&self)->credit = PRICE - 1;
    OK(again(steps[i] == busy ? plain : steps[i], 2) >= 1);
  }
}

/* Signals of faults apart, all are blocked once, whatever libunwind asks for meanwhile. */
static void test_masks(void) {
  sigset_t before, now, told;
  sigprocmask(SIG_SETMASK, NULL, &before);
  OK(!unwinder_masks(&told));
  struct unwinder outer = unwinder_begin(), inner = unwinder_begin();
  OK(unwinder_masks(&told) && !sigismember(&told, SIGUSR1));
  unwinder_end(inner);
  sigprocmask(SIG_SETMASK, NULL, &now);
  OK(sigismember(&now, SIGUSR1) && !sigismember(&now, SIGSEGV));
  unwinder_end(outer);
  sigprocmask(SIG_SETMASK, NULL, &now);
  OK(!memcmp(&before, &now, 8) && !unwinder_masks(NULL));
}

static void test_unloads(void) {
  static atomic_uint unloads;
  uint32_t id[8];
  long known[8];
  code_unloads_watch(&unloads);
  paths_free(self.paths); /* also forgets how well it has worked so far */
  for (int i = 0; i < 8; i++) {
    unloads += i == 6;
    id[i] = recurse(3);
    known[i] = found;
  }
  OK(id[4] == id[5] && known[5] == known[4] + 1);
  OK(id[6] == id[5] && known[6] == known[5]);
}

int main(void) {
  thread_current = &self;
  test_random();
  test_recursion();
  test_callbacks();
  test_signal();
  test_threads();
  test_kept();
  test_full();
  test_steps();
  test_masks();
  test_unloads();
  OK(wrong == 0);
  printf("# %ld captures, %ld found, %u stacks\n", captures, found, stack_count);
  return tap_done();
}
