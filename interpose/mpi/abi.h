/* abi.h: any library with the binary interface of the standard itself (MPI-5.0, chapter 20).
 * Handles of predefined objects are small numbers, other handles are what the library likes;
 * what is hidden in a status is unknown. */
#ifndef FENCEPOST_ABI_H
#define FENCEPOST_ABI_H

#include <string.h>

#define HAS_MPI4 1
#define HAS_LARGE 1
#define HAS_EVENTS 1
#define HAS_AINT_FUNCTIONS 1
#define HAS_MPI41 1
#define HAS_MPI5 1
#define HAS_DROPPED 1 /* until 5.0 */
#define HAS_F08_F 0
#define HAS_F2C 1
#define HAS_SESSION_F2C 1
#define HAS_SESSION_SET_INFO 0
#define HAS_COLL_INIT 0
#define HAS_FAULTS 0
#define HAS_FAILED 0
#define HAS_REVOKED 0
#define HAS_ERROR_DELETE 0
#define HAS_DEVICES 0
#define HAS_ROCM 0
#define HAS_STREAMS 0
#define HAS_POLLED 0
#define HAS_INTEGER16 1
#define HAS_LOGICALS 1
#define HAS_COMPLEX_PAIRS 0
#define HAS_OLD_COMBINERS 0

typedef int library_part_count;
typedef MPI_F08_Status MPI_F08_status;
#define LIBRARY_VERSION_AFTER "" /* each library calls itself by its own name */
#define LIBRARY_VARIABLES
#define LIBRARY_FREE_FN_OPTIONAL 0
#define LIBRARY_CHECKS_ATTACHED 0
#define LIBRARY_HANDLES HANDLES_STANDARD

static inline const int *library_unweighted(void *mpi) {
  (void)mpi;
  return MPI_UNWEIGHTED;
}

static inline const int *library_weights_empty(void *mpi) {
  (void)mpi;
  return MPI_WEIGHTS_EMPTY;
}

static inline int library_request_built_in(MPI_Request r) {
  return (uintptr_t)r < 4096;
}

static inline int library_request_nothing(MPI_Request r) {
  return !r;
}

static inline void library_status_mark(MPI_Status *s, unsigned word) {
  (void)s;
  (void)word;
}

/* Who sets a status in another way than by the calls for it has copied all of it. */
static inline unsigned library_status_set(MPI_Status *s, const MPI_Status *was, unsigned word,
                                          int elements, int cancelled) {
  unsigned set = (elements ? GREQ_SET_ELEMENTS : 0u) | (cancelled ? GREQ_SET_CANCELLED : 0u);
  (void)word;
  if (!set && memcmp(s->MPI_internal, was->MPI_internal, sizeof s->MPI_internal) != 0)
    set = GREQ_SET_ELEMENTS | GREQ_SET_CANCELLED;
  return set;
}

/* A number that is another one for another count; the same for the flag. */
static inline uint64_t library_status_count(const MPI_Status *s) {
  uint64_t h = 0;
  for (int i = 0; i < 5; i++)
    h = (h ^ (uint32_t)s->MPI_internal[i]) * 1099511628211u;
  return h;
}

static inline int library_status_cancelled(const MPI_Status *s) {
  return (int)library_status_count(s);
}

#endif
