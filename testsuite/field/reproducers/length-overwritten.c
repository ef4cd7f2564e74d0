/* Each turn sends a length and then the data, and waits for the data only; the next turn stores its
 * length over the first one, and its request. vtkPUnstructuredGridGhostCellsGenerator of VTK. */
#include "case.h"

int main(void) {
  static ALIGNED int length;
  static int data[100100];
  MPI_Request request[2];
  begin();
  for (int turn = 0; turn < 2; turn++) {
    if (rank == 0) {
      STORE(length, 100000 + turn); /* expect: buffer-race */
      MPI_Isend(&length, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request[0]); /* expect: request-lost */
      MPI_Isend(data, length, MPI_INT, 1, 1, MPI_COMM_WORLD, &request[1]);
      MPI_Wait(&request[1], MPI_STATUS_IGNORE);
    } else {
      MPI_Recv(&length, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      MPI_Recv(data, length, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
  }
  MPI_Finalize();
}
