#define _GNU_SOURCE
#include "run_line.h"

#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/input/progress_line.h"
#include "report/journal/seconds.h"
#include "report/journal/folder.h"

enum { WAITS_LEAST = 2 }; /* seconds after which a wait is told */

struct run_line {
  const char *dir;
  double begin;
};

/* What the ranks told last, together. */
struct sum {
  uint64_t calls;
  int ranks;
  double longest;
  int rank;
  char journal[300], call[64]; /* of the rank that has waited longest */
};

enum { ON, OFF };

struct run_line *run_line_new(const char *dir, const struct options *o) {
  int word = options_word(o, OPTION_PROGRESS);
  struct run_line *p = word == OFF ? NULL : calloc(1, sizeof *p);
  if (p)
    *p = (struct run_line){dir, clock_now()};
  return p;
}

void run_line_free(struct run_line *p) {
  if (p)
    line_end();
  free(p);
}

/* Files that are just being written may be empty. */
static void add(struct sum *sum, const struct live *live, const char *dir, const char *name) {
  char path[4096], journal[300], call[64];
  unsigned long long calls;
  double seconds;
  FILE *in = snprintf(path, sizeof path, "%s/%s", dir, name) < (int)sizeof path
                 ? fopen(path, "re")
                 : NULL;
  if (in && fscanf(in, "%llu %lf %63s", &calls, &seconds, call) == 3) {
    sum->ranks++;
    sum->calls += calls;
    snprintf(journal, sizeof journal, "rank-%.200s.jsonl", name + sizeof PULSE_FILE - 1);
    if (seconds > sum->longest && strcmp(call, "-") != 0 && !live_has_ended(live, journal)) {
      sum->longest = seconds;
      strcpy(sum->call, call);
      strcpy(sum->journal, journal);
      sum->rank = atoi(strrchr(name, '-') + 1);
    }
  }
  if (in)
    fclose(in);
}

static void read_all(struct sum *sum, const struct live *live, const char *dir) {
  DIR *stream = opendir(dir);
  for (struct dirent *entry; stream && (entry = readdir(stream));)
    if (folder_is_pulse(entry->d_name))
      add(sum, live, dir, entry->d_name);
  if (stream)
    closedir(stream);
}

/* "1,234,567" */
static void print_number(char *out, size_t room, uint64_t number) {
  char digits[24];
  size_t n = (size_t)snprintf(digits, sizeof digits, "%llu", (unsigned long long)number),
         at = 0;
  for (size_t i = 0; i < n && at + 2 < room; i++) {
    if (i && (n - i) % 3 == 0)
      out[at++] = ',';
    out[at++] = digits[i];
  }
  out[at] = '\0';
}

void run_line_show(struct run_line *p, const struct live *live, size_t findings) {
  struct sum sum = {0};
  char text[512], calls[32];
  if (!p)
    return;
  read_all(&sum, live, p->dir);
  if (!sum.ranks)
    return; /* none has initialised MPI yet */
  print_number(calls, sizeof calls, sum.calls);
  int n = snprintf(text, sizeof text, "%d rank%s, %.0f s, %s calls, %zu finding%s", sum.ranks,
                   sum.ranks == 1 ? "" : "s", clock_now() - p->begin, calls, findings,
                   findings == 1 ? "" : "s");
  if (sum.longest >= WAITS_LEAST) {
    char *waits = live_waits(live, sum.journal);
    snprintf(text + n, sizeof text - (size_t)n, "; rank %d in %s for %.0f s%s%s", sum.rank,
             sum.call, sum.longest, waits ? ", waits for " : "", waits ? waits : "");
    free(waits);
  }
  line_show(text, 1);
}
