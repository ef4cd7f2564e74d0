/* Three threads open, write and close files at once, each on a communicator of its own. MPICH
 * may hang then. */
/* case: mpi=openmpi cflags=-pthread */
#define CASE_MULTIPLE
#include "case.h"
#include <pthread.h>
#include <unistd.h>

enum { THREADS = 3, ROUNDS = 6 };

static MPI_Comm own[THREADS];
static int process;

static void *work(void *argument) {
  int thread = *(int *)argument;
  char name[64];
  snprintf(name, sizeof name, "/tmp/at-once-%d-%d", process, thread);
  for (int round = 0; round < ROUNDS; round++) {
    MPI_File file;
    MPI_File_open(own[thread], name, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &file);
    if (thread)
      MPI_File_set_size(file, 8);
    MPI_File_write_at_all(file, 4 * rank, &thread, 1, MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_sync(file);
    MPI_File_close(&file);
  }
  return NULL;
}

int main(void) {
  pthread_t thread[THREADS];
  int number[THREADS];
  begin();
  process = (int)getpid();
  MPI_Bcast(&process, 1, MPI_INT, 0, MPI_COMM_WORLD);
  for (int i = 0; i < THREADS; i++) {
    MPI_Comm_dup(MPI_COMM_WORLD, &own[i]);
    number[i] = i;
  }
  for (int i = 0; i < THREADS; i++)
    pthread_create(&thread[i], NULL, work, &number[i]);
  for (int i = 0; i < THREADS; i++) {
    pthread_join(thread[i], NULL);
    MPI_Comm_free(&own[i]);
  }
  MPI_Finalize();
}
