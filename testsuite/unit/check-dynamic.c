/* Dynamic windows: attached memory and who may access it (section 11.2.4). */
#include "sim.h"

static const struct sim_window dynamic = {.flavor = FLAVOR_DYNAMIC};

static void attached(struct sim *s) {
  uint64_t w = sim_create(s, &dynamic);
  sim_attach(s, 1, w, 0x101000, 64);
  sim_attach(s, 1, w, 0x102000, 64);
  sim_message(s, 1, 0);
  sim_lock_all(s, 0, w);
  sim_lock_all(s, 1, w);
  for (int r = 0; r < 2; r++) {
    sim_put(s, r, w, 1, 0x101000, 64);
    sim_get(s, r, w, 1, 0x102000, 1);
    sim_put(s, r, w, 1, 0x10203f, 1);
    sim_put(s, r, w, 1, 0x105000, 0);
  }
  sim_unlock_all(s, 0, w);
  sim_unlock_all(s, 1, w);
  sim_message(s, 0, 1);
  sim_detach(s, 1, w, 0x101000);
  sim_detach(s, 1, w, 0x102000);
  sim_free(s, w);
}

static void unattached(struct sim *s) {
  uint64_t w = sim_create(s, &dynamic);
  sim_attach(s, 1, w, 0x101000, 64);
  sim_lock_all(s, 0, w);
  sim_lock_all(s, 1, w);
  for (int r = 0; r < 2; r++) {
    sim_expect(s, SLUG_TARGET_UNATTACHED, sim_put(s, r, w, 1, 0x100fff, 2));
    sim_expect(s, SLUG_TARGET_UNATTACHED, sim_put(s, r, w, 1, 0x10103f + r, 2));
    sim_expect(s, SLUG_TARGET_UNATTACHED, sim_get(s, r, w, 1, 0, 4));
    sim_expect(s, SLUG_TARGET_UNATTACHED, sim_get(s, r, w, 0, 0x101000, 4));
  }
  sim_unlock_all(s, 0, w);
  sim_unlock_all(s, 1, w);
}

/* Neighbouring regions count as one, also when an access covers several. */
static void neighbours(struct sim *s) {
  uint64_t w = sim_create(s, &dynamic);
  sim_attach(s, 1, w, 0x101040, 64);
  sim_attach(s, 1, w, 0x101000, 64);
  sim_attach(s, 1, w, 0x101080, 64);
  sim_message(s, 1, 0);
  sim_lock_all(s, 0, w);
  sim_lock_all(s, 1, w);
  for (int r = 0; r < 2; r++) {
    sim_put(s, r, w, 1, 0x101001, 190);
    sim_expect(s, SLUG_TARGET_UNATTACHED, sim_put(s, r, w, 1, 0x101000, 193));
  }
  sim_unlock_all(s, 0, w);
  sim_unlock_all(s, 1, w);
}

/* A rank knows exactly when its own memory is attached, but not when accesses of others occur.
 * These find the memory attached only by luck. */
static void detached(struct sim *s) {
  uint64_t w = sim_create(s, &dynamic);
  sim_attach(s, 1, w, 0x101000, 64);
  sim_message(s, 1, 0);
  sim_lock_all(s, 0, w);
  sim_lock_all(s, 1, w);
  int early = sim_put(s, 0, w, 1, 0x101000, 4);
  sim_put(s, 1, w, 1, 0x101000, 4);
  sim_flush(s, 1, w, 1);
  int detach = sim_detach(s, 1, w, 0x101000);
  sim_expect(s, SLUG_TARGET_UNATTACHED, sim_put(s, 1, w, 1, 0x101000, 4));
  sim_expect_two(s, SLUG_ATTACH_UNORDERED, early, detach);
  sim_expect_two(s, SLUG_ATTACH_UNORDERED, sim_put(s, 0, w, 1, 0x101000, 4), detach);
  sim_unlock_all(s, 0, w);
  sim_unlock_all(s, 1, w);
}

