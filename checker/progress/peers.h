/* peers.h: a list of ranks that grows; struct peers is in standstill.h. */
#ifndef FENCEPOST_PEERS_H
#define FENCEPOST_PEERS_H

#include "standstill.h"

/* At the end, unless it is the last already. 0: no memory. */
int peers_add(struct peers *list, int32_t rank);
/* In ascending order, each once. */
void peers_sort(struct peers *list);

#endif
