/* Processes of a session name different roots. */
/* case: needs=MPI_Session_init */
#include "session.h"

int main(void) {
  int value = 1;
  session_begin();
  MPI_Bcast(&value, 1, MPI_INT, rank, comm); /* expect: collective-root */
  session_end();
}
