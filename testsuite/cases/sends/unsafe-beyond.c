/* Of many communicators two are freed in different orders. */
#include "many_communicators.h"

int main(void) {
  MPI_Comm first, second;
  begin();
  make_many();
  MPI_Comm_dup(MPI_COMM_WORLD, &first);
  MPI_Comm_dup(MPI_COMM_WORLD, &second);
  if (rank == 0) {
    MPI_Comm_free(&first);  /* expect: unsafe-collective */
    MPI_Comm_free(&second); /* site: unsafe-collective */
  } else {
    MPI_Comm_free(&second); /* site: unsafe-collective */
    MPI_Comm_free(&first);  /* site: unsafe-collective */
  }
  free_many();
  MPI_Finalize();
}
