/* Another thread ends the program by _Exit, after MPI_Finalize. */
/* case: ranks=2 */
#include "case.h"
#include <pthread.h>
#include <unistd.h>

static int finalised[2];

static void *leave(void *unused) {
  char byte;
  (void)unused;
  _Exit(read(finalised[0], &byte, 1) != 1);
}

int main(void) {
  pthread_t thread;
  int value;
  MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &value);
  if (pipe(finalised))
    return 1;
  pthread_create(&thread, NULL, leave, NULL);
  MPI_Finalize();
  if (write(finalised[1], "x", 1) != 1)
    return 1;
  pthread_join(thread, NULL);
}
