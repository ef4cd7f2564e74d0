#include "summary.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "frame.h"
#include "member.h"
#include "paragraph.h"
#include "ranges.h"

enum { IN_FULL = 5, IN_SHORT = 15, SENTENCES = 12, PRECISIONS = 5 };

/* Relative to the working directory if it is below it. */
static const char *shorter(const char *path) {
  static char here[4096];
  if (!*here && !getcwd(here, sizeof here))
    return path;
  size_t n = strlen(here);
  return !strncmp(path, here, n) && path[n] == '/' && path[n + 1] ? path + n + 1 : path;
}

static void print_place(struct paragraph *p, const json_t *at) {
  const char *file = member_text(at, "file"), *function = member_text(at, "function");
  const json_t *own = frame_own(member_get(at, "stack"));
  const char *module = member_text(own, "module");
  if (file && member_number(at, "line", 0) > 0)
    paragraph_add(p, "%s:%lld", shorter(file), (long long)member_number(at, "line", 0));
  else if (file)
    paragraph_add(p, "%s", shorter(file));
  else if (module)
    paragraph_add(p, "%s+0x%llx", shorter(module),
                  (unsigned long long)member_number(own, "offset", 0));
  else
    paragraph_add(p, "(place unknown)");
  if (function)
    paragraph_add(p, " in %s", function);
}

static void print_location(const json_t *at, const char *label, FILE *out) {
  const char *role = member_text_or(at, "role", ""), *epoch = member_text_or(at, "epoch", "");
  struct paragraph p;
  paragraph_start(&p, out, label, 12);
  print_place(&p, at);
  const char *call = member_text_or(at, "call", "?");
  int load = !strcmp(call, "load") || !strcmp(call, "store");
  paragraph_add(&p, ", rank %d: %s", member_int(at, "rank", -1), call);
  if (!load)
    paragraph_add(&p, "(%s)", member_text_or(at, "args", ""));
  if (*role || *epoch)
    paragraph_add(&p, " (%s%s%s)", role, *role && *epoch ? "; " : "", epoch);
  paragraph_end(&p);
}

static void print_text(const char *label, const char *text, FILE *out) {
  struct paragraph p;
  if (!*text)
    return;
  paragraph_start(&p, out, label, 12);
  paragraph_add(&p, "%s", text);
  paragraph_end(&p);
}

static void print_copies(const json_t *copies, FILE *out) {
  const char *private = member_text_or(copies, "private", "");
  const char *public = member_text_or(copies, "public", "");
  struct paragraph p;
  if (!*private && !*public)
    return;
  paragraph_start(&p, out, "  copies", 12);
  paragraph_add(&p, "%s%s%s%s%s", *private ? "private: " : "", private,
                *private && *public ? "; " : "", *public ? "public: " : "", public);
  paragraph_end(&p);
}

static void print_standard(const json_t *finding, FILE *out) {
  const json_t *standard = member_get(finding, "standard");
  struct ranges ranks = {0};
  struct paragraph p;
  json_int_t count = member_number(finding, "count", 1);
  paragraph_start(&p, out, "  standard", 12);
  paragraph_add(&p, "MPI-3.1 section %s, ", member_text_or(standard, "section", "?"));
  if (member_number(standard, "correctness_rule", 0))
    paragraph_add(&p, "correctness rule %d, ", member_int(standard, "correctness_rule", 0));
  paragraph_add(&p, "%s; ", member_text_or(standard, "error_class", "?"));
  ranges_array(&ranks, member_get(finding, "ranks"));
  paragraph_add(&p, "seen %lld time%s, at %s", (long long)count, count == 1 ? "" : "s",
                ranges_named(&ranks));
  if (!strcmp(member_text_or(finding, "confidence", ""), "schedule"))
    paragraph_add(&p, "; this run did not hit it, another order of events does");
  paragraph_end(&p);
}

