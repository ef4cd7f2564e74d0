/* retire.c: past accesses are forgotten when nothing that may still come can be in conflict
 * with them, when their memory belongs to no window any more, or when they are too many. */
#include <stdlib.h>
#include "access.h"
#include "clock.h"
#include "two_copies.h"
#include "memory.h"
#include "retire.h"
#include "shelf.h"
#include "window_table.h"

#define SHELVES 5
static struct shelf *shelf(struct check *c, int i) {
  struct shelf *all[SHELVES] = {&c->shelves.local[0], &c->shelves.local[1],
                                &c->shelves.remote[0], &c->shelves.remote[1],
                                &c->shelves.shared};
  return all[i];
}

static void remove_if(struct check *c, const void *context,
                      int (*old)(struct check *c, struct access *a, const void *context)) {
  for (int i = 0; i < SHELVES; i++)
    shelf_remove_if(c, shelf(c, i), context, old);
}

/* The accesses under way: for each clock they started from, the earliest of each rank. */
#define STARTS_MOST 64
struct starts {
  const struct access *at[STARTS_MOST];
  int count, many;
  uint64_t floor;  /* all of them know all events up to this number */
  uint64_t opened; /* start of the earliest buffer in use */
};

static void starts_add(void *context, struct access *a) {
  struct starts *s = context;
  uint64_t floor = a->start ? a->start->floor : 0;
  s->floor = floor < s->floor ? floor : s->floor;
  for (int i = 0; i < s->count; i++)
    if (s->at[i]->start == a->start && s->at[i]->rank == a->rank &&
        thread_slot(s->at[i]->start_time) == thread_slot(a->start_time)) {
      if (a->start_time < s->at[i]->start_time)
        s->at[i] = a;
      return;
    }
  if (s->count == STARTS_MOST)
    s->many = 1;
  else
    s->at[s->count++] = a;
}

static void starts_open(void *context, struct access *a) {
  struct starts *s = context;
  s->opened = a->first_time < s->opened ? a->first_time : s->opened;
  starts_add(context, a);
}

static void starts_find(struct check *c, struct starts *s) {
  *s = (struct starts){.floor = UINT64_MAX, .opened = UINT64_MAX};
  for (struct window *w = c->windows.table; w; w = w->hh.next) {
    for (struct pair *p = w->pairs; p; p = p->hh.next)
      for (struct access *a = p->incoming; a; a = a->next)
        starts_add(s, a);
    for (struct access *a = w->arriving; a; a = a->next)
      starts_add(s, a);
  }
  for (int i = 0; i < 2; i++)
    shelf_each(&c->in_use.open[i], INT64_MIN, INT64_MAX, s, starts_open);
}

/* Returns for each rank the last event that all ranks knew of when they sent their last
 * messages. NULL if the world is large, or if some rank has sent nothing yet. */
#define COMMON_RANKS 1024
struct retirement {
  struct starts starts;
  uint64_t *common; /* of the threads with slot 0 */
  int threaded;     /* some rank tells its threads apart */
  int unsettled;
};

static uint64_t *common_find(struct check *c) {
  if (c->size > COMMON_RANKS || HASH_COUNT(c->peers.table) + 1 < (unsigned)c->size)
    return NULL;
  uint64_t *common = malloc((size_t)c->size * sizeof *common);
  if (!common) {
    c->failed = 1;
    return NULL;
  }
  for (int32_t r = 0; r < c->size; r++)
    common[r] = r == c->rank ? UINT64_MAX : clock_at(c->clock, c->rank, r, 0);
  for (struct peer *p = c->peers.table; p; p = p->hh.next)
    for (int32_t r = 0; r < c->size; r++) {
      uint64_t known = r == p->rank ? p->time : clock_at(p->heads.first, p->rank, r, 0);
      common[r] = known < common[r] ? known : common[r];
    }
  for (int32_t r = 0; r < c->size; r++)
    if (common[r])
      return common;
  free(common); /* nothing is */
  return NULL;
}

static int is_threaded(const struct check *c) {
  for (const struct peer *p = c->peers.table; p; p = p->hh.next)
    if (p->threaded)
      return 1;
  return c->threads != NULL;
}

static int peers_know(const struct check *c, int32_t rank, uint64_t time) {
  for (const struct peer *p = c->peers.table; p; p = p->hh.next)
    if (p->rank != c->rank && !peer_knows(p, rank, time))
      return 0;
  return 1;
}

