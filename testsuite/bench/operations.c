/* operations NAME N ...: performs the operation NAME N times, then N times between two calls of
 * operations_counted(), and goes on with the next one; on two ranks (generalized requests: on
 * one). So `make bench-gate` can count the instructions. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BYTES = 64, REQUESTS = 8, PUTS = 16 };

static int rank, size, other;
static char buffer[PUTS][BYTES];
static long *window;
static MPI_Win win;
static MPI_Group group;

static void ping(void) {
  for (int turn = 0; turn < 2; turn++)
    if (rank == turn)
      MPI_Send(buffer[0], BYTES, MPI_CHAR, other, 0, MPI_COMM_WORLD);
    else
      MPI_Recv(buffer[1], BYTES, MPI_CHAR, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void requests(void) {
  MPI_Request all[2 * REQUESTS];
  for (int i = 0; i < REQUESTS; i++)
    MPI_Irecv(buffer[i], BYTES, MPI_CHAR, other, i, MPI_COMM_WORLD, &all[i]);
  for (int i = 0; i < REQUESTS; i++)
    MPI_Isend(buffer[REQUESTS + i], BYTES, MPI_CHAR, other, i, MPI_COMM_WORLD,
              &all[REQUESTS + i]);
  MPI_Waitall(2 * REQUESTS, all, MPI_STATUSES_IGNORE);
}

static void allreduce(void) {
  double mine = rank, sum;
  MPI_Allreduce(&mine, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
}

/* What the BLACS do for each broadcast of a part of a matrix. */
static void datatype(void) {
  MPI_Datatype part;
  MPI_Type_vector(4, 1, 2, MPI_DOUBLE, &part);
  MPI_Type_commit(&part);
  MPI_Bcast(buffer[0], 1, part, 0, MPI_COMM_WORLD);
  MPI_Type_free(&part);
}

static void larger(void *in, void *inout, int *n, MPI_Datatype *type) {
  (void)type;
  for (int i = 0; i < *n; i++)
    if (((double *)inout)[i] < ((double *)in)[i])
      ((double *)inout)[i] = ((double *)in)[i];
}

static void reduction(void) {
  MPI_Op op;
  double mine = rank, largest;
  MPI_Op_create(larger, 1, &op);
  MPI_Allreduce(&mine, &largest, 1, MPI_DOUBLE, op, MPI_COMM_WORLD);
  MPI_Op_free(&op);
}

static int query(void *extra, MPI_Status *status) {
  (void)extra;
  MPI_Status_set_elements(status, MPI_BYTE, 0);
  MPI_Status_set_cancelled(status, 0);
  status->MPI_SOURCE = MPI_UNDEFINED;
  status->MPI_TAG = MPI_UNDEFINED;
  return MPI_SUCCESS;
}

static int release(void *extra) {
  (void)extra;
  return MPI_SUCCESS;
}

static int cancel(void *extra, int complete) {
  (void)extra, (void)complete;
  return MPI_SUCCESS;
}

