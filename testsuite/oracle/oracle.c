/* oracle.c: makes random programs of RMA calls and has each judged twice: by the checker, and
 * pair by pair from the standard's text (judge.c). Both must agree. Prints TAP.
 *
 *   oracle [--programs=N] [--seed=S] [--loops] [--threads] [--tally] [--shown=N] [CASE.txt ...]
 *   oracle [--loops] [--threads] --shrink=S      the smallest form of the program of seed S, as
 * a case */
#include <stdlib.h>
#include <string.h>
#include "compare.h"
#include "generate.h"
#include "judge.h"
#include "shrink.h"

static int tests, failures;
static struct generated extras; /* what random programs have */
static int shown = 3;           /* programs that fail, before we stop */

static void result(int good, const char *name) {
  printf("%sok %d - %s\n", good ? "" : "not ", ++tests, name);
  fflush(stdout);
  failures += !good;
}

/* Prints what was written to a temporary file, as comments of TAP. */
static void print_notes(FILE *notes) {
  char line[1024];
  rewind(notes);
  while (fgets(line, sizeof line, notes))
    printf("# %s", line);
  fclose(notes);
}

static FILE *make_notes(void) {
  FILE *notes = tmpfile();
  if (!notes)
    abort();
  return notes;
}

static void run_case(const char *path) {
  struct program p;
  struct expectations x;
  FILE *in = fopen(path, "r"), *notes = make_notes();
  const char *name = strrchr(path, '/');
  int good = in && text_read(in, &p, &x);
  if (!good)
    fprintf(notes, "%s cannot be read\n", path);
  if (good && !legal_program(&p)) {
    fprintf(notes, "not a legal program\n");
    good = 0;
  }
  if (good)
    good = compare_expected(&p, &x, notes) + compare(&p, notes, NULL) == 0;
  if (in)
    fclose(in);
  print_notes(notes);
  result(good, name ? name + 1 : path);
}

static void show(struct program *p) {
  FILE *notes = make_notes();
  shrink(p);
  text_write(notes, p);
  compare(p, notes, NULL);
  fprintf(notes, "\n");
  print_notes(notes);
}

static void print_tally(const struct tally *t) {
  printf("# %ld programs, %ld calls, %ld pairs of accesses: %ld conflicts, %ld more in the "
         "separate model; %ld programs without\n",
         t->programs, t->acts, t->pairs, t->conflicts, t->separate, t->clean);
}

static void run_random(uint64_t seed, long programs, int tally) {
  static struct program p;
  struct tally t = {0};
  char name[100];
  int bad = 0;
  for (long i = 0; i < programs && bad < shown; i++) {
    generate(&p, seed + (uint64_t)i, extras);
    int legal = legal_program(&p);
    if (!legal)
      printf("# seed %llu: not a legal program\n", (unsigned long long)p.seed);
    if (legal && !compare(&p, NULL, &t))
      continue;
    bad++;
    if (legal)
      show(&p);
  }
  if (tally)
    print_tally(&t);
  snprintf(name, sizeof name, "%ld random programs%s%s, from seed %llu on", t.programs,
           extras.loops ? " with loops" : "", extras.threads ? " with threads" : "",
           (unsigned long long)seed);
  result(!bad, name);
}

static int shrink_seed(uint64_t seed) {
  static struct program p;
  generate(&p, seed, extras);
  if (legal_program(&p) && compare(&p, NULL, NULL))
    shrink(&p);
  text_write(stdout, &p);
  printf("\n");
  return compare(&p, stderr, NULL) != 0;
}

static int starts(const char *text, const char *with, const char **rest) {
  size_t n = strlen(with);
  *rest = text + n;
  return !strncmp(text, with, n);
}

int main(int argc, char **argv) {
  long programs = 0;
  uint64_t seed = 1;
  int tally = 0;
  for (int i = 1; i < argc; i++) {
    const char *value;
    if (starts(argv[i], "--programs=", &value))
      programs = atol(value);
    else if (starts(argv[i], "--seed=", &value))
      seed = strtoull(value, NULL, 10);
    else if (starts(argv[i], "--shown=", &value))
      shown = atoi(value);
    else if (starts(argv[i], "--shrink=", &value))
      return shrink_seed(strtoull(value, NULL, 10));
    else if (!strcmp(argv[i], "--tally"))
      tally = 1;
    else if (!strcmp(argv[i], "--loops"))
      extras.loops = 1;
    else if (!strcmp(argv[i], "--threads"))
      extras.threads = 1;
    else
      run_case(argv[i]);
  }
  if (programs)
    run_random(seed, programs, tally);
  printf("1..%d\n", tests);
  return failures != 0;
}
