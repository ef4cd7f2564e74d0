// The destructor that should call MPI_Finalize is never called: nobody owns the object.
// case: status=any exit=any
#include <cstdio>
#include <mpi.h>

struct Environment {
  Environment() { MPI_Init(nullptr, nullptr); } // expect: finalize-missing
  ~Environment() { MPI_Finalize(); }
};

static Environment *environment;

int main() {
  environment = new Environment;
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (!rank)
    std::printf("begun\n");
}
