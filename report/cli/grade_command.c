/* grade_command.c: `fencepost grade`: a program in Python that is installed beside the command.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "command.h"
#include "exit_status.h"
#include "report/launch/environment.h"
#include "report/writers/report.h"
#include "report/journal/say.h"

int command_grade(int argc, char **argv) {
  static char self[PATH_MAX];
  for (int i = 0; i < argc; i++)
    if (argv[i][0] == '-' && argv[i][1] && usage_check_option(USAGE_grade, argv[i]))
      return EXIT_USAGE;
  char **words = calloc((size_t)argc + 6, sizeof *words);
  char *folder = environment_file("grade");
  ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
  if (!words || !folder || n <= 0) {
    say("cannot find the folder grade beside the command or in ../lib/fencepost");
    return EXIT_USAGE;
  }
  char *head[] = {"python3", "-I", "-B", folder, self};
  memcpy(words, head, sizeof head);
  memcpy(words + 5, argv, (size_t)argc * sizeof *argv);
  execvp(words[0], words);
  say(errno == ENOENT ? "grade needs python3 (3.9 or later), which is not installed"
                      : "cannot start python3: %s",
      strerror(errno));
  return EXIT_USAGE;
}
