/* The same with both freed. */
/* case: ranks=1 mpi=mpich */
#include "case.h"

int MPI_Type_struct(int, int *, MPI_Aint *, MPI_Datatype *, MPI_Datatype *);
int MPI_Type_hvector(int, int, MPI_Aint, MPI_Datatype, MPI_Datatype *);

int main(void) {
  int lengths[] = {1, 1};
  MPI_Aint places[] = {0, 8};
  MPI_Datatype parts[] = {MPI_INT, MPI_DOUBLE}, both, apart;
  begin();
  MPI_Type_struct(2, lengths, places, parts, &both);
  MPI_Type_hvector(2, 1, 16, MPI_INT, &apart);
  MPI_Type_free(&both);
  MPI_Type_free(&apart);
  MPI_Finalize();
}
