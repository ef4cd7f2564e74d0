#include "thread_link.h"
#include "checker/core/clock.h"

enum thread_link thread_link(const struct check *c, const struct access *op,
                             const struct access *x, int32_t *thread) {
  *thread = -1;
  if (!c->threads || !x->local || op->local || x->rank != c->rank || op->rank == c->rank)
    return LINK_NONE;
  if (op->end_time != NEVER)
    *thread = threads_knew(c, op->end_rank, op->end_time, x->start_time);
  if (*thread >= 0)
    return LINK_TO;
  return x->end_time != NEVER && clock_last(op->start, x->rank) > x->end_time ? LINK_FROM
                                                                              : LINK_NONE;
}

const char *thread_edges(const struct check *c, unsigned slot, unsigned other) {
  return threads_openmp(c, slot) || threads_openmp(c, other)
             ? "OpenMP barrier, critical construct on both sides, taskwait or end of the "
               "parallel "
               "region"
             : "join, mutex that both lock, barrier or the like";
}
