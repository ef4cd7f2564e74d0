/* command.h: the subcommands of `fencepost`. Each takes the words after its own name
 * (argv[argc] is NULL) and returns the exit status. Bad input is one line on stderr and
 * EXIT_USAGE. */
#ifndef FENCEPOST_COMMAND_H
#define FENCEPOST_COMMAND_H

#include "report/journal/options.h"
#include "report/usage/command_usage.h"

struct run_directory;

#define COMMAND(name, words, help) int command_##name(int argc, char **argv);
#include "include/commands.def"

/* Sets `o` from the defaults, the environment and the options at the head of argv, which are
 * the command's. One that is not in options.def is first offered to `more` (may be NULL), which
 * moves *i past what it takes and returns 1, or returns 0. Returns the number of words taken
 * ("--" included), -1 after saying what is wrong. */
int command_options(struct options *o, enum usage_number command, char **argv,
                    int (*more)(char **argv, int *i));

/* Checks what --format, --suppressions and --baseline name. Returns 0, or -1 after saying what
 * is wrong. */
int command_forms(const struct options *o);

/* Merges the journals of `dir`, writes the report to OPTION_OUTPUT (of a run: to its place) and
 * prints the summary. `place` may be NULL.
 * Returns 66, 70, 0, or EXIT_USAGE after saying what is wrong: then the journals are to be
 * kept. *damaged: how many journals could not be read at all; the report has the others. */
int command_report(const char *dir, const struct options *o, const struct run_directory *place,
                   int *damaged);

/* Removes the journals in `dir`, and `dir` if nothing else is in it. */
void command_remove(const char *dir);

#endif
