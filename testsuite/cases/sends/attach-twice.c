/* A second buffer is attached. */
#include "case.h"

int main(void) {
  static char room[2][4096];
  void *old;
  int bytes;
  begin();
  MPI_Buffer_attach(room[0], sizeof room[0]); /* site: bsend-attach-twice */
  MPI_Buffer_attach(room[1], sizeof room[1]); /* expect: bsend-attach-twice */
  MPI_Buffer_detach(&old, &bytes);
  MPI_Finalize();
}
