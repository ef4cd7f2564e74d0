#include "live_findings.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "excuse.h"
#include "report/input/lines.h"
#include "report/input/merge.h"
#include "report/input/reduce.h"
#include "report/input/read.h"
#include "report/input/windows.h"
#include "report/journal/member.h"
#include "report/journal/say.h"
#include "report/journal/seconds.h"
#include "report/writers/words.h"

enum { MOST = 20, SHARE = 50 };

struct live_findings {
  const char *dir;
  const struct options *options;
  struct excuses excuses;
  long seen;                   /* bytes of all journals */
  json_t *told;                /* object: fingerprint -> true */
  int printed, silent, counts; /* counts: how many there are is asked for */
  size_t count;
  double next; /* when to read at the earliest */
};

struct live_findings *live_findings_new(const char *dir, const struct options *o) {
  enum { ON, OFF };
  int silent = options_word(o, OPTION_LIVE) != ON || options_flag(o, OPTION_QUIET);
  int counts = options_word(o, OPTION_PROGRESS) != OFF;
  struct live_findings *l = silent && !counts ? NULL : calloc(1, sizeof *l);
  if (!l)
    return NULL;
  l->dir = dir;
  l->options = o;
  l->silent = silent;
  l->counts = counts;
  l->told = json_object();
  if (excuses_read(&l->excuses, o)) {
    live_findings_free(l);
    return NULL;
  }
  return l;
}

void live_findings_free(struct live_findings *l) {
  if (!l)
    return;
  excuses_free(&l->excuses);
  json_decref(l->told);
  free(l);
}

static long size_of(const char *dir, const char *name) {
  char path[4096];
  struct stat st;
  return snprintf(path, sizeof path, "%s/%s", dir, name) < (int)sizeof path && !stat(path, &st)
             ? (long)st.st_size
             : 0;
}

static long size_of_all(const char *dir) {
  DIR *stream = opendir(dir);
  long sum = 0;
  for (struct dirent *entry; stream && (entry = readdir(stream));) {
    char *world = NULL;
    int rank;
    if (read_name(entry->d_name, &world, &rank))
      sum += size_of(dir, entry->d_name);
    free(world);
  }
  if (stream)
    closedir(stream);
  return sum;
}

static int any_found(const struct journals *js) {
  for (size_t i = 0; i < js->ranks; i++)
    if (json_object_size(js->rank[i].slugs))
      return 1;
  return 0;
}

static void print(const json_t *finding) {
  const json_t *at = view_blamed(finding);
  char *place = view_place(at), *who = at ? view_who(at) : NULL;
  say("%s: [%s] %s%s%s: %s", member_text_or(finding, "severity", ""),
      member_text_or(finding, "id", ""), place ? place : "", who ? ", " : "", who ? who : "",
      member_text_or(finding, "message", ""));
  free(place);
  free(who);
}

/* Whether a race of the separate model is told depends on what else is found (merge.c). */
static int may_go(const json_t *finding) {
  return !strcmp(member_text_or(finding, "id", ""), "separate-race");
}

static void print_new(struct live_findings *l, json_t *findings) {
  json_t *finding;
  size_t i;
  json_array_foreach(findings, i, finding) {
    const char *print_of = member_text_or(finding, "fingerprint", "");
    if (view_excused(finding) || may_go(finding) || json_object_get(l->told, print_of))
      continue;
    json_object_set_new(l->told, print_of, json_true());
    if (l->silent)
      continue;
    if (l->printed++ < MOST)
      print(finding);
    else if (l->printed == MOST + 1)
      say("more findings are in the report at the end");
  }
}

static void look(struct live_findings *l) {
  struct journals js;
  if (journals_read(&js, l->dir))
    return;
  struct symbols *s = any_found(&js) ? symbols_new() : NULL;
  windows_number(&js);
  int strict = !strcmp(l->options->text[OPTION_PROFILE], "strict");
  json_t *findings = s ? merge_findings(&js, s, strict, REDUCE_JOURNALS) : NULL;
  if (findings) {
    json_t *report = json_pack("{s:{}, s:o}", "summary", "findings", findings);
    excuses_apply(&l->excuses, report);
    print_new(l, member_get(report, "findings"));
    l->count = json_array_size(member_get(report, "findings"));
    json_decref(report);
  }
  symbols_free(s);
  journals_free(&js);
}

void live_findings_print(struct live_findings *l) {
  double began = clock_now();
  if (!l || began < l->next || (l->printed > MOST && !l->counts))
    return;
  long size = size_of_all(l->dir);
  if (size <= l->seen)
    return;
  l->seen = size;
  look(l);
  double now = clock_now();
  l->next = now + SHARE * (now - began);
}

size_t live_findings_count(const struct live_findings *l) {
  return l ? l->count : 0;
}
