#include "../include/call.h"

static const char *const names[] = {
#define CALL(ret, name, ...) "MPI_" #name,
#define CALL_MPICH CALL
#define CALL_OPENMPI CALL
#define CALL_MPIX(ret, name, ...) "MPIX_" #name,
#define CALL_MPIX_MPICH CALL_MPIX
#define CALL_MPIX_OPENMPI CALL_MPIX
#include "../include/calls.def"
};

const char *call_name(unsigned call) {
  return call < CALLS         ? names[call]
         : call == CALL_LOAD  ? "load"
         : call == CALL_STORE ? "store"
                              : "?";
}