static void attach_twice(struct sim *s) {
  uint64_t w = sim_create(s, &dynamic);
  sim_attach(s, 0, w, 0x101000, 64);
  const uint64_t over[] = {0x101000, 0x100fff, 0x10103f, 0x100f00};
  for (int i = 0; i < 4; i++) {
    sim_fails(s);
    sim_expect(s, SLUG_ATTACH_OVERLAP, sim_attach(s, 0, w, over[i], i == 3 ? 4096 : 2));
  }
  sim_attach(s, 0, w, 0x101040, 64);
  sim_attach(s, 0, w, 0x100ff0, 16);
  sim_attach(s, 1, w, 0x101000, 64);
  sim_detach(s, 0, w, 0x101000);
  sim_attach(s, 0, w, 0x101010, 16);
  sim_free(s, w);
}

/* A region without bytes overlaps with none. */
static void attach_nothing(struct sim *s) {
  uint64_t w = sim_create(s, &dynamic);
  sim_attach(s, 0, w, 0x101000, 64);
  sim_attach(s, 0, w, 0x101010, 0);
  sim_attach(s, 0, w, 0x102000, 0);
  sim_attach(s, 0, w, 0x101ff0, 64);
  sim_lock(s, 0, w, 0);
  sim_put(s, 0, w, 0, 0x101020, 4);
  sim_put(s, 0, w, 0, 0x102002, 4);
  sim_unlock(s, 0, w, 0);
  sim_detach(s, 0, w, 0x101010);
  sim_detach(s, 0, w, 0x102000);
  sim_free(s, w);
}

/* Regions come and go at places that have nothing to do with the order in which they came. */
static void in_any_order(struct sim *s) {
  enum { PLACES = 512 };
  char there[PLACES] = {0};
  uint64_t w = sim_create(s, &dynamic), random = 1;
  sim_lock_all(s, 0, w);
  for (int turn = 0; turn < 4 * PLACES; turn++) {
    random = random * 6364136223846793005u + 1442695040888963407u;
    int at = (int)(random >> 33 & (PLACES - 1)), other = (int)(random >> 20 & (PLACES - 1));
    uint64_t base = 0x101000 + (uint64_t)at * 64;
    if (there[at])
      sim_detach(s, 0, w, base);
    else
      sim_attach(s, 0, w, base, 32);
    there[at] = !there[at];
    int put = sim_put(s, 0, w, 0, 0x101000 + other * 64, 32);
    if (!there[other])
      sim_expect(s, SLUG_TARGET_UNATTACHED, put);
    sim_flush(s, 0, w, 0);
  }
  sim_unlock_all(s, 0, w);
  sim_free(s, w);
}

static void detach_unattached(struct sim *s) {
  uint64_t w = sim_create(s, &dynamic);
  sim_attach(s, 0, w, 0x101000, 64);
  sim_expect(s, SLUG_DETACH_UNATTACHED, sim_detach(s, 0, w, 0x101001));
  sim_expect(s, SLUG_DETACH_UNATTACHED, sim_detach(s, 1, w, 0x101000));
  sim_fails(s);
  sim_detach(s, 0, w, 0x101000);
  sim_detach(s, 0, w, 0x101000);
  sim_expect(s, SLUG_DETACH_UNATTACHED, sim_detach(s, 0, w, 0x101000));
  sim_fails(s);
  sim_attach(s, 0, w, 0x101000, 64);
  sim_expect(s, SLUG_DETACH_UNATTACHED, sim_detach(s, 0, w, 0x101000));
}

