/* rank_run.h: `mpiexec -n 4 fencepost run PROGRAM`: the command is started once for each rank.
 * The ranks make one report in MPI_Finalize, as under a bare LD_PRELOAD. */
#ifndef FENCEPOST_RANK_RUN_H
#define FENCEPOST_RANK_RUN_H

#include "report/journal/options.h"

struct job;

/* Returns whether a launcher has started us as one of several ranks, and `argv` is no launcher.
 */
int rank_run_is_meant(char **argv);

/* Notes in the folder of the journals how the job has ended. It belongs to run.c. */
int run_record_end(const char *dir, char **argv, const struct job *job, double limit);

/* Runs the program as this rank. If it ends before MPI_Finalize, the first of us that sees it
 * makes the report. Returns the exit status of `run`: one that the report alone decides comes
 * from rank 0. */
int rank_run(struct options *o, char **argv);

#endif
