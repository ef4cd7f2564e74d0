/* Accesses of pending operations that no access has met yet. They must be kept, found, reported
 * and dropped as if they were in a simple list. */
#include "interpose/data/unmet_accesses.c"
#include "tap.h"

#define MOST 3000
#define STEPS 200000

struct world world;
_Atomic int world_state;

void world_off(const char *why, int error) {
  (void)error;
  OK(!why);
}

int check_watches(struct check *c, int64_t lo, int64_t hi) {
  (void)c, (void)lo, (void)hi;
  return 0;
}

/* The simple list, in the order of the operations. */
static struct known {
  uint64_t request;
  int64_t lo, hi;
} list[MOST];
static int known;
static uint64_t numbers, told_last;
static int told, out_of_order, wrong;

static uint64_t seed = 1;
static uint64_t any(uint64_t below) {
  seed ^= seed << 13;
  seed ^= seed >> 7;
  seed ^= seed << 17;
  return seed % below;
}

static int first_of(int64_t lo, int64_t hi) {
  for (int i = 0; i < known; i++)
    if (list[i].lo < hi && lo < list[i].hi)
      return i;
  return -1;
}

static int is_kept(uint64_t request) {
  for (int i = 0; i < known; i++)
    if (list[i].request == request)
      return 1;
  return 0;
}

static void forget(int i) {
  known--;
  memmove(&list[i], &list[i + 1], (size_t)(known - i) * sizeof *list);
}

/* Chooses addresses at random: close together or far apart, below or above 0, of any size. */
static void place(int64_t *lo, int64_t *hi) {
  int64_t size = (int64_t)any(UINT64_C(1) << (1 + any(any(4) ? 12 : 42))) + 1;
  *lo = ((int64_t)any(2) ? 1 : -1) * (int64_t)any(UINT64_C(1) << (10 + any(36)));
  *hi = *lo + size;
}

/* In memory of our own, which may be used again as soon as the access is dropped. */
static int put(const struct unmet_access *a) {
  static struct unmet own[MOST];
  for (int i = 0; i < MOST; i++)
    if (!own[i].access.request || !is_kept(own[i].access.request)) {
      own[i] = (struct unmet){.access = *a};
      return unmet_put(&own[i]);
    }
  return 0;
}

static void keep(void) {
  struct unmet_access a = {.stack = 7, .store = 1, .argument = 2, .data = {.present = 1}};
  struct event_data *d = &a.data;
  place(&d->lo, &d->hi);
  a.request = ++numbers;
  int free_here = first_of(d->lo, d->hi) < 0 && known < MOST;
  int kept = known < MOST && (numbers % 2 ? unmet_keep(&a) : put(&a));
  wrong += kept > free_here; /* it may refuse an access that overlaps with an old one */
  if (kept)
    list[known++] = (struct known){a.request, d->lo, d->hi};
}

static void hear(struct event *e) {
  out_of_order += e->u.access.request <= told_last;
  told_last = e->u.access.request;
  wrong += unmet_drop(told_last);
  int i = 0;
  while (i < known && list[i].request != told_last)
    i++;
  wrong += i == known || e->stack != 7 || list[i].lo != e->u.access.data.lo;
  if (i < known)
    forget(i);
  told++;
}

static void touch_some(void) {
  struct event e = {.kind = EVENT_ACCESS};
  place(&e.u.access.data.lo, &e.u.access.data.hi);
  int64_t lo = e.u.access.data.lo, hi = e.u.access.data.hi;
  wrong += unmet_meets(lo, hi) != (first_of(lo, hi) >= 0);
  if (any(8))
    return;
  told_last = 0;
  unmet_before(&e, hear);
  wrong += first_of(lo, hi) >= 0;
}

static void drop(void) {
  if (!known)
    return;
  int i = (int)any(any(2) ? (uint64_t)known : 1);
  wrong += !unmet_drop(list[i].request);
  forget(i);
}

static int bounded(void) {
  int64_t lo = INT64_MAX, hi = INT64_MIN;
  unmet_bounds(&lo, &hi);
  for (int i = 0; i < known; i++)
    if (list[i].lo < lo || list[i].hi > hi)
      return 0;
  return 1;
}

/* Returns whether what is listed is what is kept. */
static int all_listed(void) {
  static struct used_bytes all[MOST];
  int n = unmet_list(all, MOST), seen = 0;
  for (int i = 0; i < n; i++)
    for (int k = 0; k < known; k++)
      if (list[k].lo == all[i].lo && list[k].hi == all[i].hi) {
        seen++;
        break;
      }
  return n == known && seen == known && (!known || unmet_list(all, known - 1) == -1);
}

int main(void) {
  int most = 0, bounds = 1, listed = 1;
  for (int i = 0; i < STEPS; i++) {
    uint64_t what = any(16), grows = (uint64_t)(i / 20000 % 2);
    if (what < 6 + 2 * grows)
      keep();
    else if (what < 14 - 4 * grows)
      drop();
    else
      touch_some();
    most = known > most ? known : most;
    bounds = bounds && (i % 64 || bounded());
    listed = listed && (i % 256 || all_listed());
  }
  OK(most > 300);
  OK(told > 300);
  OK(!wrong);
  OK(!out_of_order);
  OK(bounds);
  OK(listed);
  struct event all = {.kind = EVENT_WIN_CREATE};
  told_last = 0;
  unmet_before(&all, hear);
  OK(!known && !out_of_order && !wrong);
  OK(!unmet_meets(INT64_MIN, INT64_MAX));
  return tap_done();
}
