/* Which steps of threads of C11 are ordered by what interpose/runtimes/ tells. */
#include <sched.h>
#include <stdatomic.h>
#include <threads.h>
#include "tap.h"
#include "thread_clocks.h"

enum { BEFORE, IN, AFTER, OTHER, LEFT, RIGHT, SENT, GOT, MADE, USED = 50, TURN = 100 };
#define COUNT 4

static mtx_t mutex;
static cnd_t condition;
static once_flag once = ONCE_FLAG_INIT;
static int ready, turn;
static atomic_int here;

static int child(void *argument) {
  step(IN);
  thrd_exit(*(int *)argument);
}

static int left(void *unused) {
  (void)unused;
  step(LEFT);
  atomic_fetch_add_explicit(&here, 1, memory_order_relaxed);
  mtx_lock(&mutex);
  while (!ready)
    cnd_wait(&condition, &mutex);
  step(GOT);
  mtx_unlock(&mutex);
  return 0;
}

static void initialise(void) {
  step(MADE);
}

static int count(void *number) {
  call_once(&once, initialise);
  step(USED + (int)(long)number);
  for (int i = 0; i < 10; i++) {
    while (i % 2 && mtx_trylock(&mutex) != thrd_success)
      sched_yield();
    if (i % 2 == 0)
      mtx_lock(&mutex);
    step(TURN + turn++);
    mtx_unlock(&mutex);
  }
  return 0;
}

static void joined(void) {
  thrd_t t;
  int want = 7, got = 0;
  step(BEFORE);
  OK(thrd_create(&t, child, &want) == thrd_success);
  step(OTHER);
  OK(thrd_join(t, &got) == thrd_success && got == want);
  step(AFTER);
  OK(before(BEFORE, IN));
  OK(unordered(IN, OTHER));
  OK(before(IN, AFTER));
}

static void told(void) {
  thrd_t t;
  OK(thrd_create(&t, left, NULL) == thrd_success);
  while (!atomic_load_explicit(&here, memory_order_relaxed))
    sched_yield();
  step(RIGHT);
  mtx_lock(&mutex);
  step(SENT);
  ready = 1;
  cnd_signal(&condition);
  mtx_unlock(&mutex);
  OK(thrd_join(t, NULL) == thrd_success);
  OK(unordered(LEFT, RIGHT));
  OK(before(SENT, GOT));
}

static void counted(void) {
  thrd_t t[COUNT];
  int good = 1;
  for (long i = 0; i < COUNT; i++)
    thrd_create(&t[i], count, (void *)i);
  for (int i = 0; i < COUNT; i++)
    thrd_join(t[i], NULL);
  for (int i = 0; i < COUNT; i++)
    good &= before(MADE, USED + i);
  for (int i = 1; i < 10 * COUNT; i++)
    good &= before(TURN + i - 1, TURN + i);
  OK(good && turn == 10 * COUNT);
}

int main(void) {
  clocks_begin();
  mtx_init(&mutex, mtx_plain);
  cnd_init(&condition);
  joined();
  clocks_reset();
  told();
  clocks_reset();
  counted();
  cnd_destroy(&condition);
  mtx_destroy(&mutex);
  return tap_done();
}
