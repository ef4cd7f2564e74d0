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
  switch (call) {
  case CALL_MUNMAP:
    return "munmap";
  case CALL_MREMAP:
    return "mremap";
  case CALL_MMAP:
    return "mmap";
  case CALL_FREE:
    return "free";
  case CALL_REALLOC:
    return "realloc";
  case CALL_LOAD:
    return "load";
  case CALL_STORE:
    return "store";
  default:
    return call < CALLS ? names[call] : "?";
  }
}
