/* walk.h: a walk through the arguments of one call, from the first to the last. */
#ifndef FENCEPOST_ARGUMENT_WALK_H
#define FENCEPOST_ARGUMENT_WALK_H

#include <stdint.h>
#include "interpose/base/mpi_call.h"
#include "interpose/base/mpi_frame.h"
#include "interpose/handles/comm.h"

enum role {
#define ROLE(role, ...) ARG_##role,
#include "include/roles.def"
#undef ROLE
  ARGUMENT_ROLES
};

/* The class of a call, as in calls.def. */
enum row_class {
  CLASS_ATTR,
  CLASS_COLL,
  CLASS_COMM,
  CLASS_DYN,
  CLASS_ENV,
  CLASS_EPOCH,
  CLASS_EXT,
  CLASS_F2C,
  CLASS_GROUP,
  CLASS_INFO,
  CLASS_IO,
  CLASS_OP,
  CLASS_P2P,
  CLASS_REQ,
  CLASS_RMA,
  CLASS_TOOL,
  CLASS_TOPO,
  CLASS_TYPE,
  CLASS_WIN
};

/* A buffer with its count and datatype. */
struct data_argument {
  const void *buffer;
  int place, receives;
  int64_t count;
  int many; /* the counts are an array; `count` is the greatest */
  int significant;
  MPI_Datatype type; /* MPI_DATATYPE_NULL: an array of them, or not known */
};

struct argument_look {
  struct frame *f;
  enum row_class class;
  struct comm *comm;  /* NULL: not known */
  int found;          /* something was reported */
  int handles_only;   /* nothing but null handles and those of no object is reported */
  int place;          /* of the argument, from 1 */
  const char *name;   /* its name */
  int64_t count;      /* the last count that is a number; -1: none */
  int64_t number;     /* the last number of another kind; 0: none */
  const void *counts; /* the last array of counts */
  int wide;           /* of MPI_Count */
  int64_t most;       /* the greatest of them; 0: not looked at */
  int types;          /* datatypes so far */
  int buffers, done;  /* so far; those that have their datatype */
  struct data_argument data[2];
  int dest, source; /* MPI_PROC_NULL if there is none */
  enum role rank;   /* role of the last rank */
};

/* Reports the argument, unless something was reported. `what`: enum argument. */
void walk_say(struct argument_look *w, int what, int64_t value, int64_t most);
/* The same of the argument `place`. */
void walk_say_at(struct argument_look *w, int place, int what, int64_t value, int64_t most);
/* Rules of single calls: grids.c. */
void walk_call(struct argument_look *w);
/* The same: files.c, keys.c, layouts.c, members.c. */
void walk_file(struct argument_look *w);
/* The same: file_data.c. */
void walk_file_data(struct argument_look *w, MPI_File file);
void walk_seek(struct argument_look *w, MPI_File file, int64_t by, int whence);
/* null_places.c: the argument is a null pointer, though it is a place for a result, or a list.
 */
void walk_result(struct argument_look *w);
void walk_list(struct argument_look *w);
/* `read`: the call reads the status. */
void walk_status(struct argument_look *w, const MPI_Status *status, int read);
void walk_layout(struct argument_look *w);
void walk_members(struct argument_look *w);
void walk_keys(struct argument_look *w);
/* An argument that is a reduction operation: reductions.c. */
void walk_op(struct argument_look *w, MPI_Op op);

#endif
