/* collectives.h: the steps of collectives.c.
 *
 * A step is one collective operation. Every process sends data in which only its own bit is
 * set. The bits that it finds in what it received say which processes' data came to it; it
 * prints them in a line "STEP: OTHERS". It calls MPI_Win_sync on a window of its own, to mark
 * in the trace where a step begins, where its request is waited for, and where it ends. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#if defined OPEN_MPI && OMPI_MAJOR_VERSION < 5
#include <mpi-ext.h>
#define INIT(Name) MPIX_##Name##_init
#else
#define INIT(Name) MPI_##Name##_init
#endif
#ifdef LARGE
#define IS_LARGE(name) name##_c
typedef MPI_Count count;
typedef MPI_Aint displ;
#else
#define IS_LARGE(name) name
typedef int count;
typedef int displ;
#endif
#define LARGE_(name) IS_LARGE(name)

enum { ROOM = 64, STRIDE = 4 };
enum form { PLAIN, STARTED, KEPT, FORMS };

struct place { /* the communicator on which steps are done */
  MPI_Comm comm;
  const char *name;
  int size, me;     /* in the local group */
  int inter, peers; /* peers: how many processes are in the group to which data go */
};

extern unsigned mine; /* the bit of this process */
extern unsigned sent[ROOM], got[ROOM];
extern enum form form;

void mark(void);
/* Fills the buffers that this process sends from and receives in; `in_place`: its own data are
 * in the buffer that receives. */
void fill(int in_place);
void step(const struct place *p, const char *call, const char *variant);
int step_starts(void); /* returns how often a persistent operation is to be started */
/* Print the line: with the processes whose bits came or, where no data are sent, `others`. */
void step_end(void);
void step_end_with(unsigned others);
void place_open(struct place *p, MPI_Comm comm, const char *name);
unsigned place_members(MPI_Comm comm); /* returns the bits of all in its group */

void neighbour_steps(void);
void making_steps(void);

/* Runs one operation in the current form; `before` fills the buffers. */
#define RUN(before, end, plain, started, kept)                                                 \
  do {                                                                                         \
    MPI_Request request_;                                                                      \
    if (form == PLAIN) {                                                                       \
      before;                                                                                  \
      mark();                                                                                  \
      plain;                                                                                   \
      end;                                                                                     \
    } else if (form == STARTED) {                                                              \
      before;                                                                                  \
      mark();                                                                                  \
      started;                                                                                 \
      mark();                                                                                  \
      MPI_Wait(&request_, MPI_STATUS_IGNORE);                                                  \
      end;                                                                                     \
    } else {                                                                                   \
      before;                                                                                  \
      kept;                                                                                    \
      for (int i_ = 0; i_ < step_starts(); i_++) {                                             \
        before;                                                                                \
        mark();                                                                                \
        MPI_Start(&request_);                                                                  \
        mark();                                                                                \
        MPI_Wait(&request_, MPI_STATUS_IGNORE);                                                \
        end;                                                                                   \
      }                                                                                        \
      MPI_Request_free(&request_);                                                             \
    }                                                                                          \
  } while (0)

#define DO(p, Name, name, variant, before, ...)                                                \
  do {                                                                                         \
    step(p, #Name, variant);                                                                   \
    RUN(before, step_end(), LARGE_(MPI_##Name)(__VA_ARGS__, (p)->comm),                        \
        LARGE_(MPI_I##name)(__VA_ARGS__, (p)->comm, &request_),                                \
        LARGE_(INIT(Name))(__VA_ARGS__, (p)->comm, MPI_INFO_NULL, &request_));                 \
  } while (0)
