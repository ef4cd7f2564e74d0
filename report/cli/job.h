/* job.h: the user's command as a child: started, waited for, and ended with all it started.
 *
 * The child has its own process group, and the terminal if we had it. SIGINT, SIGTERM, SIGHUP
 * and SIGQUIT are passed on. After `timeout` seconds (0: never) the ranks are asked for hang
 * records (dump.h), and then they are ended: SIGTERM for the group, two seconds later SIGKILL
 * for everything. The same is done when ranks can never go on (live.h). A signal that is to
 * end them is passed on when they have been asked, a second one at once. What the child leaves
 * behind when it ends is ended too. */
#ifndef FENCEPOST_JOB_H
#define FENCEPOST_JOB_H

#include "report/journal/options.h"

struct couriers;

struct job {
  int code, signal; /* how the child ended; signal 0: it exited by itself */
  int timeout;      /* we ended it */
  int deadlock;     /* and did so because no rank could go on */
  int interrupted;  /* the signal that we passed on, 0 = none */
  double seconds;
};

/* Runs it to its end. `dir`: the journals; NULL: there are none. `couriers`: of ranks on other
 * hosts, or NULL; taken. Returns -1 with errno if it cannot be started. */
int job_run(struct job *job, char **argv, const char *dir, const struct options *o,
            struct couriers *couriers);

#endif
