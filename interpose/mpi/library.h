/* library.h: what differs from one MPI library to another, seen from the half that is built for
 * one of them. The Makefile names it: MPI_LIBRARY is the id of a row of include/libraries.def,
 * and the header of that name in this folder defines
 *
 *   HAS_PART 0 or 1                 parts of MPI that calls.def, roles.def and basics.def name.
 *                                   A comment "since" or "until" a version says that other
 *                                   versions lack the part. They have its C types, so one half
 *                                   serves all; REAL is NULL then, and no program can call it.
 *     HAS_MPI4                        calls of MPI-4, but for those in
 *     HAS_LARGE, HAS_EVENTS           large counts; events of the tool interface
 *     HAS_AINT_FUNCTIONS              additions of addresses, which are macros otherwise
 *     HAS_MPI41                       calls of MPI-4.1
 *     HAS_MPI5                        calls of MPI-5.0
 *     HAS_DROPPED                     calls of MPI-1 that later versions have dropped
 *     HAS_F08_F                       between statuses of Fortran 2008 and older ones
 *     HAS_F2C, HAS_SESSION_F2C        MPI_X_c2f and MPI_X_f2c are functions, not macros
 *     HAS_SESSION_SET_INFO            a call of that name
 *     HAS_COLL_INIT                   persistent collectives are MPIX_X_init
 *     HAS_FAULTS, HAS_FAILED, HAS_REVOKED, HAS_ERROR_DELETE, HAS_DEVICES, HAS_ROCM
 *                                     MPIX_ calls for failed processes, to take error classes
 *                                     back, about GPUs
 *     HAS_STREAMS                     MPIX_ calls for streams, threads as ranks, parts of
 *                                     datatypes
 *     HAS_POLLED                      MPIX_Grequest_start and its kind (grequest_polled.c)
 *     HAS_INTEGER16, HAS_LOGICALS, HAS_COMPLEX_PAIRS
 *                                   datatypes of Fortran
 *     HAS_OLD_COMBINERS               MPI_COMBINER_X_INTEGER has values of its own
 *   LIBRARY_VERSION_AFTER           what stands before the numbers in MPI_Get_library_version
 *   LIBRARY_VARIABLES               rows of peers.c: what the library is told before it starts
 *   LIBRARY_FREE_FN_OPTIONAL        free_fn of a generalized request may be NULL
 *   LIBRARY_CHECKS_ATTACHED         it refuses operations outside attached memory
 *   LIBRARY_HANDLES                 HANDLES_NUMBERS: a handle but that of a file is a number:
 *                                   bits 26 to 29 are its kind, the highest two 0 for null
 *                                   handles and 1 for predefined objects; HANDLES_ADDRESSES: it
 *                                   is an object's address; HANDLES_STANDARD: the handles of
 *                                   predefined objects are the standard's, others are unknown
 *   library_part_count              the type of `count` in MPI_Psend_init and MPI_Precv_init
 *   library_unweighted(mpi)         MPI_UNWEIGHTED and
 *   library_weights_empty(mpi)      MPI_WEIGHTS_EMPTY; the half is not linked to the library,
 *                                   of which `mpi` is the handle of dlopen
 *   library_request_built_in(r)     no object of its own: several requests have this handle
 *   library_request_nothing(r)      what bindings hand on for a handle that is over
 *   library_status_mark(s, word)    the hidden parts of a status get values nobody sets;
 *   library_status_set(s, was, word, elements, cancelled)
 *                                   which of them were set since (GREQ_SET_ELEMENTS,
 *                                   GREQ_SET_CANCELLED); the others get back what they had.
 *                                   elements, cancelled: MPI_Status_set_X was called
 *   library_status_count(s), library_status_cancelled(s)
 *                                   their values
 *
 * Nothing else in Fencepost asks which library it is. */
#ifndef FENCEPOST_LIBRARY_H
#define FENCEPOST_LIBRARY_H

#include <dlfcn.h>
#include <mpi.h>
#include <stdint.h>
#include "include/event.h"

/* Of LIBRARY_HANDLES. */
#define HANDLES_NUMBERS 1
#define HANDLES_ADDRESSES 2
#define HANDLES_STANDARD 3

#define LIBRARY_TEXT(x) #x
#define LIBRARY_HEADER(id) LIBRARY_TEXT(id.h)
#include LIBRARY_HEADER(MPI_LIBRARY)

/* Its number in include/library.h. */
#define LIBRARY_ID LIBRARY_NUMBER(MPI_LIBRARY)
#define LIBRARY_NUMBER(id) LIBRARY_PASTE(id)
#define LIBRARY_PASTE(id) LIBRARY_##id

/* IF_HAS(MPI4, text) is the text if the library has that part. */
#define IF_HAS(part, ...) IF_HAS_(HAS_##part, __VA_ARGS__)
#define IF_HAS_(has, ...) IF_HAS__(has, __VA_ARGS__)
#define IF_HAS__(has, ...) IF_HAS_##has(__VA_ARGS__)
#define IF_HAS_0(...)
#define IF_HAS_1(...) __VA_ARGS__

#endif
