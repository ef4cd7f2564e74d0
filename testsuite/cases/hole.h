/* hole.h: memory with a page behind it that is not mapped, and such that may only be read. */
#ifndef HOLE_H
#define HOLE_H

#include <sys/mman.h>
#include "case.h"

enum { PAGE = 4096, BEFORE = 4 * PAGE, HOLE_INTS = BEFORE / 4 };

/* Returns HOLE_INTS numbers, right behind which nothing may be accessed. */
static inline int *before_hole(void) {
  char *m =
      mmap(NULL, BEFORE + PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  for (int i = 0; i < BEFORE; i++)
    m[i] = 1;
  mprotect(m + BEFORE, PAGE, PROT_NONE);
  return (int *)m;
}

#endif
