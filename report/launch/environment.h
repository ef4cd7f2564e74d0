/* environment.h: what the processes of a job need to find the checker. It is put into our own
 * environment, which the command inherits. Each function returns 0, or -1 after saying what is
 * wrong. */
#ifndef FENCEPOST_ENVIRONMENT_H
#define FENCEPOST_ENVIRONMENT_H

#include "report/journal/options.h"

/* Sets LD_PRELOAD to the library beside the command, in front of what the user has there;
 * FENCEPOST_DIR to the directory of the journals (NULL: as under a bare LD_PRELOAD); and for
 * each option of the command line its variable. */
int environment_set(const struct options *o, const char *dir);

/* Returns `path` made absolute, malloced. */
char *environment_absolute(const char *path);

/* Returns the path of our file with this name, beside the command or where it is installed;
 * malloced; NULL if there is none. */
char *environment_file(const char *name);

/* Returns the path of the file that execvp would run for `name`, symbolic links followed,
 * malloced; NULL if there is none. */
char *environment_program(const char *name);

#endif
