/* replay_command.c: `fencepost replay DIR`: gives recorded events to the checker, without MPI.
 * With --print it prints the events themselves, one in each line. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "draw.h"
#include "exit_status.h"
#include "replay.h"
#include "report/input/progress_line.h"
#include "report/journal/say.h"

static int printing; /* --print */

static int take_print(char **argv, int *i) {
  if (strcmp(argv[*i], "--print") != 0)
    return 0;
  printing = 1;
  (*i)++;
  return 1;
}

int command_replay(int argc, char **argv) {
  struct options o;
  int taken = command_options(&o, USAGE_replay, argv, take_print), unread = 0;
  if (taken < 0)
    return EXIT_USAGE;
  if (argc - taken != 1) {
    say("replay takes one directory of traces: fencepost replay [--print] [--output FILE] DIR");
    return EXIT_USAGE;
  }
  if (command_forms(&o))
    return EXIT_USAGE;
  if (strcmp(o.text[OPTION_PROGRESS], "off") != 0)
    busy_at_once();
  const char *files = o.text[OPTION_TIMELINE];
  if (*files && timeline_names(files))
    return EXIT_USAGE;
  char journals[] = "/tmp/fencepost-replay-XXXXXX";
  if (!mkdtemp(journals)) {
    say("cannot make a directory in /tmp: %s", strerror(errno));
    return EXIT_USAGE;
  }
  struct replay_wishes wishes = {.journals = journals, .print = printing};
  if (*files && !printing)
    wishes.timeline = timeline_new();
  int bad = replay_all(argv[taken], &wishes);
  if (printing && fflush(stdout) != 0) {
    say("cannot write the events: %s", strerror(errno));
    bad = 1;
  }
  int result = bad < 0    ? EXIT_USAGE
               : printing ? 0
                          : command_report(journals, &o, NULL, &unread);
  if (bad >= 0 && wishes.timeline && timeline_draw(wishes.timeline, journals, files))
    bad = 1;
  timeline_free(wishes.timeline);
  command_remove(journals);
  return bad ? EXIT_USAGE : result;
}
