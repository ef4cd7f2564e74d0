#include "checker/core/access.h"
#include "checker/core/shelf.h"
#include "checker/core/state.h"
#include "past_buffers.h"

/* As long as there are fewer, nobody asks which are known: a thread that begins late may not
 * know what all threads know that have begun. */
#define LEAST 64

static int known_to_threads(struct check *c, struct access *a, const void *unused) {
  (void)unused;
  return threads_know(c, a->end_rank, a->end_time);
}

static int older(struct check *c, struct access *a, const void *age) {
  if (a->age >= *(const uint64_t *)age)
    return 0;
  c->gaps.lost++;
  return 1;
}

/* Whoever knows of the later one of two accesses of one thread knows of the earlier one. */
static void drop_earlier(struct check *c, struct shelf *s, struct access *a) {
  struct access *same = shelf_newest(s, a);
  if (same && same->hi == a->hi && same->runs == 1 && a->runs == 1 &&
      same->update == a->update && same->site.stack == a->site.stack &&
      same->site.call == a->site.call && same->end_time <= a->end_time) {
    shelf_remove(s, same);
    access_free(c, same);
  }
}

void past_add(struct check *c, struct access *a) {
  struct shelf *s = &c->in_use.past;
  drop_earlier(c, s, a);
  shelf_add(c, s, a);
  if (s->count < LEAST || s->count < c->in_use.past_at)
    return;
  shelf_remove_if(c, s, NULL, known_to_threads);
  uint64_t age = c->shelves.age - PAST_BUFFERS / 2;
  if (s->count > PAST_BUFFERS)
    shelf_remove_if(c, s, &age, older);
  c->in_use.past_at = 2 * s->count > LEAST ? 2 * s->count : LEAST;
}

struct bytes {
  int64_t lo, hi;
};

static int lies_in(struct check *c, struct access *a, const void *bytes) {
  const struct bytes *b = bytes;
  (void)c;
  return a->lo < b->hi && b->lo < a->hi;
}

void past_freed(struct check *c, int64_t lo, int64_t hi) {
  struct bytes b = {lo, hi};
  if (c->in_use.past.count)
    shelf_remove_if(c, &c->in_use.past, &b, lies_in);
}
