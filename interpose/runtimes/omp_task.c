#include "omp_task.h"
#include <stdint.h>
#include <stdlib.h>
#include "thread_hooks.h"
#define HASH_NONFATAL_OOM 1
#include <uthash.h>

/* An object for the hooks: tasks of kind inoutset hand on in `sets`, the others in the record
 * itself. */
struct omp_address {
  const void *address;
  int has_sets;
  char sets;
  UT_hash_handle hh;
};

struct omp_task *omp_task_new(struct omp_task *parent, const void *caller) {
  struct omp_task *t = calloc(1, sizeof *t);
  if (!t)
    return NULL;
  t->references = 1;
  t->parent = omp_task_hold(parent);
  t->caller = caller;
  return t;
}

struct omp_task *omp_task_hold(struct omp_task *t) {
  if (t)
    t->references++;
  return t;
}

static void forget_addresses(struct omp_task *t) {
  struct omp_address *a, *next;
  HASH_ITER(hh, t->addresses, a, next) {
    HASH_DEL(t->addresses, a);
    ORDER(forget, a, ORDER_DEPENDENCE);
    ORDER(forget, a, ORDER_DEPENDENCE_READ);
    if (a->has_sets)
      ORDER(forget, &a->sets, ORDER_DEPENDENCE);
    free(a);
  }
}

void omp_task_drop(struct omp_task *t) {
  while (t && atomic_fetch_sub(&t->references, 1) == 1) {
    struct omp_task *parent = t->parent;
    if (t->addresses) {
      forget_addresses(t);
      ORDER(forget, t, ORDER_DEPENDENCE);
      ORDER(forget, t, ORDER_DEPENDENCE_READ);
    }
    ORDER(forget, t, ORDER_TASK);
    ORDER(forget, t, ORDER_CHILDREN);
    free(t->use);
    free(t);
    t = parent;
  }
}

static struct omp_address *address_of(struct omp_task *parent, const void *address) {
  struct omp_address *a;
  HASH_FIND_PTR(parent->addresses, &address, a);
  if (a || !(a = calloc(1, sizeof *a)))
    return a;
  a->address = address;
  int failed = 0;
#undef uthash_nonfatal_oom
#define uthash_nonfatal_oom(e) (failed = 1)
  HASH_ADD_PTR(parent->addresses, address, a);
  if (failed) {
    free(a);
    return NULL;
  }
  return a;
}

int omp_task_depends(struct omp_task *t, struct omp_task *parent, const void *address,
                     int kind) {
  struct omp_address *a = address_of(parent, address);
  if (!a)
    return 0;
  if (t->uses == t->room) {
    unsigned room = t->room ? 2 * t->room : 4;
    struct omp_use *more = realloc(t->use, room * sizeof *more);
    if (!more)
      return 0;
    t->use = more;
    t->room = room;
  }
  if (kind == DEPENDENCE_INOUTSET)
    a->has_sets = 1;
  if (!address)
    parent->has_all = 1;
  t->use[t->uses++] = (struct omp_use){address ? a : NULL, kind, a->has_sets};
  return 1;
}

/* Each child that depends on something hands on to those that depend on everything, in the
 * parent's record (ORDER_DEPENDENCE), and these to all (ORDER_DEPENDENCE_READ). */
void omp_task_waits(struct omp_task *t, const void *caller) {
  if (t->uses && t->parent && t->parent->has_all)
    ORDER(acquire, t->parent, ORDER_DEPENDENCE_READ, caller);
  for (unsigned i = 0; i < t->uses; i++) {
    const struct omp_use *u = &t->use[i];
    if (!u->address) {
      ORDER(acquire, t->parent, ORDER_DEPENDENCE, caller);
      continue;
    }
    ORDER(acquire, u->address, ORDER_DEPENDENCE, caller);
    if (u->kind != DEPENDENCE_IN)
      ORDER(acquire, u->address, ORDER_DEPENDENCE_READ, caller);
    if (u->after_sets && u->kind != DEPENDENCE_INOUTSET)
      ORDER(acquire, &u->address->sets, ORDER_DEPENDENCE, caller);
  }
}

static void hand_on(struct omp_task *t) {
  if (t->uses && t->parent)
    ORDER(release, t->parent, ORDER_DEPENDENCE, t->caller);
  for (unsigned i = 0; i < t->uses; i++) {
    const struct omp_use *u = &t->use[i];
    if (!u->address)
      ORDER(release, t->parent, ORDER_DEPENDENCE_READ, t->caller);
    else if (u->kind == DEPENDENCE_INOUTSET)
      ORDER(release, &u->address->sets, ORDER_DEPENDENCE, t->caller);
    else
      ORDER(release, u->address,
            u->kind == DEPENDENCE_IN ? ORDER_DEPENDENCE_READ : ORDER_DEPENDENCE, t->caller);
  }
}

void omp_task_made(struct omp_task *t) {
  ORDER(release, t, ORDER_TASK, t->caller);
}

void omp_task_begins(struct omp_task *t) {
  ORDER(acquire, t, ORDER_TASK, t->caller);
  omp_task_waits(t, t->caller);
}

void omp_child_ends(struct omp_team *team, unsigned phase, struct omp_task *parent,
                    struct omp_group *group, const void *caller) {
  if (team)
    ORDER(release, &team->phases[phase & 1], ORDER_TEAM, caller);
  if (parent)
    ORDER(release, parent, ORDER_CHILDREN, caller);
  if (group)
    ORDER(release, group, ORDER_GROUP, caller);
}

void omp_task_ends(struct omp_task *t) {
  hand_on(t);
  omp_child_ends(t->team, t->phase, t->parent, t->joins, t->caller);
}

const void *omp_iteration(const void *team, unsigned loop, const unsigned long long *counts,
                          unsigned dimensions) {
  uint64_t h = (uint64_t)(uintptr_t)team + loop;
  for (unsigned i = 0; i < dimensions; i++)
    h = ((h + counts[i]) * 0x9e3779b97f4a7c15u) ^ h >> 29;
  return (const void *)(uintptr_t)(h | 1ull << 63);
}

void omp_barrier_arrive(struct omp_team *team, unsigned phase, const void *caller) {
  ORDER(release, &team->phases[phase & 1], ORDER_TEAM, caller);
}

void omp_barrier_depart(struct omp_team *team, unsigned phase, const void *caller) {
  ORDER(acquire, &team->phases[phase & 1], ORDER_TEAM, caller);
}

void omp_team_ends(struct omp_team *team, const void *caller) {
  for (int i = 0; i < 2; i++) {
    ORDER(acquire, &team->phases[i], ORDER_TEAM, caller);
    ORDER(forget, &team->phases[i], ORDER_TEAM);
  }
}
