/* export_command.c: `fencepost export`: a report in another form. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/input/catalog.h"
#include "command.h"
#include "exit_status.h"
#include "report/writers/export.h"
#include "report/input/load.h"
#include "report/input/progress_line.h"
#include "report/writers/output.h"
#include "report/writers/report.h"
#include "report/journal/say.h"

struct export_words {
  const char *format, *output, *fail_on, *path;
};

static int bad(const char *what, const char *word) {
  say("%s%s%s", what, *word ? ": " : "", word);
  return -1;
}

/* Reads `--progress`, which is --progress=on, and --progress=WORD. */
static int take_progress(const char *word) {
  static const char name[] = "--progress";
  const char *value = word + sizeof name - 1;
  if (strncmp(word, name, sizeof name - 1) != 0 ||
      (*value && strcmp(value, "=on") != 0 && strcmp(value, "=lines") != 0 &&
       strcmp(value, "=off") != 0))
    return 0;
  if (!strcmp(value, "=lines"))
    line_way(LINE_PLAIN);
  if (strcmp(value, "=off") != 0)
    busy_at_once();
  return 1;
}

/* Reads `--name VALUE` or `--name=VALUE` at argv[*i]: returns 1 and *value. */
static int take(char **argv, int *i, const char *name, const char **value) {
  size_t n = strlen(name);
  if (strncmp(argv[*i], name, n) != 0)
    return 0;
  if (argv[*i][n] == '=')
    *value = argv[*i] + n + 1;
  else if (argv[*i][n])
    return 0;
  else if (argv[*i + 1])
    *value = argv[++*i];
  else
    *value = "";
  return 1;
}

static int read_words(struct export_words *w, char **argv) {
  int only = 0; /* after "--" all words are names */
  *w = (struct export_words){.output = "/dev/stdout", .fail_on = "error"};
  for (int i = 0; argv[i]; i++) {
    if (!only && !strcmp(argv[i], "--"))
      only = 1;
    else if (!only && (take(argv, &i, "--format", &w->format) ||
                       take(argv, &i, "--output", &w->output) ||
                       take(argv, &i, "--fail-on", &w->fail_on) || take_progress(argv[i])))
      continue;
    else if (!only && argv[i][0] == '-' && argv[i][1])
      return usage_check_option(USAGE_export, argv[i])
                 ? -1
                 : bad("--progress is on, off or lines, not", argv[i]);
    else if (w->path)
      return bad("export takes one report", "");
    else
      w->path = argv[i];
  }
  if (!w->format || !w->path)
    return bad("export takes a format and a report: fencepost export --format=FORMAT REPORT",
               "");
  if (catalog_severity_named(w->fail_on) == SEVERITIES && strcmp(w->fail_on, "never") != 0)
    return bad("--fail-on is error, warning, note or never, not", w->fail_on);
  return 0;
}

struct job_of_export {
  const struct export_format *format;
  const struct export *e;
};

static void print(void *context, FILE *out) {
  const struct job_of_export *j = context;
  j->format->write(j->e, out);
}

static json_t *load(const struct export_format *format, const char *path) {
  return format->whole ? report_load_first(path, format->whole) : report_load(path);
}

int command_export(int argc, char **argv) {
  struct export_words w;
  (void)argc;
  if (read_words(&w, argv))
    return EXIT_USAGE;
  struct job_of_export j = {.format = export_find(w.format)};
  json_t *report = j.format ? load(j.format, w.path) : NULL;
  if (!report)
    return EXIT_USAGE;
  const struct export e = {report, w.fail_on, strcmp(w.path, "-") != 0 ? w.path : NULL};
  j.e = &e;
  int result = 0;
  if (!strcmp(w.output, "/dev/stdout") || !strcmp(w.output, "-")) {
    print(&j, stdout);
  } else if (output_write(w.output, print, &j)) {
    say("cannot write %s: %s", w.output, strerror(errno));
    result = EXIT_USAGE;
  }
  json_decref(report);
  return result;
}
