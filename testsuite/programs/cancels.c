/* Prints how often pthread_setcancelstate is called for calls of MPI, before the program has
 * cancelled a thread and after it. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static int counts, counted;

int pthread_setcancelstate(int state, int *old) {
  static int (*real)(int, int *);
  if (!real)
    real = (int (*)(int, int *))dlsym(RTLD_NEXT, "pthread_setcancelstate");
  counted += counts;
  return real(state, old);
}

static int count(void) {
  MPI_Datatype type;
  counted = 0;
  counts = 1;
  for (int i = 0; i < 100; i++) {
    MPI_Type_contiguous(3, MPI_INT, &type);
    MPI_Type_free(&type);
  }
  counts = 0;
  return counted;
}

static void *sleeps(void *unused) {
  for (;;)
    pause();
  return unused;
}

int main(int argc, char **argv) {
  pthread_t thread;
  MPI_Init(&argc, &argv);
  int before = count();
  pthread_create(&thread, NULL, sleeps, NULL);
  pthread_cancel(thread);
  pthread_join(thread, NULL);
  printf("%d %d\n", before, count());
  MPI_Finalize();
}
