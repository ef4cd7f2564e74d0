/* gitlab.c: a report as GitLab's code quality report (a subset of Code Climate's format): an
 * array of {description, check_name, fingerprint, severity, location{path, lines{begin}}}. It
 * has no place for what is suppressed, which is left out. */
#include <stdlib.h>
#include <string.h>

#include "escape.h"
#include "export.h"
#include "report/symbols/frame.h"
#include "report/journal/member.h"
#include "words.h"

enum { MOST = 2000 };

static json_t *entry(const char *description, const char *check, const char *print,
                     const char *severity, const char *path, json_int_t line) {
  return json_pack("{s:o, s:s, s:s, s:s, s:{s:o, s:{s:I}}}", "description",
                   escape_json(description, MOST), "check_name", check, "fingerprint", print,
                   "severity", severity, "location", "path", escape_json(path, MOST), "lines",
                   "begin", line > 0 ? line : 1);
}

static const char *severity(const json_t *finding) {
  const char *name = member_text_or(finding, "severity", "");
  return !strcmp(name, "error") ? "critical" : !strcmp(name, "warning") ? "minor" : "info";
}

static json_t *finding_entry(const json_t *finding) {
  const json_t *at = view_blamed(finding);
  const char *file = view_file(at), *module = view_module(at);
  if (!file)
    file = *module ? frame_base(module) : "unknown";
  char *epochs = view_epochs(finding);
  char *text = view_print("%s. %s%s%s", member_text_or(finding, "title", ""),
                          member_text_or(finding, "message", ""), epochs ? " " : "",
                          epochs ? epochs : "");
  free(epochs);
  json_t *made = entry(text ? text : "", member_text_or(finding, "id", ""),
                       member_text_or(finding, "fingerprint", ""), severity(finding), file,
                       member_number(at, "line", 1));
  free(text);
  return made;
}

void export_gitlab(const struct export *e, FILE *out) {
  json_t *entries = json_array(), *finding;
  size_t i;
  if (!view_complete(e->report)) {
    char *text = view_print("The run was not checked to its end. %s",
                            member_text_or(e->report, "status_detail", ""));
    json_array_append_new(entries, entry(text ? text : "", "fencepost-status",
                                         member_text_or(e->report, "status", ""), "blocker",
                                         "fencepost", 1));
    free(text);
  }
  json_array_foreach(member_get(e->report, "findings"), i, finding) {
    if (!view_excused(finding))
      json_array_append_new(entries, finding_entry(finding));
  }
  json_dumpf(entries, out, JSON_INDENT(1));
  fputc('\n', out);
  json_decref(entries);
}
