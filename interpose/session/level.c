#include "level.h"
#include <stdio.h>
#include <string.h>
#include "interpose/base/world.h"

static enum level own;
static const char *reason;

static int is_asked(const struct options *o, enum level level) {
  return !strcmp(o->text[OPTION_TRACE], level_word(level));
}

/* Chooses the strongest level that this process can have, or the one that was asked for. */
enum level level_choose(const struct options *o) {
  int any = !strcmp(o->text[OPTION_TRACE], "auto");
  const char *why = NULL;
  for (own = LEVELS - 1; own > LEVEL_MPI; own--)
    if ((any || is_asked(o, own)) && tracers_wanted(own, o, &why))
      break;
  reason = is_asked(o, own) ? "it was asked for" : why;
  return own;
}

enum level level_choice(void) {
  return own;
}

const char *level_reason(void) {
  return reason;
}

enum level level_agreed(void) {
  return (enum level)world.level;
}

const char *level_word(enum level level) {
  static const char *const words[LEVELS] = {
#define TRACER(NAME, name, ...) #name,
#include "include/tracers.def"
  };
  return words[level];
}

void level_warn(const struct options *o) {
  enum level got = level_agreed();
  int any = !strcmp(o->text[OPTION_TRACE], "auto");
  if (!any && !is_asked(o, got) && !world.rank)
    fprintf(stderr, "fencepost: --trace=%s: this is trace level %s: %s\n",
            o->text[OPTION_TRACE], level_word(got),
            own == got ? reason : "another process cannot do more");
}
