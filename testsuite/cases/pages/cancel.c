/* Threads that access a window, and call no MPI, are cancelled: at any instruction, and in
 * calls that wait. They run the cleanup handlers that they would run. */
/* case: levels=compiled,mpi,pages cflags="-pthread -fexceptions" */
#include "case.h"
#include <pthread.h>
#include <unistd.h>

static long *memory;
static _Atomic int begun;

static void cleanup(void *c) {
  __atomic_fetch_add((int *)c, 1, __ATOMIC_SEQ_CST);
}

static int cleaned;

static void *any(void *unused) {
  pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, &(int){0});
  pthread_cleanup_push(cleanup, &cleaned);
  for (begun = 1;;)
    for (int i = 0; i < 500; i++)
      ((volatile long *)memory)[i]++;
  pthread_cleanup_pop(0);
  return unused;
}

static void *points(void *unused) {
  pthread_cleanup_push(cleanup, &cleaned);
  for (begun = 1;;) {
    for (int i = 0; i < 50; i++)
      ((volatile long *)memory)[i]++;
    usleep(10);
    write(1, memory, 0);
  }
  pthread_cleanup_pop(0);
  return unused;
}

int main(void) {
  MPI_Win win;
  int cancelled = 0;
  begin();
  MPI_Win_allocate(8192, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  for (int i = 0; i < 200; i++) {
    pthread_t thread;
    void *result;
    begun = 0;
    pthread_create(&thread, NULL, i % 2 ? any : points, NULL);
    while (!begun)
      sched_yield();
    usleep(i * 7);
    pthread_cancel(thread);
    pthread_join(thread, &result);
    cancelled += result == PTHREAD_CANCELED;
    ((volatile long *)memory)[7]++;
  }
  MPI_Barrier(MPI_COMM_WORLD);
  if (!rank)
    printf("%d %d\n", cancelled, cleaned);
  MPI_Win_free(&win);
  MPI_Finalize();
}
