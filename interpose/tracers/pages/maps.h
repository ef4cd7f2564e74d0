/* maps.h: the mappings of the process, as the kernel tells of them, in order of their
 * addresses.
 *
 * Linux 6.11 can be asked for one (PROCMAP_QUERY): some microseconds; before that, all of
 * /proc/self/maps is read up to it, which may take a millisecond. Nothing here touches the
 * heap, where windows may be. */
#ifndef FENCEPOST_MAPS_H
#define FENCEPOST_MAPS_H

#include <stddef.h>
#include <stdint.h>

struct map {
  uintptr_t lo, hi;
  char rights[5]; /* "rw-p" */
  char name[64];  /* up to its first blank */
};

struct maps {
  int fd, asks; /* the latter: it is not known that the kernel cannot be asked */
  uintptr_t from;
  size_t at, have;
  char text[8192];
};

/* From the first mapping on that ends behind `from`. 0: the kernel does not tell; then there
 * are none. To be closed in any case. */
int maps_open(struct maps *m, uintptr_t from);
/* 0: there is none any more. */
int maps_next(struct maps *m, struct map *out);
void maps_close(const struct maps *m);

/* The first that ends behind `at`; 0: none. */
int maps_find(uintptr_t at, struct map *out);

#endif
