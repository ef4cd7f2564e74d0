#define _GNU_SOURCE
#include "crashes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/input/entry.h"
#include "report/journal/member.h"
#include "report/symbols/frame.h"
#include "words.h"

/* " in inner (x.c:5), called from main (x.c:9)" */
static void print_stack(FILE *out, const json_t *crash) {
  const json_t *own = frame_own(member_get(crash, "stack"));
  const char *file = member_text(own, "file");
  char *callers = view_callers(crash);
  if (own)
    fprintf(out, " in %s", member_text_or(own, "function", "?"));
  if (file && member_number(own, "line", 0) > 0)
    fprintf(out, " (%s:%lld)", frame_base(file), (long long)member_number(own, "line", 0));
  if (callers)
    fprintf(out, ", called from %s", callers);
  free(callers);
}

static char *sentence(const struct rank *r, const json_t *crash) {
  int number = member_int(r->crash, "signal", 0);
  const char *call = member_text_or(r->crash, "call", "");
  char *text = NULL;
  size_t n;
  FILE *out = open_memstream(&text, &n);
  if (!out)
    return NULL;
  fprintf(out, "rank %d was ended by signal %d (%s)", r->rank, number, strsignal(number));
  if (json_is_true(member_get(r->crash, "sent")))
    fputs(", which another process has sent,", out);
  if (*call)
    fprintf(out, " inside %s", call);
  print_stack(out, crash);
  return fclose(out) ? NULL : text;
}

static void add(const struct rank *r, struct symbols *s, json_t *crashes, json_t *sentences) {
  json_t *crash =
      json_pack("{s:i, s:i, s:i, s:s}", "rank", r->rank, "thread",
                member_int(r->crash, "thread", -1), "signal", member_int(r->crash, "signal", 0),
                "call", member_text_or(r->crash, "call", ""));
  entry_place(crash, rank_stack(r, member_number(r->crash, "stack", 0)), s);
  char *text = sentence(r, crash);
  json_object_set_new(crash, "text", json_string(text ? text : ""));
  json_array_append_new(sentences, json_string(text ? text : ""));
  json_array_append_new(crashes, crash);
  free(text);
}

void crash_add(json_t *report, const struct journals *js, struct symbols *s) {
  json_t *crashes = json_array(), *sentences = json_array();
  for (size_t i = 0; i < js->ranks; i++)
    if (js->rank[i].crash && !js->rank[i].end)
      add(&js->rank[i], s, crashes, sentences);
  if (json_array_size(crashes)) {
    json_object_set(report, "crashes", crashes);
    json_object_set(report, "crash_analysis", sentences);
  }
  json_decref(crashes);
  json_decref(sentences);
}
