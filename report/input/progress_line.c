#include "progress_line.h"

#include <stdio.h>
#include <time.h>
#include <unistd.h>

enum { SOON = 2 }; /* seconds */

static struct {
  time_t start, last;
  int shown, quiet;
} line;

void busy_show(const char *what, size_t done, size_t total) {
  time_t now = time(NULL);
  if (!line.start)
    line.start = line.last = now;
  if (line.quiet || now < line.start + SOON || now == line.last || !isatty(STDERR_FILENO))
    return;
  line.last = now;
  line.shown = 1;
  fprintf(stderr, "\r\033[Kfencepost: %s, %zu of %zu, %lld s ", what, done, total,
          (long long)(now - line.start));
}

void busy_quiet(void) {
  line.quiet = 1;
}

void busy_end(void) {
  if (line.shown)
    fputs("\r\033[K", stderr);
  line.shown = 0;
  line.start = 0;
}
