/* Commands that ranks start beside the program (interpose/session/).
 *
 * fencepost watch: what `fencepost run` does while the program runs, for a bare LD_PRELOAD on
 * one host. Rank 0 starts it. It ends with rank 0, so that it keeps no launcher waiting.
 *
 * fencepost courier: see report/courier/courier.h. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "command.h"
#include "exit_status.h"
#include "live.h"
#include "report/courier/courier.h"
#include "report/input/journals.h"
#include "report/journal/folder.h"
#include "report/journal/member.h"
#include "report/journal/say.h"
#include "report/journal/seconds.h"

enum { LOOK_SECONDS = 1, TERM_SECONDS = 2 };

struct onlooker {
  int process; /* pidfd of rank 0 */
  double began;
};

static int wait_for_end(void *context, double seconds) {
  const struct onlooker *w = context;
  struct pollfd end = {.fd = w->process, .events = POLLIN};
  return poll(&end, 1, (int)(seconds * 1000)) > 0;
}

static void signal_all(const struct journals *js, int number) {
  for (size_t i = 0; i < js->ranks; i++) {
    int pid = member_int(js->rank[i].start, "pid", 0);
    if (pid > 1 && !js->rank[i].end)
      kill(pid, number);
  }
}

static void record_end(const struct onlooker *w, const char *dir) {
  char path[4096];
  if (snprintf(path, sizeof path, "%s/" JOURNALS_JOB, dir) >= (int)sizeof path)
    return;
  FILE *out = fopen(path, "ae");
  json_t *record =
      json_pack("{s:s, s:f, s:i, s:i, s:b, s:b}", "record", "job-end", "seconds",
                clock_now() - w->began, "code", 0, "signal", 0, "timeout", 0, "deadlock", 1);
  if (out && record && !json_dumpf(record, out, JSON_COMPACT))
    fputc('\n', out);
  if (out && fclose(out))
    say("cannot write %s: %s", path, strerror(errno));
  json_decref(record);
}

/* Makes the report, which no rank can ask for any more, and ends the ranks. Launchers end all
 * that is below them when a rank has ended, so this comes last. */
static int end_all(const struct onlooker *w, const char *dir, const struct options *o) {
  struct journals js;
  int damaged = 0;
  if (journals_read(&js, dir))
    return EXIT_USAGE;
  record_end(w, dir);
  int status = command_report(dir, o, NULL, &damaged);
  if (status != EXIT_USAGE && !damaged && !*o->text[OPTION_JOURNALS])
    command_remove(dir);
  signal_all(&js, SIGTERM);
  poll(NULL, 0, TERM_SECONDS * 1000);
  signal_all(&js, SIGKILL);
  journals_free(&js);
  return status;
}

int command_watch(int argc, char **argv) {
  struct options o;
  int taken = command_options(&o, USAGE_watch, argv, NULL), status = 0;
  if (taken < 0)
    return EXIT_USAGE;
  if (argc - taken != 2) {
    say("watch needs a directory of journals and a process");
    return EXIT_USAGE;
  }
  const char *dir = argv[taken];
  struct onlooker w = {(int)syscall(SYS_pidfd_open, atoi(argv[taken + 1]), 0), clock_now()};
  struct live *l = w.process < 0 ? NULL : live_new(dir, &o);
  setsid(); /* launchers end whole groups of processes */
  if (l)
    while (!wait_for_end(&w, LOOK_SECONDS))
      if (live_look(l, wait_for_end, &w) == LIVE_NEVER) {
        if (strcmp(o.text[OPTION_ON_DEADLOCK], "report") != 0)
          status = end_all(&w, dir, &o);
        break;
      }
  live_free(l);
  return status;
}

static void remove_all(const char *dir) {
  static const char *const made[] = {DUMP_FILE, COURIER_FILE};
  char path[4096];
  for (size_t i = 0; i < sizeof made / sizeof *made; i++)
    if (snprintf(path, sizeof path, "%s/%s", dir, made[i]) < (int)sizeof path)
      unlink(path);
  command_remove(dir);
}

int command_courier(int argc, char **argv) {
  struct options o;
  int taken = command_options(&o, USAGE_courier, argv, NULL);
  if (taken < 0)
    return EXIT_USAGE;
  if (argc - taken != 1 || !getenv(COURIER_VARIABLE)) {
    say("courier needs a directory of journals, and " COURIER_VARIABLE " of `fencepost run`");
    return EXIT_USAGE;
  }
  if (!courier_run(argv[taken]))
    return EXIT_UNCHECKED;
  if (!*o.text[OPTION_JOURNALS])
    remove_all(argv[taken]);
  return 0;
}
