#include "draw.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "replay.h"
#include "run_directory.h"
#include "report/input/journals.h"
#include "report/journal/say.h"

int timeline_draw(struct timeline *t, const char *journals, const char *files) {
  struct journals js;
  if (journals_read(&js, journals)) {
    say("cannot read the journals in %s: %s", journals, strerror(errno));
    return -1;
  }
  int failed = timeline_write(t, &js, files);
  journals_free(&js);
  return failed;
}

char *draw_record(struct options *o, const char *journals) {
  static const char name[] = "/events";
  if (!*o->text[OPTION_TIMELINE] || *o->text[OPTION_RECORD])
    return NULL;
  size_t n = strlen(journals) + sizeof name;
  char *dir = malloc(n);
  if (!dir)
    return NULL;
  snprintf(dir, n, "%s%s", journals, name);
  if (mkdir(dir, 0777)) {
    say("cannot record for the time line in %s: %s", dir, strerror(errno));
    free(dir);
    return NULL;
  }
  o->text[OPTION_RECORD] = dir;
  o->given[OPTION_RECORD] = GIVEN_COMMAND; /* so that the ranks are told */
  return dir;
}

int draw_run(const struct options *o, const char *journals, const char *made) {
  const char *files = o->text[OPTION_TIMELINE];
  struct replay_wishes wishes = {.timeline = *files ? timeline_new() : NULL};
  int failed = *files != 0;
  if (wishes.timeline && *o->text[OPTION_RECORD] &&
      replay_all(o->text[OPTION_RECORD], &wishes) >= 0)
    failed = timeline_draw(wishes.timeline, journals, files);
  timeline_free(wishes.timeline);
  if (made)
    place_empty(made);
  return failed ? -1 : 0;
}
