/* gomp_tasks.c: tasks of gcc's OpenMP runtime. The function of a task runs in ours. Before the
 * block of its arguments, which the runtime copies, lies what ours needs. */
#include "gomp_tasks.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "real_call.h"

#define EXPORT RUNTIME_EXPORT

enum { FLAG_DEPEND = 1 << 3, FLAG_DETACH = 1 << 13 };

struct omp_task *gomp_current_task(const void *caller) {
  struct gomp_context *c = gomp_current;
  if (!c->task && !(c->task = omp_task_new(NULL, caller)))
    ORDER(unseen, "a task that there was no memory for", caller);
  return c->task;
}

struct omp_task *gomp_task_new(struct gomp_region *region, unsigned phase,
                               struct omp_task *parent, struct omp_group *group,
                               const void *caller) {
  struct omp_task *t = omp_task_new(parent, caller);
  if (!t) {
    ORDER(unseen, "a task that there was no memory for", caller);
    return NULL;
  }
  t->team = &region->team;
  t->phase = phase;
  t->joins = t->group = group;
  return t;
}

static struct gomp_region *region_of(const struct omp_task *t) {
  return (struct gomp_region *)((char *)t->team - offsetof(struct gomp_region, team));
}

void gomp_task_run(struct omp_task *t, gomp_function *function, void *data) {
  struct gomp_region *region = region_of(t);
  const struct gomp_context *outer = gomp_current;
  struct gomp_context c = {.region = region, .phase = t->phase, .task = t, .group = t->group};
  c.number = outer && outer->region == region ? outer->number : gomp_thread_number(t->caller);
  gomp_enter(&c);
  function(data);
  gomp_leave();
  omp_task_ends(t);
  omp_task_drop(t);
}

/* An old layout: how many, how many of them are written, the addresses. The new one begins with
 * 0: how many, how many of three kinds, the addresses, and at last depend objects. */
static int depends(struct omp_task *t, struct omp_task *parent, void **depend) {
  uintptr_t count = (uintptr_t)depend[0], out = (uintptr_t)depend[1], exclusive = 0, in = count;
  void **at = depend + 2;
  if (!count) {
    count = out;
    out = (uintptr_t)depend[2];
    exclusive = (uintptr_t)depend[3];
    in = (uintptr_t)depend[4];
    at = depend + 5;
  }
  for (uintptr_t i = 0; i < count; i++) {
    const void *address = at[i];
    int kind = DEPENDENCE_IN;
    if (i < out) {
      kind = DEPENDENCE_OUT;
    } else if (i < out + exclusive) {
      kind = DEPENDENCE_MUTEXINOUTSET;
    } else if (i >= out + exclusive + in) {
      void **object = at[i];
      address = object[0];
      kind = (int)(uintptr_t)object[1];
    }
    if (!omp_task_depends(t, parent, address, kind))
      return 0;
  }
  return 1;
}

/* What lies before the block of arguments. */
struct task_block {
  struct omp_task *task;
  gomp_function *function;
  gomp_copy *copy;
  void *data;
  size_t size, offset;
};

static void copy_made(void *to, void *from) {
  struct task_block *m = to;
  *m = *(struct task_block *)from;
  gomp_copy_data((char *)to + m->offset, m->data, m->copy, m->size);
}

void gomp_copy_data(void *to, void *from, gomp_copy *copy, size_t size) {
  if (copy)
    copy(to, from);
  else if (size)
    memcpy(to, from, size);
}

static void run_made(void *data) {
  const struct task_block *m = data;
  omp_task_begins(m->task);
  gomp_task_run(m->task, m->function, (char *)data + m->offset);
}

typedef void task_call(gomp_function *fn, void *data, gomp_copy *copy, long size, long align,
                       _Bool is_if, unsigned flags, void **depend, int priority, void *detach);

