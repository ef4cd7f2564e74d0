#include <stdlib.h>
#include <string.h>

#include "report/input/catalog.h"
#include "report/input/schedule_join.h"
#include "escape.h"
#include "html.h"
#include "report/journal/member.h"
#include "picture.h"
#include "report/cli/suppress.h"
#include "words.h"

enum { TEXT_MOST = 4000, SHORT = 300, FRAMES = 64 };

static void paragraph(FILE *out, const char *text) {
  if (!*text)
    return;
  fputs("<p>", out);
  escape_xml(out, text, TEXT_MOST);
  fputs("</p>\n", out);
}

static void heading(const json_t *finding, FILE *out) {
  const char *excused = view_excused(finding);
  const char *kind = excused ? "excused" : member_text_or(finding, "severity", "");
  char *place = view_place(view_blamed(finding));
  fprintf(out, "<span class=\"tag %s\">%s</span> <code>", kind, kind);
  escape_xml(out, place ? place : "", SHORT);
  fputs("</code> ", out);
  escape_xml(out, member_text_or(finding, "message", ""), SHORT);
  if (excused) {
    fputs(" <em>", out);
    escape_xml(out, excused, SHORT);
    fputs("</em>", out);
  }
  free(place);
}

static void sources(const json_t *finding, struct sources *x, FILE *out) {
  const json_t *at;
  size_t i;
  fputs("<div class=\"sources\">\n", out);
  json_array_foreach(member_get(finding, "locations"), i, at) {
    const char *role = member_text_or(at, "role", "");
    char *call = view_call(at), *who = view_who(at);
    char *text = view_print("%zu. %s: %s%s%s", i + 1, who ? who : "", call ? call : "",
                            *role ? " \xe2\x80\x94 " : "", role);
    free(who);
    if (i < 3)
      excerpt_html(x, at, text ? text : "", out);
    free(call);
    free(text);
  }
  fputs("</div>\n", out);
}

static void stacks(const json_t *finding, FILE *out) {
  const json_t *at, *frame;
  size_t i, k;
  fputs("<details><summary>Stacks</summary>\n", out);
  json_array_foreach(member_get(finding, "locations"), i, at) {
    fprintf(out, "<h3>%zu</h3>\n<pre>", i + 1);
    json_array_foreach(member_get(at, "stack"), k, frame) {
      const char *file = member_text(frame, "file");
      if (k == FRAMES)
        break;
      escape_xml(out, member_text_or(frame, "function", "?"), SHORT);
      fputs("  ", out);
      escape_xml(out, view_path(file ? file : member_text_or(frame, "module", "?")), SHORT);
      if (member_number(frame, "line", 0) > 0)
        fprintf(out, ":%lld", (long long)member_number(frame, "line", 0));
      fputc('\n', out);
    }
    fputs("</pre>\n", out);
  }
  fputs("</details>\n", out);
}

static void suppression(const json_t *finding, FILE *out) {
  char *text = NULL;
  size_t n;
  FILE *to = open_memstream(&text, &n);
  if (!to)
    return;
  suppression_print(finding, to);
  if (!fclose(to)) {
    fputs("<details><summary>Suppression to paste</summary>\n<pre>", out);
    /* written line by line, so that each newline of the text stays one */
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) {
      escape_xml(out, line, 0);
      fputc('\n', out);
    }
    fputs("</pre></details>\n", out);
  }
  free(text);
}

static void facts(const json_t *finding, FILE *out) {
  const json_t *standard = member_get(finding, "standard"),
               *window = member_get(finding, "window");
  char *ranks = view_ranks(finding);
  const char *section = member_text_or(standard, "section", "?");
  char *rule = view_print("%s section %s, %s", catalog_standard(section), section,
                          member_text_or(standard, "error_class", "?"));
  char *seen =
      view_print("%lld time%s, at %s", (long long)member_number(finding, "count", 1),
                 member_number(finding, "count", 1) == 1 ? "" : "s", ranks ? ranks : "?");
  char *grade = view_print("%s, %s", member_text_or(finding, "grade", "?"),
                           member_text_or(finding, "confidence", "?"));
  char *schedules = schedules_of_finding(finding);
  fputs("<dl>\n", out);
  html_row(out, "why", member_text(standard, "rule"));
  html_row(out, "remedy", member_text(finding, "remedy"));
  html_row(out, "standard", rule);
  html_row(out, "grade", grade);
  html_row(out, "window",
           member_text_or(window, "name", member_text_or(window, "flavor", "?")));
  html_row(out, "seen", seen);
  html_row(out, "schedules", schedules);
  html_row(out, "fingerprint", member_text(finding, "fingerprint"));
  fputs("</dl>\n", out);
  free(ranks);
  free(rule);
  free(seen);
  free(schedules);
  free(grade);
}

static void begin(const json_t *finding, size_t number, int open, FILE *out) {
  const char *kind =
      view_excused(finding) ? "excused" : member_text_or(finding, "severity", "");
  fprintf(out, "<details class=\"finding\" id=\"f%zu\" data-kind=\"%s\"%s><summary>", number,
          kind, open ? " open" : "");
  heading(finding, out);
  fputs("</summary>\n<div>\n", out);
}

void html_brief(const json_t *finding, size_t number, FILE *out) {
  begin(finding, number, 0, out);
  fprintf(out, "<p>The report has more: fingerprint %s.</p></div></details>\n",
          member_text_or(finding, "fingerprint", "?"));
}

void html_finding(const json_t *finding, size_t number, int open, struct sources *x,
                  FILE *out) {
  begin(finding, number, open, out);
  paragraph(out, member_text_or(finding, "message", ""));
  sources(finding, x, out);
  fputs("<figure>\n", out);
  picture_svg(finding, number, out);
  fputs("<figcaption>A lane for each rank. Red dashes: no order between the two. Green: an "
        "order that "
        "exists. Grey: what the operation moves. Bars: epochs.</figcaption>\n</figure>\n",
        out);
  facts(finding, out);
  stacks(finding, out);
  suppression(finding, out);
  fputs("</div></details>\n", out);
}
