// The buffer of a send is in a vector that goes after the wait.
// case: levels=mpi,pages,compiled
#include <mpi.h>
#include <vector>

int main() {
  int rank, got[250];
  MPI_Request request;
  MPI_Init(nullptr, nullptr);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0) {
    std::vector<int> values(250, 7);
    MPI_Isend(values.data(), 250, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  } else {
    MPI_Recv(got, 250, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
}
