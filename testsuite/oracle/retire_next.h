/* retire_next.h: makes the checker forget what it can at the next event. Otherwise it waits
 * until it has more accesses than a random program makes. */
#ifndef ORACLE_RETIRE_NEXT_H
#define ORACLE_RETIRE_NEXT_H

struct check;
void retire_next(struct check *c);

#endif
