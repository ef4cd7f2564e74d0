/* call.h: the enumeration of MPI calls, from calls.def. No MPI type in it: the numbers are the
 * same under every MPI library and in recorded traces of one version. */
#ifndef FENCEPOST_CALL_H
#define FENCEPOST_CALL_H

#include <stddef.h>

enum call {
#define CALL(ret, name, class, ...) CALL_##name,
#define CALL_MPIX(ret, name, class, ...) CALL_X_##name,
#include "calls.def"
  CALLS,
  /* actions of the program that are no MPI calls */
  CALL_MUNMAP = 0xfff8,
  CALL_MREMAP = 0xfff9,
  CALL_MMAP = 0xfffa,
  CALL_FREE = 0xfffb,
  CALL_REALLOC = 0xfffc,
  CALL_LOAD = 0xfffd,
  CALL_STORE = 0xfffe,
  CALL_NONE = 0xffff
};

/* "MPI_Send" for CALL_Send, "load" for CALL_LOAD, "free" for CALL_FREE; "?" for a number out of
 * range. */
const char *call_name(unsigned call);
/* Whether the call makes a persistent operation, as all do whose names say so. */
int call_is_init(unsigned call);
/* Returns the name that the standard gives to the n-th argument (from 1) of the call, 0 if
 * there is no such argument. */
int call_argument(unsigned call, int n, char *name, size_t room);

#endif
