#define _GNU_SOURCE
#include "export.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "output.h"
#include "report/journal/options.h"
#include "report/journal/say.h"
#include "summary.h"

const struct export_format export_formats[] = {
    {"html", ".html", export_html, "one page with everything, for a browser, offline",
     EXPORT_WHOLE},
    {"sarif", ".sarif", export_sarif, "SARIF 2.1.0, for code scanning", 0},
    {"junit", ".junit.xml", export_junit, "JUnit XML, for the list of tests of a pipeline", 0},
    {"gitlab", ".gitlab.json", export_gitlab, "GitLab's code quality report", 0},
    {"github", ".github.txt", export_github, "annotations of GitHub Actions, to be printed", 0},
    {"markdown", ".md", export_markdown, "Markdown, for the summary of a job", 0},
    {"csv", ".csv", export_csv, "one line for each finding, for a spreadsheet", 0},
    {"text", ".txt", export_text, "the summary that run prints", 0},
    {"json", ".copy.json", export_json, "the report itself", 0},
    {NULL, NULL, NULL, NULL, 0},
};

static const struct export_format *find(const char *name, size_t n) {
  for (const struct export_format *f = export_formats; f->name; f++)
    if (strlen(f->name) == n && !strncmp(f->name, name, n))
      return f;
  return NULL;
}

static void unknown(const char *name) {
  const char *names[16] = {NULL}, *near;
  char all[160] = "";
  for (int i = 0; export_formats[i].name; i++) {
    names[i] = export_formats[i].name;
    strcat(strcat(all, i ? ", " : ""), names[i]);
  }
  if ((near = options_nearest(name, names)))
    say("unknown format %s; did you mean %s?", name, near);
  else
    say("unknown format %.100s: one of %s", name, all);
}

const struct export_format *export_find(const char *name) {
  const struct export_format *f = find(name, strlen(name));
  if (!f)
    unknown(name);
  return f;
}

/* Returns the next name of a list, its length in *n; NULL at the end. */
static const char *next(const char **list, size_t *n) {
  *list += strspn(*list, ",");
  const char *name = *list;
  *n = strcspn(name, ",");
  *list += *n;
  return *n ? name : NULL;
}

int export_known(const char *list) {
  size_t n;
  for (const char *name; (name = next(&list, &n));)
    if (!find(name, n)) {
      char *copy = strndup(name, n);
      unknown(copy ? copy : "");
      free(copy);
      return 0;
    }
  return 1;
}

static char *beside(const char *path, const char *suffix) {
  const char *slash = strrchr(path, '/'), *dot = strrchr(path, '.');
  size_t n =
      dot && (!slash || dot > slash + 1) && dot != path ? (size_t)(dot - path) : strlen(path);
  char *name = NULL;
  return asprintf(&name, "%.*s%s", (int)n, path, suffix) < 0 ? NULL : name;
}

static void write_format(void *context, FILE *out) {
  const void **both = context;
  const struct export_format *f = both[0];
  f->write(both[1], out);
}

int export_beside(const json_t *report, const char *list, const char *fail_on,
                  const char *path) {
  const struct export e = {report, fail_on, path};
  int bad = 0;
  size_t n;
  for (const char *name; (name = next(&list, &n));) {
    const void *both[] = {find(name, n), &e};
    if (!both[0])
      continue;
    char *file = beside(path, ((const struct export_format *)both[0])->suffix);
    if (!file || output_write(file, write_format, both)) {
      say("cannot write %s: %s", file ? file : path, strerror(errno));
      bad = -1;
    }
    free(file);
  }
  return bad;
}

void export_json(const struct export *e, FILE *out) {
  json_dumpf(e->report, out, JSON_INDENT(2));
  fputc('\n', out);
}

void export_text(const struct export *e, FILE *out) {
  summary_print(e->report, e->path, out, 0);
}
