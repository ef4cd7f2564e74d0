/* Null pointers where calls store a result, and as lists that are not empty. */
/* case: ranks=1 cflags=-w */
#include "case.h"

static int n[2] = {1, 1}, done;
static MPI_Datatype type;
static MPI_Request request = MPI_REQUEST_NULL;

int main(void) {
  int e = 0;
  begin();
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  e += !MPI_Comm_size(MPI_COMM_SELF, NULL);                  /* expect: argument-invalid */
  e += !MPI_Comm_dup(MPI_COMM_SELF, NULL);                   /* expect: argument-invalid */
  e += !MPI_Type_indexed(2, NULL, n, MPI_INT, &type);        /* expect: argument-invalid */
  e += !MPI_Type_contiguous(2, MPI_INT, NULL);               /* expect: argument-invalid */
  e += !MPI_Waitall(2, NULL, MPI_STATUSES_IGNORE);           /* expect: argument-invalid */
  e += !MPI_Testall(2, NULL, &done, MPI_STATUSES_IGNORE);    /* expect: argument-invalid */
  e += !MPI_Isend(n, 1, MPI_INT, 0, 0, MPI_COMM_SELF, NULL); /* expect: argument-invalid */
  e += !MPI_Irecv(n, 1, MPI_INT, 0, 0, MPI_COMM_SELF, NULL); /* expect: argument-invalid */
  MPI_Wait(&request, NULL); /* expect-mpich: argument-invalid */
  MPI_Finalize();
  return e;
}
