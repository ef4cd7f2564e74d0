/* simulate [--check] [--most RANKS | --ranks RANKS] [--turns TURNS] [NAME...]: the checker
 * under many simulated ranks.
 *
 * Without --check it measures. It prints a table of workloads by the number of ranks, and one
 * of forms by the amount. Only events that a rank of the program feeds are counted; the cost of
 * an event includes that of the messages that it causes. Bytes are those that the checkers keep
 * at the end. Beyond 10,000 ranks there are only three turns, so that less than 8 GB are
 * needed.
 *
 * With --check it tests, and prints TAP: the workloads run on at most 1000 ranks. A right
 * program must have no findings, its twin the expected one. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "workloads.h"

#define WINDOW_BYTES 1024
#define MANY 10000 /* with more ranks there are fewer turns, because memory is limited */
#define MANY_TURNS 3

static struct {
  int most, ranks, turns; /* 0: the option was not given */
  int count;
  char **names;
} options;

static int named(const char *name) {
  for (int i = 0; i < options.count; i++)
    if (!strcmp(options.names[i], name))
      return 1;
  return !options.count;
}

static void measure(const struct workload *w, int count) {
  struct ranks r;
  size_t before = ranks_memory();
  ranks_begin(&r, count);
  double start = ranks_seconds();
  ranks_window(&r, WINDOW_BYTES);
  double made = ranks_seconds();
  uint64_t events = r.events, messages = r.messages;
  int turns = count > MANY && w->turns > MANY_TURNS ? MANY_TURNS : w->turns;
  w->run(&r, options.turns ? options.turns : turns, 0);
  double end = ranks_seconds();
  events = r.events - events;
  messages = r.messages - messages;
  size_t bytes = ranks_memory() - before;
  printf("%-18s %7d %10llu %9.0f %8.2f %8.2f %10zu %9.1f%s\n", w->name, count,
         (unsigned long long)events, (end - made) * 1e9 / (double)events,
         (double)messages / (double)events,
         messages ? (double)r.entries / (double)messages : 0.0, bytes / (size_t)count,
         (made - start) * 1e6 / count, r.findings ? "  FINDINGS" : "");
  fflush(stdout);
  ranks_end(&r);
}

static void measure_form(const struct form *f, int64_t n) {
  struct ranks r;
  size_t before = ranks_memory();
  ranks_begin(&r, 2);
  ranks_window(&r, 1ll << 30);
  uint64_t events = r.events;
  double start = ranks_seconds();
  f->run(&r, n);
  double seconds = ranks_seconds() - start;
  events = r.events - events;
  printf("%-18s %12lld %10llu %9.0f %12zu%s\n", f->name, (long long)n,
         (unsigned long long)events, seconds * 1e9 / (double)events, ranks_memory() - before,
         !r.findings == !f->wrong ? ""
         : f->wrong               ? "  NO FINDINGS"
                                  : "  FINDINGS");
  fflush(stdout);
  ranks_end(&r);
}

static int asked(int count) {
  return options.ranks ? count == options.ranks : count <= options.most;
}

static void tables(void) {
  int sizes[] = {2, 10, 100, 1000, 10000, 100000, options.ranks};
  int count = sizeof sizes / sizeof *sizes - !options.ranks;
  printf("Every rank is simulated in full. news: entries of clocks in a message; setup: us for "
         "each rank\n%-18s %7s %10s %9s %8s %8s %10s %9s\n",
         "workload", "ranks", "events", "ns/event", "messages", "news", "bytes/rank", "setup");
  for (int i = 0; i < workload_count; i++)
    for (int k = options.ranks ? count - 1 : 0; k < count; k++)
      if (asked(sizes[k]) && named(workloads[i].name))
        measure(&workloads[i], sizes[k]);
  printf("\n%-18s %12s %10s %9s %12s\n", "form (2 ranks)", "n", "events", "ns/event", "bytes");
  for (int i = 0; i < form_count && !options.ranks; i++)
    for (int64_t n = forms[i].least; n <= forms[i].most; n *= 2)
      if (named(forms[i].name))
        measure_form(&forms[i], n);
}

static int test(const struct workload *w, int count, int wrong, int number) {
  struct ranks r;
  ranks_begin(&r, count);
  ranks_window(&r, WINDOW_BYTES);
  w->run(&r, w->check_turns, wrong);
  ranks_end(&r);
  int good = wrong ? r.count_of[w->slug] && r.count_of[w->slug] == r.findings : !r.findings;
  printf("%sok %d - %s, %d ranks%s\n", good ? "" : "not ", number, w->name, count,
         wrong ? ", wrong" : "");
  if (!good)
    printf("# %llu findings; %s\n", (unsigned long long)r.findings, r.first);
  fflush(stdout);
  return good;
}

static int tests(void) {
  static const int sizes[] = {3, 16, 1000};
  int good = 1, number = 0;
  for (int i = 0; i < workload_count; i++)
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
      for (int wrong = 0; wrong < 2; wrong++)
        good &= test(&workloads[i], sizes[k], wrong, ++number);
  printf("1..%d\n", number);
  return good;
}

int main(int argc, char **argv) {
  int at = 1;
  options.most = 100000;
  if (argc > 1 && !strcmp(argv[1], "--check"))
    return !tests();
  for (; at + 1 < argc && argv[at][0] == '-'; at += 2) {
    int n = atoi(argv[at + 1]);
    if (!strcmp(argv[at], "--most"))
      options.most = n;
    else if (!strcmp(argv[at], "--ranks"))
      options.ranks = n;
    else if (!strcmp(argv[at], "--turns"))
      options.turns = n;
  }
  options.count = argc - at;
  options.names = argv + at;
  tables();
  return 0;
}
