/* Laplace's equation in two dimensions: conjugate gradients with algebraic multigrid before them. */
#include <HYPRE.h>
#include <HYPRE_krylov.h>
#include <HYPRE_parcsr_ls.h>
#include <stdio.h>

enum { N = 2200 };

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank, size;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    HYPRE_Init();
    HYPRE_BigInt first = (HYPRE_BigInt)N * N * rank / size, last = (HYPRE_BigInt)N * N * (rank + 1) / size - 1;
    HYPRE_IJMatrix a;
    HYPRE_IJVector b, x;
    HYPRE_IJMatrixCreate(MPI_COMM_WORLD, first, last, first, last, &a);
    HYPRE_IJMatrixSetObjectType(a, HYPRE_PARCSR);
    HYPRE_IJMatrixInitialize(a);
    HYPRE_IJVectorCreate(MPI_COMM_WORLD, first, last, &b);
    HYPRE_IJVectorCreate(MPI_COMM_WORLD, first, last, &x);
    HYPRE_IJVectorSetObjectType(b, HYPRE_PARCSR);
    HYPRE_IJVectorSetObjectType(x, HYPRE_PARCSR);
    HYPRE_IJVectorInitialize(b);
    HYPRE_IJVectorInitialize(x);
    for (HYPRE_BigInt row = first; row <= last; row++) {
        HYPRE_BigInt columns[5];
        double values[5], one = 1, zero = 0;
        HYPRE_Int count = 0;
        for (int side = 0; side < 5; side++) {
            HYPRE_BigInt other = row + (const int[]){0, -1, 1, -N, N}[side];
            if ((side == 1 && row % N == 0) || (side == 2 && row % N == N - 1) || other < 0 || other >= N * N)
                continue;
            columns[count] = other;
            values[count++] = side ? -1 : 4;
        }
        HYPRE_IJMatrixSetValues(a, 1, &count, &row, columns, values);
        HYPRE_IJVectorSetValues(b, 1, &row, &one);
        HYPRE_IJVectorSetValues(x, 1, &row, &zero);
    }
    HYPRE_IJMatrixAssemble(a);
    HYPRE_IJVectorAssemble(b);
    HYPRE_IJVectorAssemble(x);
    HYPRE_ParCSRMatrix matrix;
    HYPRE_ParVector right, left;
    HYPRE_IJMatrixGetObject(a, (void **)&matrix);
    HYPRE_IJVectorGetObject(b, (void **)&right);
    HYPRE_IJVectorGetObject(x, (void **)&left);
    HYPRE_Solver solver, before;
    HYPRE_ParCSRPCGCreate(MPI_COMM_WORLD, &solver);
    HYPRE_PCGSetTol(solver, 1e-8);
    HYPRE_PCGSetMaxIter(solver, 100);
    HYPRE_BoomerAMGCreate(&before);
    HYPRE_BoomerAMGSetMaxIter(before, 1);
    HYPRE_BoomerAMGSetTol(before, 0);
    HYPRE_PCGSetPrecond(solver, (HYPRE_PtrToSolverFcn)HYPRE_BoomerAMGSolve,
                        (HYPRE_PtrToSolverFcn)HYPRE_BoomerAMGSetup, before);
    HYPRE_ParCSRPCGSetup(solver, matrix, right, left);
    HYPRE_ParCSRPCGSolve(solver, matrix, right, left);
    HYPRE_Int turns;
    HYPRE_PCGGetNumIterations(solver, &turns);
    if (!rank)
        printf("%d\n", (int)turns);
    HYPRE_ParCSRPCGDestroy(solver);
    HYPRE_BoomerAMGDestroy(before);
    HYPRE_IJMatrixDestroy(a);
    HYPRE_IJVectorDestroy(b);
    HYPRE_IJVectorDestroy(x);
    HYPRE_Finalize();
    MPI_Finalize();
    return 0;
}
