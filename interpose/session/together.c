#include "together.h"
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "finish.h"
#include "interpose/base/aside.h"
#include "interpose/base/world.h"
#include "interpose/handles/comm.h"
#include "interpose/handles/request.h"
#include "interpose/stack/imports.h"
#include "interpose/stream/ring.h"
#include "interpose/stream/stream.h"
#include "joining.h"
#include "level.h"

enum { END_TURNS = 5000 }; /* of a millisecond */

/* The program's communicator by which processes of sessions came together. */
static MPI_Comm founding = MPI_COMM_NULL;
#if HAS_MPI4
static MPI_Session session; /* ours, of which world.comm is */
#endif
static int unlike; /* there was one, but the processes are too different */

/* What each process says, and the most that any says. A negated number gives the least. */
enum {
  UNFIT,
  CONCURRENT,
  LESS_CONCURRENT,
  LEVEL,
  LESS_LEVEL,
  RUN,
  LESS_RUN,
  SYNCHRONOUS,
  READY_SENDS,
  RACES
};
_Static_assert(RACES + 1 == TOGETHER_TERMS, "there is room for all");

static int exchange(MPI_Comm comm, const struct options *o, int fit, int concurrent, int level,
                    int *all) {
  int run = (int)(world.id & INT_MAX);
  int mine[TOGETHER_TERMS] = {[UNFIT] = !fit,
                              [CONCURRENT] = concurrent,
                              [LESS_CONCURRENT] = -concurrent,
                              [LEVEL] = level,
                              [LESS_LEVEL] = -level,
                              [RUN] = run,
                              [LESS_RUN] = -run,
                              [SYNCHRONOUS] = symbol_synchronous(),
                              [READY_SENDS] = symbol_ready(),
                              [RACES] = options_flag(o, OPTION_MESSAGE_RACES)};
  memcpy(all, mine, sizeof mine);
  return comm == MPI_COMM_NULL
             ? MPI_SUCCESS
             : REAL(Allreduce)(mine, all, TOGETHER_TERMS, MPI_INT, MPI_MAX, comm);
}

void together_take(const int *all) {
  world.synchronous = all[SYNCHRONOUS];
  world.races = all[RACES] && !world.alone && !world.concurrent;
  world.ready = world.alone ? READY_NONE : world.races ? READY : all[READY_SENDS];
}

/* Ranks may have different levels. What some of them cannot see, no rank may see, because the
 * two sides of a conflict are compared at the rank that has the memory. */
void together_agree(const struct options *o, int level) {
  int threads = 0, all[TOGETHER_TERMS];
  REAL(Query_thread)(&threads);
  exchange(world.alone ? MPI_COMM_NULL : world.comm, o, 1, threads == MPI_THREAD_MULTIPLE,
           level, all);
  world.concurrent |= all[CONCURRENT];
  world.level = all[LEVEL] == -all[LESS_LEVEL] ? level : LEVEL_MPI;
  together_take(all);
}

int together_one_host(void) {
  char host[256] = "";
  uint64_t mine[2] = {14695981039346656037u, 0}, least[2];
  gethostname(host, sizeof host - 1);
  for (const char *p = host; *p; p++)
    mine[0] = (mine[0] ^ (unsigned char)*p) * 1099511628211u;
  mine[1] = ~mine[0];
  REAL(Allreduce)(mine, least, 2, MPI_UINT64_T, MPI_MIN, world.comm);
  return least[0] == ~least[1];
}

int together_some_alone(MPI_Comm world_comm) {
  int mine = world.alone, some = mine;
  REAL(Allreduce)(&mine, &some, 1, MPI_INT, MPI_MAX, world_comm);
  return some;
}

int together_alike(MPI_Comm comm, const struct options *o, int fit, int concurrent, int level,
                   int *all) {
  struct options given;
  if (!o) {
    options_default(&given);
    options_environment(&given, NULL);
    o = &given;
  }
  return exchange(comm, o, fit, concurrent, level, all) == MPI_SUCCESS && !all[UNFIT] &&
         all[CONCURRENT] == -all[LESS_CONCURRENT] && all[LEVEL] == -all[LESS_LEVEL] &&
         all[RUN] == -all[LESS_RUN];
}

#if HAS_MPI4
/* A communicator of all processes, in the order of their ranks, that lasts as long as a session
 * of ours: those of the program may end before others. */
