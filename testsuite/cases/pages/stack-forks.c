/* Pages of a stack that stay shared when their window is gone, because another thread has
 * accessed them, are accessed by both while their thread forks, and after it. */
/* case: levels=mpi,pages cflags=-pthread timeout=120 */
#define _GNU_SOURCE
#include "show.h"
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define INTS 3000

static atomic_int stage;

static void *other(void *array) {
  volatile int *a = array;
  for (int i = 0; i < INTS; i += 512)
    a[i]++;
  stage = 1;
  while (stage < 2)
    usleep(100);
  while (stage < 3)
    for (int i = 0; i < INTS; i += 512)
      a[i] ^= 1;
  return NULL;
}

/* What the child changes in its memory the parent is not to see, where libc makes it. */
static int forked(volatile int *array, int raw) {
  int status;
  pid_t child = raw ? (pid_t)syscall(SYS_fork) : fork();
  if (!child) {
    for (int i = 1; !raw && i < INTS; i += 512)
      array[i] = 9;
    _exit(5);
  }
  for (int i = 1; i < INTS; i += 512)
    array[i]++;
  waitpid(child, &status, 0);
  return WEXITSTATUS(status);
}

int main(void) {
  int array[INTS] = {0}, sum = 0;
  pthread_t thread;
  MPI_Win win;
  begin();
  MPI_Win_create(array, sizeof array, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  pthread_create(&thread, NULL, other, array);
  while (stage < 1)
    usleep(100);
  MPI_Win_free(&win);
  stage = 2;
  for (int i = 0; i < 40; i++)
    sum += forked(array, i % 4 == 3);
  MPI_Barrier(MPI_COMM_WORLD);
  sum += forked(array, 0);
  stage = 3;
  pthread_join(thread, NULL);
  for (int i = 1; i < INTS; i += 512)
    sum += array[i];
  show(sum, 0);
  MPI_Finalize();
}
