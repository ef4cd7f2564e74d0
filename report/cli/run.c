#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "command.h"
#include "report/courier/couriers.h"
#include "exit_status.h"
#include "draw.h"
#include "dump.h"
#include "report/launch/environment.h"
#include "report/launch/forward.h"
#include "job.h"
#include "report/input/journals.h"
#include "rank_run.h"
#include "run_directory.h"
#include "schedules.h"
#include "report/input/read.h"
#include "report/writers/report.h"
#include "report/journal/say.h"
#include "report/journal/text.h"
#include "unchecked.h"
#include "report/journal/version.h"

/* Refuses traces of another run, because they would be replayed with ours. */
static int record_directory(const struct options *o) {
  const char *chosen = o->text[OPTION_RECORD];
  char *dir = *chosen ? environment_absolute(chosen) : NULL;
  DIR *stream = NULL;
  int bad = 0;
  if (!*chosen)
    return 0;
  if (!dir || place_make_directories(dir) || access(dir, W_OK | X_OK) ||
      !(stream = opendir(dir))) {
    say("cannot write the events to %s: %s", chosen, strerror(errno));
    bad = -1;
  }
  for (struct dirent *entry; !bad && (entry = readdir(stream));) {
    const char *dot = strrchr(entry->d_name, '.');
    if (dot && !strcmp(dot, ".fpt")) {
      say("%s holds the events of another run: remove them or name another directory", chosen);
      bad = -1;
    }
  }
  if (stream)
    closedir(stream);
  free(dir);
  return bad;
}

/* Writes a record to command.jsonl, so that `fencepost merge` knows as much as we do. */
static int job_record(const char *dir, json_t *record) {
  char *path = NULL, *line = record ? json_dumps(record, JSON_COMPACT) : NULL;
  json_decref(record);
  int fd = !line || asprintf(&path, "%s/" JOURNALS_JOB, dir) < 0
               ? -1
               : open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  int bad = fd < 0 || dprintf(fd, "%s\n", line) < 0, error = errno;
  if (fd >= 0)
    close(fd);
  free(path);
  free(line);
  errno = error;
  return bad ? -1 : 0;
}

static int record_start(const char *dir, char **argv) {
  json_t *command = json_array();
  for (; *argv; argv++)
    json_array_append_new(command, text_json(*argv));
  return job_record(dir, json_pack("{s:s, s:s, s:f, s:o}", "record", "job", "version",
                                   FENCEPOST_VERSION, "time", (double)time(NULL), "command",
                                   command));
}

static int has_rank(const char *dir) {
  DIR *stream = opendir(dir);
  int found = 0;
  for (struct dirent *entry; stream && (entry = readdir(stream));) {
    char *world = NULL;
    int rank;
    found |= read_name(entry->d_name, &world, &rank);
    free(world);
  }
  if (stream)
    closedir(stream);
  return found;
}

int run_record_end(const char *dir, char **argv, const struct job *job, double limit) {
  json_t *record =
      json_pack("{s:s, s:f, s:i, s:i, s:b, s:b, s:f, s:i}", "record", "job-end", "seconds",
                job->seconds, "code", job->code, "signal", job->signal, "timeout", job->timeout,
                "deadlock", job->deadlock, "limit", limit, "interrupted", job->interrupted);
  if (!has_rank(dir)) {
    char why[800];
    unchecked_explain(dir, argv, why, sizeof why);
    json_object_set_new(record, "unchecked", text_json(why));
  }
  return job_record(dir, record);
}

/* `quietly`: without a summary. */
static int run_in(struct options *o, char **argv, const char *dir,
                  const struct run_directory *place, int quietly) {
  struct job job;
  int damaged = 0;
  char *events = draw_record(o, dir);
  if (environment_set(o, dir)) {
    command_remove(dir);
    return EXIT_USAGE;
  }
  struct couriers *couriers = options_flag(o, OPTION_LISTEN) ? couriers_new(dir) : NULL;
  double limit = options_seconds(o, OPTION_TIMEOUT);
  if (job_run(&job, forward_environment(argv), dir, o, couriers)) {
    say("cannot run %s: %s", argv[0], strerror(errno));
    command_remove(dir);
    return EXIT_USAGE;
  }
  if (run_record_end(dir, argv, &job, limit))
    say("cannot write to %s: %s", dir, strerror(errno));
  if (quietly)
    o->text[OPTION_QUIET] = "1";
  int report = command_report(dir, o, place, &damaged);
  if (draw_run(o, dir, events))
    report = EXIT_USAGE;
  free(events);
  if (report != EXIT_USAGE && !damaged && !*o->text[OPTION_JOURNALS])
    command_remove(dir);
  else if (damaged)
    say("the journals are kept in %s", dir);
  return exit_of_run(&job, report);
}

/* A full disk is not the program's fault, so the program runs. */
static int run_unchecked(const struct options *o, char **argv) {
  struct job job;
  say("no room for the journals, beside the report or in TMPDIR: the program runs without "
      "Fencepost, nothing is checked");
  if (job_run(&job, argv, NULL, o, NULL)) {
    say("cannot run %s: %s", argv[0], strerror(errno));
    return EXIT_USAGE;
  }
  return exit_of_run(&job, EXIT_UNCHECKED);
}

/* Makes the directory and journals with their first record. Returns NULL with errno; says what
 * is wrong unless there is no room. */
static char *journals_begin(const struct options *o, char **argv) {
  for (int spare = 0; spare < 2; spare++) {
    char *dir = place_journals(o, spare);
    int error = errno;
    if (dir && !record_start(dir, argv)) {
      if (spare)
        say("no room for the journals beside the report: they are in %s", dir);
      return dir;
    }
    if (dir) {
      error = errno;
      command_remove(dir);
      if (!place_is_full(error))
        say("cannot write to %s: %s", dir, strerror(error));
      free(dir);
    }
    errno = error;
    if (!place_is_full(error))
      return NULL;
  }
  return NULL;
}

int run_once(struct options *o, char **argv, int quietly) {
  struct run_directory place;
  place_remember(&place, o->text[OPTION_OUTPUT]);
  char *dir = journals_begin(o, argv);
  if (!dir)
    return place_is_full(errno) ? run_unchecked(o, argv) : EXIT_USAGE;
  int result = run_in(o, argv, dir, &place, quietly);
  free(dir);
  return result;
}

int command_run(int argc, char **argv) {
  struct options o;
  int taken = command_options(&o, USAGE_run, argv, NULL);
  if (taken < 0)
    return EXIT_USAGE;
  if (taken == argc) {
    say("run needs a program: fencepost run [options] mpiexec -n 4 PROGRAM");
    return EXIT_USAGE;
  }
  if (command_forms(&o))
    return EXIT_USAGE;
  if (report_writable(o.text[OPTION_OUTPUT]) && !place_is_full(errno)) {
    say("cannot write the report to %s: %s", o.text[OPTION_OUTPUT], strerror(errno));
    return EXIT_USAGE;
  }
  if (record_directory(&o) ||
      (*o.text[OPTION_TIMELINE] && timeline_names(o.text[OPTION_TIMELINE])))
    return EXIT_USAGE;
  if (rank_run_is_meant(argv + taken))
    return rank_run(&o, argv + taken);
  return options_number(&o, OPTION_SCHEDULES) > 1 ? schedules_run(&o, argv + taken)
                                                  : run_once(&o, argv + taken, 0);
}
