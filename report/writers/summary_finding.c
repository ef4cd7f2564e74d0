/* summary_finding.c: prints one finding as text, in full or on a line. */
#include <stdlib.h>
#include <string.h>

#include "report/input/catalog.h"
#include "report/input/schedule_join.h"
#include "report/symbols/frame.h"
#include "report/journal/member.h"
#include "paragraph.h"
#include "summary.h"
#include "report/cli/suppress.h"
#include "report/journal/text.h"
#include "words.h"

static void print_place(struct paragraph *p, const json_t *at) {
  const char *file = member_text(at, "file"), *function = member_text(at, "function");
  const json_t *own = frame_own(member_get(at, "stack"));
  const char *module = member_text(own, "module");
  if (file && member_number(at, "line", 0) > 0)
    paragraph_add(p, "%s:%lld", view_path(file), (long long)member_number(at, "line", 0));
  else if (file)
    paragraph_add(p, "%s", view_path(file));
  else if (module)
    paragraph_add(p, "%s+0x%llx", view_path(module),
                  (unsigned long long)member_number(own, "offset", 0));
  else
    paragraph_add(p, "(place unknown)");
  if (function)
    paragraph_add(p, " in %s", function);
}

/* The line of the source, cut at the width. */
static void print_source(const json_t *at, const struct style *style, FILE *out) {
  enum { INDENT = 12 };
  const char *line = excerpt_line(style->sources, at);
  char clean[512];
  if (!line)
    return;
  text_print(clean, sizeof clean, line);
  size_t n = (size_t)(style->width - INDENT - 2);
  while (n < strlen(clean) && n > 0 && ((unsigned char)clean[n] & 0xc0) == 0x80)
    n--; /* not within a character */
  fprintf(out, "%-*s| %.*s\n", INDENT, "", (int)n, clean);
}

static void print_location(const json_t *at, const char *label, FILE *out) {
  const char *role = member_text_or(at, "role", ""), *epoch = member_text_or(at, "epoch", "");
  struct paragraph p;
  paragraph_start(&p, out, label, 12);
  print_place(&p, at);
  const char *call = member_text_or(at, "call", "?");
  int load = !strcmp(call, "load") || !strcmp(call, "store");
  char *who = view_who(at);
  paragraph_add(&p, ", %s: %s", who ? who : "", call);
  free(who);
  if (!load)
    paragraph_add(&p, "(%s)", member_text_or(at, "args", ""));
  if (*role || *epoch)
    paragraph_add(&p, " (%s%s%s)", role, *role && *epoch ? "; " : "", epoch);
  paragraph_end(&p);
}

static void print_callers(const json_t *at, FILE *out) {
  struct paragraph p;
  char *callers = view_callers(at);
  if (!callers)
    return;
  paragraph_start(&p, out, "", 12);
  paragraph_add(&p, "called from %s", callers);
  paragraph_end(&p);
  free(callers);
}

void summary_text(const char *label, const char *text, FILE *out) {
  struct paragraph p;
  if (!*text)
    return;
  paragraph_start(&p, out, label, 12);
  paragraph_add(&p, "%s", text);
  paragraph_end(&p);
}

/* What happened to the two copies, in order. */
static void print_steps(const json_t *copies, FILE *out) {
  const json_t *step;
  size_t i;
  struct paragraph p;
  paragraph_start(&p, out, "  copies", 12);
  json_array_foreach(member_get(copies, "steps"), i, step) {
    paragraph_add(&p, "%s%zu. %s", i ? "; " : "", i + 1, member_text_or(step, "text", ""));
  }
  if (json_array_size(member_get(copies, "models")) == 1)
    paragraph_add(&p, ". Wrong in the separate memory model only");
  paragraph_add(&p, ".");
  paragraph_end(&p);
}

static void print_copies(const json_t *copies, FILE *out) {
  const char *private = member_text_or(copies, "private", "");
  const char *public = member_text_or(copies, "public", "");
  struct paragraph p;
  if (json_array_size(member_get(copies, "steps"))) {
    print_steps(copies, out);
    return;
  }
  if (!*private && !*public)
    return;
  paragraph_start(&p, out, "  copies", 12);
  paragraph_add(&p, "%s%s%s%s%s", *private ? "private: " : "", private,
                *private && *public ? "; " : "", *public ? "public: " : "", public);
  paragraph_end(&p);
}

/* The name that the program gave it. */
static void print_window(const json_t *window, FILE *out) {
  const char *name = member_text(window, "name");
  struct paragraph p;
  if (!name || !*name)
    return;
  paragraph_start(&p, out, "  window", 12);
  paragraph_add(&p, "\"%s\"", name);
  if (member_number(window, "owner", -1) >= 0)
    paragraph_add(&p, ", memory of rank %lld", (long long)member_number(window, "owner", -1));
  paragraph_end(&p);
}

