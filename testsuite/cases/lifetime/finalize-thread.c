/* Another thread ends the program by _Exit, while the first one waits in an MPI call. */
/* case: ranks=2 status=any exit=any */
#include "case.h"
#include <pthread.h>
#include <unistd.h>

static void *leave(void *unused) {
  usleep(300000);
  (void)unused;
  _Exit(0);
}

int main(void) {
  pthread_t thread;
  int value;
  MPI_Init_thread(NULL, NULL, /* expect: finalize-missing */ MPI_THREAD_FUNNELED, &value);
  pthread_create(&thread, NULL, leave, NULL);
  MPI_Recv(&value, 1, MPI_INT, 0, 5, MPI_COMM_SELF, MPI_STATUS_IGNORE);
  MPI_Finalize();
}
