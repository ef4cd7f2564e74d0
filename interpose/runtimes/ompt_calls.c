/* ompt_calls.c: LLVM's OpenMP runtime, and those made from it, by OpenMP's interface for tools.
 * What this tells too late is seen in kmpc_calls.c and gomp_locks.c. */
#define _GNU_SOURCE
#include "ompt_calls.h"
#include <dlfcn.h>
#include <stdlib.h>
#include "interpose/entry/mapped.h"
#include "ompt.h"
#include "real_call.h"
#include "thread_hooks.h"

__thread struct ompt_task *ompt_implicit;
atomic_int ompt_tells;

#define NO_MEMORY(caller)                                                                      \
  ORDER(unseen, "a parallel region that there was no memory for", caller)

static struct ompt_team *team_hold(struct ompt_team *t) {
  if (t)
    t->references++;
  return t;
}

static void team_drop(struct ompt_team *t) {
  if (t && atomic_fetch_sub(&t->references, 1) == 1)
    free(t);
}

static struct ompt_task *task_new(struct omp_task *parent, struct ompt_team *team,
                                  const void *caller) {
  struct ompt_task *t = calloc(1, sizeof *t);
  if (t && (t->record = omp_task_new(parent, caller))) {
    t->team = team_hold(team);
    t->record->team = team ? &team->team : NULL;
    return t;
  }
  free(t);
  NO_MEMORY(caller);
  return NULL;
}

static void task_free(ompt_data_t *data) {
  struct ompt_task *t = data->ptr;
  data->ptr = NULL;
  omp_task_drop(t->record);
  team_drop(t->team);
  free(t);
}

static struct ompt_task *task_of(const ompt_data_t *data) {
  return data ? data->ptr : NULL;
}

static void parallel_begin(ompt_data_t *encountering, const void *frame, ompt_data_t *parallel,
                           unsigned threads, int flags, const void *caller) {
  (void)frame, (void)threads, (void)flags;
  struct ompt_team *t = calloc(1, sizeof *t);
  if (!(parallel->ptr = t)) {
    NO_MEMORY(caller);
    return;
  }
  t->references = 1;
  t->caller = caller;
  t->is_nested = task_of(encountering) && task_of(encountering)->team;
  ORDER(release, t, ORDER_REGION, caller);
}

static void parallel_end(ompt_data_t *parallel, ompt_data_t *encountering, int flags,
                         const void *caller) {
  (void)encountering, (void)flags, (void)caller;
  struct ompt_team *t = parallel->ptr;
  if (!t)
    return;
  parallel->ptr = NULL;
  omp_team_ends(&t->team, t->caller);
  ORDER(forget, t, ORDER_REGION);
  ORDER(forget, &t->ordered, ORDER_ORDERED);
  team_drop(t);
}

static void implicit_begins(const ompt_data_t *parallel, ompt_data_t *data, unsigned index,
                            unsigned threads, int flags) {
  int is_initial = flags & ompt_task_initial;
  struct ompt_team *team = parallel && !is_initial ? parallel->ptr : NULL;
  struct ompt_task *t = task_new(NULL, team, team ? team->caller : NULL);
  if (!(data->ptr = t))
    return;
  t->has_begun = 1;
  t->outer = ompt_implicit;
  t->number = team ? (int)index : -1;
  ompt_implicit = t;
  if (team)
    ORDER(acquire, team, ORDER_REGION, team->caller);
  ORDER(number, t->number);
  /* In a team of a nested region the runtime's events sometimes miss a barrier. */
  if (team && team->is_nested && threads > 1)
    ORDER(unseen, "a parallel region in another one", team->caller);
}

static void implicit_task(int endpoint, ompt_data_t *parallel, ompt_data_t *data,
                          unsigned threads, unsigned index, int flags) {
  if (endpoint == ompt_scope_begin) {
    implicit_begins(parallel, data, index, threads, flags);
  } else if (endpoint == ompt_scope_end && task_of(data)) {
    struct ompt_task *outer = task_of(data)->outer;
    if (ompt_implicit == task_of(data)) {
      ompt_implicit = outer;
      ORDER(number, outer ? outer->number : -1);
    }
    task_free(data);
  }
}

static void barrier(int endpoint, struct ompt_task *t, const void *caller) {
  if (!t->team)
    return;
  caller = caller ? caller : t->team->caller;
  if (endpoint == ompt_scope_begin) {
    t->departs = t->record->phase++;
    omp_barrier_arrive(&t->team->team, t->departs, caller);
  } else {
    omp_barrier_depart(&t->team->team, t->departs, caller);
  }
}

static void taskgroup(int endpoint, struct omp_task *t, const void *caller) {
  struct omp_group *g = endpoint == ompt_scope_begin ? calloc(1, sizeof *g) : t->group;
  if (endpoint == ompt_scope_begin && g) {
    g->outer = t->group;
    g->owner = t;
    t->group = g;
  } else if (endpoint == ompt_scope_begin) {
    NO_MEMORY(caller);
  } else if (g && g->owner == t) {
    t->group = g->outer;
    ORDER(acquire, g, ORDER_GROUP, caller);
    ORDER(forget, g, ORDER_GROUP);
    free(g);
  }
}

