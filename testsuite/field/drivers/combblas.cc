// A maximum matching of a random graph, whose last paths CombBLAS augments by one-sided operations, and a
// product of sparse matrices. argv[1] is the logarithm of the number of vertices.
#include <BipartiteMatchings/BPMaximalMatching.h>
#include <BipartiteMatchings/BPMaximumMatching.h>
#include <CombBLAS/CombBLAS.h>

using namespace combblas;
typedef SpParMat<int64_t, bool, SpDCCols<int64_t, bool>> Graph;
typedef SpParMat<int64_t, double, SpDCCols<int64_t, double>> Matrix;
typedef FullyDistVec<int64_t, int64_t> Vector;

static int64_t mixed(uint64_t k) {
    k = (k + 0x9e3779b97f4a7c15) * 0xbf58476d1ce4e5b9;
    k = (k ^ (k >> 27)) * 0x94d049bb133111eb;
    return (k ^ (k >> 31)) >> 1;
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    {
        std::shared_ptr<CommGrid> grid(new CommGrid(MPI_COMM_WORLD, 0, 0));
        const int64_t rows = int64_t(1) << std::atoi(argv[1]), each = 3 * rows;
        Vector row(grid, each, 0), column(grid, each, 0);
        // the same graph for each number of processes
        row.ApplyInd([rows](int64_t, int64_t k) { return mixed(2 * k) % rows; });
        column.ApplyInd([rows](int64_t, int64_t k) { return mixed(2 * k + 1) % rows; });
        Matrix a(rows, rows, row, column, 1.0, true), b = a;
        Graph graph = a, transposed = graph;
        transposed.Transpose();
        Vector of_row(grid, rows, -1), of_column(grid, rows, -1), degree(grid, rows, 0);
        transposed.Reduce(degree, Row, std::plus<int64_t>(), int64_t(0));
        MaximalMatching(graph, transposed, of_row, of_column, degree, GREEDY, false);
        const int64_t maximal = of_row.Count([](int64_t mate) { return mate != -1; });
        maximumMatching(graph, of_row, of_column, true);
        const int64_t maximum = of_row.Count([](int64_t mate) { return mate != -1; });
        Matrix c = PSpGEMM<PlusTimesSRing<double, double>>(a, b);
        const int64_t filled = c.getnnz();
        if (grid->GetRank() == 0)
            std::cout << "matched " << maximal << " and " << maximum << ", product " << filled << std::endl;
    }
    MPI_Finalize();
    return 0;
}
