/* All processes write a part of a dataset, collectively and each by itself, and read another's. */
#include <hdf5.h>
#include <stdio.h>

enum { ROWS = 64, COLUMNS = 256 };

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank, size, wrong = 0, all;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    hid_t access = H5Pcreate(H5P_FILE_ACCESS), transfer = H5Pcreate(H5P_DATASET_XFER);
    H5Pset_fapl_mpio(access, MPI_COMM_WORLD, MPI_INFO_NULL);
    hid_t file = H5Fcreate("x.h5", H5F_ACC_TRUNC, H5P_DEFAULT, access);
    hsize_t shape[2] = {(hsize_t)(ROWS * size), COLUMNS}, part[2] = {ROWS, COLUMNS}, at[2] = {(hsize_t)(ROWS * rank), 0};
    hid_t space = H5Screate_simple(2, shape, NULL), memory = H5Screate_simple(2, part, NULL);
    static int data[ROWS * COLUMNS], other[ROWS * COLUMNS];
    for (int way = 0; way < 2; way++) {
        H5Pset_dxpl_mpio(transfer, way ? H5FD_MPIO_INDEPENDENT : H5FD_MPIO_COLLECTIVE);
        hid_t set = H5Dcreate2(file, way ? "alone" : "together", H5T_NATIVE_INT, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
        for (int i = 0; i < ROWS * COLUMNS; i++)
            data[i] = rank * 100000 + i;
        at[0] = (hsize_t)(ROWS * rank);
        H5Sselect_hyperslab(space, H5S_SELECT_SET, at, NULL, part, NULL);
        H5Dwrite(set, H5T_NATIVE_INT, memory, space, transfer, data);
        H5Dclose(set);
    }
    H5Fclose(file);
    file = H5Fopen("x.h5", H5F_ACC_RDONLY, access);
    hid_t set = H5Dopen2(file, "together", H5P_DEFAULT);
    int next = (rank + 1) % size;
    at[0] = (hsize_t)(ROWS * next);
    H5Sselect_hyperslab(space, H5S_SELECT_SET, at, NULL, part, NULL);
    H5Dread(set, H5T_NATIVE_INT, memory, space, transfer, other);
    for (int i = 0; i < ROWS * COLUMNS; i++)
        wrong += other[i] != next * 100000 + i;
    H5Dclose(set);
    H5Sclose(space);
    H5Sclose(memory);
    H5Pclose(access);
    H5Pclose(transfer);
    H5Fclose(file);
    MPI_Reduce(&wrong, &all, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    if (!rank)
        printf("%d wrong\n", all);
    MPI_Finalize();
    return 0;
}
