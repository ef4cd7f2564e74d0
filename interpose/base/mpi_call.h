/* mpi_call.h: the C side of calls.def under one MPI library: for each call MPI_Name a function
 * type `fn_Name`, a record of its arguments `struct args_Name` (arrays as pointers) and the
 * real function, REAL(Name). MPIX_Name is X_Name here. */
#ifndef FENCEPOST_MPI_CALL_H
#define FENCEPOST_MPI_CALL_H

#include "include/call.h"
#include "interpose/mpi/library.h"
#include "each.h"

#define ROLE(role, declaration, show) typedef declaration;
#define ROLE_IN(part, ...) IF_HAS(part, ROLE(__VA_ARGS__))
#include "include/roles.def"
#undef ROLE

#define CALL_PARAM(role, name) role_##role name
#define CALL_ARG(role, name) name

#define ROW(ret, name, class, ...)                                                             \
  typedef ret fn_##name(EACH(CALL_PARAM, EACH_COMMA, __VA_ARGS__));                            \
  struct args_##name {                                                                         \
    EACH(CALL_PARAM, EACH_SEMICOLON, __VA_ARGS__) __VA_OPT__(;)                                \
  };
#include "interpose/mpi/rows.def"
#include "internal.h"

/* Filled in when the library is attached. */
extern INTERNAL void *mpi_real[CALLS];
/* MPI_UNWEIGHTED, MPI_WEIGHTS_EMPTY. */
extern INTERNAL const int *mpi_unweighted, *mpi_weights_empty;
/* Fills in the functions, found by the handle of the MPI library. */
void real_find(void *mpi);
/* Returns library_module of the file that the loader knows by this name; the MPI library itself
 * may have any name. */
int real_module(const char *path);
#define REAL(name) ((fn_##name *)mpi_real[CALL_##name])

/* What carries out a call of the program: the real function, or one that stands in for it
 * (schedule/schedule.h). */
extern INTERNAL void *mpi_carried[CALLS];
#define CARRY_OUT(name) ((fn_##name *)mpi_carried[CALL_##name])

#endif
