/* All processes write a part of a variable with netCDF over HDF5, and read another's. */
#include <mpi.h>
#include <netcdf.h>
#include <netcdf_par.h>
#include <stdio.h>

enum { PART = 4096 };

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank, size, file, dimension, variable, bad = 0, all;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    nc_create_par("x.nc", NC_NETCDF4, MPI_COMM_WORLD, MPI_INFO_NULL, &file);
    nc_def_dim(file, "x", (size_t)(PART * size), &dimension);
    nc_def_var(file, "v", NC_INT, 1, &dimension, &variable);
    nc_enddef(file);
    nc_var_par_access(file, variable, NC_COLLECTIVE);
    static int data[PART];
    for (int i = 0; i < PART; i++)
        data[i] = rank * PART + i;
    size_t at = (size_t)(rank * PART), count = PART;
    nc_put_vara_int(file, variable, &at, &count, data);
    nc_close(file);
    nc_open_par("x.nc", NC_NOWRITE, MPI_COMM_WORLD, MPI_INFO_NULL, &file);
    nc_inq_varid(file, "v", &variable);
    int next = (rank + 1) % size;
    at = (size_t)(next * PART);
    nc_get_vara_int(file, variable, &at, &count, data);
    for (int i = 0; i < PART; i++)
        bad += data[i] != next * PART + i;
    nc_close(file);
    MPI_Reduce(&bad, &all, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    if (!rank)
        printf("%d wrong\n", all);
    MPI_Finalize();
    return 0;
}
