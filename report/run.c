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
#include "dump.h"
#include "environment.h"
#include "job.h"
#include "journals.h"
#include "read.h"
#include "report.h"
#include "say.h"
#include "text.h"
#include "unchecked.h"
#include "version.h"

/* Whether the directory holds journals: of another run, which must not be merged with ours. */
static int holds_journals(const char *dir) {
  DIR *stream = opendir(dir);
  int found = 0;
  for (struct dirent *entry; stream && (entry = readdir(stream));) {
    char *world = NULL;
    int rank;
    found |= read_name(entry->d_name, &world, &rank) || !strcmp(entry->d_name, JOURNALS_JOB) ||
             !strcmp(entry->d_name, DUMP_FILE);
    free(world);
  }
  if (stream)
    closedir(stream);
  return found;
}

static int make_directories(char *path) {
  for (char *p = path + 1; (p = strchr(p, '/')); p++) {
    *p = '\0';
    mkdir(path, 0777); /* the last one tells */
    *p = '/';
  }
  return mkdir(path, 0777) && errno != EEXIST ? -1 : 0;
}

/* Traces of another run would be replayed with ours. */
static int record_directory(const struct options *o) {
  const char *chosen = o->text[OPTION_RECORD];
  char *dir = *chosen ? environment_absolute(chosen) : NULL;
  DIR *stream = NULL;
  int bad = 0;
  if (!*chosen)
    return 0;
  if (!dir || make_directories(dir) || access(dir, W_OK | X_OK) || !(stream = opendir(dir))) {
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

/* A directory of the user's choice, or a new one beside the report. */
static char *journal_directory(const struct options *o) {
  const char *chosen = o->text[OPTION_JOURNALS], *output = o->text[OPTION_OUTPUT];
  char *dir = environment_absolute(*chosen ? chosen : output), *made = NULL;
  struct stat st;
  if (!dir)
    return NULL;
  if (*chosen) {
    if (make_directories(dir) || access(dir, W_OK | X_OK))
      say("cannot write the journals to %s: %s", dir, strerror(errno));
    else if (holds_journals(dir))
      say("%s holds the journals of another run: remove them or name another directory", dir);
    else
      return dir;
    free(dir);
    return NULL;
  }
  /* beside /dev/stdout is no place */
  int stream = stat(dir, &st) == 0 && !S_ISREG(st.st_mode);
  int n = stream ? 1 : (int)(strrchr(dir, '/') - dir);
  if (asprintf(&made, "%.*s/fencepost-journals-XXXXXX", n, stream ? "." : dir) < 0)
    made = NULL;
  free(dir);
  if (made && mkdtemp(made)) {
    dir = environment_absolute(made);
    free(made);
    return dir;
  }
  say("cannot make a directory for the journals beside the report: %s", strerror(errno));
  free(made);
  return NULL;
}

/* A record in command.jsonl, so that `fencepost merge` knows as much as we do. */
static int job_record(const char *dir, json_t *record) {
  char *path = NULL, *line = record ? json_dumps(record, JSON_COMPACT) : NULL;
  json_decref(record);
  int fd = !line || asprintf(&path, "%s/" JOURNALS_JOB, dir) < 0
               ? -1
               : open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  int bad = fd < 0 || dprintf(fd, "%s\n", line) < 0;
  if (fd >= 0)
    close(fd);
  free(path);
  free(line);
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

static int record_end(const char *dir, char **argv, const struct job *job, double limit) {
  json_t *record =
      json_pack("{s:s, s:f, s:i, s:i, s:b, s:f, s:i}", "record", "job-end", "seconds",
                job->seconds, "code", job->code, "signal", job->signal, "timeout", job->timeout,
                "limit", limit, "interrupted", job->interrupted);
  if (!has_rank(dir)) {
    char why[512];
    unchecked_explain(argv, why, sizeof why);
    json_object_set_new(record, "unchecked", text_json(why));
  }
  return job_record(dir, record);
}

/* The program's own status counts, except that there is none if we ended it. */
static int exit_status(const struct job *job, int report) {
  if (!job->timeout && job->signal)
    return 128 + job->signal;
  if (!job->timeout && job->code)
    return job->code;
  return report;
}

static int run_in(const struct options *o, char **argv, const char *dir) {
  struct job job;
  int damaged = 0;
  if (environment_set(o, dir) || record_start(dir, argv)) {
    command_remove(dir);
    return EXIT_USAGE;
  }
  double limit = options_seconds(o, OPTION_TIMEOUT);
  if (job_run(&job, environment_forward(argv), dir, limit)) {
    say("cannot run %s: %s", argv[0], strerror(errno));
    command_remove(dir);
    return EXIT_USAGE;
  }
  if (record_end(dir, argv, &job, limit))
    say("cannot write to %s: %s", dir, strerror(errno));
  int report = command_report(dir, o, &damaged);
  if (report != EXIT_USAGE && !damaged && !*o->text[OPTION_JOURNALS])
    command_remove(dir);
  else if (damaged)
    say("the journals are kept in %s", dir);
  return exit_status(&job, report);
}

int command_run(int argc, char **argv) {
  struct options o;
  int taken = command_options(&o, argv, NULL);
  if (taken < 0)
    return EXIT_USAGE;
  if (taken == argc) {
    say("run needs a program: fencepost run [options] mpiexec -n 4 PROGRAM");
    return EXIT_USAGE;
  }
  if (command_forms(&o))
    return EXIT_USAGE;
  if (report_writable(o.text[OPTION_OUTPUT])) {
    say("cannot write the report to %s: %s", o.text[OPTION_OUTPUT], strerror(errno));
    return EXIT_USAGE;
  }
  char *dir = record_directory(&o) ? NULL : journal_directory(&o);
  if (!dir)
    return EXIT_USAGE;
  int result = run_in(&o, argv + taken, dir);
  free(dir);
  return result;
}
