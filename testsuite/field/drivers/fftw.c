/* A transform of three dimensions there and back, distributed over all processes. */
#include <fftw3-mpi.h>
#include <math.h>
#include <stdio.h>

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    fftw_mpi_init();
    const ptrdiff_t n[3] = {96, 80, 72};
    ptrdiff_t mine, first;
    ptrdiff_t room = fftw_mpi_local_size_3d(n[0], n[1], n[2], MPI_COMM_WORLD, &mine, &first);
    fftw_complex *data = fftw_alloc_complex(room);
    fftw_plan there = fftw_mpi_plan_dft_3d(n[0], n[1], n[2], data, data, MPI_COMM_WORLD, FFTW_FORWARD,
                                           FFTW_ESTIMATE | FFTW_MPI_TRANSPOSED_OUT);
    fftw_plan back = fftw_mpi_plan_dft_3d(n[0], n[1], n[2], data, data, MPI_COMM_WORLD, FFTW_BACKWARD,
                                          FFTW_ESTIMATE | FFTW_MPI_TRANSPOSED_IN);
    ptrdiff_t all = n[0] * n[1] * n[2], here = mine * n[1] * n[2];
    for (ptrdiff_t i = 0; i < here; i++) {
        data[i][0] = (double)((i + first * 7) % 11);
        data[i][1] = 0;
    }
    double worst = 0, largest;
    for (int turn = 0; turn < 20; turn++) {
        fftw_execute(there);
        fftw_execute(back);
        for (ptrdiff_t i = 0; i < here; i++) {
            data[i][0] /= (double)all;
            data[i][1] /= (double)all;
            worst = fmax(worst, fabs(data[i][0] - (double)((i + first * 7) % 11)));
        }
    }
    MPI_Reduce(&worst, &largest, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
    int rank;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (!rank)
        printf("%s\n", largest < 1e-9 ? "as before" : "different");
    fftw_destroy_plan(there);
    fftw_destroy_plan(back);
    fftw_free(data);
    fftw_mpi_cleanup();
    MPI_Finalize();
    return 0;
}
