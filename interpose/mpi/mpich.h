/* mpich.h: MPICH from 4.0 on and libraries with its interface (library.h). A handle is an int
 * whose two highest bits tell built-in objects (1) from others; a file handle is a pointer. */
#ifndef FENCEPOST_MPICH_H
#define FENCEPOST_MPICH_H

#define HAS_MPI4 1
#define HAS_LARGE 1
#define HAS_EVENTS 1
#define HAS_AINT_FUNCTIONS 1
#define HAS_MPI41 1 /* since 4.2 */
#define HAS_MPI5 1  /* since 5.0 */
#define HAS_DROPPED 1
#define HAS_F08_F 1
#define HAS_F2C 1         /* since 4.2 */
#define HAS_SESSION_F2C 1 /* since 4.2 */
#define HAS_SESSION_SET_INFO 0
#define HAS_COLL_INIT 0
#define HAS_FAULTS 1
#define HAS_FAILED 1 /* since 4.2 */
#define HAS_REVOKED 0
#define HAS_ERROR_DELETE 1 /* until 4.2 */
#define HAS_DEVICES 1
#define HAS_ROCM 0
#define HAS_STREAMS 1 /* since 4.2 */
#define HAS_POLLED 1
#define HAS_INTEGER16 1
#define HAS_LOGICALS 0
#define HAS_COMPLEX_PAIRS 0
#define HAS_OLD_COMBINERS 1

/* What newer versions add, for a half that is built with an older one. */
#if MPICH_NUMVERSION < 40200000
typedef int MPIX_Stream;
typedef struct MPIX_Iov MPIX_Iov;
#define MPI_COMBINER_VALUE_INDEX 20
#define MPI_BUFFER_AUTOMATIC ((void *)-2)
#endif

typedef MPI_Count library_part_count;
#define LIBRARY_VERSION_AFTER "MPICH Version:"
#define LIBRARY_VARIABLES
#define LIBRARY_FREE_FN_OPTIONAL 1
#define LIBRARY_CHECKS_ATTACHED 0
#define LIBRARY_HANDLES HANDLES_NUMBERS

static inline const int *library_pointer(void *mpi, const char *name) {
  int *const *at = (int *const *)dlsym(mpi, name);
  return at ? *at : NULL;
}

static inline const int *library_unweighted(void *mpi) {
  return library_pointer(mpi, "MPI_UNWEIGHTED");
}

static inline const int *library_weights_empty(void *mpi) {
  return library_pointer(mpi, "MPI_WEIGHTS_EMPTY");
}

static inline int library_request_built_in(MPI_Request r) {
  return (unsigned)r >> 30 == 1;
}

static inline int library_request_nothing(MPI_Request r) {
  (void)r;
  return 0;
}

static inline void library_status_mark(MPI_Status *s, unsigned word) {
  s->count_lo = (int)word;
  s->count_hi_and_cancelled = (int)word; /* bit 0: cancelled */
}

/* The flag of cancellation is one bit in a word that also holds half of the count.
 * MPI_Status_set_elements does not change this bit. */
static inline unsigned library_status_set(MPI_Status *s, const MPI_Status *was, unsigned word,
                                          int elements, int cancelled) {
  unsigned high = (unsigned)s->count_hi_and_cancelled, set = 0;
  if ((unsigned)s->count_lo != word || (high ^ word) & ~1u || elements)
    set |= GREQ_SET_ELEMENTS;
  if (cancelled || (high ^ word) & 1 || (set && !elements))
    set |= GREQ_SET_CANCELLED;
  unsigned old = (unsigned)was->count_hi_and_cancelled;
  if (!(set & GREQ_SET_ELEMENTS)) {
    s->count_lo = was->count_lo;
    high = (old & ~1u) | (high & 1);
  }
  if (!(set & GREQ_SET_CANCELLED))
    high = (high & ~1u) | (old & 1);
  s->count_hi_and_cancelled = (int)high;
  return set;
}

static inline uint64_t library_status_count(const MPI_Status *s) {
  return (uint64_t)((unsigned)s->count_hi_and_cancelled >> 1) << 32 | (unsigned)s->count_lo;
}

static inline int library_status_cancelled(const MPI_Status *s) {
  return s->count_hi_and_cancelled & 1;
}

#endif
