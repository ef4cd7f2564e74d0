#include "level.h"
#include <stdio.h>
#include <string.h>
#include "interpose/tracers/compiled/compiled.h"
#include "interpose/tracers/pages/pages.h"
#include "debugger.h"
#include "world.h"

enum { TRACE_AUTO, TRACE_MPI, TRACE_COMPILED, TRACE_PAGES }; /* the words of --trace */

static enum level own;
static char reason[256];

static enum level chosen(enum level level, const char *why) {
  snprintf(reason, sizeof reason, "%s", why);
  return own = level;
}

/* The level of programs that nobody built for Fencepost. */
static enum level choose_pages(const struct options *o, int asked) {
  const char *why = NULL;
  if (tracer_attached())
    return chosen(LEVEL_MPI,
                  "a debugger or tracer is attached, which would stop at each access");
  if (pages_possible(o, &why))
    return chosen(LEVEL_PAGES, asked
                                   ? "it was asked for"
                                   : "the program was not built with `fencepost cc`, and this "
                                     "machine can protect the memory of windows");
  snprintf(reason, sizeof reason, "level pages cannot be had here: %s", why ? why : "?");
  return own = LEVEL_MPI;
}

enum level level_choose(const struct options *o) {
  int word = options_word(o, OPTION_TRACE);
  if (word == TRACE_MPI)
    return chosen(LEVEL_MPI, "it was asked for");
  if (word == TRACE_COMPILED)
    return compiled_any()
               ? chosen(LEVEL_COMPILED, "it was asked for")
               : chosen(LEVEL_MPI, "level compiled needs a program built with `fencepost cc`");
  if (word == TRACE_AUTO && compiled_any())
    return chosen(LEVEL_COMPILED, "the program was built with `fencepost cc`");
  return choose_pages(o, word == TRACE_PAGES);
}

enum level level_choice(void) {
  return own;
}

const char *level_reason(void) {
  return reason;
}

enum level level_agreed(void) {
  return world.compiled ? LEVEL_COMPILED : world.pages ? LEVEL_PAGES : LEVEL_MPI;
}

const char *level_word(enum level level) {
  static const char *const words[LEVELS] = {
#define TRACER(NAME, name, ...) #name,
#include "include/tracers.def"
  };
  return words[level];
}

void level_warn(const struct options *o) {
  static const enum level levels[] = {LEVELS, LEVEL_MPI, LEVEL_COMPILED, LEVEL_PAGES};
  enum level asked = levels[options_word(o, OPTION_TRACE)], got = level_agreed();
  if (asked != LEVELS && asked != got && !world.rank)
    fprintf(stderr, "fencepost: --trace=%s: this is trace level %s: %s\n", level_word(asked),
            level_word(got), own == got ? reason : "another process cannot do more");
}
