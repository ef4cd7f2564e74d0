/* markdown.c: a report as Markdown, for the summary of a job, which may have 1 MiB. */
#include <stdlib.h>

#include "coverage.h"
#include "escape.h"
#include "export.h"
#include "report/journal/member.h"
#include "words.h"

enum { ROWS = 200, IN_FULL = 20, MOST = 1000, SHORT = 200 };

static void cell(FILE *out, const char *text, size_t most) {
  fputs(" ", out);
  escape_markdown(out, text, most);
  fputs(" |", out);
}

static void row(const json_t *finding, FILE *out) {
  const char *excused = view_excused(finding);
  char *place = view_place(view_blamed(finding)), *ranks = view_ranks(finding);
  char *count = view_print("%lld", (long long)member_number(finding, "count", 1));
  fputs("|", out);
  cell(out, excused ? "excused" : member_text_or(finding, "severity", ""), SHORT);
  cell(out, place ? place : "", SHORT);
  cell(out, member_text_or(finding, "title", ""), SHORT);
  cell(out, member_text_or(finding, "id", ""), SHORT);
  cell(out, count ? count : "", SHORT);
  cell(out, ranks ? ranks : "", SHORT);
  fputc('\n', out);
  free(place);
  free(ranks);
  free(count);
}

static void item(FILE *out, const char *label, const char *text) {
  if (!*text)
    return;
  fprintf(out, "- %s: ", label);
  escape_markdown(out, text, MOST);
  fputc('\n', out);
}

static void full(const json_t *finding, FILE *out) {
  const json_t *at;
  size_t i;
  fputs("\n### ", out);
  escape_markdown(out, member_text_or(finding, "title", ""), SHORT);
  fputs("\n\n", out);
  escape_markdown(out, member_text_or(finding, "message", ""), MOST);
  fputs("\n\n", out);
  json_array_foreach(member_get(finding, "locations"), i, at) {
    char *place = view_place(at), *call = view_call(at), *who = view_who(at);
    const char *epoch = member_text_or(at, "epoch", "");
    char *text = view_print("%s, %s: %s%s%s", place ? place : "", who ? who : "",
                            call ? call : "", *epoch ? ", " : "", epoch);
    free(who);
    item(out, i ? "and" : "at", text ? text : "");
    free(place);
    free(call);
    free(text);
  }
  item(out, "order", member_text_or(finding, "ordering", ""));
  item(out, "remedy", member_text_or(finding, "remedy", ""));
  item(out, "standard, section",
       member_text_or(member_get(finding, "standard"), "section", ""));
}

static void head(const json_t *report, FILE *out) {
  const json_t *run = member_get(report, "run");
  json_t *gaps = coverage_gaps(report), *line;
  char *status = view_status(report), *counts = view_counts(report);
  char *reason = coverage_reason(report), *blind = coverage_blind(report);
  char *checked = view_print(
      "%lld ranks, %s, trace level %s, memory model %s",
      (long long)member_number(run, "ranks", 0), member_text_or(run, "mpi", "no MPI"),
      member_text_or(run, "trace", "?"), member_text_or(run, "memory_model", "?"));
  size_t i;
  fputs("## Fencepost: ", out);
  escape_markdown(out, counts ? counts : "", SHORT);
  fputs("\n\n", out);
  item(out, "status", status ? status : "");
  item(out, "checked", checked ? checked : "");
  item(out, "level", reason ? reason : "");
  item(out, "not seen", blind ? blind : "");
  json_array_foreach(gaps, i, line) {
    if (i < IN_FULL)
      item(out, "not checked", json_string_value(line));
  }
  json_decref(gaps);
  free(status);
  free(counts);
  free(checked);
  free(reason);
  free(blind);
}

void export_markdown(const struct export *e, FILE *out) {
  const json_t *findings = member_get(e->report, "findings"), *finding;
  size_t i, n = json_array_size(findings), shown = 0;
  head(e->report, out);
  if (!n)
    return;
  fputs("\n| severity | place | what is wrong | finding | times | where "
        "|\n|---|---|---|---|---|---|\n",
        out);
  json_array_foreach((json_t *)findings, i, finding) {
    if (i < ROWS)
      row(finding, out);
  }
  if (n > ROWS)
    fprintf(out, "\n%zu more are in the report.\n", n - ROWS);
  json_array_foreach((json_t *)findings, i, finding) {
    if (!view_excused(finding) && shown++ < IN_FULL)
      full(finding, out);
  }
}
