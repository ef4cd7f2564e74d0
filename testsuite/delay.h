/* delay.h: `runner.py --schedules` includes it before a case. Then each process sleeps a
 * pseudo-random time before some of its MPI calls, so that the processes meet in another order.
 * CASE_SCHEDULE is the seed; 0 means no delays. The line numbers of the case do not change. */
#ifndef DELAY_H
#define DELAY_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE /* for cases that define it before their own headers */
#endif
#include <mpi.h>
#include <stdlib.h>
#include <time.h>

static unsigned long long delay_state;

static inline unsigned delay_pick(unsigned below) {
  delay_state = delay_state * 6364136223846793005ull + 1442695040888963407ull;
  return (unsigned)(delay_state >> 33) % below;
}

static inline int delay_number(const char *name, const char *other) {
  const char *text = getenv(name);
  text = text ? text : getenv(other);
  return text ? atoi(text) : 0;
}

/* Most calls are not delayed. A third is, and after many calls a few: mostly up to 1 ms,
 * sometimes up to 20 ms. */
static inline void delay(void) {
  static int schedule = -1;
  static unsigned calls;
  struct timespec pause = {0, 0};
  if (schedule < 0) {
    schedule = delay_number("CASE_SCHEDULE", "CASE_SCHEDULE");
    delay_state = (unsigned)schedule * 1000003ull +
                  (unsigned)delay_number("PMI_RANK", "OMPI_COMM_WORLD_RANK");
    delay_pick(1);
  }
  if (!schedule || delay_pick(calls++ < 3000 ? 3 : 300))
    return;
  pause.tv_nsec = delay_pick(delay_pick(8) ? 1000000 : 20000000);
  nanosleep(&pause, NULL);
}