/* A thread that leaves the last barrier of a region is told without a region. */
static void sync_region(int kind, int endpoint, ompt_data_t *parallel, ompt_data_t *data,
                        const void *caller) {
  struct ompt_task *t = task_of(data);
  if (!t || (endpoint != ompt_scope_begin && endpoint != ompt_scope_end))
    return;
  if (kind == ompt_sync_region_taskwait) {
    if (endpoint == ompt_scope_end)
      ORDER(acquire, t->record, ORDER_CHILDREN, caller);
  } else if (kind == ompt_sync_region_taskgroup) {
    taskgroup(endpoint, t->record, caller);
  } else if (kind != ompt_sync_region_reduction && parallel) {
    barrier(endpoint, t, caller);
  }
}

/* In a barrier: what those that have arrived have computed is combined. */
static void reduction(int kind, int endpoint, ompt_data_t *parallel, ompt_data_t *data,
                      const void *caller) {
  (void)kind, (void)parallel;
  struct ompt_task *t = task_of(data);
  if (t && t->team && endpoint == ompt_scope_begin)
    omp_barrier_depart(&t->team->team, t->departs, caller ? caller : t->team->caller);
}

static void task_create(ompt_data_t *encountering, const void *frame, ompt_data_t *made,
                        int flags, int has_dependences, const void *caller) {
  (void)frame, (void)has_dependences;
  struct ompt_task *parent = task_of(encountering);
  if (!parent || flags & ompt_task_initial)
    return;
  struct ompt_task *t = task_new(parent->record, parent->team, caller);
  if (!(made->ptr = t))
    return;
  t->record->phase = parent->record->phase;
  t->record->group = parent->record->group;
  t->record->joins = parent->record->group;
  t->is_untied = (flags & ompt_task_untied) != 0;
  omp_task_made(t->record);
}

static void dependences(ompt_data_t *data, const ompt_dependence_t *list, int count) {
  struct ompt_task *t = task_of(data);
  if (!t || !t->record->parent)
    return;
  for (int i = 0; i < count; i++) {
    int type = list[i].dependence_type, good = 1;
    if (type == ompt_dependence_type_out_all_memory ||
        type == ompt_dependence_type_inout_all_memory)
      good = omp_task_depends(t->record, t->record->parent, NULL, DEPENDENCE_INOUT);
    else if (type != ompt_dependence_type_source && type != ompt_dependence_type_sink)
      good =
          omp_task_depends(t->record, t->record->parent, list[i].variable.ptr,
                           type == ompt_dependence_type_inoutset ? DEPENDENCE_INOUTSET : type);
    if (!good)
      NO_MEMORY(t->record->caller);
  }
}

/* The task gives way to another one, for ever or for now. A task that is not tied may go on in
 * another thread. */
static void task_stops(ompt_data_t *data, int status) {
  struct ompt_task *t = data->ptr;
  if (status == ompt_taskwait_complete) {
    omp_task_waits(t->record, t->record->caller);
    task_free(data);
  } else if (status == ompt_task_complete || status == ompt_task_cancel) {
    omp_task_ends(t->record);
    task_free(data);
  } else if (status == ompt_task_detach) {
    ORDER(unseen, "a task with a detach clause", t->record->caller);
  } else if (t->is_untied) {
    ORDER(release, t->record, ORDER_TASK, t->record->caller);
  }
}

static void task_schedule(ompt_data_t *prior, int status, ompt_data_t *next) {
  if (task_of(prior) && task_of(prior)->record->parent)
    task_stops(prior, status);
  struct ompt_task *t = task_of(next);
  if (!t || !t->record->parent)
    return;
  if (!t->has_begun)
    omp_task_begins(t->record);
  else if (t->is_untied)
    ORDER(acquire, t->record, ORDER_TASK, t->record->caller);
  t->has_begun = 1;
}

#define CALLBACK(name)                                                                         \
  { ompt_callback_##name, (ompt_callback_t)name }

static int initialize(ompt_function_lookup_t lookup, int device, ompt_data_t *tool) {
  (void)device, (void)tool;
  static const struct {
    int event;
    ompt_callback_t callback;
  } all[] = {CALLBACK(parallel_begin), CALLBACK(parallel_end), CALLBACK(implicit_task),
             CALLBACK(sync_region),    CALLBACK(reduction),    CALLBACK(task_create),
             CALLBACK(dependences),    CALLBACK(task_schedule)};
  ompt_set_callback_t set = (ompt_set_callback_t)lookup("ompt_set_callback");
  for (size_t i = 0; set && i < sizeof all / sizeof *all; i++)
    set(all[i].event, all[i].callback);
  ompt_tells = set != NULL;
  return ompt_tells;
}

static void finalize(ompt_data_t *tool) {
  (void)tool;
}

/* A tool of the user goes first. The runtime's own function of this name, which follows ours,
 * looks for others behind it. */
RUNTIME_EXPORT ompt_start_tool_result_t *ompt_start_tool(unsigned version, const char *runtime);
ompt_start_tool_result_t *ompt_start_tool(unsigned version, const char *runtime) {
  static ompt_start_tool_result_t ours = {.initialize = initialize, .finalize = finalize};
  __typeof__(ompt_start_tool) *next =
      (__typeof__(ompt_start_tool) *)dlsym(RTLD_NEXT, "ompt_start_tool");
  ompt_start_tool_result_t *other = next ? next(version, runtime) : NULL;
  const char *theirs = getenv("OMP_TOOL_LIBRARIES");
  if (other || (theirs && *theirs))
    return other;
  return mapped_find().handle ? &ours : NULL;
}
