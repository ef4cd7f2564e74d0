#include "summary.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "coverage.h"
#include "report/input/schedule_join.h"
#include "report/journal/member.h"
#include "paragraph.h"
#include "words.h"

enum { IN_FULL = 5, IN_SHORT = 15, SENTENCES = 12, PRECISIONS = 5, SUPPRESSIONS = 5 };
enum { NARROW = 40, WIDE = 120, SHORTEST = 20 };

/* Width and height of the terminal, if `out` is one. A file gets the same text whatever the
 * terminal is. */
static struct style style_of(FILE *out, int verbose) {
  struct style style = {.width = PARAGRAPH_WIDTH, .verbose = verbose};
  struct winsize size = {0};
  const char *term = getenv("TERM"), *none = getenv("NO_COLOR");
  int fd = fileno(out);
  if (fd < 0 || !isatty(fd))
    return style;
  style.color = !(none && *none) && term && strcmp(term, "dumb") != 0;
  if (ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_col && size.ws_row) {
    style.width = size.ws_col < NARROW ? NARROW : size.ws_col > WIDE ? WIDE : size.ws_col;
    style.height = size.ws_row < SHORTEST ? SHORTEST : size.ws_row;
  }
  return style;
}

/* Prints what `print` prints, and returns the number of its lines; if they are more than
 * `room`, prints nothing and returns 0. */
static int print_within(const json_t *finding, const struct style *style, FILE *out, int room,
                        void (*print)(const json_t *, const struct style *, FILE *)) {
  char *text = NULL;
  size_t n = 0;
  int lines = 0;
  FILE *to = open_memstream(&text, &n);
  if (!to)
    return 0;
  print(finding, style, to);
  if (!fclose(to)) {
    for (const char *p = text; (p = strchr(p, '\n')); p++)
      lines++;
    if (lines <= room)
      fputs(text, out);
    else
      lines = 0;
  }
  free(text);
  return lines;
}

/* Prints the worst findings in full, then others in one line each, then how many are left. The
 * first finding gets at least a line. */
static void print_findings(const json_t *findings, const struct style *style, FILE *out,
                           int room) {
  size_t n = json_array_size(findings), i = 0, full = style->verbose ? n : IN_FULL, used = 0;
  int left = style->height && !style->verbose ? room : 1 << 30, lines;
  for (; i < n && i < full; i++, left -= lines)
    if (!(lines =
              print_within(json_array_get(findings, i), style, out, left - 2, summary_full)))
      break;
  for (used = i; i < n && i < used + IN_SHORT; i++, left -= lines)
    if (!(lines = print_within(json_array_get(findings, i), style, out, i ? left - 2 : 1 << 30,
                               summary_short)))
      break;
  if (n > i)
    fprintf(out, "... and %zu more in the report%s\n", n - i,
            style->height ? " (or with --verbose)" : "");
  if (n > used)
    fputc('\n', out);
}

static void print_some(const char *label, const json_t *texts, size_t most, FILE *out) {
  size_t i;
  json_t *text;
  json_array_foreach((json_t *)texts, i, text) {
    if (i < most)
      summary_text(i ? "" : label, json_string_value(text), out);
  }
  if (json_array_size(texts) > most)
    fprintf(out, "%-12s... and %zu more in the report\n", label, json_array_size(texts) - most);
}

static void print_counts(const json_t *report, FILE *out) {
  const json_t *run = member_get(report, "run");
  long long ranks = (long long)member_number(run, "ranks", 0);
  char *counts = view_counts(report);
  struct paragraph p;
  fprintf(out, "%-12s%s\n", "findings", counts ? counts : "");
  free(counts);
  paragraph_start(&p, out, "checked", 12);
  paragraph_add(&p, "%lld rank%s", ranks, ranks == 1 ? "" : "s");
  if (member_text(run, "mpi"))
    paragraph_add(&p, ", %s", member_text(run, "mpi"));
  if (member_number(run, "schedule_seed", 0))
    paragraph_add(&p, ", schedule seed %lld",
                  (long long)member_number(run, "schedule_seed", 0));
  paragraph_add(&p, ", trace level %s, memory model %s", member_text_or(run, "trace", "?"),
                member_text_or(run, "memory_model", "?"));
  paragraph_end(&p);
}

static void print_coverage(const json_t *report, FILE *out) {
  char *reason = coverage_reason(report), *blind = coverage_blind(report);
  summary_text("level", reason ? reason : "", out);
  summary_text("not seen", blind ? blind : "", out);
  free(reason);
  free(blind);
}

static void print_suppressions(const json_t *suppressions, FILE *out) {
  int shown = 0, more = 0;
  const json_t *s;
  size_t i;
  json_array_foreach((json_t *)suppressions, i, s) {
    const char *state = member_text_or(s, "state", "");
    if (!strcmp(state, "used") || (shown == SUPPRESSIONS && ++more))
      continue;
    char *text = view_print("%s:%d [%s] %s", member_text_or(s, "file", ""),
                            member_int(s, "line", 0), member_text_or(s, "slug", ""),
                            strcmp(state, "expired") ? "matched nothing" : "has expired");
    summary_text(shown++ ? "" : "suppression", text ? text : "", out);
    free(text);
  }
  if (more)
    fprintf(out, "%-12s... and %d more in the report\n", "", more);
}

static void print_end(const json_t *report, const char *path, FILE *out) {
  struct paragraph p;
  json_t *gaps = coverage_gaps(report);
  print_some("crash", member_get(report, "crash_analysis"), SENTENCES, out);
  print_some("hang", member_get(report, "hang_analysis"), SENTENCES, out);
  json_t *schedules = schedules_sentences(report);
  print_some("schedules", schedules, SENTENCES, out);
  json_decref(schedules);
  print_counts(report, out);
  print_coverage(report, out);
  paragraph_start(&p, out, "status", 12);
  paragraph_add(&p, "%s: %s", member_text_or(report, "status", "?"),
                member_text_or(report, "status_detail", ""));
  paragraph_end(&p);
  print_some("precision", gaps, PRECISIONS, out);
  json_decref(gaps);
  print_suppressions(member_get(report, "suppressions"), out);
  if (path)
    fprintf(out, "%-12s%s\n", "report", path);
}

void summary_print(const json_t *report, const char *path, FILE *out, int verbose) {
  struct style style = style_of(out, verbose);
  style.sources = sources_new();
  style.explained = json_object();
  char *end = NULL;
  size_t n = 0;
  int lines = 2; /* the first line, and the prompt after the text */
  paragraph_width(style.width);
  FILE *to = open_memstream(&end, &n);
  if (to) {
    print_end(report, path, to);
    fclose(to);
  }
  for (const char *p = end; p && (p = strchr(p, '\n')); p++)
    lines++;
  fputs("---- Fencepost ----\n", out);
  print_findings(member_get(report, "findings"), &style, out, style.height - lines);
  fputs(end ? end : "", out);
  free(end);
  sources_free(style.sources);
  json_decref(style.explained);
  fflush(out);
}
