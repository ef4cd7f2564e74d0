/* collectives.h: the steps of collectives.c.
 *
 * A step is one collective operation. Every process puts its bit into what it sends; the bits
 * that it then finds in what it received are those of the processes whose data came to it,
 * which is what its line of output says: "STEP: OTHERS". MPI_Win_sync on a window of its own
 * marks in the trace where a step begins, where its request waits, and where it ends. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef OPEN_MPI
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

struct place { /* where the steps are done */
  MPI_Comm comm;
  const char *name;
  int size, me;     /* in the local group */
  int inter, peers; /* processes of the group that data go to */
};

extern unsigned mine; /* the bit of this process */
extern unsigned sent[ROOM], got[ROOM];
extern enum form form;

void mark(void);
/* What this process sends and receives; in place, its data are where it receives. */
void fill(int in_place);
void step(const struct place *p, const char *call, const char *variant);
int step_starts(void); /* how often a persistent operation is started */
/* Others whose bits came, or those in `others`, where no data say it. */
void step_end(void);
void step_end_with(unsigned others);
void place_open(struct place *p, MPI_Comm comm, const char *name);
unsigned place_members(MPI_Comm comm); /* the bits of its group */

void neighbour_steps(void);
void making_steps(void);

/* Runs one operation in its form; `before` makes the buffers. */
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
