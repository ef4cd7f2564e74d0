/* main.c: the `fencepost` command: which subcommand is meant. */
#include <stdio.h>
#include <string.h>

#include "command.h"
#include "exit_status.h"
#include "report/journal/say.h"
#include "report/journal/version.h"

/* For who installs the command. */
int command_manual(int argc, char **argv) {
  int command = argc == 1 ? usage_find(argv[0]) : -1;
  if (argc > 1)
    say("manual takes one command, or none");
  if (argc > 1 || (argc && command < 0))
    return EXIT_USAGE;
  usage_manual(command);
  return 0;
}

int command_completion(int argc, char **argv) {
  if (argc == 1)
    return usage_completion(argv[0]) ? EXIT_USAGE : 0;
  say("completion takes the name of a shell: bash or zsh");
  return EXIT_USAGE;
}

static int (*const commands[USAGES])(int argc, char **argv) = {
#define COMMAND(name, words, help) command_##name,
#include "include/commands.def"
};

static int wants_help(const char *word) {
  return word && (!strcmp(word, "--help") || !strcmp(word, "-h"));
}

static int wants_version(const char *word) {
  return word && !strcmp(word, "--version");
}

/* Returns the first word that asks for help or the version, among the options before the first
 * word that is none: what follows is a program with options of its own. NULL: there is none. */
static const char *question(char **words) {
  for (; *words && **words == '-' && strcmp(*words, "--") != 0; words++)
    if (wants_help(*words) || wants_version(*words))
      return *words;
  return NULL;
}

static int print_version(void) {
  puts("fencepost " FENCEPOST_VERSION);
  return 0;
}

static int dispatch(int argc, char **argv) {
  if (argc < 2) {
    say("no command given (see fencepost --help)");
    return EXIT_USAGE;
  }
  if (wants_version(argv[1]))
    return print_version();
  if (wants_help(argv[1]) || (!strcmp(argv[1], "help") && !argv[2])) {
    usage_print_all();
    return 0;
  }
  int asks = !strcmp(argv[1], "help");
  int command = usage_find(argv[1 + asks]);
  if (command < 0)
    return EXIT_USAGE;
  const char *asked = asks ? "--help" : question(argv + 2);
  if (wants_version(asked))
    return print_version();
  if (!asked)
    return commands[command](argc - 2, argv + 2);
  usage_print((enum usage_number)command);
  return 0;
}

int main(int argc, char **argv) {
  int result = dispatch(argc, argv);
  if ((fflush(stdout) || ferror(stdout)) && !result) {
    say("cannot write to standard output");
    return EXIT_USAGE;
  }
  return result;
}
