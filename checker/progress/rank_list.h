/* rank_list.h: a list of ranks that grows. struct rank_list is defined in standstill.h. */
#ifndef FENCEPOST_RANK_LIST_H
#define FENCEPOST_RANK_LIST_H

#include "standstill.h"

struct sentence;

/* Adds the rank at the end, unless it is the last one already. 0: no memory. */
int rank_list_add(struct rank_list *list, int32_t rank);
/* Sorts the ranks and removes duplicates. */
void rank_list_sort(struct rank_list *list);
/* Adds "rank 3" or "ranks 0-2, 5". */
void rank_list_tell(const int32_t *rank, size_t n, struct sentence *text);

#endif
