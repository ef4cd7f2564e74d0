/* html.c: writes a report as one page that loads nothing from elsewhere. */
#include "html.h"

#include <stdlib.h>
#include <string.h>

#include "report/input/catalog.h"
#include "coverage.h"
#include "escape.h"
#include "excerpt.h"
#include "export.h"
#include "report/input/progress_line.h"
#include "report/input/schedule_join.h"
#include "report/journal/member.h"
#include "words.h"

static const char css[] =
#include "page.css.inc"
    ;
static const char js[] =
#include "page.js.inc"
    ;

void html_start(FILE *out, const char *title) {
  fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<meta name=\"color-scheme\" content=\"light dark\">\n"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src "
        "data:; style-src "
        "'unsafe-inline'; script-src 'unsafe-inline'\">\n<link rel=\"icon\" "
        "href=\"data:,\">\n<title>",
        out);
  escape_xml(out, title, 200);
  fputs("</title>\n<style>\n", out);
  fputs(css, out);
  fputs("</style>\n</head>\n<body>\n", out);
}

void html_end(FILE *out, int script) {
  if (script) {
    fputs("<script>\n", out);
    fputs(js, out);
    fputs("</script>\n", out);
  }
  fputs("</body>\n</html>\n", out);
}

void html_row(FILE *out, const char *name, const char *value) {
  if (!value || !*value)
    return;
  fprintf(out, "<dt>%s</dt><dd>", name);
  escape_xml(out, value, 4000);
  fputs("</dd>\n", out);
}

static void number_row(FILE *out, const char *name, json_int_t number) {
  char *text = view_print("%lld", (long long)number);
  html_row(out, name, text);
  free(text);
}

enum { OPEN_MOST = 5 }; /* so many findings are open at first */

static void joined_row(FILE *out, const char *name, const json_t *texts) {
  char *all = NULL;
  size_t n, i;
  json_t *text;
  FILE *to = open_memstream(&all, &n);
  if (!to)
    return;
  json_array_foreach((json_t *)texts, i, text) {
    if (json_is_string(text))
      fprintf(to, "%s%s", i ? " " : "", json_string_value(text));
  }
  if (!fclose(to))
    html_row(out, name, all);
  free(all);
}

static void list(FILE *out, const char *name, const json_t *texts) {
  json_t *text;
  size_t i;
  json_array_foreach((json_t *)texts, i, text) {
    if (json_is_string(text))
      html_row(out, i ? "" : name, json_string_value(text));
  }
}

static void coverage(const json_t *report, FILE *out) {
  char *reason = coverage_reason(report), *blind = coverage_blind(report);
  html_row(out, "trace level", member_text_or(member_get(report, "run"), "trace", "none"));
  html_row(out, "level chosen", reason);
  html_row(out, "not seen", blind);
  free(reason);
  free(blind);
}

static void unused(FILE *out, const json_t *suppressions) {
  json_t *s;
  size_t i;
  json_array_foreach((json_t *)suppressions, i, s) {
    const char *state = member_text_or(s, "state", "");
    if (!strcmp(state, "used"))
      continue;
    char *text = view_print("%s:%d [%s] is %s", member_text_or(s, "file", ""),
                            member_int(s, "line", 0), member_text_or(s, "slug", ""), state);
    html_row(out, "suppression", text);
    free(text);
  }
}

static void head(const json_t *report, FILE *out) {
  const json_t *run = member_get(report, "run");
  char *status = view_status(report), *counts = view_counts(report);
  json_t *gaps = coverage_gaps(report), *schedules = schedules_sentences(report);
  fputs("<h1>Fencepost</h1>\n", out);
  fprintf(out, "<p class=\"status %s\"><strong>",
          view_complete(report) && !member_number(member_get(report, "summary"), "error", 0)
              ? "good"
              : "bad");
  escape_xml(out, counts ? counts : "", 0);
  fputs("</strong><br>", out);
  escape_xml(out, status ? status : "", 2000);
  fputs("</p>\n<dl>\n", out);
  joined_row(out, "command", member_get(run, "command"));
  html_row(out, "MPI", member_text_or(run, "mpi", "none was seen"));
  number_row(out, "ranks", member_number(run, "ranks", 0));
  joined_row(out, "hosts", member_get(run, "hosts"));
  coverage(report, out);
  html_row(out, "memory model", member_text(run, "memory_model"));
  html_row(out, "started", member_text(run, "started"));
  list(out, "not checked", gaps);
  list(out, "crash", member_get(report, "crash_analysis"));
  list(out, "hang", member_get(report, "hang_analysis"));
  list(out, "schedules", schedules);
  unused(out, member_get(report, "suppressions"));
  fputs("</dl>\n", out);
  json_decref(gaps);
  json_decref(schedules);
  free(status);
  free(counts);
}

