/* MPI_Finalize while another thread looks for messages. It ends the process soon, because MPI
 * may not. */
/* case: ranks=1 cflags=-pthread status=any exit=any timeout=20 */
#include "case.h"
#include <pthread.h>
#include <unistd.h>

static void *serve(void *unused) {
  int unlikely;
  MPI_Recv(&unlikely, 1, MPI_INT, 0, 77, MPI_COMM_SELF, MPI_STATUS_IGNORE);
  return unused;
}

int main(void) {
  int provided;
  pthread_t thread;
  MPI_Init_thread(NULL, NULL, MPI_THREAD_MULTIPLE, &provided);
  pthread_create(&thread, NULL, serve, NULL);
  usleep(300000);
  MPI_Finalize(); /* expect: finalize-in-call */
}