/* Returns whether every rank, and each thread that it is known to have, knows of event `time`
 * of `rank`: whatever it does from now on comes after that event. */
static int all_know(const struct check *c, const struct retirement *r, int32_t rank,
                    uint64_t time) {
  if (r->threaded)
    return threads_know(c, rank, time) &&
           (time <= c->quiet.time || (r->common && peers_know(c, rank, time)));
  return time <= c->quiet.time || (r->common && rank < c->size && r->common[rank] >= time);
}

/* Returns whether all ranks know that the access is over. Then nothing under way, and nothing
 * that any rank may still do, can be concurrent with it. */
static int known_to_all(struct check *c, const struct access *a, const struct retirement *r) {
  const struct starts *s = &r->starts;
  if (!all_know(c, r, a->end_rank, a->end_time))
    return 0;
  if (a->end_time <= s->floor && !r->threaded)
    return 1;
  for (int i = 0; i < s->count; i++)
    if (!access_before(c, a, s->at[i]))
      return 0;
  return !s->many;
}

/* Returns whether that event is also known to all that is under way. */
static int all_see(const struct check *c, const struct retirement *r, int32_t rank,
                   uint64_t time) {
  const struct starts *s = &r->starts;
  if (!all_know(c, r, rank, time))
    return 0;
  for (int i = 0; i < s->count; i++)
    if (!access_knows(c, s->at[i], rank, time))
      return 0;
  return !s->many;
}

/* Returns whether the public copies of all other windows on that memory have the update. */
static int carried_to_all(struct check *c, const struct window *own, const struct access *a,
                          const struct retirement *r) {
  for (int i = 0, n = own->shares ? memory_windows(c, a) : 0; i < n; i++) {
    uint64_t time = c->memory.met[i] == own ? 0 : copy_carries(c, own, c->memory.met[i], a);
    if (c->memory.met[i] != own && (!time || !all_see(c, r, c->rank, time)))
      return 0;
  }
  return 1;
}

/* Returns whether the two copies of the window agreed about the access, and those of other
 * windows on that memory, before whatever is under way started. */
static int settled(struct check *c, const struct access *a, const struct retirement *r) {
  if (!a->update)
    return 1;
  if (!a->local) {
    struct window *w = window_find(c, a->win);
    return !w || ((w->freed || copy_settled(c, w, a, r->starts.opened)) &&
                  carried_to_all(c, w, a, r));
  }
  if (a->rank != c->rank) { /* it came through shared memory, so no copy is concerned */
    uint64_t time;
    const struct window *w = window_find(c, a->win);
    return !w || w->ordered ||
           (c->asks.brought_out(c, a, &time) &&
            (time == NEVER || all_see(c, r, a->rank, time)));
  }
  for (int i = 0, n = memory_windows(c, a); i < n; i++) {
    uint64_t time = copy_publication(c->memory.met[i], a);
    if (!time || !all_see(c, r, c->rank, time))
      return 0;
  }
  return 1;
}

/* Returns whether a later access of the same line is known to all. Whatever meets `a` meets
 * that one as well, and what brings that one into a copy brings `a` there. */
static int superseded(struct check *c, struct access *a, const struct retirement *r) {
  const struct access *later = shelf_follower(a);
  return later && known_to_all(c, later, r);
}

#define RANKS_MOST 16

/* Returns whether all has arrived that any rank did up to this event of its own. By one event a
 * rank may tell several things, so only a later one shows that. */
static int all_have_told(const struct check *c, uint64_t time) {
  if (time <= c->quiet.time)
    return 1;
  if (c->size > RANKS_MOST)
    return 0;
  int told = 0;
  for (const struct peer *p = c->peers.table; p; p = p->hh.next)
    told += p->rank != c->rank && p->time > time;
  return told == c->size - 1;
}

/* Returns whether all has arrived that a process did before this was known of it. */
static int has_arrived(const struct check *c, const struct clock *known) {
  if (!known)
    return 1;
  if (known->count > RANKS_MOST || !all_have_told(c, known->floor))
    return 0;
  for (int32_t i = 0; i < known->count; i++) {
    const struct event_entry *e = &known->at[i];
    struct peer *p;
    HASH_FIND(hh, c->peers.table, &e->rank, sizeof e->rank, p);
    if (e->rank != c->rank && (!p || p->time <= e->time))
      return 0;
  }
  return 1;
}