static void generalized(void) {
  MPI_Request request;
  MPI_Grequest_start(query, release, cancel, NULL, &request);
  MPI_Grequest_complete(request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
}

/* Where the operation is under a lock, rank 0 alone is the origin. */
static void lock_all(void) {
  MPI_Win_lock_all(0, win);
}

static void unlock_all(void) {
  MPI_Win_unlock_all(win);
}

static void put(void) {
  if (rank)
    return;
  MPI_Put(buffer[0], BYTES, MPI_CHAR, other, 0, BYTES, MPI_CHAR, win);
  MPI_Win_flush(other, win);
}

static void apart(void) {
  static int place;
  if (rank)
    return;
  place = (place + 5) % PUTS;
  MPI_Put(buffer[place], BYTES, MPI_CHAR, other, place * BYTES, BYTES, MPI_CHAR, win);
  MPI_Win_flush(other, win);
}

static void get(void) {
  if (rank)
    return;
  MPI_Get(buffer[0], BYTES, MPI_CHAR, other, 0, BYTES, MPI_CHAR, win);
  MPI_Win_flush(other, win);
}

static void fetch_and_op(void) {
  long one = 1, old;
  MPI_Fetch_and_op(&one, &old, MPI_LONG, 0, 0, MPI_SUM, win);
  MPI_Win_flush(0, win);
}

/* One rank after the other. The other row's ranks meet as they come. */
static void fetch_in_turn(void) {
  for (int turn = 0; turn < 2; turn++)
    if (rank == turn) {
      fetch_and_op();
      MPI_Send(buffer[0], BYTES, MPI_CHAR, other, 0, MPI_COMM_WORLD);
    } else {
      MPI_Recv(buffer[1], BYTES, MPI_CHAR, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

static void fence(void) {
  for (int i = 0; i < PUTS; i++)
    MPI_Put(buffer[i], BYTES, MPI_CHAR, other, i * BYTES, BYTES, MPI_CHAR, win);
  MPI_Win_fence(0, win);
}

static void post(void) {
  MPI_Win_post(group, 0, win);
  MPI_Win_start(group, 0, win);
  MPI_Put(buffer[0], BYTES, MPI_CHAR, other, 0, BYTES, MPI_CHAR, win);
  MPI_Win_complete(win);
  MPI_Win_wait(win);
}

static void open_fence(void) {
  MPI_Win_fence(0, win);
}

static const struct {
  const char *name;
  void (*step)(void), (*before)(void), (*after)(void);
  int has_window;
} operations[] = {{"ping", ping, NULL, NULL, 0},
                  {"requests", requests, NULL, NULL, 0},
                  {"allreduce", allreduce, NULL, NULL, 0},
                  {"datatype", datatype, NULL, NULL, 0},
                  {"reduction", reduction, NULL, NULL, 0},
                  {"generalized", generalized, NULL, NULL, 0},
                  {"put", put, lock_all, unlock_all, 1},
                  {"apart", apart, lock_all, unlock_all, 1},
                  {"get", get, lock_all, unlock_all, 1},
                  {"fetch-and-op", fetch_and_op, lock_all, unlock_all, 1},
                  {"fetch-in-turn", fetch_in_turn, lock_all, unlock_all, 1},
                  {"fence", fence, open_fence, NULL, 1},
                  {"post", post, NULL, NULL, 1}};

static void make_window(void) {
  MPI_Group all;
  MPI_Win_allocate(PUTS * BYTES, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &window, &win);
  memset(window, 0, PUTS * BYTES);
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  MPI_Group_incl(all, 1, &other, &group);
  MPI_Group_free(&all);
  MPI_Barrier(MPI_COMM_WORLD);
}

/* Callgrind writes down what it has counted when this begins, and starts again at zero. */
__attribute__((noinline)) void operations_counted(void) {
  __asm__ volatile("");
}

static int run(const char *name, long n) {
  for (size_t i = 0; i < sizeof operations / sizeof *operations; i++) {
    if (strcmp(operations[i].name, name))
      continue;
    if (operations[i].has_window)
      make_window();
    if (operations[i].before)
      operations[i].before();
    for (long k = 0; k < n; k++)
      operations[i].step();
    operations_counted();
    for (long k = 0; k < n; k++)
      operations[i].step();
    operations_counted();
    if (operations[i].after)
      operations[i].after();
    MPI_Barrier(MPI_COMM_WORLD);
    if (operations[i].has_window) {
      MPI_Group_free(&group);
      MPI_Win_free(&win);
    }
    return 0;
  }
  fprintf(stderr, "operations: no operation %s\n", name);
  return 2;
}

int main(int argc, char **argv) {
  int bad = 0;
  if (argc < 3)
    return fprintf(stderr, "operations NAME N ...\n"), 2;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  other = size > 1 ? 1 - rank : 0;
  for (int i = 1; i + 1 < argc && !bad; i += 2)
    bad = run(argv[i], strtol(argv[i + 1], NULL, 10));
  MPI_Finalize();
  return bad;
}
