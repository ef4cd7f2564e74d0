/* openmpi.h: Open MPI 4.1 and 5.0 (library.h). A handle is a pointer. */
#ifndef FENCEPOST_OPENMPI_H
#define FENCEPOST_OPENMPI_H

#define HAS_MPI4 1 /* since 5.0 */
#define HAS_LARGE 0
#define HAS_EVENTS 0
#define HAS_AINT_FUNCTIONS 0
#define HAS_MPI41 0
#define HAS_MPI5 0
#define HAS_DROPPED 1 /* until 5.0 */
#define HAS_F08_F 1   /* since 5.0 */
#define HAS_F2C 1
#define HAS_SESSION_F2C 1      /* since 5.0 */
#define HAS_SESSION_SET_INFO 1 /* since 5.0 */
#define HAS_COLL_INIT 1        /* until 5.0 */
#define HAS_FAULTS 1           /* since 5.0 */
#define HAS_FAILED 1           /* since 5.0 */
#define HAS_REVOKED 1          /* since 5.0 */
#define HAS_ERROR_DELETE 0
#define HAS_DEVICES 0
#define HAS_ROCM 1 /* since 5.0 */
#define HAS_STREAMS 0
#define HAS_POLLED 0
#define HAS_INTEGER16 0
#define HAS_LOGICALS 1
#define HAS_COMPLEX_PAIRS 1
#define HAS_OLD_COMBINERS 0

/* What newer versions add, for a half that is built with an older one: the file name of the
 * library is the same. */
#if OMPI_MAJOR_VERSION < 5
typedef struct ompi_instance_t *MPI_Session;
typedef void MPI_Session_errhandler_function(MPI_Session *, int *, ...);
typedef struct ompi_f08_status_public_t MPI_F08_status;
#endif

typedef MPI_Count library_part_count;
#define LIBRARY_VERSION_AFTER "Open MPI v"
/* By default a dynamic window accepts attached memory on at most 64 pages. Our data about each
 * block lies in the program's heap between its blocks, so small blocks come to lie on more
 * pages. */
#define LIBRARY_VARIABLES {"OMPI_MCA_osc_rdma_max_attach", "256", 1, 0},
#define LIBRARY_FREE_FN_OPTIONAL 0
#define LIBRARY_CHECKS_ATTACHED 1
#define LIBRARY_HANDLES HANDLES_ADDRESSES

static inline const int *library_unweighted(void *mpi) {
  (void)mpi;
  return MPI_UNWEIGHTED;
}

static inline const int *library_weights_empty(void *mpi) {
  (void)mpi;
  return MPI_WEIGHTS_EMPTY;
}

static inline int library_request_built_in(MPI_Request r) {
  (void)r;
  return 0;
}

/* Fortran's bindings turn the handle of a request that is over into a null pointer. */
static inline int library_request_nothing(MPI_Request r) {
  return !r;
}

static inline void library_status_mark(MPI_Status *s, unsigned word) {
  s->_cancelled = (int)word;
  s->_ucount = (size_t)word << 24;
}

static inline unsigned library_status_set(MPI_Status *s, const MPI_Status *was, unsigned word,
                                          int elements, int cancelled) {
  unsigned set = (s->_ucount != (size_t)word << 24 ? GREQ_SET_ELEMENTS : 0u) |
                 (s->_cancelled != (int)word ? GREQ_SET_CANCELLED : 0u);
  (void)elements;
  (void)cancelled;
  if (!(set & GREQ_SET_ELEMENTS))
    s->_ucount = was->_ucount;
  if (!(set & GREQ_SET_CANCELLED))
    s->_cancelled = was->_cancelled;
  return set;
}

static inline uint64_t library_status_count(const MPI_Status *s) {
  return s->_ucount;
}

static inline int library_status_cancelled(const MPI_Status *s) {
  return s->_cancelled != 0;
}

#endif
