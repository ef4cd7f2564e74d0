#define _GNU_SOURCE
#include "world.h"
#include <limits.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include "lock.h"
#include "trace.h"

struct world world;
_Atomic int world_state = WORLD_BEFORE;

static struct owned_lock lock = LOCK_INITIALIZER;
static void nothing(void) {
}
static struct world_parts parts = {nothing, nothing};

void world_parts(const struct world_parts *all) {
  parts = *all;
}

void world_lock(void) {
  lock_take(&lock);
}

int world_try_lock(void) {
  struct timespec pause = {0, 100000};
  for (int turn = 0; turn < 20000; turn++) {
    if (lock_try(&lock))
      return 1;
    if (turn < 100)
      sched_yield();
    else
      nanosleep(&pause, NULL);
  }
  return 0;
}

void world_unlock(void) {
  lock_leave(&lock);
}

void world_off(const char *why, int error) {
  int state = atomic_exchange(&world_state, WORLD_OFF);
  if (state == WORLD_OFF)
    return;
  parts.stop();
  fprintf(stderr, "fencepost: rank %d is not checked any more: %s%s%s\n", world.rank, why,
          error ? ": " : "", error ? strerror(error) : "");
  if (world.journal)
    world_note(json_pack("{s:s, s:s}", "record", "stopped", "text", why));
  if (state == WORLD_ON && !world.alone)
    parts.leave();
}

void world_comm_is(MPI_Comm comm, int low, int first) {
  world.comm = comm;
  world.low = low;
  world.first = first;
  REAL(Comm_size)(comm, &world.members);
}

/* Sessions alone have no MPI_COMM_WORLD, which some libraries then do not know; communicators
 * that are made of groups have the attribute, too (section 11.3 of MPI-4.0). */
int world_tag_bound(void) {
  static int bound;
  int *value = NULL, flag = 0;
  MPI_Comm comm = world.sessions ? world.comm : MPI_COMM_WORLD;
  if (!bound && !world.alone && !REAL(Comm_get_attr)(comm, MPI_TAG_UB, &value, &flag) && flag)
    bound = *value;
  return bound ? bound : INT_MAX;
}

void world_end(void) {
  parts.stop();
  world_state = WORLD_OFF;
}

/* A program that uses sessions alone has no MPI_COMM_WORLD to ask. */
void quiet_enter(struct quiescence *q) {
  if (world.sessions)
    return;
  REAL(Comm_get_errhandler)(MPI_COMM_WORLD, &q->world);
  REAL(Comm_set_errhandler)(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
}

void quiet_leave(struct quiescence *q) {
  if (world.sessions)
    return;
  REAL(Comm_set_errhandler)(MPI_COMM_WORLD, q->world);
  if (q->world != MPI_ERRORS_ARE_FATAL && q->world != MPI_ERRORS_RETURN)
    REAL(Errhandler_free)(&q->world);
}

uint64_t world_when(void) {
  struct timespec t;
  if (!world.one_clock || clock_gettime(CLOCK_MONOTONIC, &t))
    return 0;
  return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

int world_note(json_t *record) {
  trace_json(record);
  return journal_write(world.journal, record);
}

void world_unseen(const char *text, uint64_t count, enum access_kind what,
                  enum unseen_why why) {
  if (count)
    world_note(journal_unseen(text, count, what, why));
}

void world_blind(const char *text, enum access_kind what, enum unseen_why why) {
  world_note(journal_unseen(text, 0, what, why));
}
