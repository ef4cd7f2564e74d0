/* omp_task.h: the edges that tasks of OpenMP make, whichever runtime runs them.
 *
 * A task is known by a record, which is an object for the hooks: ORDER_TASK from its making to
 * its beginning, ORDER_CHILDREN from the ends of its children to its taskwait. Records are
 * counted, because a child may outlive its parent. Dependences hold between children of one
 * task, so each task has a table of the addresses that its children have named; it is used by
 * the thread that runs the task. */
#ifndef FENCEPOST_OMP_TASK_H
#define FENCEPOST_OMP_TASK_H

#include <stdatomic.h>
#include <stddef.h>

/* What the standard calls these kinds of dependence, with the numbers that runtimes use. */
enum omp_dependence_kind {
  DEPENDENCE_IN = 1,
  DEPENDENCE_OUT,
  DEPENDENCE_INOUT,
  DEPENDENCE_MUTEXINOUTSET,
  DEPENDENCE_INOUTSET
};

struct omp_kept;

/* The barriers of a team, and its end. All threads of a team meet the same barriers, and nobody
 * can arrive at the next but one before all have departed from this one: so two objects do,
 * each for every other barrier. The tasks that were made before a barrier end before it, too.
 */
struct omp_team {
  char phases[2];
};

struct omp_group {
  struct omp_group *outer;
  const struct omp_task *owner;  /* who has begun it */
  struct omp_kept *_Atomic kept; /* what is freed when it ends */
};

struct omp_address;

struct omp_use {
  const struct omp_address *address; /* NULL: all memory */
  int kind, after_sets;
};

struct omp_task {
  atomic_uint references;
  struct omp_task *parent;
  struct omp_team *team;
  struct omp_group *joins; /* the group that waits for it */
  struct omp_group *group; /* the innermost one that it is in now */
  const void *caller;
  unsigned phase;
  atomic_int has_all; /* a child depended on all memory */
  struct omp_address *addresses;
  unsigned uses, room;
  struct omp_use *use;
};

/* NULL: no memory. The parent may be NULL. */
struct omp_task *omp_task_new(struct omp_task *parent, const void *caller);
struct omp_task *omp_task_hold(struct omp_task *t);
void omp_task_drop(struct omp_task *t);

/* The task is made to wait for what earlier children of `parent` do with the address, NULL:
 * with all memory. Returns 0 if there is no memory. */
int omp_task_depends(struct omp_task *t, struct omp_task *parent, const void *address,
                     int kind);

void omp_task_made(struct omp_task *t);
void omp_task_begins(struct omp_task *t);
void omp_task_ends(struct omp_task *t);
/* The uses alone, of something that waits for them without being a task. */
void omp_task_waits(struct omp_task *t, const void *caller);
/* The end of a child of `parent`. */
void omp_child_ends(struct omp_team *team, unsigned phase, struct omp_task *parent,
                    struct omp_group *group, const void *caller);

/* The object of an iteration of a loop with doacross dependences: no address of the program,
 * and never forgotten. What an earlier region has left there has happened before anyway. */
const void *omp_iteration(const void *team, unsigned loop, const unsigned long long *counts,
                          unsigned dimensions);

void omp_barrier_arrive(struct omp_team *team, unsigned phase, const void *caller);
void omp_barrier_depart(struct omp_team *team, unsigned phase, const void *caller);
/* All has ended that the team did. */
void omp_team_ends(struct omp_team *team, const void *caller);

#endif