static int make_own(MPI_Comm *made) {
  MPI_Group all = MPI_GROUP_NULL;
  int rc = REAL(Session_init)(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session);
  if (rc != MPI_SUCCESS)
    return rc;
  rc = REAL(Group_from_session_pset)(session, "mpi://WORLD", &all);
  if (rc == MPI_SUCCESS)
    rc = REAL(Comm_create_from_group)(all, "fencepost", MPI_INFO_NULL, MPI_ERRORS_RETURN, made);
  if (all != MPI_GROUP_NULL)
    REAL(Group_free)(&all);
  if (rc != MPI_SUCCESS)
    REAL(Session_finalize)(&session);
  return rc;
}
#else
static int make_own(MPI_Comm *made) {
  (void)made;
  return MPI_ERR_OTHER;
}
#endif

/* By then each has chosen what it sees and whether it takes locks, and cannot change it. */
void together_found(MPI_Comm every) {
  int size = 0, all[TOGETHER_TERMS];
  MPI_Comm own = MPI_COMM_NULL;
  REAL(Comm_size)(every, &size);
  int fit = world_state == WORLD_ON && world.alone && size == world.size;
  unlike = !together_alike(every, NULL, fit, world.concurrent, world.level, all);
  if (unlike || make_own(&own) != MPI_SUCCESS)
    return;
  world_comm_is(own, world.size, world.size);
  world.one_clock = together_one_host();
  world.alone = 0;
  together_take(all);
  requests_begin();
  ring_begin();
}

#if HAS_MPI4
static void found_by(MPI_Comm comm) {
  int size = 0;
  if (comm == MPI_COMM_NULL || REAL(Comm_size)(comm, &size) || size < 2 || size != world.size)
    return;
  together_found(comm);
  founding = comm;
}
#endif

/* A process whose checking has stopped does not run world_leave_init. */
static void found_by_init(void) {
  MPI_Comm own;
  if (world_state != WORLD_OFF || REAL(Comm_dup)(MPI_COMM_WORLD, &own))
    return;
  if (together_some_alone(own))
    together_found(own);
  REAL(Comm_free)(&own);
}

void together_leave(struct frame *f) {
  if (!world.sessions || !world.alone || f->depth || f->rc != MPI_SUCCESS)
    return;
  struct aside a = aside_begin();
#if HAS_MPI4
  if (f->call == CALL_Comm_create_from_group)
    found_by(*((const struct args_Comm_create_from_group *)f->args)->newcomm);
  else
#endif
    found_by_init();
  aside_end(a);
}

static void count_others(void *context, const struct comm *c) {
  *(int *)context += c->handle != founding && c->size + (c->inter ? c->remote_size : 0) > 1;
}

/* The communicator by which all came together is about to be freed by all. */
void together_enter(struct frame *f) {
  joining_free(f);
  const MPI_Comm *comm = ((const struct args_Comm_free *)f->args)->comm;
  if (!world.sessions || world.alone || f->depth || !comm || *comm != founding ||
      founding == MPI_COMM_NULL)
    return;
  struct aside a = aside_begin();
  int others = 0, all = 0;
  comm_each(&others, count_others);
  REAL(Allreduce)(&others, &all, 1, MPI_INT, MPI_MAX, world.comm);
  finish_meet(f, !all);
  founding = MPI_COMM_NULL;
  aside_end(a);
}

static const char *why_alone(void) {
  return unlike ? "they differ in their trace level or thread level, or one is not checked"
                : "the program made no communicator of all by MPI_Comm_create_from_group";
}

void together_note(void) {
  char text[256];
  if (!world.alone || world.size < 2)
    return;
  snprintf(
      text, sizeof text,
      "MPI sessions without MPI_Init: ranks are checked one by one, what involves two ranks "
      "is not: %s",
      why_alone());
  world_note(json_pack("{s:s, s:s}", "record", "precision", "text", text));
}

/* Nobody can be waited for here for long: another process may first begin another session with
 * this one. */
void together_end(void) {
  if (world.alone)
    return;
  for (int turn = 0; turn < END_TURNS && !stream_sent(); turn++) {
    static const struct timespec pause = {0, 1000000};
    nanosleep(&pause, NULL);
  }
  REAL(Comm_free)(&world.comm);
#if HAS_MPI4
  REAL(Session_finalize)(&session);
#endif
}
