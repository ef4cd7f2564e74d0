/* rank_list.h: a list of ranks that grows; struct rank_list is in standstill.h. */
#ifndef FENCEPOST_RANK_LIST_H
#define FENCEPOST_RANK_LIST_H

#include "standstill.h"

/* At the end, unless it is the last already. 0: no memory. */
int rank_list_add(struct rank_list *list, int32_t rank);
/* In ascending order, each once. */
void rank_list_sort(struct rank_list *list);

#endif
