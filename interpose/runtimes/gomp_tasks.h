/* gomp_tasks.h: what tasks and task loops of gcc's OpenMP runtime share. */
#ifndef FENCEPOST_GOMP_TASKS_H
#define FENCEPOST_GOMP_TASKS_H

#include "gomp_context.h"

typedef void gomp_copy(void *, void *);

static inline size_t gomp_rounded(size_t size, size_t align) {
  return align ? (size + align - 1) / align * align : size;
}

/* Copies the arguments of a task as the runtime does. */
void gomp_copy_data(void *to, void *from, gomp_copy *copy, size_t size);

/* The record of the task that the thread is in, NULL: no memory, which was told. Only where the
 * thread has a context. */
struct omp_task *gomp_current_task(const void *caller);
/* The record of a new task, NULL: the same. */
struct omp_task *gomp_task_new(struct gomp_region *region, unsigned phase,
                               struct omp_task *parent, struct omp_group *group,
                               const void *caller);
/* Runs a task that has begun, and drops the record. */
void gomp_task_run(struct omp_task *t, gomp_function *function, void *data);

#endif
