/* A library for Python: one call of it makes several of MPI. */
#include <mpi.h>

static void make(MPI_Datatype *type) {
  MPI_Type_contiguous(3, MPI_INT, type);
}

void first_step(void);
void first_step(void) {
  MPI_Datatype type;
  MPI_Barrier(MPI_COMM_WORLD);
  make(&type);
  MPI_Barrier(MPI_COMM_WORLD);
}

void second_step(void);
void second_step(void) {
  MPI_Datatype type;
  MPI_Comm comm;
  make(&type);
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  MPI_Barrier(MPI_COMM_WORLD);
}

void work(void);
void work(void) {
  first_step();
  second_step();
}
