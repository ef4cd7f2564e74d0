/* loading HOW: while one thread holds the loader's lock, it frees memory, and another thread
 * makes its first calls of MPI. HOW says what the one is in: "open" (a constructor that dlopen
 * runs), "close" (a destructor that dlclose runs) or "list" (a callback of dl_iterate_phdr). */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <link.h>
#include <mpi.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { BLOCKS = 64, ROUNDS = 8 };

static int rank, busy; /* busy: the library may keep the loader's lock */
static sem_t holds;
static void *block[BLOCKS];

/* The library calls this. */
void loading(void);
void loading(void) {
  if (!busy)
    return;
  busy = 0;
  sem_post(&holds);
  usleep(300000);
  for (int i = 1; i < BLOCKS - 1; i++)
    free(block[i]);
}

static int listed(struct dl_phdr_info *info, size_t size, void *unused) {
  (void)info, (void)size, (void)unused;
  loading();
  return 1;
}

static void *call(void *unused) {
  int mine = rank, got;
  sem_wait(&holds);
  for (int i = 0; i < ROUNDS; i++)
    MPI_Sendrecv(&mine, 1, MPI_INT, 1 - rank, 1, &got, 1, MPI_INT, 1 - rank, 1, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
  return unused;
}

int main(int argc, char **argv) {
  int level, value = 1;
  pthread_t other;
  MPI_Request request[2];
  MPI_Win win;
  if (argc != 3)
    return 2;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_create(&value, sizeof value, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  for (int i = 0; i < BLOCKS; i++)
    block[i] = malloc(64);
  /* what lies between these two may be in use */
  MPI_Irecv(block[0], 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &request[0]);
  MPI_Irecv(block[BLOCKS - 1], 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &request[1]);
  sem_init(&holds, 0, 0);
  pthread_create(&other, NULL, call, NULL);
  busy = !strcmp(argv[1], "open");
  void *part = dlopen(argv[2], RTLD_NOW);
  busy = strcmp(argv[1], "open");
  if (!strcmp(argv[1], "list"))
    dl_iterate_phdr(listed, NULL);
  if (!part || dlclose(part))
    return 1;
  pthread_join(other, NULL);
  for (int i = 0; i < 2; i++)
    MPI_Send(&value, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD);
  MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
  MPI_Win_free(&win);
  return MPI_Finalize();
}
