/* any_source.c: receives and probes with MPI_ANY_SOURCE. They wait a little, so that messages
 * of several sources can be there, and take one of these. Each source's own messages stay in
 * their order, because only the first one that matches is looked for (section 3.5). What is
 * received is taken by MPI_Improbe, so that no other thread can take it in between. */
#include "interpose/base/mpi_call.h"
#include "schedule.h"

#define INSTEAD(NAME, Call) fn_##Call instead_##Call;
#include "choices.def"

/* The first receives of a thread wait longer, because there the others may only be beginning.
 */
enum { STEP_US = 200, LONG = 250, SHORT = 25, FIRST = 64 };

static __thread int waits;

/* The sources in the order in which they are asked. */
struct asked_sources {
  int first, step, count; /* 0: there is no choice */
};

/* Returns how many sources have a message. */
static int waiting(const struct asked_sources *s, int tag, MPI_Comm comm) {
  int n = 0;
  for (int i = 0; i < s->count; i++) {
    int flag = 0;
    REAL(Iprobe)(i, tag, comm, &flag, MPI_STATUS_IGNORE);
    n += flag;
  }
  return n;
}

static struct asked_sources sources(int source, int tag, MPI_Comm comm) {
  struct asked_sources s = {0, 1, 0};
  uint64_t hash;
  int between = 0;
  if (source != MPI_ANY_SOURCE || comm == MPI_COMM_NULL ||
      !schedule_takes(CHOICE_RECEIVE, &hash) || REAL(Comm_test_inter)(comm, &between) ||
      (between ? REAL(Comm_remote_size) : REAL(Comm_size))(comm, &s.count))
    return (struct asked_sources){0, 1, 0};
  s.first = (int)(hash % (uint64_t)s.count);
  s.step = hash >> 32 & 1 ? 1 : s.count - 1;
  int steps = schedule_takes_time(CHOICE_RECEIVE, &hash) ? waits++ < FIRST ? LONG : SHORT : 0;
  for (int i = 0; i < steps && waiting(&s, tag, comm) < s.count - 1; i++)
    schedule_sleep(STEP_US);
  return s;
}

static int source_at(const struct asked_sources *s, int i) {
  return (int)((s->first + (int64_t)i * s->step) % s->count);
}

/* Returns whether it has taken one. */
static int take(int source, int tag, MPI_Comm comm, MPI_Message *message, MPI_Status *status,
                int *rc) {
  struct asked_sources s = sources(source, tag, comm);
  int flag = 0;
  for (int i = 0; i < s.count && !flag; i++)
    if ((*rc = REAL(Improbe)(source_at(&s, i), tag, comm, &flag, message, status)))
      return 1;
  return flag;
}

int instead_Recv(void *buf, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm,
                 MPI_Status *status) {
  MPI_Message message;
  int rc;
  if (!take(source, tag, comm, &message, MPI_STATUS_IGNORE, &rc))
    return REAL(Recv)(buf, count, type, source, tag, comm, status);
  return rc ? rc : REAL(Mrecv)(buf, count, type, &message, status);
}

int instead_Mprobe(int source, int tag, MPI_Comm comm, MPI_Message *message,
                   MPI_Status *status) {
  int rc;
  if (!take(source, tag, comm, message, status, &rc))
    return REAL(Mprobe)(source, tag, comm, message, status);
  return rc;
}

int instead_Probe(int source, int tag, MPI_Comm comm, MPI_Status *status) {
  struct asked_sources s = sources(source, tag, comm);
  int flag = 0, rc = MPI_SUCCESS;
  for (int i = 0; i < s.count && !flag && !rc; i++)
    rc = REAL(Iprobe)(source_at(&s, i), tag, comm, &flag, status);
  return rc || flag ? rc : REAL(Probe)(source, tag, comm, status);
}
