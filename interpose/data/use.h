/* use.h: what an MPI call does to the program's memory, found from its arguments.
 *
 * A use is one buffer that is read or written, described (type.h) in scratch memory. Only uses
 * of bytes that matter to the checker are kept, unless `all` says otherwise. */
#ifndef FENCEPOST_USE_H
#define FENCEPOST_USE_H

#include <stdint.h>
#include "interpose/handles/comm.h"
#include "interpose/base/mpi_call.h"
#include "include/event.h"

struct use {
  struct use *next;
  int store;
  const void *buffer; /* the argument to which it belongs */
  struct event_data data;
};

/* Which uses are wanted: those of bytes that matter; all; only the first and last byte of
 * each; none, only whether blocks that are written overlap. */
enum use_all { USE_WATCHED, USE_ALL, USE_BOUNDS, USE_OVERLAPS };

/* Bytes in a packed buffer, from its position before the call to its position after it. */
struct use_packed {
  const void *buffer, *position;
  int wide, store;
  int64_t from;
};

enum { USES_OWN = 2 };
struct uses {
  struct use *first, **last;
  int all;    /* enum use_all */
  int varies; /* it depends on the contents of arrays */
  int blocks; /* two of them that are written overlap: */
  int block[2];
  int arrays; /* counts, displacements and datatypes are read for as long (section 5.12) */
  struct comm *comm;    /* never NULL in collective calls */
  MPI_Request *request; /* where it will be */
  MPI_File file;        /* the file of a split collective call */
  /* A blocking receive writes as much as the status says. */
  MPI_Status **status;
  struct use *receive;
  const void *buffer;
  MPI_Datatype type;
  struct use_packed packed;
  /* Not cleared: the first uses are here, others in scratch memory. */
  int taken;
  struct use own[USES_OWN];
};

/* For a call that has a row in buffers.def. */
void use_of_call(struct uses *u, unsigned call, void *args, int all);
/* The first returns whether it has one; the second, for how long MPI keeps the buffers. */
enum use_time { USE_NEVER, USE_DURING, USE_AFTER } use_time(unsigned call);

int use_watched(int64_t lo, int64_t hi);
void use_add(struct uses *u, int store, const void *buffer, int64_t count, MPI_Datatype type);
void use_receive(struct uses *u, MPI_Status **status, const void *buffer, int64_t count,
                 MPI_Datatype type);
/* Leaves out what the same operation reads and writes: for a pending buffer the write is
 * enough. */
void use_alone(struct uses *u);
/* After the call: finds what it has received. */
void use_received(struct uses *u);
void use_pack(struct uses *u, int store, const void *buffer, const void *position,
              size_t width);
/* After the call: finds where the position is now. */
void use_packed(struct uses *u);

/* A block of data for each peer. */
struct use_blocks {
  const void *buffer;
  int64_t count; /* of each, unless */
  const void *counts, *displs;
  size_t count_size, displ_size; /* of their elements */
  MPI_Datatype type;
  const MPI_Datatype *types; /* if set, displacements are in bytes */
  int n;
  int only, except; /* only this block, or all except this one; -1: all */
  const int *ranks; /* ranks of the peers: nothing goes to or comes from MPI_PROC_NULL */
};
void use_blocks(struct uses *u, int store, const struct use_blocks *b);
/* An array with `n` of these, if `u->arrays` is set. */
void use_array(struct uses *u, const void *array, int n, size_t size);
int64_t use_count(const struct use_blocks *b, int i);

#endif
