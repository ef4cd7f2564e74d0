/* openmpi.h: Open MPI 4.1 (library.h). A handle is a pointer. */
#ifndef FENCEPOST_OPENMPI_H
#define FENCEPOST_OPENMPI_H

#define HAS_MPI4 0
#define HAS_F2C 1
#define HAS_COLL_INIT 1
#define HAS_FAULTS 0
#define HAS_ERROR_DELETE 0
#define HAS_DEVICES 0
#define HAS_POLLED 0
#define HAS_INTEGER16 0
#define HAS_LOGICALS 1
#define HAS_OLD_COMBINERS 0

#define LIBRARY_VERSION_AFTER "Open MPI v"
/* By default a dynamic window accepts attached memory on at most 64 pages. Our data about each
 * block lies in the program's heap between its blocks, so small blocks come to lie on more
 * pages. */
#define LIBRARY_VARIABLES {"OMPI_MCA_osc_rdma_max_attach", "256", 1, 0},
#define LIBRARY_FREE_FN_OPTIONAL 0
#define LIBRARY_CHECKS_ATTACHED 1
#define LIBRARY_HANDLES_NUMBERS 0

static inline const int *library_unweighted(void *mpi) {
  (void)mpi;
  return MPI_UNWEIGHTED;
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
