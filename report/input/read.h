/* read.h: reads one journal file. A damaged line is lost, but never the rest of the file. */
#ifndef FENCEPOST_READ_H
#define FENCEPOST_READ_H

#include "journals.h"

/* Fills the records of `rank`, whose objects and arrays exist. Says what had to be left out.
 * Returns -1 if the file is not empty but has no usable line. Findings are left out. */
int read_rank(struct rank *rank, const char *path, struct frames **frames);

/* Returns whether `name` is that of a rank's journal; if so, *world (malloced) and *rank. */
int read_name(const char *name, char **world, int *rank);

#endif
