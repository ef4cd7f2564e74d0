#define _GNU_SOURCE
#include "thread_clocks.h"
#include <dlfcn.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "interpose/entry/mapped.h"
#include "interpose/runtimes/thread_hooks.h"

#define THREADS 256
#define OBJECTS 65536

struct clock {
  unsigned time[THREADS];
};

struct object {
  const void *address;
  enum order_kind kind;
  int used;
  struct clock *clock;
};

static struct object objects[OBJECTS];
static struct clock now[THREADS];
static struct step {
  int thread, taken;
  struct clock clock;
} steps[STEPS];
static atomic_int threads, told;
static const char *_Atomic unseen_last;
static int trials = 1;
static __thread int self, own_trial, own_number = -1;
static atomic_flag busy = ATOMIC_FLAG_INIT;

/* Not a mutex: those are followed. */
static void lock(void) {
  while (atomic_flag_test_and_set(&busy))
    sched_yield();
}

static void unlock(void) {
  atomic_flag_clear(&busy);
}

/* A thread of an earlier trial begins anew: it knows nothing before somebody wakes it. */
static struct clock *own(void) {
  if (own_trial != trials && (self = threads++) >= THREADS)
    abort();
  own_trial = trials;
  return &now[self];
}

static struct object *find(const void *address, enum order_kind kind) {
  unsigned at =
      (unsigned)(((unsigned long)address * ORDER_KINDS + kind) * 0x9e3779b97f4a7c15u >> 48);
  for (int i = 0; i < OBJECTS; i++) {
    struct object *o = &objects[(at + (unsigned)i) % OBJECTS];
    if (!o->used || (o->address == address && o->kind == kind))
      return o;
  }
  abort();
}

static void join(struct clock *to, const struct clock *from) {
  for (int i = 0; i < THREADS; i++)
    if (to->time[i] < from->time[i])
      to->time[i] = from->time[i];
}

static void release(const void *address, enum order_kind kind, const void *caller) {
  (void)caller;
  lock();
  struct object *o = find(address, kind);
  if (!o->clock) {
    *o = (struct object){address, kind, 1, calloc(1, sizeof *o->clock)};
  }
  struct clock *c = own();
  join(o->clock, c);
  c->time[self]++;
  unlock();
}

static void acquire(const void *address, enum order_kind kind, const void *caller) {
  (void)caller;
  lock();
  struct object *o = find(address, kind);
  if (o->clock)
    join(own(), o->clock);
  unlock();
}

static void forget(const void *address, enum order_kind kind) {
  lock();
  struct object *o = find(address, kind);
  if (o->clock) {
    free(o->clock);
    o->clock = NULL;
  }
  unlock();
}

static void *make(enum thread_maker maker, const void *creator) {
  (void)maker, (void)creator;
  struct clock *made = malloc(sizeof *made);
  lock();
  struct clock *c = own();
  *made = *c;
  c->time[self]++;
  unlock();
  return made;
}

static void begin(void *made) {
  lock();
  join(own(), made);
  unlock();
  free(made);
}

static void nothing(void) {
}

/* None of these programs has a barrier of POSIX. */
static unsigned arrive(const void *barrier, unsigned count, const void *caller) {
  (void)barrier, (void)count, (void)caller;
  abort();
}

static void depart(const void *barrier, unsigned phase, const void *caller) {
  (void)barrier, (void)phase, (void)caller;
}

static void barrier_made(const void *barrier, unsigned count) {
  (void)barrier, (void)count;
}

static void writes(const void *object, const void *caller) {
  (void)object, (void)caller;
}

static void unseen(const char *what, const void *caller) {
  (void)caller;
  unseen_last = what;
}

static void number(int n) {
  own_number = n;
}

void clocks_begin(void) {
  static const struct order_hooks hooks = {.make = make,
                                           .unmake = free,
                                           .begin = begin,
                                           .end = nothing,
                                           .release = release,
                                           .acquire = acquire,
                                           .arrive = arrive,
                                           .depart = depart,
                                           .barrier = barrier_made,
                                           .writes = writes,
                                           .forget = forget,
                                           .unseen = unseen,
                                           .number = number};
  order_makers = order_hooks = &hooks;
}

void clocks_reset(void) {
  lock();
  for (int i = 0; i < OBJECTS; i++)
    free(objects[i].clock);
  memset(objects, 0, sizeof objects);
  memset(steps, 0, sizeof steps);
  memset(now, 0, sizeof now);
  threads = 0;
  trials++;
  unseen_last = NULL;
  unlock();
}

void step(int at) {
  lock();
  struct clock *c = own();
  c->time[self]++;
  if (steps[at].taken++) {
    printf("# step %d is taken again\n", at);
    abort();
  }
  steps[at].thread = self;
  steps[at].clock = *c;
  unlock();
}

int step_taken(int at) {
  return steps[at].taken;
}

int same_thread(int a, int b) {
  return steps[a].thread == steps[b].thread;
}

int before(int a, int b) {
  const struct step *x = &steps[a], *y = &steps[b];
  int good = x->taken && y->taken && x->clock.time[x->thread] <= y->clock.time[x->thread];
  if (same_thread(a, b))
    return good && x->clock.time[x->thread] < y->clock.time[x->thread];
  return good;
}

int unordered(int a, int b) {
  if (!steps[a].taken || !steps[b].taken)
    return 0;
  if (same_thread(a, b))
    return 1;
  told++;
  return !before(a, b) && !before(b, a);
}

int clocks_told(void) {
  return told;
}

const char *clocks_unseen(void) {
  return unseen_last;
}

int clocks_number(void) {
  return own_number;
}

int clocks_objects(void) {
  int count = 0;
  for (int i = 0; i < OBJECTS; i++)
    if (objects[i].clock)
      count += (objects[i].kind >= ORDER_REGION && objects[i].kind <= ORDER_TEAM) ||
               (objects[i].kind >= ORDER_TASK && objects[i].kind <= ORDER_DEPENDENCE_READ);
  return count;
}

/* The program is to be taken for one of MPI. */
struct mapped mapped_find(void) {
  static int library;
  return (struct mapped){&library, NULL};
}

struct link_map *mapped_owner(const void *address) {
  struct dl_find_object found;
  return address && !_dl_find_object((void *)(uintptr_t)address, &found) ? found.dlfo_link_map
                                                                         : NULL;
}

void *mapped_seen_by(const struct link_map *object, const char *name) {
  (void)object, (void)name;
  return NULL;
}

void *mapped_function(const char *name) {
  (void)name;
  return NULL;
}
