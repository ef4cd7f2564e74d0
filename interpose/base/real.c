/* real.c: the MPI library's own functions. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <link.h>
#include <stdio.h>
#include <string.h>
#include "include/library.h"
#include "mpi_call.h"

void *mpi_real[CALLS], *mpi_carried[CALLS];
const int *mpi_unweighted, *mpi_weights_empty;

static struct link_map *library;

void real_find(void *mpi) {
  char name[128];
  if (dlinfo(mpi, RTLD_DI_LINKMAP, &library))
    library = NULL;
  for (unsigned i = 0; i < CALLS; i++) {
    snprintf(name, sizeof name, "P%s", call_name(i));
    void *real = dlsym(mpi, name);
    if (!real) /* MPICH 5.0 has no PMPI_File_close in the standard's interface */
      real = dlsym(mpi, name + 1);
    mpi_real[i] = mpi_carried[i] = real;
  }
  mpi_unweighted = library_unweighted(mpi);
  mpi_weights_empty = library_weights_empty(mpi);
}

int real_module(const char *path) {
  int kind = library_module(path);
  return kind || !library || strcmp(path, library->l_name) != 0 ? kind : MODULE_OWN;
}
