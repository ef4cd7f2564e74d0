/* dormant SEED STEP HOW THREADS: four ranks exchange messages and make collective calls. All draw the same
 * schedule from SEED: with and without wildcards, and some messages last over several steps. The
 * same lines have exchanged many messages before the first step. Ranks 0 and 1 make a window before
 * step STEP. From then on, after each step, rank 0 puts into it, a message goes from it to rank 1
 * through ranks 2 and 3, which do not share the window, and rank 1 reads the memory. HOW is
 * "right", or "wrong": then there is no message the last time. THREADS is "one", "multiple" (one
 * thread, which asks for MPI_THREAD_MULTIPLE), or "two": then each rank has a second one, which
 * exchanges messages during another step. With "before" that thread is made before MPI_Init. */
#include <mpi.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STEPS = 16, TAGS = 3, PENDING = 8, CHAIN = 7, WARM = 480 };

static int rank;
static MPI_Comm low, high; /* low has ranks 0 and 1, high ranks 1 to 3 */
static MPI_Comm side;      /* for the second threads */
static MPI_Comm any;       /* all ranks, for receives that name no source */
static MPI_Win win = MPI_WIN_NULL;
static int *memory, data[PENDING][8];
static MPI_Request pending[PENDING];
static int pending_count;
static unsigned state;
static int warm; /* how many messages there are still before the first step */

static unsigned drawn(unsigned below) {
  state = state * 1103515245u + 12345u;
  return (state >> 16) % below;
}

static void settle(void) {
  MPI_Waitall(pending_count, pending, MPI_STATUSES_IGNORE);
  pending_count = 0;
}

/* Exchanges a message. Its receive may have wildcards, and may be completed much later. Messages of
 * one process to another match in order even where no tag is named. */
static void message(void) {
  unsigned before = state;
  int from = (int)drawn(4), to = (from + 1 + (int)drawn(3)) % 4, tag = (int)drawn(TAGS);
  unsigned kind = drawn(4), wild = drawn(3);
  if (warm) {
    from = warm % 4, to = (from + 1) % 4, tag = warm / 4 % TAGS;
    kind = 1, wild = 2, state = before;
  }
  int value = 1, *room = data[pending_count];
  MPI_Comm comm = wild ? MPI_COMM_WORLD : any;
  int source = wild ? from : MPI_ANY_SOURCE;
  tag = wild ? tag : 0;
  if (rank == from && kind < 2)
    MPI_Send(&value, 1, MPI_INT, to, tag, comm);
  else if (rank == from)
    MPI_Isend(room, 1, MPI_INT, to, tag, comm, &pending[pending_count++]);
  if (rank != to)
    return;
  tag = wild == 1 ? MPI_ANY_TAG : tag;
  if (kind % 2)
    MPI_Recv(room, 1, MPI_INT, source, tag, comm, MPI_STATUS_IGNORE);
  else
    MPI_Irecv(room, 1, MPI_INT, source, tag, comm, &pending[pending_count++]);
}

static void collective(void) {
  int mine = rank, sum = 0, root = (int)drawn(2);
  unsigned kind = drawn(6);
  MPI_Comm pair = kind % 2 ? low : high;
  if (kind == 0)
    MPI_Barrier(MPI_COMM_WORLD);
  else if (kind == 1)
    MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  else if (kind == 2)
    MPI_Bcast(&mine, 1, MPI_INT, root, MPI_COMM_WORLD);
  else if (pair != MPI_COMM_NULL && kind == 3)
    MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, pair);
  else if (pair != MPI_COMM_NULL && kind == 4)
    MPI_Bcast(&mine, 1, MPI_INT, root, pair);
  else if (pair != MPI_COMM_NULL)
    MPI_Reduce(&mine, &sum, 1, MPI_INT, MPI_SUM, root, pair);
}

