/* run_directory.h: where a run puts its journals and its report: where the user says or, if
 * there is no room, in $TMPDIR (/tmp). Strings are malloced. */
#ifndef FENCEPOST_PLACE_H
#define FENCEPOST_PLACE_H

#include <jansson.h>
#include <sys/stat.h>

#include "report/journal/options.h"

/* Returns whether the error says that a file system is full. */
int place_is_full(int error);

int place_make_directories(char *path);
/* Removes the directory and all files in it. */
void place_empty(const char *dir);
/* Makes the directory that the user has chosen, or a new one beside the report; `spare`: a new
 * one in $TMPDIR. Returns NULL with errno; says what is wrong unless there is no room. */
char *place_journals(const struct options *o, int spare);

/* The place for the report, and what was there when the run began. */
struct run_directory {
  const char *asked;
  int existed;
  struct stat before;
};
void place_remember(struct run_directory *p, const char *asked);
/* Returns whether another report is there now. */
int place_is_taken(const struct run_directory *p);
/* Writes the report there. If another run has written its own there meanwhile, writes ours
 * beside it; if there is no room, in $TMPDIR; says so in both cases. *path is where. Returns -1
 * with errno. */
int place_write(const struct run_directory *p, json_t *report, char **path);

#endif
