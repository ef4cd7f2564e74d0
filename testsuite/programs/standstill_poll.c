/* standstill_poll [probe|status|turn|window|update|reads]: both ranks test, probe, or ask for the status of, a message that
 * neither sends, or test for several in turn, or rank 0 tests whether an exposure epoch is over that rank 1 never
 * completes; or rank 0 reads a flag of rank 1 that nobody sets, or (reads) for 14 seconds. But for that, the program
 * knows no clock: nothing ends its loops. */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Rank 1 opens its access epoch, and then waits in MPI_Win_free. */
static void window(int rank) {
  int memory[4], other = !rank, flag = 0;
  MPI_Group world, group;
  MPI_Win win;
  MPI_Win_create(memory, sizeof memory, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 1, &other, &group);
  if (rank == 0)
    MPI_Win_post(group, 0, win);
  if (rank == 1)
    MPI_Win_start(group, 0, win);
  while (rank == 0 && !flag)
    MPI_Win_test(win, &flag);
  MPI_Barrier(MPI_COMM_WORLD);
}

/* Each rank waits for two messages of the other one, and answers a third. */
static void turn(int rank) {
  int value[2], flag[2] = {0, 0}, asked = 0;
  MPI_Request request[2];
  for (int i = 0; i < 2; i++)
    MPI_Irecv(&value[i], 1, MPI_INT, !rank, i, MPI_COMM_WORLD, &request[i]);
  while (!flag[0] || !flag[1]) {
    for (int i = 0; i < 2; i++)
      if (!flag[i])
        MPI_Test(&request[i], &flag[i], MPI_STATUS_IGNORE);
    MPI_Iprobe(!rank, 2, MPI_COMM_WORLD, &asked, MPI_STATUS_IGNORE);
    if (asked)
      MPI_Recv(&value[0], 1, MPI_INT, !rank, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
}

static void reads(int rank, int seconds) {
  long *flag, seen = 0;
  struct timespec from, now;
  MPI_Win win;
  MPI_Win_allocate(64, sizeof *flag, MPI_INFO_NULL, MPI_COMM_WORLD, &flag, &win);
  *flag = 0;
  MPI_Win_lock_all(0, win);
  MPI_Win_sync(win);
  MPI_Barrier(MPI_COMM_WORLD);
  clock_gettime(CLOCK_MONOTONIC, &from);
  for (now = from; rank == 0 && !seen && (!seconds || now.tv_sec < from.tv_sec + seconds);) {
    MPI_Fetch_and_op(NULL, &seen, MPI_LONG, 1, 0, MPI_NO_OP, win);
    MPI_Win_flush(1, win);
    if (seconds)
      clock_gettime(CLOCK_MONOTONIC, &now);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
  exit(0);
}

int main(int count, char **words) {
  const char *way = count > 1 ? words[1] : "test";
  int rank, size, value, flag = 0, probes = !strcmp(way, "probe"), asks = !strcmp(way, "status");
  MPI_Request request;
  MPI_Init(&count, &words);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (!strcmp(way, "window"))
    window(rank);
  if (!strcmp(way, "turn"))
    turn(rank);
  if (!strcmp(way, "update") || !strcmp(way, "reads"))
    reads(rank, strcmp(way, "update") ? 14 : 0);
  if (!probes)
    MPI_Irecv(&value, 1, MPI_INT, (rank + 1) % size, 0, MPI_COMM_WORLD, &request);
  while (!flag && asks)
    MPI_Request_get_status(request, &flag, MPI_STATUS_IGNORE);
  while (!flag && !probes)
    MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
  while (!flag && probes)
    MPI_Iprobe((rank + 1) % size, 0, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
  MPI_Finalize();
  return 0;
}
