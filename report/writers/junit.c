/* junit.c: a report as JUnit XML: a test case for the run, and one for each finding. */
#include <stdlib.h>

#include "escape.h"
#include "export.h"
#include "report/journal/member.h"
#include "words.h"

enum { MOST = 4000, SHORT = 300 };

static void attribute(FILE *out, const char *name, const char *value) {
  fprintf(out, " %s=\"", name);
  escape_xml(out, value, MOST);
  fputc('"', out);
}

static void line(FILE *out, const char *label, const char *text) {
  if (!*text)
    return;
  fprintf(out, "%s: ", label);
  escape_xml(out, text, MOST);
  fputc('\n', out);
}

static void body(const json_t *finding, FILE *out) {
  const json_t *at;
  size_t i;
  line(out, "what", member_text_or(finding, "message", ""));
  json_array_foreach(member_get(finding, "locations"), i, at) {
    char *place = view_place(at), *call = view_call(at), *who = view_who(at);
    const char *epoch = member_text_or(at, "epoch", "");
    char *text = view_print("%s, %s: %s%s%s", place ? place : "", who ? who : "",
                            call ? call : "", *epoch ? ", " : "", epoch);
    free(who);
    line(out, i ? "and" : "at", text ? text : "");
    free(place);
    free(call);
    free(text);
  }
  line(out, "order", member_text_or(finding, "ordering", ""));
  line(out, "remedy", member_text_or(finding, "remedy", ""));
}

/* The fingerprint makes the name unique. */
static void name(const json_t *finding, const char *place, FILE *out) {
  fputs(" name=\"", out);
  escape_xml(out, member_text_or(finding, "title", ""), SHORT);
  fputs(" at ", out);
  escape_xml(out, place, SHORT);
  fprintf(out, " (%s)\"", member_text_or(finding, "fingerprint", ""));
}

static void test_case(const struct export *e, const json_t *finding, FILE *out) {
  const char *excused = view_excused(finding);
  char *place = view_place(view_blamed(finding));
  char *class = view_print("fencepost.%s", member_text_or(finding, "id", ""));
  const char *file = view_file(view_blamed(finding));
  fputs("  <testcase", out);
  attribute(out, "classname", class ? class : "");
  name(finding, place ? place : "", out);
  if (file)
    attribute(out, "file", file);
  fputs(" time=\"0\">\n    ", out);
  const char *tag = excused                           ? "skipped"
                    : view_fails(finding, e->fail_on) ? "failure"
                                                      : "system-out";
  fprintf(out, "<%s", tag);
  if (excused) {
    attribute(out, "message", excused);
  } else if (*tag == 'f') {
    attribute(out, "message", member_text_or(finding, "title", ""));
    attribute(out, "type", member_text_or(finding, "severity", ""));
  }
  fputc('>', out);
  body(finding, out);
  fprintf(out, "</%s>\n  </testcase>\n", tag);
  free(place);
  free(class);
}

static void run_case(const json_t *report, FILE *out) {
  char *status = view_status(report), *counts = view_counts(report);
  fputs("  <testcase classname=\"fencepost\" name=\"the run was checked to its end\" "
        "time=\"0\">\n",
        out);
  if (!view_complete(report)) {
    fputs("    <error", out);
    attribute(out, "message", status ? status : "");
    attribute(out, "type", member_text_or(report, "status", ""));
    fputs("/>\n", out);
  }
  fputs("    <system-out>", out);
  line(out, "findings", counts ? counts : "");
  line(out, "status", status ? status : "");
  fputs("</system-out>\n  </testcase>\n", out);
  free(status);
  free(counts);
}

void export_junit(const struct export *e, FILE *out) {
  const json_t *findings = member_get(e->report, "findings"), *finding;
  size_t i, failures = 0, skipped = 0;
  json_array_foreach((json_t *)findings, i, finding) {
    failures += (size_t)view_fails(finding, e->fail_on);
    skipped += view_excused(finding) != NULL;
  }
  fprintf(
      out,
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n<testsuite name=\"fencepost\" "
      "tests=\"%zu\" failures=\"%zu\" errors=\"%d\" skipped=\"%zu\" time=\"%.3f\">\n",
      i + 1, failures, !view_complete(e->report), skipped,
      member_real(member_get(e->report, "run"), "seconds", 0));
  run_case(e->report, out);
  json_array_foreach((json_t *)findings, i, finding) {
    test_case(e, finding, out);
  }
  fputs("</testsuite>\n</testsuites>\n", out);
}
