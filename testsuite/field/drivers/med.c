/* All processes write their nodes and a field of a mesh into one MED file, and read another's. */
#include <med.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { PART = 20000 };

static void must(int result, const char *what) {
    if (result < 0) {
        printf("%s: %d\n", what, result);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
}

/* Chooses the block of nodes of a process. */
static void block(med_idt file, med_filter *filter, int rank, int size, int components) {
    must(MEDfilterBlockOfEntityCr(file, PART * size, 1, components, MED_ALL_CONSTITUENT, MED_FULL_INTERLACE,
                                  MED_COMPACT_STMODE, MED_NO_PROFILE, rank * PART + 1, PART, 1, PART, 0, filter),
         "filter");
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int rank, size, bad = 0, all;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int next = (rank + 1) % size;
    med_float *at = malloc(PART * 3 * sizeof *at), *value = malloc(PART * sizeof *value);
    for (int i = 0; i < PART; i++) {
        for (int j = 0; j < 3; j++)
            at[3 * i + j] = rank + i * 0.25 + j;
        value[i] = rank * PART + i;
    }

    med_idt file = MEDparFileOpen("x.med", MED_ACC_CREAT, MPI_COMM_WORLD, MPI_INFO_NULL);
    must(file < 0 ? -1 : 0, "file");
    char axes[3 * MED_SNAME_SIZE + 1], units[3 * MED_SNAME_SIZE + 1];
    snprintf(axes, sizeof axes, "%-16s%-16s%-16s", "x", "y", "z");
    snprintf(units, sizeof units, "%-16s%-16s%-16s", "m", "m", "m");
    must(MEDmeshCr(file, "dust", 3, 3, MED_UNSTRUCTURED_MESH, "nodes only", "", MED_SORT_DTIT, MED_CARTESIAN, axes, units),
         "mesh");
    med_filter nodes = MED_FILTER_INIT, values = MED_FILTER_INIT;
    block(file, &nodes, rank, size, 3);
    must(MEDmeshNodeCoordinateAdvancedWr(file, "dust", MED_NO_DT, MED_NO_IT, 0.0, &nodes, at), "nodes");
    must(MEDfieldCr(file, "weight", MED_FLOAT64, 1, "w", "kg", "s", "dust"), "field");
    block(file, &values, rank, size, 1);
    must(MEDfieldValueAdvancedWr(file, "weight", MED_NO_DT, MED_NO_IT, 0.0, MED_NODE, MED_NONE, "", &values,
                                 (unsigned char *)value), "values");
    MEDfilterClose(&nodes);
    MEDfilterClose(&values);
    must(MEDfileClose(file), "close");

    file = MEDparFileOpen("x.med", MED_ACC_RDONLY, MPI_COMM_WORLD, MPI_INFO_NULL);
    must(file < 0 ? -1 : 0, "file again");
    med_filter others = MED_FILTER_INIT;
    block(file, &others, next, size, 1);
    must(MEDfieldValueAdvancedRd(file, "weight", MED_NO_DT, MED_NO_IT, MED_NODE, MED_NONE, &others,
                                 (unsigned char *)value), "values again");
    MEDfilterClose(&others);
    must(MEDfileClose(file), "close again");
    for (int i = 0; i < PART; i++)
        bad += value[i] != next * PART + i;
    MPI_Reduce(&bad, &all, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    if (!rank)
        printf("%d wrong\n", all);
    free(at);
    free(value);
    MPI_Finalize();
    return 0;
}
