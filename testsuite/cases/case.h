/* What every case needs and no case is about. */
#ifndef CASE_H
#define CASE_H

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* MPICH 4.0.2 over UCX rounds the base of a window down to 16 bytes, and so misses one that
 * begins elsewhere: made by MPI_Win_create, or by MPI_Win_allocate if the part of the process
 * before has another size than a multiple of 16 bytes. */
#ifdef __cplusplus
#define ALIGNED alignas(16)
#else
#define ALIGNED _Alignas(16)
#endif

static int rank, size;

/* A load and a store that every trace level sees, as the buffers of local MPI calls; or, at a
 * level that sees those, plain ones. */
#ifdef CASE_PLAIN
#define LOAD(into, place) ((into) = *(volatile __typeof__(place) *)&(place), (void)(into))
#define STORE(place, value) (*(volatile __typeof__(place) *)&(place) = (value))
#else
#define LOAD(into, place)                                                                      \
  MPI_Pack(&(place), sizeof(place), MPI_BYTE, &(into), sizeof(into), &(int){0}, MPI_COMM_SELF)
#define STORE(place, value)                                                                    \
  MPI_Unpack(&(__typeof__(place)){value}, sizeof(place), &(int){0}, &(place), sizeof(place),   \
             MPI_BYTE, MPI_COMM_SELF)
#endif

/* After a store in one branch: keeps compilers from making one instruction, which has no line,
 * of it and a store in the other branch. */
#define APART __asm__ volatile("")

/* Errors of communicators return, so that a program with a mistake comes to its end. */
static inline void begin(void) {
#ifdef CASE_MULTIPLE /* several threads may call MPI */
  MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &(int){0});
#else
  MPI_Init(NULL, NULL);
#endif
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
}

/* Windows do not inherit the error handler of their communicator. */
static inline void errors_return(MPI_Win win) {
  MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
}

/* The group of one process of the world; the caller frees it. */
static inline MPI_Group only(int member) {
  MPI_Group world, group;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 1, &member, &group);
  MPI_Group_free(&world);
  return group;
}

#endif
