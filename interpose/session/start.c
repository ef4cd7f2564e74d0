#define _GNU_SOURCE
#include "start.h"
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "include/library.h"
#include "report/journal/launched.h"
#include "report/journal/text.h"
#include "level.h"
#include "interpose/base/trace.h"
#include "interpose/base/world.h"

/* How a library that has the interface of ours but is another one calls itself: the report
 * names it. */
static void other_name(char *text, size_t room, const char *version) {
  const char *name = libraries[LIBRARY_ID].name;
  size_t length = strcspn(version, "\n");
  int n = snprintf(text, room, "%.*s", length < 60 ? (int)length : 60, version);
  if (!strstr(text, name))
    snprintf(text + n, room - (size_t)n, " (interface of %s)", name);
}

static const char *mpi_name(char *text, int room) {
  char version[MPI_MAX_LIBRARY_VERSION_STRING] = "";
  int n = 0, major = 0, minor = 0, release = 0;
  REAL(Get_library_version)(version, &n);
  const char *at = strstr(version, LIBRARY_VERSION_AFTER);
  at = at ? at + strlen(LIBRARY_VERSION_AFTER) : "";
  if (sscanf(at, "%d.%d.%d", &major, &minor, &release) >= 2)
    snprintf(text, (size_t)room, "%s %d.%d.%d", libraries[LIBRARY_ID].name, major, minor,
             release);
  else
    other_name(text, (size_t)room, version);
  return text;
}

int start_record(const struct options *o) {
  char host[256] = "?", mpi[128];
  int threads = 0;
  struct timespec now;
  gethostname(host, sizeof host - 1);
  clock_gettime(CLOCK_REALTIME, &now);
  REAL(Query_thread)(&threads);
  static const char *const levels[] = {"single", "funneled", "serialized", "multiple"};
  const char *level =
      levels[(threads >= MPI_THREAD_FUNNELED) + (threads >= MPI_THREAD_SERIALIZED) +
             (threads >= MPI_THREAD_MULTIPLE)];
  json_t *start = json_pack(
      "{s:s, s:i, s:s, s:i, s:i, s:i, s:s, s:s, s:s, s:s, s:s, s:o, s:s, s:I, s:f, s:b, "
      "s:s}",
      "record", "start", "version", JOURNAL_VERSION, "world", world.name, "rank", world.rank,
      "size", world.size, "pid", (int)getpid(), "host", host, "mpi", mpi_name(mpi, sizeof mpi),
      "trace", level_word(level_agreed()), "trace_asked", o->text[OPTION_TRACE], "trace_chosen",
      level_word(level_choice()), "trace_reason", text_json(level_reason()), "memory_model",
      o->text[OPTION_MEMORY_MODEL], "max_memory",
      (json_int_t)options_size(o, OPTION_MAX_MEMORY), "time",
      (double)now.tv_sec + (double)now.tv_nsec * 1e-9, "spawned", world.spawned, "threads",
      level);
  return world_note(start);
}

void start_apart(const struct options *o) {
  const struct library *mine = &libraries[LIBRARY_ID];
  int ranks = world.size == 1 && !world.spawned ? launched_apart(mine->id) : 0, rank = 0, size;
  char text[256];
  if (!ranks)
    return;
  launched_as(&rank, &size);
  snprintf(text, sizeof text,
           "the launcher has started %d ranks, but each is alone in MPI_COMM_WORLD: the "
           "program uses "
           "%s, and the launcher is of another MPI library: start it with mpiexec.%s",
           ranks, mine->name, mine->id);
  world_note(json_pack("{s:s, s:s}", "record", "precision", "text", text));
  if (!rank && !options_flag(o, OPTION_QUIET))
    fprintf(stderr, "fencepost: %s\n", text);
}
