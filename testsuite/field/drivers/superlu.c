/* A sparse system, solved by SuperLU_DIST on a grid of processes; each has all of the matrix. */
#include <math.h>
#include <stdio.h>
#include <superlu_ddefs.h>

enum { N = 500000 };

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int size;
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    gridinfo_t grid;
    superlu_gridinit(MPI_COMM_WORLD, size / 2, 2, &grid);
    double *values = doubleMalloc_dist(3 * N), *b = doubleMalloc_dist(N), error;
    int_t *rows = intMalloc_dist(3 * N), *starts = intMalloc_dist(N + 1), count = 0;
    for (int_t column = 0; column < N; column++) {
        starts[column] = count;
        for (int_t row = column - 1; row <= column + 1; row++)
            if (row >= 0 && row < N) {
                rows[count] = row;
                values[count++] = row == column ? 4 : -1;
            }
        b[column] = column == 0 || column == N - 1 ? 3 : 2;
    }
    starts[N] = count;
    SuperMatrix a;
    dCreate_CompCol_Matrix_dist(&a, N, N, count, values, rows, starts, SLU_NC, SLU_D, SLU_GE);
    superlu_dist_options_t options;
    set_default_options_dist(&options);
    options.PrintStat = NO;
    dScalePermstruct_t scale;
    dLUstruct_t factors;
    SuperLUStat_t counts;
    dScalePermstructInit(N, N, &scale);
    dLUstructInit(N, &factors);
    PStatInit(&counts);
    int info;
    pdgssvx_ABglobal(&options, &a, &scale, b, N, 1, &grid, &factors, &error, &counts, &info);
    double worst = 0;
    for (int i = 0; i < N; i++)
        worst = fmax(worst, fabs(b[i] - 1));
    if (!grid.iam)
        printf("%d %s\n", info, worst < 1e-9 ? "solved" : "not solved");
    PStatFree(&counts);
    Destroy_CompCol_Matrix_dist(&a);
    dDestroy_LU(N, &grid, &factors);
    dScalePermstructFree(&scale);
    dLUstructFree(&factors);
    SUPERLU_FREE(b);
    superlu_gridexit(&grid);
    MPI_Finalize();
    return 0;
}
