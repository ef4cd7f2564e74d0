#include "counters.h"
#include <pthread.h>
#include <stdlib.h>
#include "include/name.h"
#include "interpose/base/world.h"

struct counter {
  uint64_t key, count;
  int32_t rank;
  int used;
};
struct counter_table {
  struct counter *at;
  size_t used, room;
};
static struct counter_table counters;
static struct counter *last;        /* the one asked for last; NULL */
static struct counter_table untold; /* a list: as they were when this process woke */
uint64_t counters_moves;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static inline struct counter *counter_at(const struct counter_table *t, int32_t rank,
                                         uint64_t key) {
  size_t i = name_of_sends(key, rank) >> 1 & (t->room - 1);
  struct counter *c = &t->at[i];
  while ((c->key != key || c->rank != rank) && c->used) {
    i = (i + 1) & (t->room - 1);
    c = &t->at[i];
  }
  return c;
}

static __attribute__((noinline)) int counters_grow(void) {
  struct counter_table grown = {.used = counters.used,
                                .room = counters.room ? counters.room * 2 : 64};
  grown.at = calloc(grown.room, sizeof *grown.at);
  if (!grown.at)
    return 0;
  for (size_t i = 0; i < counters.room; i++) {
    const struct counter *c = &counters.at[i];
    if (c->used)
      *counter_at(&grown, c->rank, c->key) = *c;
  }
  free(counters.at);
  last = NULL;
  counters_moves++;
  counters = grown;
  return 1;
}

/* Called with the lock. Returns NULL when memory runs out. */
static struct counter *counter_get(int32_t rank, uint64_t key) {
  if (last && last->key == key && last->rank == rank)
    return last;
  if (counters.used * 4 >= counters.room * 3 && !counters_grow())
    return NULL;
  struct counter *c = counter_at(&counters, rank, key);
  if (!c->used) {
    counters.used++;
    *c = (struct counter){.key = key, .rank = rank, .used = 1};
  }
  return last = c;
}

uint64_t counters_next(int32_t rank, uint64_t key) {
  calls_lock(&lock);
  struct counter *c = counter_get(rank, key);
  uint64_t count = c ? c->count++ : 0;
  calls_unlock(&lock);
  if (!c)
    world_off("out of memory", 0);
  return count;
}

uint64_t *counters_place(int32_t rank, uint64_t key) {
  calls_lock(&lock);
  struct counter *c = counter_get(rank, key);
  calls_unlock(&lock);
  return c ? &c->count : NULL;
}

uint64_t counters_get(int32_t rank, uint64_t key) {
  calls_lock(&lock);
  uint64_t count = counters.room ? counter_at(&counters, rank, key)->count : 0;
  calls_unlock(&lock);
  return count;
}

void counters_set(int32_t rank, uint64_t key, uint64_t count) {
  calls_lock(&lock);
  struct counter *c = counter_get(rank, key);
  if (c)
    c->count = count;
  calls_unlock(&lock);
  if (!c)
    world_off("out of memory", 0);
}

void counters_each(void *context, void (*each)(void *context, uint64_t name)) {
  calls_lock(&lock);
  for (size_t i = 0; i < counters.room; i++) {
    const struct counter *c = &counters.at[i];
    if (c->used && c->rank != COUNTER_ALL)
      each(context, name_of_sends(c->key, c->rank));
  }
  calls_unlock(&lock);
}

void counters_untold(void) {
  calls_lock(&lock);
  untold =
      (struct counter_table){malloc((counters.used + 1) * sizeof *untold.at), 0, counters.used};
  for (size_t i = 0; untold.at && i < counters.room; i++)
    if (counters.at[i].used)
      untold.at[untold.used++] = counters.at[i];
  int failed = !untold.at;
  calls_unlock(&lock);
  if (failed)
    world_off("out of memory", 0);
}

struct event_counted *counters_of(int32_t rank, int32_t *n) {
  *n = 0;
  calls_lock(&lock);
  struct event_counted *all = malloc((untold.used + 1) * sizeof *all);
  for (size_t i = 0; all && i < untold.used; i++) {
    const struct counter *c = &untold.at[i];
    if (c->count && (c->rank == rank || c->rank == COUNTER_ALL))
      all[(*n)++] = (struct event_counted){c->key, c->count};
  }
  calls_unlock(&lock);
  return all;
}
