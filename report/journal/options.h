/* options.h: the options of options.def, from a command line and from the environment.
 *
 * Representation: one text per option, always valid for its type; `given` says where it came
 * from. The command line beats the environment, the environment beats the default. Texts are
 * borrowed from argv and from the environment: both must outlive the options.
 *
 * Errors are messages without a prefix or newline ("--timeout: not a number of seconds: soon");
 * nothing is printed here. Plain C without allocation: it also runs inside MPI processes. */
#ifndef FENCEPOST_OPTIONS_H
#define FENCEPOST_OPTIONS_H

#include <stddef.h>
#include <stdint.h>

enum option_type { FLAG, TEXT, SECONDS, SIZE, COUNT, NUMBER, WORDS, SWITCH };

enum option {
#define OPTION(id, name, env, type, fallback, value, help) OPTION_##id,
#include "include/options.def"
#undef OPTION
  OPTIONS
};

struct option_row {
  const char *name, *env;
  enum option_type type;
  const char *fallback, *value, *help;
};
extern const struct option_row option_rows[OPTIONS];

enum option_given { GIVEN_NOT, GIVEN_ENVIRONMENT, GIVEN_COMMAND };

struct options {
  const char *text[OPTIONS];
  enum option_given given[OPTIONS];
};

#define OPTIONS_MESSAGE 256

void options_default(struct options *o);

/* Takes the environment's values. A bad one is passed to `complain` (if not NULL) and the value
 * so far is kept. An empty variable counts as not set. Returns how many were bad. */
int options_environment(struct options *o, void (*complain)(const char *message));

/* Reads argv[*i], which begins with "--", and its value, and moves *i past both. Returns 0, or
 * -1 with `message` (OPTIONS_MESSAGE bytes) filled. Flags: --name, --name=0, --name=1.
 * Switches: --name, which is --name=on, --name=WORD. */
int options_argument(struct options *o, char **argv, int *i, char *message);

int options_flag(const struct options *o, enum option which);
double options_seconds(const struct options *o, enum option which);
uint64_t options_size(const struct options *o, enum option which);
uint64_t options_number(const struct options *o, enum option which);
/* 0: all. */
uint64_t options_count(const struct options *o, enum option which);
/* Returns the number of the word in the row's value list, from 0. */
int options_word(const struct options *o, enum option which);

/* Returns the one of `names` (ends with NULL) that is nearest to what was typed, NULL if none
 * is near. */
const char *options_nearest(const char *typed, const char *const *names);

#endif
