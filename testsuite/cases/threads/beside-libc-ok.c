/* Another thread reads the buffer of a receive when that is over. The program prints to memory, compares, copies and
 * looks at files: the hooks for all that order no threads. */
/* case: cflags=-pthread levels=compiled */
#include "case.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static ALIGNED int buffer[4];
static char text[64];

static void *look(void *unused) {
  int seen;
  usleep(200000);
  LOAD(seen, buffer[1]);
  return seen == 5 ? unused : NULL;
}

static int order(const void *a, const void *b) {
  return *(const char *)a - *(const char *)b;
}

static void others(int n) {
  struct stat of;
  snprintf(text, sizeof text, "%d %s", n, getcwd(text, sizeof text) ? "there" : "nowhere");
  qsort(text, strlen(text), 1, order);
  memmove(text + 1, text, strlen(text));
  if (stat("/", &of) || write(STDOUT_FILENO, text, 0))
    text[0] = 0;
}

int main(int argc, char **argv) {
  int provided;
  pthread_t thread;
  (void)argv;
  MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  others(argc);
  if (rank == 0) {
    MPI_Recv(buffer, 4, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    pthread_create(&thread, NULL, look, NULL);
    pthread_join(thread, NULL);
  } else {
    MPI_Send(buffer, 4, MPI_INT, 0, 0, MPI_COMM_WORLD);
  }
  MPI_Finalize();
}
