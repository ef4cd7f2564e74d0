/* judge_epochs.h: operations in an epoch that another thread of their rank opens or ends. */
#ifndef ORACLE_JUDGE_EPOCHS_H
#define ORACLE_JUDGE_EPOCHS_H

#include "graph.h"
#include "judge.h"

/* Whether nothing orders the operation after the call that opens its epoch, or before the one
 * that ends it. Of several operations of one thread the checker need find the last one only. */
int judge_opener(const struct program *p, const struct graph *g, int op, struct verdict *v);
int judge_end(const struct program *p, const struct graph *g, int op, struct verdict *v);

#endif
