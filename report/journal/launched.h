/* launched.h: rank and size as the launcher says, for processes that cannot ask MPI. */
#ifndef FENCEPOST_LAUNCHED_H
#define FENCEPOST_LAUNCHED_H

/* Both remain what they are, and *size becomes 1, if it does not say. */
void launched_as(int *rank, int *size);

/* Returns how many ranks the launcher has started on this host; 0 if it does not say. */
int launched_here(void);

/* Returns how many ranks a launcher has started that is another library's than the one that is
 * named, if that library's own has started none; else 0. Then each process is alone in its
 * world. */
int launched_apart(const char *library);

#endif