/* The owner makes one finding for each window that has some of the memory. */
static void freed(struct sim *s) {
  uint64_t w = sim_create(s, &dynamic), v = sim_create(s, &dynamic), u = sim_create(s, NULL);
  sim_attach(s, 0, w, 0x101000, 64);
  sim_freed(s, 0, 0x100f00, 0x100);
  sim_freed(s, 0, 0x101040, 64);
  sim_freed(s, 1, 0x101000, 64);
  sim_expect(s, SLUG_WINDOW_MEMORY_FREED, sim_freed(s, 0, 0x10103f, 1));
  sim_freed(s, 0, 0x101000, 64);
  sim_attach(s, 1, w, 0x101000, 64);
  sim_attach(s, 1, v, 0x101020, 64);
  sim_detach(s, 1, w, 0x101000);
  sim_detach(s, 1, v, 0x101020);
  sim_freed(s, 1, 0x101000, 0x1000);
  sim_attach(s, 1, w, 0x101000, 64);
  sim_attach(s, 1, v, 0x101020, 64);
  int at = sim_freed(s, 1, 0x101000, 64);
  sim_expect(s, SLUG_WINDOW_MEMORY_FREED, at);
  sim_expect(s, SLUG_WINDOW_MEMORY_FREED, at);
  sim_free(s, w);
  sim_free(s, v);
  sim_freed(s, 0, 0x101000, 64);
  sim_expect(s, SLUG_WINDOW_MEMORY_FREED, sim_freed(s, 1, 0x10000, 8));
  sim_free(s, u);
  sim_freed(s, 0, 0, 0x1000000);
}

static void wrong_flavor(struct sim *s) {
  uint64_t w = sim_create(s, NULL), v = sim_create(s, &dynamic);
  uint64_t u = sim_create(s, &(struct sim_window){.flavor = FLAVOR_SHARED});
  sim_expect(s, SLUG_WRONG_FLAVOR, sim_attach(s, 0, w, 0x101000, 64));
  sim_expect(s, SLUG_WRONG_FLAVOR, sim_detach(s, 0, u, 0x101000));
  struct event query = sim_event(EVENT_WIN_QUERY, 0, w);
  sim_enter(s, &query);
  sim_expect(s, SLUG_WRONG_FLAVOR, sim_site(s));
  query.win = v;
  sim_enter(s, &query);
  sim_expect(s, SLUG_WRONG_FLAVOR, sim_site(s));
  query.win = u;
  sim_enter(s, &query);
}

/* In a fence epoch the target is told of an update for two reasons. */
static void said_once(struct sim *s) {
  uint64_t w = sim_create(s, &dynamic);
  sim_fence_all(s, w, 0);
  sim_expect(s, SLUG_TARGET_UNATTACHED, sim_put(s, 0, w, 1, 0x101000, 4));
  sim_fence_all(s, w, 0);
  sim_times(s, SLUG_TARGET_UNATTACHED, 1);
}

static void told_after_free(struct sim *s) {
  uint64_t w = sim_create(s, &dynamic);
  sim_attach(s, 1, w, 0x101000, 64);
  sim_message(s, 1, 0);
  sim_lock(s, 0, w, 1);
  sim_put(s, 0, w, 1, 0x101000, 4);
  sim_expect(s, SLUG_TARGET_UNATTACHED, sim_put(s, 0, w, 1, 0x103000, 4));
  sim_unlock(s, 0, w, 1);
  sim_free(s, w);
}

/* There are more regions than are remembered. What is not known makes no finding. */
static void very_many_regions(struct sim *s) {
  uint64_t w = sim_create(s, &dynamic);
  const uint64_t most = 70000;
  for (uint64_t i = 0; i < most; i++)
    sim_attach(s, 1, w, 0x10000 + 64 * i, 32);
  sim_message(s, 1, 0);
  sim_lock(s, 0, w, 1);
  sim_lock(s, 1, w, 1);
  for (uint64_t i = 0; i < most; i += 997)
    for (int r = 0; r < 2; r++)
      sim_put(s, r, w, 1, (int64_t)(0x10000 + 64 * i), 32);
  sim_unlock(s, 0, w, 1);
  sim_unlock(s, 1, w, 1);
  sim_message(s, 0, 1);
  for (uint64_t i = most; i-- > 0;)
    sim_detach(s, 1, w, 0x10000 + 64 * i);
  sim_free(s, w);
}

