#define _GNU_SOURCE
#include "attach_most.h"
#include <stdlib.h>
#include "mpi_call.h"

#define NAME "OMPI_MCA_osc_rdma_max_attach"

static int set;

void attach_most_prepare(void) {
#ifdef FENCEPOST_OPENMPI
  set = !getenv(NAME) && !setenv(NAME, "256", 0);
#endif
}

void attach_most_restore(void) {
  if (set)
    unsetenv(NAME);
  set = 0;
}
