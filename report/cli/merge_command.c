#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "command.h"
#include "excuse.h"
#include "exit_status.h"
#include "dump.h"
#include "run_line.h"
#include "include/library.h"
#include "report/writers/export.h"
#include "report/input/journals.h"
#include "report/input/progress_line.h"
#include "run_directory.h"
#include "report/input/read.h"
#include "report/writers/report.h"
#include "report/journal/say.h"
#include "report/writers/summary.h"
#include "report/journal/folder.h"

int command_forms(const struct options *o) {
  struct excuses x;
  if (!export_known(o->text[OPTION_FORMAT]) || excuses_read(&x, o))
    return -1;
  excuses_free(&x);
  return 0;
}

/* Writes the report and its other forms; *path (malloced) is where. Returns -1 after saying
 * what is wrong. */
static int write_all(json_t *report, const struct options *o, const char *dir,
                     const struct run_directory *place, char **path) {
  const char *asked = o->text[OPTION_OUTPUT];
  int bad;
  *path = NULL;
  if (place)
    bad = place_write(place, report, path);
  else
    bad = report_write(report, asked) || !(*path = strdup(asked));
  if (bad) {
    say("cannot write the report to %s: %s; the journals are kept in %s", asked,
        strerror(errno), dir);
    return -1;
  }
  return export_beside(report, o->text[OPTION_FORMAT], o->text[OPTION_FAIL_ON], *path);
}

static json_t *excused_report(struct journals *js, const struct options *o) {
  struct excuses x;
  if (excuses_read(&x, o))
    return NULL;
  json_t *report = report_new(js, o);
  if (report)
    excuses_apply(&x, report);
  else
    say("out of memory");
  excuses_free(&x);
  return report;
}

int command_report(const char *dir, const struct options *o, const struct run_directory *place,
                   int *damaged) {
  char *path = NULL;
  struct journals js;
  if (journals_read(&js, dir)) {
    say("cannot read the journals in %s: %s", dir, strerror(errno));
    return EXIT_USAGE;
  }
  if (!js.ranks && !js.job) {
    say("%s holds no journals", dir);
    journals_free(&js);
    return EXIT_USAGE;
  }
  *damaged = js.damaged;
  json_t *report = excused_report(&js, o);
  int result = EXIT_USAGE;
  if (report && !write_all(report, o, dir, place, &path))
    result = exit_of_report(report, o);
  if (report && !options_flag(o, OPTION_QUIET))
    summary_print(report, result == EXIT_USAGE ? NULL : path, stderr,
                  options_flag(o, OPTION_VERBOSE));
  free(path);
  json_decref(report);
  journals_free(&js);
  return result;
}

void command_remove(const char *dir) {
  DIR *stream = opendir(dir);
  if (!stream)
    return;
  for (struct dirent *entry; (entry = readdir(stream));) {
    char *world = NULL;
    int rank;
    if (read_name(entry->d_name, &world, &rank) || !strcmp(entry->d_name, JOURNALS_JOB) ||
        !strcmp(entry->d_name, DUMP_FILE) || !strcmp(entry->d_name, LIBRARY_UNKNOWN) ||
        folder_is_pulse(entry->d_name))
      unlinkat(dirfd(stream), entry->d_name, 0);
    free(world);
  }
  closedir(stream);
  rmdir(dir);
}

static int remove_after;

static int take_remove(char **argv, int *i) {
  if (strcmp(argv[*i], "--remove") != 0)
    return 0;
  remove_after = 1;
  ++*i;
  return 1;
}

int command_merge(int argc, char **argv) {
  struct options o;
  int taken = command_options(&o, USAGE_merge, argv, take_remove);
  if (taken < 0)
    return EXIT_USAGE;
  if (argc - taken != 1) {
    say("merge takes one directory of journals: fencepost merge [--output FILE] DIR");
    return EXIT_USAGE;
  }
  if (command_forms(&o))
    return EXIT_USAGE;
  if (strcmp(o.text[OPTION_PROGRESS], "off") != 0)
    busy_at_once();
  const char *dir = argv[taken];
  int damaged = 0, result = command_report(dir, &o, NULL, &damaged);
  if (result != EXIT_USAGE && damaged) {
    say("%d of the journals in %s could not be read; the report has the others", damaged, dir);
    result = EXIT_USAGE;
  }
  if (remove_after && result != EXIT_USAGE)
    command_remove(dir);
  return result;
}