/* Displacements that cannot be addresses. */
static void absurd_displacements(struct sim *s) {
  uint64_t w = sim_create(s, &dynamic);
  sim_lock_all(s, 0, w);
  for (int t = 0; t < 2; t++) {
    sim_expect(s, SLUG_TARGET_UNATTACHED, sim_put(s, 0, w, t, INT64_MAX - 1, 8));
    sim_expect(s, SLUG_TARGET_UNATTACHED, sim_put(s, 0, w, t, INT64_MIN, 8));
  }
  sim_expect(s, SLUG_TARGET_UNATTACHED, sim_put(s, 0, w, 0, INT64_MAX, 8));
  sim_unlock_all(s, 0, w);
  sim_attach(s, 0, w, UINT64_MAX - 8, 64);
  sim_attach(s, 0, w, 0x101000, INT64_MAX);
}

/* The origin must know that the memory was attached, the owner that the operation is over. */
static void attach_in_time(struct sim *s) {
  uint64_t w = sim_create(s, &dynamic);
  sim_lock_all(s, 0, w);
  int attach = sim_attach(s, 1, w, 0x20003, 21);
  int put = sim_put(s, 0, w, 1, 0x20005, 7);
  sim_expect_two(s, SLUG_ATTACH_UNORDERED, put, attach);
  sim_message(s, 1, 0);
  put = sim_put(s, 0, w, 1, 0x20003, 1);
  sim_flush(s, 0, w, 1);
  int detach = sim_detach(s, 1, w, 0x20003);
  sim_expect_two(s, SLUG_ATTACH_UNORDERED, put, detach);
  sim_attach(s, 1, w, 0x20003, 21);
  sim_message(s, 1, 0);
  sim_put(s, 0, w, 1, 0x20004, 3);
  sim_flush(s, 0, w, 1);
  sim_message(s, 0, 1);
  sim_detach(s, 1, w, 0x20003);
  sim_attach(s, 1, w, 0x20003, 21);
  sim_message(s, 1, 0);
  put = sim_put(s, 0, w, 1, 0x20017, 1);
  sim_message(s, 0, 1);
  sim_flush(s, 0, w, 1);
  sim_expect_two(s, SLUG_DETACHED_IN_USE, put, sim_detach(s, 1, w, 0x20003));
  sim_unlock_all(s, 0, w);
  sim_free(s, w);
}

/* A process may know by a one-sided read that the memory is attached; it need not have received
 * a message. */
static void attach_read(struct sim *s) {
  uint64_t v = sim_create(s, NULL), w = sim_create(s, &dynamic);
  sim_lock_all(s, 0, v);
  sim_lock_all(s, 0, w);
  sim_attach(s, 1, w, 0x20003, 21);
  sim_get(s, 0, v, 1, 0, 8);
  sim_flush(s, 0, v, 1);
  sim_put(s, 0, w, 1, 0x20005, 7);
  sim_unlock_all(s, 0, w);
  sim_unlock_all(s, 0, v);
}

int main(void) {
  SIM_RUN(2, attached);
  SIM_RUN(2, unattached);
  SIM_RUN(2, neighbours);
  SIM_RUN(2, detached);
  SIM_RUN(2, attach_in_time);
  SIM_RUN(2, attach_read);
  SIM_RUN(2, attach_twice);
  SIM_RUN(2, attach_nothing);
  SIM_RUN(2, in_any_order);
  SIM_RUN(2, detach_unattached);
  SIM_RUN(2, freed);
  SIM_RUN(2, wrong_flavor);
  SIM_RUN(2, said_once);
  SIM_RUN(2, told_after_free);
  SIM_RUN(2, very_many_regions);
  SIM_RUN(2, absurd_displacements);
  return sim_done();
}
