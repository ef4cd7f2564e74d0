/* A program that only begins and ends: what it costs is what Fencepost costs before any call. */
#include <mpi.h>

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Finalize();
    return 0;
}
