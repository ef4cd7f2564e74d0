/* timeline_write.c: which files a time line is written to. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "drawn.h"
#include "report/input/windows.h"
#include "report/journal/member.h"
#include "report/journal/say.h"
#include "report/writers/output.h"

typedef void timeline_writer(const struct drawn *d, FILE *out);

struct timeline_output {
  timeline_writer *write;
  const struct drawn *drawn;
};

static timeline_writer *writer_of(const char *file) {
  const char *dot = strrchr(file, '.');
  return !dot                    ? NULL
         : !strcmp(dot, ".html") ? timeline_page
         : !strcmp(dot, ".json") ? timeline_trace_events
                                 : NULL;
}

static void print(void *context, FILE *out) {
  const struct timeline_output *o = context;
  o->write(o->drawn, out);
}

/* Calls `each` for each file until it returns -1. */
static int for_each(const char *files, const void *context,
                    int (*each)(const void *context, const char *file)) {
  char *copy = strdup(files), *rest = copy, *file;
  int failed = !copy;
  while (!failed && (file = strsep(&rest, ",")))
    failed = each(context, file);
  free(copy);
  return failed ? -1 : 0;
}

static int check_name(const void *context, const char *file) {
  (void)context;
  if (writer_of(file))
    return 0;
  say("--timeline writes a page, FILE.html, or trace events for viewers, FILE.json: not '%s'",
      file);
  return -1;
}

int timeline_names(const char *files) {
  return for_each(files, NULL, check_name);
}

static int write_file(const void *context, const char *file) {
  struct timeline_output o = {writer_of(file), context};
  if (!output_write(file, print, &o))
    return 0;
  say("cannot write the time line to %s: %s", file, strerror(errno));
  return -1;
}

static char *title(const struct journals *js) {
  char *text = NULL;
  size_t n, i;
  json_t *word;
  FILE *out = open_memstream(&text, &n);
  if (!out)
    return NULL;
  json_array_foreach(member_get(js->job, "command"), i, word) {
    if (json_is_string(word))
      fprintf(out, "%s%s", i ? " " : "", json_string_value(word));
  }
  fclose(out);
  return text;
}

int timeline_write(struct timeline *t, struct journals *js, const char *files) {
  char *of = title(js);
  struct drawn d = {t, js, interned_new(), of && *of ? of : "a recorded run"};
  windows_number(js);
  int failed = !d.interned || columns_set(t);
  if (failed)
    say("out of memory: no time line is written");
  else
    failed = for_each(files, &d, write_file);
  interned_free(d.interned);
  free(of);
  return failed ? -1 : 0;
}
