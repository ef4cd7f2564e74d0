/* status.h: how far a run could be checked, from its journals and, if `fencepost run` made
 * them, from how the job ended. */
#ifndef FENCEPOST_STATUS_H
#define FENCEPOST_STATUS_H

#include "journals.h"

enum status_kind {
  STATUS_COMPLETE,  /* every rank of every world seen was checked up to its MPI_Finalize */
  STATUS_CRASHED,   /* a rank ended before MPI_Finalize by its own doing */
  STATUS_HUNG,      /* --timeout ended it, or every rank that is left is stuck */
  STATUS_KILLED,    /* SIGKILL, SIGTERM, SIGINT or SIGHUP ended it */
  STATUS_UNCHECKED, /* some rank, or all, ran without being checked */
};

struct status {
  enum status_kind kind;
  char detail[800]; /* for people */
};

void status_decide(struct status *st, const struct journals *js);
const char *status_name(enum status_kind kind);

#endif
