/* The lock excludes: while its owner is alone, while others come, and afterwards. */
#include "interpose/base/lock.c"
#include "tap.h"

#define TIMES 200000
#define THREADS 3

__thread struct thread *thread_current;
static struct thread threads[THREADS + 1];
static struct owned_lock lock;
static long counter; /* changed only under the lock */
static atomic_long total;
static atomic_int running;

static void count(int times) {
  for (int i = 0; i < times; i++) {
    lock_take(&lock);
    counter++;
    lock_leave(&lock);
  }
  total += times;
}

static void *other(void *self) {
  thread_current = self;
  running++;
  count(TIMES);
  return NULL;
}

static int meet(int watcher) {
  pthread_t id[THREADS];
  lock = (struct owned_lock)LOCK_INITIALIZER;
  thread_current = &threads[THREADS];
  counter = total = running = 0;
  count(TIMES / 10);
  for (int i = 0; i < THREADS; i++)
    pthread_create(&id[i], NULL, other, watcher ? NULL : &threads[i]);
  while (running < THREADS)
    count(100);
  count(TIMES);
  for (int i = 0; i < THREADS; i++)
    pthread_join(id[i], NULL);
  return counter == total;
}

int main(void) {
  int good = 0;
  for (int i = 0; i < 20;
       i++) /* several times, because only the first time that threads meet is difficult */
    good += meet(i & 1);
  OK(good == 20);
  lock = (struct owned_lock)LOCK_INITIALIZER;
  thread_current = &threads[0];
  count(1);
  OK(lock.owner == &threads[0] && !lock.shared && !lock.inside);
  thread_current = &threads[1];
  count(1);
  OK(lock.shared);
  thread_current = &threads[0];
  count(1);
  OK(lock.shared && !lock.inside);
  count(LOCK_ALONE);
  OK(!lock.shared && !lock.inside && lock.alone == LOCK_ALONE);
  thread_current = &threads[1];
  count(LOCK_ALONE);
  OK(lock.shared && !lock.inside && lock.owner == &threads[0]);
  lock_inherit(&lock);
  count(LOCK_ALONE);
  OK(!lock.shared && !lock.inside && lock.owner == &threads[1]);
  return tap_done();
}
