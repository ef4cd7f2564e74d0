#define _GNU_SOURCE
#include "words.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "report/input/catalog.h"
#include "report/symbols/frame.h"
#include "report/journal/member.h"
#include "report/journal/rankset.h"

char *view_print(const char *format, ...) {
  char *text = NULL;
  va_list args;
  va_start(args, format);
  int n = vasprintf(&text, format, args);
  va_end(args);
  return n < 0 ? NULL : text;
}

const char *view_path(const char *path) {
  static char here[4096];
  if (!*here && !getcwd(here, sizeof here))
    return path;
  size_t n = strlen(here);
  return !strncmp(path, here, n) && path[n] == '/' && path[n + 1] ? path + n + 1 : path;
}

const char *view_file(const json_t *location) {
  const char *file = member_text(location, "file");
  return file && *file ? view_path(file) : NULL;
}

const char *view_module(const json_t *location) {
  const char *module = member_text(frame_own(member_get(location, "stack")), "module");
  return module ? view_path(module) : "";
}

const json_t *view_blamed(const json_t *finding) {
  return json_array_get(member_get(finding, "locations"), 0);
}

char *view_place(const json_t *at) {
  const char *file = view_file(at), *function = member_text_or(at, "function", "");
  const char *in = *function ? " in " : "", *module = view_module(at);
  long long line = (long long)member_number(at, "line", 0);
  long long offset = (long long)member_number(frame_own(member_get(at, "stack")), "offset", 0);
  if (file && line > 0)
    return view_print("%s:%lld%s%s", file, line, in, function);
  if (file)
    return view_print("%s%s%s", file, in, function);
  if (*module)
    return view_print("%s+0x%llx%s%s", module, (unsigned long long)offset, in, function);
  return view_print("(place unknown)%s%s", in, function);
}

enum { CALLERS = 8 };

/* What has called main is the same everywhere. */
char *view_callers(const json_t *at) {
  const json_t *stack = member_get(at, "stack"), *own = frame_own(stack), *frame;
  char *text = NULL;
  size_t i, n, callers = 0;
  int inside = 1, is_main = 0;
  FILE *out = open_memstream(&text, &n);
  if (!out)
    return NULL;
  json_array_foreach((json_t *)stack, i, frame) {
    const char *function = member_text_or(frame, "function", "?"),
               *file = member_text(frame, "file");
    if (!inside && !is_main && file && callers < CALLERS)
      fprintf(out, "%s%s (%s:%lld)", callers++ ? ", called from " : "", function,
              frame_base(file), (long long)member_number(frame, "line", 0));
    inside = inside && frame != own;
    is_main = is_main || !strcmp(function, "main");
  }
  if (fclose(out) || !callers) {
    free(text);
    return NULL;
  }
  return text;
}

char *view_call(const json_t *at) {
  const char *call = member_text_or(at, "call", "?"), *args = member_text_or(at, "args", "");
  int access = !strcmp(call, "load") || !strcmp(call, "store");
  return access ? view_print("%s", call) : view_print("%s(%s)", call, args);
}

/* "", or the maker's line after a space. */
static char *made_at(const json_t *made) {
  const char *file = member_text(made, "file");
  json_int_t line = member_number(made, "line", 0);
  return file && line > 0 ? view_print(" at %s:%lld", frame_base(file), (long long)line)
                          : view_print("%s", "");
}

char *view_who(const json_t *at) {
  const json_t *made = member_get(at, "thread_made");
  const char *by = member_text_or(made, "by", ""), *name = member_text_or(made, "name", "");
  int rank = member_int(at, "rank", -1), thread = member_int(at, "thread", 0);
  long long number = (long long)member_number(made, "openmp", -1);
  if (thread <= 0)
    return view_print("rank %d", rank);
  if (!made)
    return view_print("rank %d, thread %d", rank, thread);
  char *where = made_at(made), *text;
  if (number >= 0)
    text = view_print("rank %d, thread %d (OpenMP thread %lld)", rank, thread, number);
  else
    text = view_print("rank %d, thread %d (%s%smade by %s%s)", rank, thread, name,
                      *name ? ", " : "", by, where ? where : "");
  free(where);
  return text;
}

const char *view_excused(const json_t *finding) {
  const json_t *suppressed = member_get(finding, "suppressed");
  if (suppressed) {
    const char *reason = member_text_or(suppressed, "reason", "");
    return *reason ? reason : "suppressed";
  }
  return !strcmp(member_text_or(finding, "baseline", ""), "known") ? "known: in the baseline"
                                                                   : NULL;
}

int view_fails(const json_t *finding, const char *fail_on) {
  enum severity least = catalog_severity_named(fail_on);
  enum severity s = catalog_severity_named(member_text_or(finding, "severity", ""));
  return least < SEVERITIES && s <= least && !view_excused(finding);
}

int view_complete(const json_t *report) {
  return !strcmp(member_text_or(report, "status", ""), "complete");
}

char *view_status(const json_t *report) {
  return view_print("%s: %s", member_text_or(report, "status", "?"),
                    member_text_or(report, "status_detail", ""));
}

char *view_counts(const json_t *report) {
  const json_t *summary = member_get(report, "summary");
  long long n[SEVERITIES], suppressed = (long long)member_number(summary, "suppressed", 0),
                           known = (long long)member_number(summary, "known", 0);
  for (int s = 0; s < SEVERITIES; s++)
    n[s] = (long long)member_number(summary, catalog_severity((enum severity)s), 0);
  char *text =
      view_print("%lld error%s, %lld warning%s, %lld note%s", n[0], n[0] == 1 ? "" : "s", n[1],
                 n[1] == 1 ? "" : "s", n[2], n[2] == 1 ? "" : "s");
  if (text && (suppressed || known)) {
    char *more =
        view_print("%s; %lld suppressed, %lld in the baseline", text, suppressed, known);
    free(text);
    text = more;
  }
  return text;
}

char *view_ranks(const json_t *finding) {
  return rankset_named(member_text_or(finding, "ranks", ""));
}

char *view_epochs(const json_t *finding) {
  char *all = NULL;
  size_t n, i, told = 0;
  const json_t *at;
  FILE *to = open_memstream(&all, &n);
  if (!to)
    return NULL;
  json_array_foreach(member_get(finding, "locations"), i, at) {
    const char *epoch = member_text_or(at, "epoch", "");
    if (*epoch)
      fprintf(to, "%s rank %lld's %s", told++ ? " and" : "In",
              (long long)member_number(at, "rank", -1), epoch);
  }
  if (told)
    fputc('.', to);
  if (!fclose(to) && told)
    return all;
  free(all);
  return NULL;
}