static void print_full(const json_t *finding, FILE *out) {
  struct paragraph p;
  json_t *at;
  size_t i;
  paragraph_start(&p, out, "", 2);
  paragraph_add(&p, "%s: %s [%s]", member_text_or(finding, "severity", ""),
                member_text_or(finding, "title", ""), member_text_or(finding, "id", ""));
  paragraph_end(&p);
  print_text("", member_text_or(finding, "message", ""), out);
  json_array_foreach(member_get(finding, "locations"), i, at) {
    print_location(at, i ? "  and" : "  at", out);
  }
  print_text("  order", member_text_or(finding, "ordering", ""), out);
  print_copies(member_get(finding, "copies"), out);
  print_text("  why", member_text_or(member_get(finding, "standard"), "rule", ""), out);
  print_text("  remedy", member_text_or(finding, "remedy", ""), out);
  print_standard(finding, out);
  fputc('\n', out);
}

static void print_short(const json_t *finding, FILE *out) {
  struct paragraph p;
  const json_t *at = json_array_get(member_get(finding, "locations"), 0);
  paragraph_start(&p, out, "", 2);
  paragraph_add(&p, "%s: ", member_text_or(finding, "severity", ""));
  print_place(&p, at);
  paragraph_add(&p, ": %s [%s]", member_text_or(finding, "title", ""),
                member_text_or(finding, "id", ""));
  paragraph_end(&p);
}

static void print_findings(const json_t *findings, FILE *out) {
  size_t n = json_array_size(findings), i;
  json_t *finding;
  json_array_foreach((json_t *)findings, i, finding) {
    if (i < IN_FULL)
      print_full(finding, out);
    else if (i < IN_FULL + IN_SHORT)
      print_short(finding, out);
  }
  if (n > IN_FULL + IN_SHORT)
    fprintf(out, "... and %zu more in the report\n", n - IN_FULL - IN_SHORT);
  if (n > IN_FULL)
    fputc('\n', out);
}

static void print_some(const char *label, const json_t *texts, size_t most, FILE *out) {
  size_t i;
  json_t *text;
  json_array_foreach((json_t *)texts, i, text) {
    if (i < most)
      print_text(i ? "" : label, json_string_value(text), out);
  }
  if (json_array_size(texts) > most)
    fprintf(out, "%-12s... and %zu more in the report\n", label, json_array_size(texts) - most);
}

static void print_counts(const json_t *report, FILE *out) {
  const json_t *summary = member_get(report, "summary"), *run = member_get(report, "run");
  long long error = (long long)member_number(summary, "error", 0),
            warning = (long long)member_number(summary, "warning", 0),
            note = (long long)member_number(summary, "note", 0),
            ranks = (long long)member_number(run, "ranks", 0);
  fprintf(out, "%-12s%lld error%s, %lld warning%s, %lld note%s\n", "findings", error,
          error == 1 ? "" : "s", warning, warning == 1 ? "" : "s", note, note == 1 ? "" : "s");
  struct paragraph p;
  paragraph_start(&p, out, "checked", 12);
  paragraph_add(&p, "%lld rank%s", ranks, ranks == 1 ? "" : "s");
  if (member_text(run, "mpi"))
    paragraph_add(&p, ", %s", member_text(run, "mpi"));
  paragraph_add(&p, ", trace level %s, memory model %s", member_text_or(run, "trace", "?"),
                member_text_or(run, "memory_model", "?"));
  paragraph_end(&p);
}

void summary_print(const json_t *report, const char *path, FILE *out) {
  fputs("---- Fencepost ----\n", out);
  print_findings(member_get(report, "findings"), out);
  print_some("hang", member_get(report, "hang_analysis"), SENTENCES, out);
  print_counts(report, out);
  struct paragraph p;
  paragraph_start(&p, out, "status", 12);
  paragraph_add(&p, "%s: %s", member_text_or(report, "status", "?"),
                member_text_or(report, "status_detail", ""));
  paragraph_end(&p);
  print_some("precision", member_get(member_get(report, "run"), "precision"), PRECISIONS, out);
  if (path)
    fprintf(out, "%-12s%s\n", "report", path);
  fflush(out);
}
