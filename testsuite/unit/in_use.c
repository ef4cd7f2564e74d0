/* Buffers in use as code without a lock sees them. What is in use must never be taken for free,
 * also while buffers come and go; what is not must be found out without the lock where they are
 * few. */
#include "interpose/data/in_use.c"
#include "tap.h"

#define MOST 200
#define STEPS 400000
#define ARENA (1 << 20)

struct world world;

/* What is in use; what the checker knows of it, and what it does not. */
static struct known {
  struct used_bytes bytes;
  int checkers;
} all[MOST];
static int known;
static uint64_t times_grown, times_locked, wrong;
static _Atomic int stop;

void world_lock(void) {
  times_locked++;
}

void world_unlock(void) {
}

static int meets(const struct known *k, int64_t lo, int64_t hi) {
  return k->bytes.lo < hi && lo < k->bytes.hi;
}

static int any_meets(int64_t lo, int64_t hi, int checkers) {
  for (int i = 0; i < known; i++)
    if (all[i].checkers == checkers && meets(&all[i], lo, hi))
      return 1;
  return 0;
}

static void widen(int64_t *lo, int64_t *hi, int checkers) {
  for (int i = 0; i < known; i++)
    if (all[i].checkers == checkers) {
      *lo = all[i].bytes.lo < *lo ? all[i].bytes.lo : *lo;
      *hi = all[i].bytes.hi > *hi ? all[i].bytes.hi : *hi;
    }
}

static int listed_of(struct used_bytes *to, int most, int checkers) {
  int n = 0;
  for (int i = 0; i < known; i++)
    if (all[i].checkers == checkers && n++ < most)
      to[n - 1] = all[i].bytes;
  return n > most ? -1 : n;
}

uint64_t check_in_use(const struct check *c, int64_t *lo, int64_t *hi) {
  (void)c;
  *lo = INT64_MAX;
  *hi = INT64_MIN;
  widen(lo, hi, 1);
  return times_grown;
}

int check_in_use_list(const struct check *c, struct used_bytes *to, int most) {
  (void)c;
  return listed_of(to, most, 1);
}

unsigned check_uses(struct check *c, int64_t lo, int64_t hi) {
  (void)c;
  return any_meets(lo, hi, 1) ? 1u << WATCH_READ : 0;
}

int check_past(const struct check *c, int64_t lo, int64_t hi) {
  (void)c;
  (void)lo;
  (void)hi;
  return 0;
}

void unmet_bounds(int64_t *lo, int64_t *hi) {
  widen(lo, hi, 0);
}

int unmet_list(struct used_bytes *to, int most) {
  return listed_of(to, most, 0);
}

int unmet_meets(int64_t lo, int64_t hi) {
  return any_meets(lo, hi, 0);
}

static uint64_t seed = 1;
static int64_t any(int64_t below) {
  seed ^= seed << 13;
  seed ^= seed >> 7;
  seed ^= seed << 17;
  return (int64_t)(seed % (uint64_t)below);
}

static struct used_bytes place(void) {
  int64_t lo = ARENA + any(ARENA), size = 1 + any(any(4) ? 64 : ARENA / 8);
  return (struct used_bytes){lo, lo + size};
}

static void come(void) {
  struct known k = {place(), (int)any(2)};
  if (known == MOST)
    return;
  world_lock();
  all[known++] = k;
  if (k.checkers) {
    times_grown++;
    in_use_note();
  } else {
    in_use_note_one(k.bytes.lo, k.bytes.hi);
  }
  world_unlock();
}

static void go(void) {
  int i = 1 + (int)any(known);
  if (i >= known)
    return;
  world_lock();
  int checkers = all[i].checkers;
  all[i] = all[--known];
  if (checkers)
    in_use_note();
  world_unlock();
}

/* The checker hears of one that it did not know of. */
static void meet(void) {
  int i = (int)any(known);
  world_lock();
  times_grown += !all[i].checkers;
  all[i].checkers = 1;
  in_use_note();
  world_unlock();
}

static int is_used(struct used_bytes b) {
  return any_meets(b.lo, b.hi, 0) || any_meets(b.lo, b.hi, 1);
}

/* Returns whether the answer was known without the lock. */
static int ask(struct used_bytes b) {
  uintptr_t at = (uintptr_t)b.lo;
  size_t size = (size_t)(b.hi - b.lo);
  int used = is_used(b), may = in_use_may_meet_near(at, size);
  wrong += (used && !may) || (used && !in_use_beyond(at)) ||
           in_use_meets_now(at, size) != used || in_use_meets(at, size) != used;
  return !may;
}

/* The first buffer stays. */
static void *look(void *first_of_all) {
  const struct used_bytes *b = first_of_all;
  uint64_t missed = 0;
  while (!stop)
    for (int64_t lo = b->lo - 8; lo < b->hi; lo += 8)
      missed += !in_use_may_meet_near((uintptr_t)lo, 16);
  return missed ? first_of_all : NULL;
}

/* Buffers come and go, few or many at a time. */
static void live(int steps, int asks) {
  for (int i = 0; i < steps; i++) {
    int64_t what = any(8), few = i / 4000 % 2;
    if (what < (few ? 2 : 4) && (!few || known < 20))
      come();
    else if (what < 6)
      go();
    else
      meet();
    if (asks)
      ask(place());
  }
}

/* Returns how many of `n` answers are known at once while nothing changes. */
static int known_at_once(int n) {
  int at_once = 0;
  in_use_meets(0, 3 * (size_t)ARENA);
  for (int i = 0; i < n; i++) {
    struct used_bytes b = place();
    at_once += is_used(b) || ask(b);
  }
  return at_once;
}

int main(void) {
  pthread_t reader;
  void *missed;
  OK(!in_use_beyond(1) && !in_use_may_meet(1, 1) && !in_use_meets(1, 1));
  while (known < 2)
    come();
  live(STEPS, 1);
  OK(!wrong);
  while (known > 20)
    go();
  while (known < 20)
    come();
  uint64_t before = times_locked;
  OK(known_at_once(1000) >= 999); /* the first makes the list */
  printf("# %llu times locked\n", (unsigned long long)(times_locked - before));
  struct used_bytes stays = all[0].bytes;
  OK(!pthread_create(&reader, NULL, look, &stays));
  live(STEPS, 0);
  stop = 1;
  OK(!pthread_join(reader, &missed) && !missed);
  OK(!wrong);
  while (known < MOST)
    come();
  ask(place());
  OK(!wrong);
  return tap_done();
}
