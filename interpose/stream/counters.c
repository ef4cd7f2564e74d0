#include "counters.h"
#include <pthread.h>
#include <stdlib.h>
#include "include/name.h"
#include "interpose/base/world.h"

struct counter {
  uint64_t name; /* of rank and key; 0: free */
  uint64_t key, count;
  uint64_t untold; /* of these, counted while this process was dormant */
  int32_t rank;
};
static struct counter *counters, *last; /* all; the one asked for last */
static size_t used, room;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct counter *counter_at(struct counter *table, size_t size, uint64_t name) {
  size_t i = name & (size - 1);
  while (table[i].name && table[i].name != name)
    i = (i + 1) & (size - 1);
  return &table[i];
}

static int counters_grow(void) {
  size_t size = room ? room * 2 : 64;
  struct counter *grown = calloc(size, sizeof *grown);
  if (!grown)
    return 0;
  for (size_t i = 0; i < room; i++)
    if (counters[i].name)
      *counter_at(grown, size, counters[i].name) = counters[i];
  free(counters);
  last = NULL;
  counters = grown;
  room = size;
  return 1;
}

/* With the lock. NULL when memory runs out. */
static struct counter *counter_get(int32_t rank, uint64_t key) {
  if (last && last->key == key && last->rank == rank)
    return last;
  if (used * 2 >= room && !counters_grow())
    return NULL;
  uint64_t name = name_of_sends(key, rank);
  struct counter *c = counter_at(counters, room, name);
  if (!c->name) {
    used++;
    *c = (struct counter){.name = name, .key = key, .rank = rank};
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

uint64_t counters_get(int32_t rank, uint64_t key) {
  uint64_t name = name_of_sends(key, rank);
  calls_lock(&lock);
  uint64_t count = room ? counter_at(counters, room, name)->count : 0;
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
  for (size_t i = 0; i < room; i++)
    if (counters[i].name && counters[i].rank != COUNTER_ALL)
      each(context, counters[i].name);
  calls_unlock(&lock);
}

void counters_untold(void) {
  calls_lock(&lock);
  for (size_t i = 0; i < room; i++)
    counters[i].untold = counters[i].count;
  calls_unlock(&lock);
}

struct event_counted *counters_of(int32_t rank, int32_t *n) {
  *n = 0;
  calls_lock(&lock);
  struct event_counted *all = malloc((used + 1) * sizeof *all);
  for (size_t i = 0; all && i < room; i++) {
    const struct counter *c = &counters[i];
    if (c->untold && (c->rank == rank || c->rank == COUNTER_ALL))
      all[(*n)++] = (struct event_counted){c->key, c->untold};
  }
  calls_unlock(&lock);
  return all;
}
