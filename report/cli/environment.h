/* environment.h: what a job's processes need to find the checker, put into our environment for
 * the command to inherit. Each returns 0, or -1 after saying what is wrong. */
#ifndef FENCEPOST_ENVIRONMENT_H
#define FENCEPOST_ENVIRONMENT_H

#include "report/journal/options.h"

/* LD_PRELOAD gets the library beside the command in front of what the user has in it;
 * FENCEPOST_DIR the directory of the journals; each option of the command line its variable. */
int environment_set(const struct options *o, const char *dir);

/* mpiexec of Open MPI passes no variables to other hosts by itself. Makes it: by a variable of
 * its own, or, beside a -x of the user, by more of these. Returns the command to run (argv
 * itself or a new array). */
char **environment_forward(char **argv);

/* `path` from the root, malloced. */
char *environment_absolute(const char *path);

/* The file of ours so called: beside the command, or where it is installed; malloced; NULL if
 * there is none. */
char *environment_file(const char *name);

/* The file execvp would run for `name`, symbolic links followed, malloced; NULL if there is
 * none. */
char *environment_program(const char *name);

#endif
