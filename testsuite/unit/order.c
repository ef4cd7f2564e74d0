/* What has happened before (earlier.c) against an array of the same, and the objects by which
 * threads order themselves (order_object.c): what is given up is never forgotten. */
#define _GNU_SOURCE
#include "interpose/base/leaf.c"
#include "interpose/order/earlier.c"
#undef ARENA
#define pool object_pool
#define spare object_spare
#include "interpose/order/order_object.c"
#undef pool
#undef spare
#include "tap.h"

#define THREADS 300

static unsigned seed = 1;
static unsigned pick(unsigned n) {
  seed = seed * 1103515245 + 12345;
  return (seed >> 16 & 0x7fff) % n;
}

/* Returns whether it says of each thread at least what was added and, as long as it has room,
 * no more. */
static int agrees(const struct earlier *p, const uint64_t *want, uint64_t all, int exact) {
  for (int i = 0; i < THREADS; i++) {
    uint64_t least = want[i] > all ? want[i] : all, is = earlier_of(p, i);
    if (is < least || (exact && is != least))
      return 0;
  }
  return 1;
}

static int additions(int threads, int exact) {
  struct earlier p = {0}, copy = {0};
  uint64_t want[THREADS] = {0}, all = 0;
  int good = 1;
  for (int i = 0; i < 4000; i++) {
    uint64_t seq = 1 + pick(30000);
    int thread = (int)pick((unsigned)threads);
    if (pick(500) == 0) {
      seq /= 8;
      earlier_add_all(&p, seq);
      all = seq > all ? seq : all;
    } else {
      earlier_add(&p, thread, seq);
      want[thread] = seq > want[thread] ? seq : want[thread];
    }
    if (i % 100 == 0)
      good &= agrees(&p, want, all, exact);
  }
  earlier_add_from(&copy, &p);
  good &= agrees(&p, want, all, exact) && agrees(&copy, want, all, exact);
  earlier_clear(&p);
  earlier_clear(&copy);
  return good && earlier_empty(&p) && !earlier_latest(&copy);
}

static void release(uintptr_t name, int32_t thread, uint64_t seq) {
  struct order_place *p = order_place_enter((void *)name, ORDER_MUTEX);
  earlier_add(&order_get(p, (void *)name, ORDER_MUTEX)->past, thread, seq);
  order_place_leave(p);
}

static uint64_t acquired(uintptr_t name, int32_t thread) {
  struct order_place *p = order_place_enter((void *)name, ORDER_MUTEX);
  const struct order_object *o = order_find(p, (void *)name, ORDER_MUTEX);
  uint64_t seq = o ? earlier_of(&o->past, thread) : order_given_up(p);
  order_place_leave(p);
  return seq;
}

#define OBJECTS 200000u

int main(void) {
  OK(additions(3, 1));
  OK(additions(40, 1));
  OK(additions(256, 1));
  OK(additions(300, 0));
  release(64, 1, 7);
  OK(acquired(64, 1) == 7 && !acquired(64, 2) && !acquired(128, 1));
  struct order_place *p = order_place_enter((void *)64, ORDER_MUTEX);
  order_drop(p, (void *)64, ORDER_MUTEX);
  order_place_leave(p);
  OK(!acquired(64, 1));
  /* more than the table holds */
  int good = 1, kept = 0;
  for (uintptr_t i = 1; i <= OBJECTS; i++)
    release(i * 40, (int32_t)(i % 7), i);
  for (uintptr_t i = 1; i <= OBJECTS; i++) {
    good &= acquired(i * 40, (int32_t)(i % 7)) >= i;
    kept += acquired(i * 40, (int32_t)(i % 7)) == i;
  }
  OK(good);
  OK(kept > (int)(OBJECTS / 10));
  return tap_done();
}
