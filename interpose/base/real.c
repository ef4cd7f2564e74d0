/* real.c: the MPI library's own functions. */
#include <dlfcn.h>
#include <stdio.h>
#include "mpi_call.h"

void *mpi_real[CALLS];

void real_find(void *mpi) {
  char name[128];
  for (unsigned i = 0; i < CALLS; i++) {
    snprintf(name, sizeof name, "P%s", call_name(i));
    mpi_real[i] = dlsym(mpi, name);
  }
}
