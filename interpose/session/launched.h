/* launched.h: rank and size as the launcher says, for processes that cannot ask MPI. */
#ifndef FENCEPOST_LAUNCHED_H
#define FENCEPOST_LAUNCHED_H

/* Both remain what they are, and *size becomes 1, if it does not say. */
void launched_as(int *rank, int *size);

#endif
