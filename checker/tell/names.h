/* names.h: what things are called in sentences. */
#ifndef FENCEPOST_NAMES_H
#define FENCEPOST_NAMES_H

#include "checker/core/access.h"

const char *callback_name(unsigned callback); /* enum greq_callback: "query_fn" */
const char *object_name(int64_t object);      /* enum object: "communicator" */
const char *topology_name(int64_t kind);      /* 0: "Cartesian", 1: "graph", ... */
/* Name of the call's argument, from 1: "dest". */
const char *argument_name(unsigned call, int place, char *text, size_t room);
const char *article(const char *noun);        /* "a" or "an" */
const char *error_class_name(int64_t number); /* error_class.h: "MPI_ERR_RANK" */
const char *lock_name(int exclusive);         /* "exclusive" */
/* "MPI_MODE_NOPUT, an unknown bit" */
const char *assertions_listed(unsigned assertions, char *text, size_t room);
/* "1, 0, 2" */
const char *ranks_listed(const int32_t *rank, int n, char *text, size_t room);
/* The role of the access in its call: "argument buf of MPI_Isend". */
const char *buffer_name(const struct access *a, char *text, size_t room);
/* Which buffer of the operation it is: "origin", "result", "target". */
const char *data_name(const struct event_op *o, const struct event_data *d);

#endif
