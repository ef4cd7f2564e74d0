// MPI_Finalize is called when the objects are destroyed that live as long as the program: after main,
// and after the functions that were registered for exit later than the object.
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <mpi.h>

struct Environment {
  Environment() { MPI_Init(nullptr, nullptr); }
  ~Environment() { MPI_Finalize(); }
};

static std::unique_ptr<Environment> environment;

int main() {
  environment = std::make_unique<Environment>();
  std::atexit([] { MPI_Barrier(MPI_COMM_WORLD); });
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (!rank)
    std::printf("begun\n");
}
