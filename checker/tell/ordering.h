/* ordering.h: says why nothing orders two accesses, and which call is missing between them. See
 * ordering.c. */
#ifndef FENCEPOST_ORDERING_H
#define FENCEPOST_ORDERING_H

#include "checker/core/access.h"

void ordering(const struct check *c, const struct access *a, const struct access *b, char *text,
              size_t room);
void ordering_of_copies(const struct check *c, const struct access *a, const struct access *b,
                        char *text, size_t room);

/* Returns whether two threads of one process make the accesses, and in this run the one was
 * over when the other began. */
int ordering_by_schedule(const struct access *a, const struct access *b);

#endif
