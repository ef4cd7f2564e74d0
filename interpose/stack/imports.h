/* imports.h: what the program's code refers to, from the relocations of the files it was loaded
 * from. What is found by dlsym is not seen, nor what is loaded later. */
#ifndef FENCEPOST_SYMBOL_H
#define FENCEPOST_SYMBOL_H

#include <stdint.h>

/* Whether it may send in synchronous mode, by any of MPI's names for that in C or Fortran. */
int symbol_synchronous(void);
int symbol_ready(void);   /* the same of ready mode */
int symbol_windows(void); /* whether it may make windows */
/* The name of what a pointer is to point at that the linker fills in, or NULL. */
const char *symbol_at(uintptr_t pointer);

#endif
