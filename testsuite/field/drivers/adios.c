/* Parts of an array are written in some steps by the method that the argument names, and read otherwise. */
#include <mpi.h>
/* ADIOS's headers come after MPI's */
#include <adios.h>
#include <adios_read.h>
#include <stdio.h>
#include <stdlib.h>

enum { ROWS = 400, COLUMNS = 1500, STEPS = 4 };

static double value(uint64_t row, uint64_t column, int step) {
    return (double)(row * 3 + column * 7 + (uint64_t)step * 11);
}

static void put(const char *method, const char *more, const char *path, int me, int all) {
    int64_t group, file;
    int rows = ROWS, columns = COLUMNS, first = me * ROWS, total = all * ROWS;
    double *part = malloc(sizeof *part * ROWS * COLUMNS);
    adios_declare_group(&group, "field", "", adios_stat_default);
    adios_select_method(group, method, more, "");
    adios_define_var(group, "rows", "", adios_integer, "", "", "");
    adios_define_var(group, "columns", "", adios_integer, "", "", "");
    adios_define_var(group, "first", "", adios_integer, "", "", "");
    adios_define_var(group, "total", "", adios_integer, "", "", "");
    adios_define_var(group, "t", "", adios_double, "rows,columns", "total,columns", "first,0");
    for (int step = 0; step < STEPS; step++) {
        for (int i = 0; i < ROWS * COLUMNS; i++)
            part[i] = value((uint64_t)(first + i / COLUMNS), (uint64_t)(i % COLUMNS), step);
        adios_open(&file, "field", path, step ? "a" : "w", MPI_COMM_WORLD);
        adios_write(file, "rows", &rows);
        adios_write(file, "columns", &columns);
        adios_write(file, "first", &first);
        adios_write(file, "total", &total);
        adios_write(file, "t", part);
        adios_close(file);
    }
    free(part);
}

static int get(const char *path, int me, int all) {
    const enum ADIOS_READ_METHOD method = ADIOS_READ_METHOD_BP;
    int wrong = 0;
    adios_read_init_method(method, MPI_COMM_WORLD, "verbose=1");
    ADIOS_FILE *file = adios_read_open_file(path, method, MPI_COMM_WORLD);
    if (!file)
        return -1;
    ADIOS_VARINFO *about = adios_inq_var(file, "t");
    uint64_t width = about->dims[1] / (uint64_t)all; /* columns now, not rows */
    uint64_t start[2] = {0, width * (uint64_t)me}, count[2] = {about->dims[0], width};
    double *part = malloc(sizeof *part * count[0] * count[1]);
    ADIOS_SELECTION *box = adios_selection_boundingbox(2, start, count);
    for (int step = 0; step < about->nsteps; step++) {
        adios_schedule_read(file, box, "t", step, 1, part);
        adios_perform_reads(file, 1);
        for (uint64_t i = 0; i < count[0] * count[1]; i++)
            wrong += part[i] != value(i / width, start[1] + i % width, step);
    }
    if (!me)
        printf("%d steps of %d x %d\n", about->nsteps, (int)about->dims[0], (int)about->dims[1]);
    adios_selection_delete(box);
    adios_free_varinfo(about);
    adios_read_close(file);
    adios_read_finalize_method(method);
    free(part);
    return wrong;
}

int main(int argc, char **argv) {
    int me, all, wrong, every;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &all);
    adios_init_noxml(MPI_COMM_WORLD);
    adios_set_max_buffer_size(50);
    put(argv[1], argc > 2 ? argv[2] : "", "t.bp", me, all);
    MPI_Barrier(MPI_COMM_WORLD);
    wrong = get("t.bp", me, all);
    MPI_Allreduce(&wrong, &every, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (!me)
        printf("wrong: %d\n", every);
    adios_finalize(me);
    MPI_Finalize();
    return every != 0;
}
