/* job.h: the user's command as a child: started, waited for, and ended with all it started.
 *
 * The child has its own process group, and the terminal if we had it. SIGINT, SIGTERM, SIGHUP
 * and SIGQUIT are passed on. After `timeout` seconds (0: never) the ranks are asked for hang
 * records (dump.h), and then they are ended: SIGTERM for the group, two seconds later SIGKILL
 * for everything. What the child leaves behind when it ends is ended too. */
#ifndef FENCEPOST_JOB_H
#define FENCEPOST_JOB_H

struct job {
  int code, signal; /* how the child ended; signal 0: it exited by itself */
  int timeout;      /* we ended it */
  int interrupted;  /* the signal that we passed on, 0 = none */
  double seconds;
};

/* Runs it to its end. Returns -1 with errno if it cannot be started. */
int job_run(struct job *job, char **argv, const char *dir, double timeout);

#endif
