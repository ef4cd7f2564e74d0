/* mpi_call.h: the C side of calls.def under one MPI library: for each call MPI_Name a function
 * type `fn_Name`, a record of its arguments `struct args_Name` (arrays as pointers) and the
 * real function, REAL(Name). MPIX_Name is X_Name here. */
#ifndef FENCEPOST_MPI_CALL_H
#define FENCEPOST_MPI_CALL_H

#include <mpi.h>
#include "include/call.h"
#include "each.h"

#ifndef MPICH_VERSION
#define FENCEPOST_OPENMPI 1
#endif

#define ROLE(role, declaration, show) typedef declaration;
#ifdef FENCEPOST_OPENMPI
#define ROLE_MPICH(role, declaration, show)
#else
#define ROLE_MPICH ROLE
#endif
#include "include/roles.def"
#undef ROLE
#undef ROLE_MPICH

/* Include calls.def with these: a file defines ROW(ret, Name, CLASS, pairs...) first. */
#ifdef FENCEPOST_OPENMPI
#define CALL ROW
#define CALL_MPICH(...)
#define CALL_OPENMPI ROW
#define CALL_MPIX_MPICH(...)
#define CALL_MPIX_OPENMPI CALL_MPIX
#else
#define CALL ROW
#define CALL_MPICH ROW
#define CALL_OPENMPI(...)
#define CALL_MPIX_MPICH CALL_MPIX
#define CALL_MPIX_OPENMPI(...)
#endif
#define CALL_MPIX(ret, name, ...) ROW(ret, X_##name, __VA_ARGS__)

#define CALL_PARAM(role, name) role_##role name
#define CALL_ARG(role, name) name

#define ROW(ret, name, class, ...)                                                             \
  typedef ret fn_##name(EACH(CALL_PARAM, EACH_COMMA, __VA_ARGS__));                            \
  struct args_##name {                                                                         \
    EACH(CALL_PARAM, EACH_SEMICOLON, __VA_ARGS__) __VA_OPT__(;)                                \
  };
#include "include/calls.def"
#undef ROW

/* Filled when the library is attached. */
extern void *mpi_real[CALLS];
/* Fills it in, from the handle of the MPI library. */
void real_find(void *mpi);
#define REAL(name) ((fn_##name *)mpi_real[CALL_##name])

#endif