static void tools(const json_t *summary, FILE *out) {
  fputs("<div id=\"tools\" role=\"search\">\n<label for=\"search\">Filter</label> "
        "<input type=\"search\" id=\"search\" placeholder=\"file, function, finding ( / )\">\n",
        out);
  for (int s = 0; s <= SEVERITIES; s++) {
    const char *name = s < SEVERITIES ? catalog_severity((enum severity)s) : "excused";
    json_int_t n = s < SEVERITIES ? member_number(summary, name, 0)
                                  : member_number(summary, "suppressed", 0) +
                                        member_number(summary, "known", 0);
    fprintf(out,
            "<label class=\"%s\"><input type=\"checkbox\" value=\"%s\" checked> %s "
            "(%lld)</label>\n",
            name, name, name, (long long)n);
  }
  fputs("<button type=\"button\" id=\"open\">Open all</button> <button type=\"button\" "
        "id=\"close\">"
        "Close all</button> <span id=\"turns\" hidden><button type=\"button\" id=\"back\">"
        "Previous</button> <button type=\"button\" id=\"on\">Next</button></span> "
        "<span id=\"shown\" role=\"status\"></span>\n</div>\n",
        out);
}

/* What findings that stand together have in common: newly allocated. */
static char *group_of(const json_t *finding) {
  return view_print("%s %s", member_text_or(finding, "id", ""),
                    member_text_or(finding, "title", ""));
}

/* Findings with the same slug and title stand together, in the place of the worst. A few are
 * shown at once. */
static void groups(const json_t *findings, FILE *out) {
  struct sources *x = sources_new();
  json_t *done = json_object(), *first, *finding;
  size_t i, k, n = json_array_size(findings), shown = 0;
  json_array_foreach((json_t *)findings, i, first) {
    char *group = group_of(first);
    if (!group || json_object_get(done, group)) {
      free(group);
      continue;
    }
    json_object_set_new(done, group, json_true());
    fputs("<section class=\"group\">\n<h2>", out);
    escape_xml(out, member_text_or(first, "title", ""), 300);
    fprintf(out, " <span class=\"soft code\">[%s]</span></h2>\n",
            member_text_or(first, "id", ""));
    json_array_foreach((json_t *)findings, k, finding) {
      char *other = k >= i ? group_of(finding) : NULL;
      if (other && !strcmp(other, group)) {
        if (k < EXPORT_WHOLE)
          html_finding(finding, k, n <= OPEN_MOST, x, out);
        else
          html_brief(finding, k, out);
        busy_show("writing the page of findings", ++shown, n);
      }
      free(other);
    }
    fputs("</section>\n", out);
    free(group);
  }
  busy_end();
  json_decref(done);
  sources_free(x);
}

void export_html(const struct export *e, FILE *out) {
  const json_t *findings = member_get(e->report, "findings");
  html_start(out, "Fencepost report");
  fputs("<a class=\"skip\" href=\"#findings\">To the findings</a>\n<header>\n", out);
  head(e->report, out);
  html_windows(e->report, out);
  fputs("</header>\n<main id=\"findings\">\n", out);
  tools(member_get(e->report, "summary"), out);
  if (!json_array_size(findings))
    fprintf(out, "<p>%s</p>\n",
            view_complete(e->report)
                ? "No findings in what was checked."
                : "No findings, but the run was not checked to its end: see the status.");
  if (json_array_size(findings) > EXPORT_WHOLE)
    fprintf(out, "<p>The first %d findings are shown whole, the others by their place.</p>\n",
            EXPORT_WHOLE);
  groups(findings, out);
  fputs("</main>\n", out);
  html_end(out, 1);
}