/* Only what `later` knows to be over can be in conflict with `before` and not with `later`.
 * What a tainted access knows is found out in the end (atomic.c). */
int shelf_succeeds(const struct check *c, const struct access *before,
                   const struct access *later) {
  return access_same_line(before, later) && access_same(before, later) &&
         !check_tainted(c, before->tainted | later->tainted) && !before->polled &&
         !before->covered && !c->looks && !shared_meets(c, INT64_MIN, INT64_MAX) &&
         access_before(c, before, later) && has_arrived(c, later->start) &&
         has_arrived(c, later->exposed);
}

/* Accesses that only the separate memory model still needs are kept as long as there are
 * few. */
#define UNSETTLED_MOST 4096

static int retires(struct check *c, struct access *a, const void *context) {
  struct retirement *r = (struct retirement *)(uintptr_t)context;
  return known_to_all(c, a, r) &&
         (settled(c, a, r) || superseded(c, a, r) || ++r->unsettled > UNSETTLED_MOST);
}

static int older(struct check *c, struct access *a, const void *age) {
  if (a->age >= *(const uint64_t *)age)
    return 0;
  c->gaps.lost++;
  return 1;
}

static uint64_t bytes_kept(struct check *c) {
  uint64_t n = 0;
  for (int i = 0; i < SHELVES; i++)
    n += shelf(c, i)->bytes;
  return n;
}

static void oldest(void *context, struct access *a) {
  uint64_t *age = context;
  *age = a->age < *age ? a->age : *age;
}

/* Beyond the bound on memory the oldest accesses are dropped, and counted. */
static void give_up(struct check *c) {
  uint64_t age = c->shelves.age;
  for (int i = 0; i < SHELVES; i++)
    shelf_each(shelf(c, i), INT64_MIN, INT64_MAX, &age, oldest);
  while (bytes_kept(c) > c->retiring.most_bytes / 4 * 3 && age < c->shelves.age) {
    age += (c->shelves.age - age + 3) / 4;
    remove_if(c, &age, older);
  }
}

static size_t kept(struct check *c) {
  size_t n = 0;
  for (int i = 0; i < SHELVES; i++)
    n += shelf(c, i)->count;
  return n;
}

#define RETIRE_LEAST 128

/* Where there are threads, one may exist that was not heard of and knows less than all others.
 */
static size_t retires_at(const struct check *c) {
  return c->retiring.at || !c->threads ? c->retiring.at : RETIRE_LEAST;
}

void shelf_retire(struct check *c) {
  int full = c->retiring.most_bytes && bytes_kept(c) > c->retiring.most_bytes;
  if (!full && kept(c) < retires_at(c))
    return;
  struct retirement r = {.common = common_find(c), .threaded = is_threaded(c)};
  if (r.common || c->quiet.time) {
    starts_find(c, &r.starts);
    remove_if(c, &r, retires);
  }
  free(r.common);
  if (c->retiring.most_bytes && bytes_kept(c) > c->retiring.most_bytes)
    give_up(c);
  c->retiring.at = 2 * kept(c);
  if (c->retiring.at < RETIRE_LEAST)
    c->retiring.at = RETIRE_LEAST;
}

struct forgetting {
  struct check *c;
  const struct window *w;
  /* A list chained by `next`, which accesses on a shelf do not use otherwise. */
  struct access *first;
};

static void forget(void *context, struct access *a) {
  struct forgetting *f = context;
  const struct window *w = a->update && !a->local ? window_find(f->c, a->win) : NULL;
  if (w && w->shares) /* the third rule may still concern it */
    return;
  if ((!a->local && a->win != f->w->id) || memory_meets(f->c, a))
    return;
  a->next = f->first;
  f->first = a;
}

/* Drops accesses to memory that belongs to no window any more; the rest retires as usual. */
void shelf_forget(struct check *c, const struct window *freed) {
  struct span span = window_span(freed);
  for (int i = 0; i < SHELVES; i++) {
    struct forgetting f = {c, freed, NULL};
    shelf_each(shelf(c, i), span.lo, span.hi, &f, forget);
    while (f.first) {
      struct access *a = f.first;
      f.first = a->next;
      a->next = NULL;
      shelf_remove(c, shelf(c, i), a);
      access_free(c, a);
    }
  }
}