/* Called only while nobody has a window, because these messages order all ranks. */
static void ring(void) {
  int value = 1, got;
  MPI_Sendrecv(&value, 1, MPI_INT, (rank + 1) % 4, CHAIN, &got, 1, MPI_INT, (rank + 3) % 4,
               CHAIN, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void step(void) {
  unsigned kind = warm ? 1 : drawn(4);
  if (kind == 0 || pending_count > PENDING - 2)
    settle();
  if (kind < 3)
    message();
  else
    collective();
}

/* Rank 0 writes, and rank 1 reads; with `told` a message reaches it before. */
static void use(int told) {
  int value = 5, next[] = {2, -1, 3, 1}, got;
  if (rank == 0) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_unlock(1, win);
  }
  if (told && rank != 0)
    MPI_Recv(&value, 1, MPI_INT, rank == 2 ? 0 : rank == 3 ? 2 : 3, CHAIN, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
  if (told && next[rank] >= 0)
    MPI_Send(&value, 1, MPI_INT, next[rank], CHAIN, MPI_COMM_WORLD);
  if (rank != 1)
    return;
  MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
  if (told)
    MPI_Win_sync(win);
  MPI_Win_unlock(1, win);
  MPI_Sendrecv(memory, 1, MPI_INT, 0, 9, &got, 1, MPI_INT, 0, 9, MPI_COMM_SELF,
               MPI_STATUS_IGNORE);
}

/* Rank 0 waits until rank 1 has read what was put last. */
static void used(void) {
  int value = 0;
  if (rank == 1)
    MPI_Send(&value, 1, MPI_INT, 0, CHAIN + 1, MPI_COMM_WORLD);
  if (rank == 0)
    MPI_Recv(&value, 1, MPI_INT, 1, CHAIN + 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void *exchange(void *unused) {
  int value = 1, got;
  for (int i = 0; i < 50; i++)
    MPI_Sendrecv(&value, 1, MPI_INT, rank ^ 1, 0, &got, 1, MPI_INT, i % 2 ? MPI_ANY_SOURCE : rank ^ 1,
                 0, side, MPI_STATUS_IGNORE);
  return unused;
}

static pthread_t other;
static sem_t turn; /* of a thread that was made before MPI_Init */

static void *wait_and_exchange(void *unused) {
  sem_wait(&turn);
  return exchange(unused);
}

static void step_with_other(int was_before) {
  if (was_before)
    sem_post(&turn);
  else
    pthread_create(&other, NULL, exchange, NULL);
  step();
  pthread_join(other, NULL);
}

int main(int argc, char **argv) {
  if (argc != 5)
    return 2;
  state = (unsigned)atoi(argv[1]);
  int wakes = atoi(argv[2]), wrong = !strcmp(argv[3], "wrong");
  int level = strcmp(argv[4], "one") ? MPI_THREAD_MULTIPLE : MPI_THREAD_SINGLE;
  int before = !strcmp(argv[4], "before"), has_two = before || !strcmp(argv[4], "two");
  int two = has_two ? (wakes + 4) % (STEPS - 1) : -1;
  sem_init(&turn, 0, 0);
  if (before)
    pthread_create(&other, NULL, wait_and_exchange, NULL);
  MPI_Init_thread(&argc, &argv, level, &level);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_split(MPI_COMM_WORLD, rank < 2 ? 0 : MPI_UNDEFINED, rank, &low);
  MPI_Comm_split(MPI_COMM_WORLD, rank ? 0 : MPI_UNDEFINED, rank, &high);
  MPI_Comm_dup(MPI_COMM_WORLD, &any);
  MPI_Comm_dup(MPI_COMM_WORLD, &side);
  for (int i = 0; i < STEPS; i++) {
    for (warm = i ? 0 : WARM; warm; warm--) {
      step();
      ring();
    }
    if (i < wakes)
      ring();
    if (i == wakes && rank < 2)
      MPI_Win_allocate(sizeof *memory, 1, MPI_INFO_NULL, low, &memory, &win);
    if (i >= wakes) {
      use(!(wrong && i == STEPS - 1));
      used();
    }
    if (i == two)
      step_with_other(before);
    else
      step();
  }
  settle();
  if (win != MPI_WIN_NULL)
    MPI_Win_free(&win);
  MPI_Comm_free(&any);
  MPI_Comm_free(&side);
  if (low != MPI_COMM_NULL)
    MPI_Comm_free(&low);
  if (high != MPI_COMM_NULL)
    MPI_Comm_free(&high);
  MPI_Finalize();
}
