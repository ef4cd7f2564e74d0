/* maps.h: the mappings of the process as the kernel lists them, sorted by address.
 *
 * From Linux 6.11 on one can be asked for (PROCMAP_QUERY) in some microseconds. Before that,
 * all of /proc/self/maps has to be read up to it, which may take a millisecond. Nothing here
 * touches the heap, because windows may be there. */
#ifndef FENCEPOST_MAPS_H
#define FENCEPOST_MAPS_H

#include <stddef.h>
#include <stdint.h>

struct map {
  uintptr_t lo, hi;
  char rights[5]; /* "rw-p" */
  char name[64];  /* the name up to its first blank */
};

struct maps {
  int fd, asks; /* asks: the kernel may know PROCMAP_QUERY */
  uintptr_t from;
  size_t at, have;
  char text[8192];
};

/* Begins with the first mapping that ends behind `from`. Returns 0 if the kernel does not tell;
 * then maps_next finds none. Must be closed in any case. */
int maps_open(struct maps *m, uintptr_t from);
/* Returns 0 if there is no further one. */
int maps_next(struct maps *m, struct map *out);
void maps_close(const struct maps *m);

/* Finds the first mapping that ends behind `at`. Returns 0 if there is none. */
int maps_find(uintptr_t at, struct map *out);

#endif
