/* Null pointers as buffers that are not significant, or have no data. */
#include "case.h"

int main(void) {
  int value = 1, sum = 0, all[2], own = 0;
  MPI_Comm self, inter;
  begin();
  /* only the root receives, only the root sends */
  MPI_Reduce(&value, rank ? NULL : &sum, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
  MPI_Gather(&value, 1, MPI_INT, rank ? NULL : all, 1, MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Scatter(rank ? NULL : all, 1, MPI_INT, &own, 1, MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Gather(rank ? &value : MPI_IN_PLACE, 1, MPI_INT, all, 1, MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
#ifdef OPEN_MPI /* MPICH 4.0.2 refuses it */
  MPI_Request request;
  MPI_Exscan(&value, rank ? &sum : NULL, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  MPI_Iexscan(&value, rank ? &sum : NULL, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
#endif
  MPI_Bcast(NULL, 0, MPI_INT, 0, MPI_COMM_WORLD);
  MPI_Send(NULL, 0, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
  /* between two groups one sends and the other receives */
  MPI_Comm_split(MPI_COMM_WORLD, rank, 0, &self);
  MPI_Intercomm_create(self, 0, MPI_COMM_WORLD, 1 - rank, 5, &inter);
  MPI_Reduce(&value, rank ? NULL : &sum, 1, MPI_INT, MPI_SUM, rank ? 0 : MPI_ROOT, inter);
  MPI_Bcast(&value, 1, MPI_INT, rank ? 0 : MPI_ROOT, inter);
  MPI_Comm_free(&inter);
  MPI_Comm_free(&self);
  MPI_Finalize();
}
