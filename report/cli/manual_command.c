/* manual_command.c: `fencepost manual` and `fencepost completion`: for who installs the
 * command. */
#include "command.h"
#include "exit_status.h"
#include "report/journal/say.h"

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
