#define _GNU_SOURCE
#include "job.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "report/input/progress_line.h"
#include "report/journal/seconds.h"
#include "report/courier/couriers.h"
#include "dump.h"
#include "live.h"
#include "live_findings.h"
#include "process.h"
#include "run_line.h"
#include "report/journal/say.h"

#define SERVE_SECONDS 0.03

enum {
  LOOK_SECONDS = 1,
  DUMP_SECONDS = 3,
  TERM_SECONDS = 2,
  KILL_SECONDS = 10,
  LEFT_SECONDS = 1,
  TOLD_SECONDS = 1,
  STILL_SECONDS = 1 /* after which the checker believes that a rank stands still */
};

struct watch {
  struct job *job;
  const char *dir;
  pid_t child;
  /* Where signals go: its process group, or the child itself if it shares our group. */
  pid_t target;
  int ended, asked;
  struct live *live;              /* NULL: nobody looks whether the ranks can go on */
  struct live_findings *findings; /* NULL: they are not printed while the program runs */
  struct run_line *line;          /* NULL: none is shown */
  struct couriers *couriers;      /* NULL: nobody is to tell of ranks on other hosts */
  int only_report;
  sigset_t signals, before;
};

static const int forwarded[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
enum { FORWARDED = sizeof forwarded / sizeof forwarded[0] };

/* A signal that was ignored before us (nohup) stays ignored, also for the child. */
static void block_signals(struct watch *w) {
  struct sigaction action;
  sigemptyset(&w->signals);
  sigaddset(&w->signals, SIGCHLD);
  for (int i = 0; i < FORWARDED; i++)
    if (!sigaction(forwarded[i], NULL, &action) && action.sa_handler != SIG_IGN)
      sigaddset(&w->signals, forwarded[i]);
  if (w->line && !sigaction(SIGTSTP, NULL, &action) && action.sa_handler == SIG_DFL)
    sigaddset(&w->signals, SIGTSTP);
  sigprocmask(SIG_BLOCK, &w->signals, &w->before);
  signal(SIGCHLD, SIG_DFL); /* if it were ignored, waitpid would never see a child */
}

/* If the input is a terminal, the job stays in our group. Then it can read, and the terminal's
 * interrupt and stop keys reach it, us and the script that started us, as they would without
 * us. */
static int shares_group(void) {
  return isatty(STDIN_FILENO);
}

static _Noreturn void child_exec(const struct watch *w, char **argv, pid_t parent, int report) {
  if (!shares_group())
    setpgid(0, 0);
  /* if we are killed, nobody else would end the job at the timeout */
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (getppid() != parent)
    _exit(127);
  sigprocmask(SIG_SETMASK, &w->before, NULL);
  execvp(argv[0], argv);
  int error = errno;
  if (write(report, &error, sizeof error) < 0)
    _exit(126);
  _exit(127);
}

static int start(struct watch *w, char **argv) {
  int fds[2], error = 0;
  pid_t parent = getpid();
  if (pipe2(fds, O_CLOEXEC))
    return -1;
  w->child = fork();
  if (w->child == 0)
    child_exec(w, argv, parent, fds[1]);
  error = errno;
  close(fds[1]);
  if (w->child > 0) {
    w->target = shares_group() ? w->child : -w->child;
    if (!shares_group())
      setpgid(w->child, w->child); /* both processes call it, because either may come first */
    ssize_t n = read(fds[0], &error, sizeof error);
    if (n != (ssize_t)sizeof error)
      error = 0;
    else
      waitpid(w->child, NULL, 0);
  }
  close(fds[0]);
  errno = error;
  return error ? -1 : 0;
}

static void reap(struct watch *w) {
  int status;
  pid_t pid;
  while ((pid = waitpid(-1, &status, WNOHANG)) > 0) {
    if (pid != w->child)
      continue;
    w->ended = 1;
    w->job->code = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
    w->job->signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  }
}

static void wait_for_dump(struct watch *w, double seconds);
static void step_until_ended(struct watch *w, double seconds);

/* The ranks say what they do before they are told to end; again if they have been in their
 * calls for too short a time to be sure. A second signal comes while they are asked, and is
 * passed on at once. */
static void pass_on(struct watch *w, int number) {
  w->job->interrupted = number;
  if (!w->asked++) {
    wait_for_dump(w, TOLD_SECONDS);
    if (w->live && !w->ended && live_is_soon_certain(w->live)) {
      step_until_ended(w, STILL_SECONDS);
      wait_for_dump(w, TOLD_SECONDS);
    }
  }
  kill(-w->child, number);
}

/* Stops as if nobody had looked, with the terminal as it was: others use it meanwhile. The line
 * comes again with the next look after SIGCONT. */
static void stop(const struct watch *w) {
  sigset_t one;
  sigemptyset(&one);
  sigaddset(&one, SIGTSTP);
  line_end();
  raise(SIGTSTP);
  sigprocmask(SIG_UNBLOCK, &one, NULL); /* here it stops */
  sigprocmask(SIG_BLOCK, &w->signals, NULL);
}

/* Waits at most `seconds` (< 0: for ever) for a signal. What couriers bring comes without one.
 */
static int next_signal(const struct watch *w, double seconds) {
  const struct timespec part = clock_span(SERVE_SECONDS), span = clock_span(seconds);
  double end = clock_now() + seconds;
  int number = -1;
  while (couriers_serve(w->couriers) && number < 0 && (seconds < 0 || clock_now() < end))
    number = sigtimedwait(&w->signals, NULL, &part);
  if (number > 0)
    return number;
  return seconds < 0 ? sigwaitinfo(&w->signals, NULL)
                     : sigtimedwait(&w->signals, NULL,
                                    clock_now() < end ? &span : &(struct timespec){0});
}

/* Waits at most `seconds` (< 0: for ever) for something to happen, and handles it. */
static void step(struct watch *w, double seconds) {
  int number = next_signal(w, seconds);
  if (number == SIGTSTP)
    stop(w);
  else if (number > 0 && number != SIGCHLD)
    pass_on(w, number);
  reap(w);
}

static void step_until_ended(struct watch *w, double seconds) {
  double end = clock_now() + seconds, now;
  while (!w->ended && (now = clock_now()) < end)
    step(w, end - now);
}

static int pause_watch(void *context, double seconds) {
  struct watch *w = context;
  step_until_ended(w, seconds);
  return w->ended;
}

static void wait_for_dump(struct watch *w, double seconds) {
  if (w->dir)
    dump_wait(w->dir, seconds, pause_watch, w);
}

static void end_job(struct watch *w) {
  if (w->ended)
    return;
  kill(w->target, SIGTERM);
  kill(w->target, SIGCONT);
  couriers_end_ranks(w->couriers);
  step_until_ended(w, TERM_SECONDS);
  double end = clock_now() + KILL_SECONDS;
  while (clock_now() < end && process_signal_all(SIGKILL)) {
    step(w, 0.05);
  }
}

static void end_late(struct watch *w) {
  wait_for_dump(w, DUMP_SECONDS);
  w->job->timeout = !w->ended;
  end_job(w);
}

static void look(struct watch *w) {
  enum live_news news = live_look(w->live, pause_watch, w);
  if (news != LIVE_NEVER)
    return;
  if (w->only_report) {
    live_free(w->live);
    w->live = NULL;
  } else {
    w->job->deadlock = 1;
    end_job(w);
  }
}

/* Ends what is left below us when the command has ended: ranks whose launcher was killed. */
static void end_rest(struct watch *w) {
  static const struct {
    int signal;
    double seconds;
  } stages[] = {{0, LEFT_SECONDS}, {SIGTERM, TERM_SECONDS}, {SIGKILL, KILL_SECONDS}};
  for (int i = 0; i < 3; i++) {
    double end = clock_now() + stages[i].seconds;
    if (!process_signal_all(stages[i].signal))
      return;
    while (process_signal_all(stages[i].signal == SIGKILL ? SIGKILL : 0) && clock_now() < end)
      step(w, 0.02);
  }
}

/* Users who press the keys twice still want the report. SIGQUIT ends it. */
static void hold_signals(const struct watch *w) {
  sigset_t held = w->before;
  for (int i = 0; i < FORWARDED; i++)
    if (forwarded[i] != SIGQUIT && sigismember(&w->signals, forwarded[i]))
      sigaddset(&held, forwarded[i]);
  sigprocmask(SIG_SETMASK, &held, NULL);
}

/* Waits for the end, and for what is to be done before. */
static void watch_over(struct watch *w, double end) {
  double left = end > 0 ? end - clock_now() : -1;
  if (end > 0 && left <= 0) {
    end_late(w);
    return;
  }
  if ((w->live || w->findings || w->line || w->couriers) && (left < 0 || left > LOOK_SECONDS))
    left = LOOK_SECONDS;
  step(w, left);
  if (w->live && !w->ended && !w->job->interrupted && !w->job->deadlock)
    look(w);
  if (!w->ended && !w->job->interrupted)
    live_findings_print(w->findings);
  if (!w->ended)
    run_line_show(w->line, w->live, live_findings_count(w->findings));
}

int job_run(struct job *job, char **argv, const char *dir, const struct options *o,
            struct couriers *couriers) {
  struct watch w = {.job = job,
                    .couriers = couriers,
                    .dir = dir,
                    .live = dir ? live_new(dir, o) : NULL,
                    .findings = dir ? live_findings_new(dir, o) : NULL,
                    .line = dir ? run_line_new(dir, o) : NULL};
  double begin = clock_now(), limit = options_seconds(o, OPTION_TIMEOUT);
  memset(job, 0, sizeof *job);
  w.only_report = !strcmp(o->text[OPTION_ON_DEADLOCK], "report");
  process_adopt();
  block_signals(&w);
  int bad = start(&w, argv), error = errno;
  while (!bad && !w.ended)
    watch_over(&w, limit > 0 && !job->timeout ? begin + limit : 0);
  job->seconds = clock_now() - begin;
  run_line_free(w.line);
  if (!bad)
    end_rest(&w);
  couriers_free(w.couriers);
  if (job->deadlock)
    live_keep(w.live);
  hold_signals(&w);
  live_free(w.live);
  live_findings_free(w.findings);
  errno = error;
  return bad;
}
