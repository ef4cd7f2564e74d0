#define _GNU_SOURCE
#include "rank_run.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "command.h"
#include "report/launch/environment.h"
#include "exit_status.h"
#include "job.h"
#include "report/input/journals.h"
#include "report/input/load.h"
#include "report/journal/launched.h"
#include "report/journal/say.h"
#include "report/journal/seconds.h"
#include "run_directory.h"
#include "unchecked.h"

#define MERGER "merging" /* a file in the folder of the journals: who has made it merges */
enum { SETTLE = 1, FINALIZED = 30 }; /* seconds */

struct rank_job {
  struct options *o;
  int rank, size;
  char dir[4096]; /* of the journals; "" if the ranks have no common one */
  struct run_directory place;
};

int rank_run_is_meant(char **argv) {
  int rank = 0, size = 1;
  char *program = environment_program(argv[0]);
  int launcher = program && unchecked_is_launcher(program);
  free(program);
  launched_as(&rank, &size);
  return size > 1 && !launcher;
}

/* Says which options need us in front of the launcher. */
static int is_possible(const struct rank_job *j) {
  static const enum option outside[] = {OPTION_SCHEDULES, OPTION_TIMELINE, OPTION_TIMEOUT};
  for (size_t i = 0; i < sizeof outside / sizeof *outside; i++)
    if (j->o->given[outside[i]] == GIVEN_COMMAND) {
      if (!j->rank)
        say("--%s needs the command in front: fencepost run --%s=%s mpiexec -n %d ...",
            option_rows[outside[i]].name, option_rows[outside[i]].name, j->o->text[outside[i]],
            j->size);
      return 0;
    }
  return 1;
}

/* All ranks of the job on this host are children of one process. (Its number may come again,
 * but not while it runs, and the folder goes with the job.) */
static void choose_directory(struct rank_job *j) {
  char *output = environment_absolute(j->o->text[OPTION_OUTPUT]);
  if (*j->o->text[OPTION_JOURNALS])
    snprintf(j->dir, sizeof j->dir, "%s", j->o->text[OPTION_JOURNALS]);
  else if (output && launched_here() == j->size)
    snprintf(j->dir, sizeof j->dir, "%.*s/fencepost-journals-%d",
             (int)(strrchr(output, '/') - output), output, (int)getppid());
  free(output);
}

static int all_ended(const char *dir) {
  struct journals js;
  if (journals_read(&js, dir))
    return 0;
  int all = js.ranks > 0;
  for (size_t i = 0; i < js.ranks; i++)
    all &= js.rank[i].end != NULL;
  journals_free(&js);
  return all;
}

static int is_reported(const struct rank_job *j, double seconds) {
  for (double end = clock_now() + seconds; clock_now() < end; clock_sleep(0.05))
    if (place_is_taken(&j->place))
      return 1;
  return place_is_taken(&j->place);
}

/* Of all ranks one merges. */
static int is_merger(const char *dir) {
  char path[4200];
  snprintf(path, sizeof path, "%s/" MERGER, dir);
  int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (fd >= 0)
    close(fd);
  return fd >= 0;
}

static void remove_journals(const struct rank_job *j) {
  char path[4200];
  snprintf(path, sizeof path, "%s/" MERGER, j->dir);
  if (!*j->dir || *j->o->text[OPTION_JOURNALS])
    return;
  unlink(path);
  command_remove(j->dir);
}

/* The program has ended here without a report. Others may still run, or have been ended with
 * it: what they have written is in their journals. */
static int merge(const struct rank_job *j, char **argv, const struct job *job) {
  int damaged = 0;
  if (is_reported(j, all_ended(j->dir) ? FINALIZED : SETTLE) || access(j->dir, R_OK) ||
      !is_merger(j->dir))
    return 0;
  run_record_end(j->dir, argv, job, 0);
  int result = command_report(j->dir, j->o, NULL, &damaged);
  if (result != EXIT_USAGE && !damaged)
    remove_journals(j);
  return result;
}

/* Rank 0 has written the report in MPI_Finalize and printed the summary. */
static int status_of_report(const struct rank_job *j) {
  json_t *report = report_load(j->o->text[OPTION_OUTPUT]);
  int result = report ? exit_of_report(report, j->o) : EXIT_UNCHECKED;
  json_decref(report);
  remove_journals(j);
  return result;
}

static int after(const struct rank_job *j, char **argv, const struct job *job) {
  int failed = job->code || job->signal;
  if (!j->rank && place_is_taken(&j->place))
    return exit_of_run(job, status_of_report(j));
  if (failed && *j->dir)
    return exit_of_run(job, merge(j, argv, job));
  if (!j->rank && !failed) {
    say("no report was written: rank 0 did not reach MPI_Finalize under Fencepost");
    return EXIT_UNCHECKED;
  }
  return exit_of_run(job, 0);
}

/* One of us stands in front of the launcher, too, and makes the report. */
static int run_below(const struct options *o, char **argv, const char *dir) {
  if (environment_set(o, dir))
    return EXIT_USAGE;
  execvp(argv[0], argv);
  say("cannot run %s: %s", argv[0], strerror(errno));
  return EXIT_USAGE;
}

int rank_run(struct options *o, char **argv) {
  struct rank_job j = {.o = o};
  struct job job;
  const char *above = getenv("FENCEPOST_DIR");
  if (above && *above)
    return run_below(o, argv, above);
  launched_as(&j.rank, &j.size);
  if (!is_possible(&j))
    return EXIT_USAGE;
  place_remember(&j.place, o->text[OPTION_OUTPUT]);
  choose_directory(&j);
  if (environment_set(o, NULL) ||
      (*j.dir && !*o->text[OPTION_JOURNALS] && setenv("FENCEPOST_JOURNALS", j.dir, 1)))
    return EXIT_USAGE;
  if (job_run(&job, argv, NULL, o, NULL)) {
    say("cannot run %s: %s", argv[0], strerror(errno));
    return EXIT_USAGE;
  }
  return after(&j, argv, &job);
}
