#include "load.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "catalog.h"
#include "report/journal/member.h"
#include "report/journal/rankset.h"
#include "report/writers/report.h"
#include "report/journal/say.h"
#include "status.h"

enum { OLDEST = 3 };
#define ALL SIZE_MAX

static int is_name(const char *text) {
  return text && *text && strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789-") == strlen(text);
}

static int is_fingerprint(const char *text) {
  return text && strlen(text) == 16 && strspn(text, "0123456789abcdef") == 16;
}

/* Returns what is wrong with an array of objects, each of which `wrong` judges; NULL:
 * nothing. */
static const char *wrong_array(const json_t *array, const char *name,
                               const char *(*wrong)(const json_t *item)) {
  json_t *item;
  size_t i;
  const char *what = NULL;
  if (!json_is_array(array))
    return name;
  json_array_foreach((json_t *)array, i, item) {
    if (!what)
      what = json_is_object(item) ? wrong(item) : name;
  }
  return what;
}

static const char *wrong_frame(const json_t *frame) {
  (void)frame;
  return NULL;
}

static const char *wrong_location(const json_t *at) {
  if (!json_is_integer(member_get(at, "rank")))
    return "rank of a location";
  if (!member_text(at, "call"))
    return "call of a location";
  return wrong_array(member_get(at, "stack"), "stack of a location", wrong_frame);
}

const char *load_wrong_finding(const json_t *finding) {
  const char *ranks = member_text(finding, "ranks");
  if (!is_name(member_text(finding, "id")))
    return "id of a finding";
  if (catalog_severity_named(member_text_or(finding, "severity", "")) == SEVERITIES)
    return "severity of a finding";
  if (!member_text(finding, "title") || !member_text(finding, "message"))
    return "text of a finding";
  if (!is_fingerprint(member_text(finding, "fingerprint")))
    return "fingerprint of a finding";
  if (member_number(finding, "count", 0) < 1)
    return "count of a finding";
  if (!json_is_object(member_get(finding, "standard")) ||
      !json_is_object(member_get(finding, "window")))
    return "standard or window of a finding";
  if (!ranks || !rankset_is(ranks))
    return "ranks of a finding";
  return wrong_array(member_get(finding, "locations"), "locations of a finding",
                     wrong_location);
}

/* Returns NULL if the member is missing or is an array of strings. */
static const char *wrong_texts(const json_t *array, const char *name) {
  json_t *item;
  size_t i;
  json_array_foreach((json_t *)array, i, item) {
    if (!json_is_string(item))
      return name;
  }
  return array && !json_is_array(array) ? name : NULL;
}

static const char *wrong_run(const json_t *report) {
  const json_t *run = member_get(report, "run");
  static const char *const texts[] = {"command", "hosts", "precision"};
  const char *wrong = json_is_object(run) ? NULL : "run";
  for (size_t i = 0; !wrong && i < sizeof texts / sizeof texts[0]; i++)
    wrong = wrong_texts(member_get(run, texts[i]), texts[i]);
  if (!wrong)
    wrong = wrong_texts(member_get(report, "crash_analysis"), "crash_analysis");
  return wrong ? wrong : wrong_texts(member_get(report, "hang_analysis"), "hang_analysis");
}

static int is_status(const char *text) {
  static const char *const names[] = {"complete", "crashed", "hung", "killed", "unchecked"};
  for (size_t i = 0; text && i < sizeof names / sizeof names[0]; i++)
    if (!strcmp(names[i], text))
      return 1;
  return 0;
}

static const char *wrong_report(const json_t *report) {
  const char *wrong = wrong_run(report);
  if (wrong)
    return wrong;
  if (!json_is_object(member_get(report, "summary")))
    return "summary";
  if (!is_status(member_text(report, "status")))
    return "status";
  return wrong_array(member_get(report, "findings"), "findings", load_wrong_finding);
}

static int is_ours(const json_t *report, const char *path) {
  json_int_t version = member_number(report, "schema_version", -1);
  if (strcmp(member_text_or(member_get(report, "tool"), "name", ""), "fencepost") != 0 ||
      version < 0)
    say("%s is not a report of fencepost", path);
  else if (version < OLDEST || version > REPORT_VERSION)
    say("%s: its schema_version is %lld, this fencepost reads %d to %d", path,
        (long long)version, OLDEST, REPORT_VERSION);
  else
    return 1;
  return 0;
}

static FILE *open_report(const char *path) {
  struct stat st;
  FILE *in = !strcmp(path, "-") ? stdin : fopen(path, "re");
  if (in && fstat(fileno(in), &st) == 0 && S_ISDIR(st.st_mode)) {
    fclose(in);
    errno = EISDIR;
    in = NULL;
  }
  return in;
}

/* Says what is wrong with a file that is no JSON; `first` is its first byte that is no space.
 */
static void say_unreadable(const char *path, int first, const json_error_t *error) {
  if (first == EOF)
    say("%s is empty: no report was written to it", path);
  else if (first != '{')
    say("%s is not a report of fencepost", path);
  else if (json_error_code(error) == json_error_premature_end_of_input)
    say("%s is damaged: it is cut off in line %d", path, error->line);
  else
    say("%s is damaged: line %d: %.120s", path, error->line, error->text);
}

/* What is wrong with a report is found out by reading all of it. */
static json_t *load_text(FILE *in, size_t whole, json_error_t *error) {
  long start = ftell(in);
  json_t *report = whole != ALL && start >= 0 ? load_findings(in, whole) : NULL;
  if (!report && (whole == ALL || start < 0 || !fseek(in, start, SEEK_SET)))
    report = json_loadf(in, 0, error);
  return report;
}

json_t *report_load(const char *path) {
  return report_load_first(path, ALL);
}

json_t *report_load_first(const char *path, size_t whole) {
  json_error_t error;
  FILE *in = open_report(path);
  if (!in) {
    say("cannot read %s: %s", path, strerror(errno));
    return NULL;
  }
  int first;
  while (isspace(first = fgetc(in)))
    ;
  ungetc(first, in); /* does nothing at the end of the file */
  json_t *report = load_text(in, whole, &error);
  if (in != stdin)
    fclose(in);
  if (!report) {
    say_unreadable(path, first, &error);
    return NULL;
  }
  const char *wrong = NULL;
  if (!is_ours(report, path)) {
    json_decref(report);
    return NULL;
  }
  if ((wrong = wrong_report(report))) {
    say("%s is damaged: bad %s", path, wrong);
    json_decref(report);
    return NULL;
  }
  return report;
}
