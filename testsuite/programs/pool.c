/* pool.c: a get by a thread, and a load of what was got. Without POOL_OWN, a library makes the
 * thread and orders it by atomic operations of its own: nobody sees how, and nobody is accused.
 * With it, the thread is the program's and nothing orders the two, or, with POOL_GLIB,
 * functions of GLib do. LIBRARY is the library. */
#ifdef LIBRARY
#include <pthread.h>
#include <unistd.h>

static int posted, done;
static void (*work)(void);

static void *serve(void *unused) {
  while (!__atomic_load_n(&posted, __ATOMIC_ACQUIRE))
    usleep(50);
  work();
  __atomic_store_n(&done, 1, __ATOMIC_RELEASE);
  return unused;
}

void pool_do(void (*what)(void)) {
  pthread_t thread;
  pthread_create(&thread, NULL, serve, NULL);
  work = what;
  __atomic_store_n(&posted, 1, __ATOMIC_RELEASE);
  while (!__atomic_load_n(&done, __ATOMIC_ACQUIRE))
    usleep(50);
}

/* GLib has these. */
void g_atomic_int_set(int *at, int value) {
  __atomic_store_n(at, value, __ATOMIC_SEQ_CST);
}

int g_atomic_int_get(const int *at) {
  return __atomic_load_n(at, __ATOMIC_SEQ_CST);
}
#else
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

void pool_do(void (*what)(void));
static int buffer[4];
static MPI_Win win;

static void get(void) {
  MPI_Get(buffer, 4, MPI_INT, 1, 0, 4, MPI_INT, win);
  MPI_Win_flush(1, win);
}

#ifdef POOL_GLIB
void g_atomic_int_set(int *at, int value);
int g_atomic_int_get(const int *at);
static int set;
#define HAND_ON g_atomic_int_set(&set, 1)
#define WAIT                                                                                   \
  while (!g_atomic_int_get(&set))                                                              \
  usleep(50)
#else
#define HAND_ON
#define WAIT usleep(300000)
#endif

#ifdef POOL_OWN
static void *serve(void *unused) {
  get();
  HAND_ON;
  return unused;
}

void pool_do(void (*what)(void)) {
  pthread_t thread;
  (void)what;
  pthread_create(&thread, NULL, serve, NULL);
  WAIT;
}
#endif

int main(void) {
  int provided, rank, *memory;
  MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(sizeof buffer, sizeof *buffer, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_lock_all(0, win);
  if (rank == 0) {
    pool_do(get);
    printf("%s\n", buffer[1] < 0 ? "less" : "not less");
  }
  MPI_Win_unlock_all(win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
#endif
