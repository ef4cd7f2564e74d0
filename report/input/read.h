/* read.h: one journal file. Damage costs the damaged lines only, never the rest of the file. */
#ifndef FENCEPOST_READ_H
#define FENCEPOST_READ_H

#include "journals.h"

/* Fills the records of `rank`, whose objects and arrays exist. Says what had to be left out. -1
 * if the file holds something but not one usable line. Findings are left out. */
int read_rank(struct rank *rank, const char *path, struct frames **frames);

/* Whether `name` is that of a rank's journal; then *world (malloced) and *rank. */
int read_name(const char *name, char **world, int *rank);

#endif
