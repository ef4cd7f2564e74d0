// Laplace's equation in one dimension with Epetra, AztecOO and ML of Trilinos.
#include <AztecOO.h>
#include <Epetra_CrsMatrix.h>
#include <Epetra_LinearProblem.h>
#include <Epetra_Map.h>
#include <Epetra_MpiComm.h>
#include <Epetra_Vector.h>
#include <cstdio>
#include <ml_MultiLevelPreconditioner.h>

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    {
        Epetra_MpiComm comm(MPI_COMM_WORLD);
        Epetra_Map map(20000, 0, comm);
        Epetra_CrsMatrix a(Copy, map, 3);
        for (int i = 0; i < map.NumMyElements(); i++) {
            int row = map.GID(i), columns[3] = {row - 1, row, row + 1};
            double values[3] = {-1, 2.01, -1};
            int from = row == 0, to = row == 19999 ? 2 : 3;
            a.InsertGlobalValues(row, to - from, values + from, columns + from);
        }
        a.FillComplete();
        Epetra_Vector x(map), b(map);
        b.PutScalar(1);
        Epetra_LinearProblem problem(&a, &x, &b);
        AztecOO solver(problem);
        Teuchos::ParameterList list;
        ML_Epetra::SetDefaults("SA", list);
        list.set("ML output", 0);
        ML_Epetra::MultiLevelPreconditioner before(a, list);
        solver.SetPrecOperator(&before);
        solver.SetAztecOption(AZ_solver, AZ_cg);
        solver.SetAztecOption(AZ_output, AZ_none);
        solver.Iterate(200, 1e-8);
        if (comm.MyPID() == 0)
            std::printf("%s\n", solver.TrueResidual() < 1e-3 ? "solved" : "not solved");
    }
    MPI_Finalize();
    return 0;
}
