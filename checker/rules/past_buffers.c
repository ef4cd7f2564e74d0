#include "checker/core/access.h"
#include "checker/core/shelf.h"
#include "checker/core/state.h"
#include "past_buffers.h"

/* As long as there are fewer, nobody asks which are known: a thread that begins late may not
 * know what all threads know that have begun. */
#define LEAST 64
#define LINES_AT_PLACE 16

/* The program's own accesses are not watched for themselves. */
static void over(struct check *c, const struct access *a) {
  c->in_use.past_over += !a->program;
  c->in_use.past_buffers -= !a->program;
}

/* Called when they are off the shelf. */
static void watch_fewer(struct check *c) {
  for (; c->in_use.past_over; c->in_use.past_over--)
    watch_less(c);
}

static void remove_if(struct check *c, const void *context,
                      int (*old)(struct check *c, struct access *a, const void *context)) {
  shelf_remove_if(c, &c->in_use.past, context, old);
  watch_fewer(c);
}

static int known_to_threads(struct check *c, struct access *a, const void *unused) {
  (void)unused;
  if (!threads_know(c, a->end_rank, a->end_time))
    return 0;
  over(c, a);
  return 1;
}

static int older(struct check *c, struct access *a, const void *age) {
  if (a->age >= *(const uint64_t *)age)
    return 0;
  c->gaps.lost++;
  over(c, a);
  return 1;
}

static int has_bytes_of(const struct access *a, const struct access *b) {
  return access_same(a, b) || (a->runs == 1 && a->one.count == 1 && b->hi <= a->hi);
}

/* Whoever knows of the later one of two accesses of one thread knows of the earlier one. */
static int stands_for(const struct access *later, const struct access *a) {
  return a->site.stack == later->site.stack && a->site.call == later->site.call &&
         a->end_time <= later->end_time && has_bytes_of(later, a);
}

/* Lines of the program take turns at a place. */
static void drop_earlier(struct check *c, struct shelf *s, const struct access *a,
                         struct access *older) {
  for (int i = 0; older && i < LINES_AT_PLACE; i++) {
    struct access *past = older;
    older = shelf_older(past);
    if (!stands_for(a, past))
      continue;
    shelf_remove(c, s, past);
    over(c, past);
    access_free(c, past);
  }
  watch_fewer(c);
}

void past_add(struct check *c, struct access *a) {
  struct shelf *s = &c->in_use.past;
  drop_earlier(c, s, a, shelf_newest(s, a));
  watch_past(c, a);
  if (!a->program) {
    c->in_use.past_buffers++;
    c->in_use.past_end = a->end_time;
  }
  shelf_add(c, s, a);
  if (s->count < LEAST || s->count < c->in_use.past_at)
    return;
  remove_if(c, NULL, known_to_threads);
  uint64_t age = c->shelves.age - PAST_BUFFERS / 2;
  if (s->count > PAST_BUFFERS)
    remove_if(c, &age, older);
  c->in_use.past_at = 2 * s->count > LEAST ? 2 * s->count : LEAST;
}

void past_learn(struct check *c, const struct event *e) {
  threads_learn(c, e);
  if (e->flag & THREAD_ALL && c->in_use.past_buffers && c->threads &&
      threads_know(c, c->rank, c->in_use.past_end))
    remove_if(c, NULL, known_to_threads);
}

struct bytes {
  int64_t lo, hi;
};

static int lies_in(struct check *c, struct access *a, const void *bytes) {
  const struct bytes *b = bytes;
  if (a->lo >= b->hi || b->lo >= a->hi)
    return 0;
  over(c, a);
  return 1;
}

void past_freed(struct check *c, int64_t lo, int64_t hi) {
  struct bytes b = {lo, hi};
  if (c->in_use.past.count)
    remove_if(c, &b, lies_in);
}
