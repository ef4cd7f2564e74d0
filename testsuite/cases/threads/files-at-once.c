/* Two threads call collective operations on one file; they take turns by sleeping. */
/* case: cflags=-pthread */
#define CASE_MULTIPLE
#include "case.h"
#include <pthread.h>
#include <unistd.h>

static MPI_File file;

static void *work(void *unused) {
  usleep(200000);
  MPI_File_sync(file); /* expect: collective-two-threads */
  return unused;
}

int main(void) {
  pthread_t thread;
  char name[64];
  begin();
  snprintf(name, sizeof name, "/tmp/at-once-%d", (int)getpid());
  MPI_Bcast(name, sizeof name, MPI_CHAR, 0, MPI_COMM_WORLD);
  MPI_File_open(MPI_COMM_WORLD, name,
                MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL,
                &file);
  pthread_create(&thread, NULL, work, NULL);
  MPI_File_set_size(file, 8); /* site: collective-two-threads */
  pthread_join(thread, NULL);
  MPI_File_close(&file);
  MPI_Finalize();
}
