#include "pulse.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "interpose/base/thread.h"
#include "interpose/base/world.h"
#include "report/journal/folder.h"

enum { LINE = 96 };

static int file = -1;
static double told;

void pulse_begin(const char *dir) {
  char path[PATH_MAX];
  if (snprintf(path, sizeof path, "%s/" PULSE_FILE "%s-%d", dir, world.name, world.rank) <
      (int)sizeof path)
    file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
}

void pulse_tell(double at, double (*since)(const struct thread *t, double at, unsigned *call)) {
  char line[LINE + 1];
  uint64_t calls = 0;
  double first = 0;
  unsigned call = 0, one;
  if (file < 0 || at - told < 1)
    return;
  told = at;
  for (struct thread *t = thread_first(); t; t = t->next) {
    double begun = since(t, at, &one);
    calls += (t->seq + 1) / 2;
    if (begun > 0 && (first <= 0 || begun < first)) {
      first = begun;
      call = one;
    }
  }
  int n = snprintf(line, sizeof line, "%llu %.1f %s", (unsigned long long)calls,
                   first > 0 ? at - first : 0, first > 0 ? call_name(call) : "-");
  if (n > 0 && n < LINE)
    memset(line + n, ' ', (size_t)(LINE - n));
  line[LINE - 1] = '\n';
  if (pwrite(file, line, LINE, 0) < 0)
    file = -1;
}