#define DELAYED(call, ...) (delay(), call(__VA_ARGS__))
#define MPI_Put(...) DELAYED(MPI_Put, __VA_ARGS__)
#define MPI_Get(...) DELAYED(MPI_Get, __VA_ARGS__)
#define MPI_Accumulate(...) DELAYED(MPI_Accumulate, __VA_ARGS__)
#define MPI_Get_accumulate(...) DELAYED(MPI_Get_accumulate, __VA_ARGS__)
#define MPI_Fetch_and_op(...) DELAYED(MPI_Fetch_and_op, __VA_ARGS__)
#define MPI_Compare_and_swap(...) DELAYED(MPI_Compare_and_swap, __VA_ARGS__)
#define MPI_Rput(...) DELAYED(MPI_Rput, __VA_ARGS__)
#define MPI_Rget(...) DELAYED(MPI_Rget, __VA_ARGS__)
#define MPI_Raccumulate(...) DELAYED(MPI_Raccumulate, __VA_ARGS__)
#define MPI_Rget_accumulate(...) DELAYED(MPI_Rget_accumulate, __VA_ARGS__)
#define MPI_Win_fence(...) DELAYED(MPI_Win_fence, __VA_ARGS__)
#define MPI_Win_post(...) DELAYED(MPI_Win_post, __VA_ARGS__)
#define MPI_Win_start(...) DELAYED(MPI_Win_start, __VA_ARGS__)
#define MPI_Win_complete(...) DELAYED(MPI_Win_complete, __VA_ARGS__)
#define MPI_Win_wait(...) DELAYED(MPI_Win_wait, __VA_ARGS__)
#define MPI_Win_test(...) DELAYED(MPI_Win_test, __VA_ARGS__)
#define MPI_Win_lock(...) DELAYED(MPI_Win_lock, __VA_ARGS__)
#define MPI_Win_lock_all(...) DELAYED(MPI_Win_lock_all, __VA_ARGS__)
#define MPI_Win_unlock(...) DELAYED(MPI_Win_unlock, __VA_ARGS__)
#define MPI_Win_unlock_all(...) DELAYED(MPI_Win_unlock_all, __VA_ARGS__)
#define MPI_Win_flush(...) DELAYED(MPI_Win_flush, __VA_ARGS__)
#define MPI_Win_flush_all(...) DELAYED(MPI_Win_flush_all, __VA_ARGS__)
#define MPI_Win_flush_local(...) DELAYED(MPI_Win_flush_local, __VA_ARGS__)
#define MPI_Win_flush_local_all(...) DELAYED(MPI_Win_flush_local_all, __VA_ARGS__)
#define MPI_Win_sync(...) DELAYED(MPI_Win_sync, __VA_ARGS__)
#define MPI_Win_create(...) DELAYED(MPI_Win_create, __VA_ARGS__)
#define MPI_Win_allocate(...) DELAYED(MPI_Win_allocate, __VA_ARGS__)
#define MPI_Win_free(...) DELAYED(MPI_Win_free, __VA_ARGS__)
#define MPI_Send(...) DELAYED(MPI_Send, __VA_ARGS__)
#define MPI_Ssend(...) DELAYED(MPI_Ssend, __VA_ARGS__)
#define MPI_Rsend(...) DELAYED(MPI_Rsend, __VA_ARGS__)
#define MPI_Bsend(...) DELAYED(MPI_Bsend, __VA_ARGS__)
#define MPI_Isend(...) DELAYED(MPI_Isend, __VA_ARGS__)
#define MPI_Issend(...) DELAYED(MPI_Issend, __VA_ARGS__)
#define MPI_Irsend(...) DELAYED(MPI_Irsend, __VA_ARGS__)
#define MPI_Recv(...) DELAYED(MPI_Recv, __VA_ARGS__)
#define MPI_Irecv(...) DELAYED(MPI_Irecv, __VA_ARGS__)
#define MPI_Sendrecv(...) DELAYED(MPI_Sendrecv, __VA_ARGS__)
#define MPI_Start(...) DELAYED(MPI_Start, __VA_ARGS__)
#define MPI_Startall(...) DELAYED(MPI_Startall, __VA_ARGS__)
#define MPI_Wait(...) DELAYED(MPI_Wait, __VA_ARGS__)
#define MPI_Waitall(...) DELAYED(MPI_Waitall, __VA_ARGS__)
#define MPI_Waitany(...) DELAYED(MPI_Waitany, __VA_ARGS__)
#define MPI_Test(...) DELAYED(MPI_Test, __VA_ARGS__)
#define MPI_Probe(...) DELAYED(MPI_Probe, __VA_ARGS__)
#define MPI_Mprobe(...) DELAYED(MPI_Mprobe, __VA_ARGS__)
#define MPI_Barrier(...) DELAYED(MPI_Barrier, __VA_ARGS__)
#define MPI_Bcast(...) DELAYED(MPI_Bcast, __VA_ARGS__)
#define MPI_Reduce(...) DELAYED(MPI_Reduce, __VA_ARGS__)
#define MPI_Allreduce(...) DELAYED(MPI_Allreduce, __VA_ARGS__)
#define MPI_Gather(...) DELAYED(MPI_Gather, __VA_ARGS__)
#define MPI_Scatter(...) DELAYED(MPI_Scatter, __VA_ARGS__)
#define MPI_Allgather(...) DELAYED(MPI_Allgather, __VA_ARGS__)
#define MPI_Alltoall(...) DELAYED(MPI_Alltoall, __VA_ARGS__)
#define MPI_Scan(...) DELAYED(MPI_Scan, __VA_ARGS__)
#define MPI_Exscan(...) DELAYED(MPI_Exscan, __VA_ARGS__)
#define MPI_Ibarrier(...) DELAYED(MPI_Ibarrier, __VA_ARGS__)
#define MPI_Ibcast(...) DELAYED(MPI_Ibcast, __VA_ARGS__)
#define MPI_Iallreduce(...) DELAYED(MPI_Iallreduce, __VA_ARGS__)
#define MPI_Pack(...) DELAYED(MPI_Pack, __VA_ARGS__)
#define MPI_Unpack(...) DELAYED(MPI_Unpack, __VA_ARGS__)

#endif
