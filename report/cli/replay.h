/* replay.h: gives recorded events (report/journal/trace_file.h) to the checker, without MPI. */
#ifndef FENCEPOST_REPLAY_H
#define FENCEPOST_REPLAY_H

#include "report/timeline/timeline.h"

struct replay_wishes {
  const char *journals; /* directory where the ranks' journals are written; NULL: nowhere */
  struct timeline *timeline; /* what happened is told to it; or NULL */
  int print; /* the events are printed, one in each line, and nothing else is done with them */
};

/* Replays all traces in the directory. Returns how many were bad, of which what could be read
 * was used, -1 if there is none; says what is wrong. */
int replay_all(const char *from, const struct replay_wishes *wishes);

#endif
