/* command_usage.h: what the commands of `fencepost` take, as include/commands.def and
 * options.def say: for
 * --help, manual pages, completion and messages. All text is constant. Nothing here runs a
 * command. */
#ifndef FENCEPOST_COMMAND_USAGE_H
#define FENCEPOST_COMMAND_USAGE_H

#include "report/journal/options.h"

enum usage_number {
#define COMMAND(name, words, help) USAGE_##name,
#include "include/commands.def"
  USAGES
};

struct usage_command {
  const char *name, *words, *help;
};
extern const struct usage_command usage_commands[USAGES];

/* `value`: what stands behind the equals sign; "" if nothing. `env` and `fallback` may be "".
 */
struct usage_option {
  const char *name, *value, *help, *env, *fallback;
  int optional; /* it may stand without a value */
};

/* Fills in the command's option number i, from 0. Returns 0 if there are not so many. */
int usage_option(enum usage_number command, int i, struct usage_option *option);

/* Exit statuses and examples, in the same way. */
struct usage_pair {
  const char *what, *means;
};
int usage_exit_status(enum usage_number command, int i, struct usage_pair *pair);
int usage_example(enum usage_number command, int i, struct usage_pair *pair);

/* Returns whether the command takes an option of options.def. */
int usage_takes(enum usage_number command, enum option which);

/* Returns the number of the command, -1 after saying that there is none, and which is near. */
int usage_find(const char *name);

/* Says that the command has no such option ("--nmae=x"), which one is near, and of which
 * command it is. Returns -1. */
int usage_unknown_option(enum usage_number command, const char *word);
/* Returns 0 if the command has the option that the word names, else as above. */
int usage_check_option(enum usage_number command, const char *word);

/* For standard output. */
void usage_print_all(void);
void usage_print(enum usage_number command);
/* A manual page; -1: that of `fencepost` itself. */
void usage_manual(int command);
/* Returns -1 after saying that the shell is not known. */
int usage_completion(const char *shell);

#endif