/* Returns 0 if the task must be made without us. */
static int make(struct task_block *m, unsigned flags, void **depend, const void *caller) {
  const struct gomp_context *c = gomp_current;
  if (!c || !c->region || !order_hooks)
    return 0;
  if (flags & FLAG_DETACH) {
    ORDER(unseen, "a task with a detach clause", caller);
    return 0;
  }
  struct omp_task *parent = gomp_current_task(caller);
  m->task = parent ? gomp_task_new(c->region, c->phase, parent, c->group, caller) : NULL;
  if (!m->task)
    return 0;
  if (flags & FLAG_DEPEND && !depends(m->task, parent, depend))
    ORDER(unseen, "a task that there was no memory for", caller);
  omp_task_made(m->task);
  return 1;
}

EXPORT task_call GOMP_task;
void GOMP_task(gomp_function *fn, void *data, gomp_copy *copy, long size, long align,
               _Bool is_if, unsigned flags, void **depend, int priority, void *detach) {
  GOMP_REAL(GOMP_task);
  struct task_block m = {.function = fn, .copy = copy, .data = data, .size = (size_t)size};
  if (!make(&m, flags, depend, ORDER_CALLER)) {
    function(fn, data, copy, size, align, is_if, flags, depend, priority, detach);
    return;
  }
  m.offset = gomp_rounded(sizeof m, (size_t)align);
  if (align < (long)_Alignof(struct task_block))
    align = _Alignof(struct task_block);
  function(run_made, &m, copy_made, (long)m.offset + size, align, is_if, flags, depend,
           priority, detach);
}

EXPORT void GOMP_taskwait(void);
void GOMP_taskwait(void) {
  GOMP_REAL(GOMP_taskwait);
  function();
  struct gomp_context *c = gomp_current;
  if (!c || !c->task)
    return;
  ORDER(acquire, c->task, ORDER_CHILDREN, ORDER_CALLER);
  gomp_kept_end(&c->kept);
}

EXPORT void GOMP_taskwait_depend(void **depend);
void GOMP_taskwait_depend(void **depend) {
  GOMP_REAL(GOMP_taskwait_depend);
  function(depend);
  struct gomp_context *c = gomp_current;
  if (!c || !c->task || !order_hooks)
    return;
  struct omp_task *wait = omp_task_new(c->task, ORDER_CALLER);
  if (!wait || !depends(wait, c->task, depend))
    ORDER(unseen, "a taskwait that there was no memory for", ORDER_CALLER);
  else
    omp_task_waits(wait, ORDER_CALLER);
  omp_task_drop(wait);
}

/* It is a task of the runtime, which has no function. */
EXPORT void GOMP_taskwait_depend_nowait(void **depend);
void GOMP_taskwait_depend_nowait(void **depend) {
  GOMP_REAL(GOMP_taskwait_depend_nowait);
  if (gomp_current)
    ORDER(unseen, "a taskwait with depend and nowait clauses", ORDER_CALLER);
  function(depend);
}

EXPORT void GOMP_taskgroup_start(void);
void GOMP_taskgroup_start(void) {
  GOMP_REAL(GOMP_taskgroup_start);
  struct gomp_context *c = gomp_current;
  struct omp_group *g = c && c->region ? calloc(1, sizeof *g) : NULL;
  if (g) {
    g->outer = c->group;
    c->group = g;
    c->groups++;
  } else if (c && c->region) {
    ORDER(unseen, "a taskgroup that there was no memory for", ORDER_CALLER);
  }
  function();
}

EXPORT void GOMP_taskgroup_end(void);
void GOMP_taskgroup_end(void) {
  GOMP_REAL(GOMP_taskgroup_end);
  function();
  struct gomp_context *c = gomp_current;
  if (!c || !c->groups)
    return;
  struct omp_group *g = c->group;
  c->group = g->outer;
  c->groups--;
  ORDER(acquire, g, ORDER_GROUP, ORDER_CALLER);
  ORDER(forget, g, ORDER_GROUP);
  gomp_kept_end(&g->kept);
  free(g);
}
