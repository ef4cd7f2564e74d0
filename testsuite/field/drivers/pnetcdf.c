/* Nonblocking and blocking writes of parts of variables with PnetCDF. */
#include <mpi.h>
#include <pnetcdf.h>
#include <stdio.h>

enum { PART = 2048, VARIABLES = 4 };

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank, size, file, dimension, variable[VARIABLES], request[VARIABLES], status[VARIABLES], bad = 0, all;
    static int data[VARIABLES][PART];
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    ncmpi_create(MPI_COMM_WORLD, "x.nc", NC_CLOBBER, MPI_INFO_NULL, &file);
    ncmpi_def_dim(file, "x", PART * size, &dimension);
    for (int v = 0; v < VARIABLES; v++) {
        char name[] = {'v', (char)('0' + v), 0};
        ncmpi_def_var(file, name, NC_INT, 1, &dimension, &variable[v]);
    }
    ncmpi_enddef(file);
    MPI_Offset at = rank * PART, count = PART;
    for (int v = 0; v < VARIABLES; v++) {
        for (int i = 0; i < PART; i++)
            data[v][i] = v * 1000000 + rank * PART + i;
        ncmpi_iput_vara_int(file, variable[v], &at, &count, data[v], &request[v]);
    }
    ncmpi_wait_all(file, VARIABLES, request, status);
    ncmpi_close(file);
    ncmpi_open(MPI_COMM_WORLD, "x.nc", NC_NOWRITE, MPI_INFO_NULL, &file);
    int next = (rank + 1) % size;
    at = next * PART;
    ncmpi_get_vara_int_all(file, variable[2], &at, &count, data[0]);
    for (int i = 0; i < PART; i++)
        bad += data[0][i] != 2000000 + next * PART + i;
    ncmpi_close(file);
    MPI_Reduce(&bad, &all, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    if (!rank)
        printf("%d wrong\n", all);
    MPI_Finalize();
    return 0;
}