/* Prints a text that several findings have only once. Returns whether it was new. */
static int print_once(const char *label, const char *words, const struct style *style,
                      FILE *out) {
  if (json_object_get(style->explained, words))
    return 0;
  summary_text(label, words, out);
  json_object_set_new(style->explained, words, json_true());
  return 1;
}

static void print_reasons(const json_t *finding, const struct style *style, FILE *out) {
  const char *rule = member_text_or(member_get(finding, "standard"), "rule", "");
  const char *remedy = member_text_or(finding, "remedy", "");
  print_once("  why", rule, style, out);
  if (!print_once("  remedy", remedy, style, out))
    summary_text("  remedy", "as above", out);
}

static void print_standard(const json_t *finding, FILE *out) {
  const json_t *standard = member_get(finding, "standard");
  struct paragraph p;
  json_int_t count = member_number(finding, "count", 1);
  paragraph_start(&p, out, "  standard", 12);
  const char *section = member_text_or(standard, "section", "?");
  paragraph_add(&p, "%s section %s, ", catalog_standard(section), section);
  if (member_number(standard, "correctness_rule", 0))
    paragraph_add(&p, "correctness rule %d, ", member_int(standard, "correctness_rule", 0));
  paragraph_add(&p, "%s; ", member_text_or(standard, "error_class", "?"));
  char *ranks = view_ranks(finding);
  paragraph_add(&p, "seen %lld time%s, at %s", (long long)count, count == 1 ? "" : "s",
                ranks ? ranks : "");
  free(ranks);
  if (!strcmp(member_text_or(finding, "confidence", ""), "schedule"))
    paragraph_add(&p, "; this run did not hit it, another order of events does");
  paragraph_end(&p);
}

static const char *kind(const json_t *finding) {
  return member_get(finding, "suppressed") ? "suppressed"
         : view_excused(finding)           ? "known"
                                           : member_text_or(finding, "severity", "");
}

static const char *color(const json_t *finding, const struct style *style) {
  const char *severity = member_text_or(finding, "severity", "");
  if (!style->color)
    return NULL;
  return view_excused(finding)          ? "\033[2m"
         : !strcmp(severity, "error")   ? "\033[1;31m"
         : !strcmp(severity, "warning") ? "\033[1;33m"
                                        : "\033[1;36m";
}

/* Printed line by line without change, because it is to be pasted. */
static void print_suppression(const json_t *finding, FILE *out) {
  char *text = NULL, clean[4096];
  size_t n;
  FILE *to = open_memstream(&text, &n);
  if (!to)
    return;
  suppression_print(finding, to);
  if (!fclose(to)) {
    text_print(clean, sizeof clean, text);
    fprintf(out, "\n%s", clean);
  }
  free(text);
}

void summary_full(const json_t *finding, const struct style *style, FILE *out) {
  struct paragraph p;
  json_t *at;
  size_t i;
  paragraph_start(&p, out, "", 2);
  p.color = color(finding, style);
  paragraph_add(&p, "%s: %s [%s]", kind(finding), member_text_or(finding, "title", ""),
                member_text_or(finding, "id", ""));
  paragraph_end(&p);
  summary_text("", member_text_or(finding, "message", ""), out);
  json_array_foreach(member_get(finding, "locations"), i, at) {
    print_location(at, i ? "  and" : "  at", out);
    print_source(at, style, out);
    print_callers(at, out);
  }
  print_window(member_get(finding, "window"), out);
  summary_text("  order", member_text_or(finding, "ordering", ""), out);
  print_copies(member_get(finding, "copies"), out);
  char *schedules = schedules_of_finding(finding);
  summary_text("  seen", schedules ? schedules : "", out);
  free(schedules);
  print_reasons(finding, style, out);
  print_standard(finding, out);
  if (style->verbose)
    print_suppression(finding, out);
  fputc('\n', out);
}

void summary_short(const json_t *finding, const struct style *style, FILE *out) {
  struct paragraph p;
  const json_t *at = json_array_get(member_get(finding, "locations"), 0);
  paragraph_start(&p, out, "", 2);
  p.color = color(finding, style);
  paragraph_add(&p, "%s: ", kind(finding));
  print_place(&p, at);
  paragraph_add(&p, ": %s [%s]", member_text_or(finding, "title", ""),
                member_text_or(finding, "id", ""));
  paragraph_end(&p);
}
