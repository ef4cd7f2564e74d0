/* command.c: what the subcommands share. */
#include "command.h"

#include <string.h>

#include "report/input/progress_line.h"
#include "report/journal/say.h"

static int complaints;

static void complain(const char *message) {
  say("%s", message);
  complaints++;
}

/* Finds an option that has no effect at the trace level that was asked for. */
static int has_effect(const struct options *o) {
  const char *trace = o->text[OPTION_TRACE];
  if (o->given[OPTION_EXACT] != GIVEN_COMMAND || !strcmp(trace, "pages") ||
      !strcmp(trace, "auto"))
    return 1;
  say("--exact: is for --trace=pages, not for --trace=%s", trace);
  return 0;
}

/* As command_options. */
static int read_options(struct options *o, enum usage_number command, char **argv,
                        int (*more)(char **argv, int *i)) {
  char message[OPTIONS_MESSAGE];
  int i = 0;
  options_default(o);
  complaints = 0;
  if (options_environment(o, complain))
    return -1;
  while (argv[i] && argv[i][0] == '-' && argv[i][1]) {
    if (!strcmp(argv[i], "--"))
      return has_effect(o) ? i + 1 : -1;
    if (more && more(argv, &i))
      continue;
    if (usage_check_option(command, argv[i]))
      return -1;
    if (options_argument(o, argv, &i, message)) {
      say("%s", message);
      return -1;
    }
  }
  return has_effect(o) ? i : -1;
}

int command_options(struct options *o, enum usage_number command, char **argv,
                    int (*more)(char **argv, int *i)) {
  int taken = read_options(o, command, argv, more);
  if (taken >= 0 && !strcmp(o->text[OPTION_PROGRESS], "lines"))
    line_way(LINE_PLAIN);
  return taken;
}
