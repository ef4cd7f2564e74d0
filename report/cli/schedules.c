#define _GNU_SOURCE
#include "schedules.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "command.h"
#include "excuse.h"
#include "exit_status.h"
#include "report/input/load.h"
#include "report/input/schedule_join.h"
#include "report/journal/member.h"
#include "report/journal/say.h"
#include "report/writers/export.h"
#include "report/writers/report.h"
#include "report/writers/summary.h"
#include "run_directory.h"

enum { MOST = 1000, LONGER = 10, LEAST = 30 /* seconds */ };

struct series {
  struct options *o;
  char **argv, *dir;
  size_t runs;
  struct schedule_run *run;
  char **printed; /* what each run has printed */
};

static volatile sig_atomic_t stopped;
static volatile pid_t child;

/* From a terminal the signal has reached the child as well. */
static void on_signal(int number, siginfo_t *info, void *unused) {
  (void)unused;
  stopped = 1;
  if (child > 0 && info->si_code != SI_KERNEL)
    kill(child, number);
}

static void pass_signals_on(void) {
  static const int numbers[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
  struct sigaction action = {.sa_sigaction = on_signal, .sa_flags = SA_SIGINFO}, before;
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
    if (!sigaction(numbers[i], NULL, &before) && before.sa_handler != SIG_IGN)
      sigaction(numbers[i], &action, NULL);
}

/* The path of a file of run `i`: malloced. */
static char *file_of(const struct series *s, size_t i, const char *suffix) {
  char *path = NULL;
  return asprintf(&path, "%s/schedule-%zu%s", s->dir, i, suffix) < 0 ? NULL : path;
}

/* A run that hangs, though nobody can be sure, must not keep the others waiting for ever. */
static char *limit(const struct series *s, size_t i) {
  double seconds = member_real(member_get(s->run[0].report, "run"), "seconds", 0);
  char *text = NULL;
  if (!i || options_seconds(s->o, OPTION_TIMEOUT) > 0 ||
      asprintf(&text, "%.0f", seconds * LONGER + LEAST) < 0)
    return NULL;
  return text;
}

static void choose(struct options *o, enum option which, const char *text) {
  o->text[which] = text;
  o->given[which] = GIVEN_COMMAND; /* so that the ranks are told */
}

static _Noreturn void run_child(const struct series *s, size_t i, int out, pid_t parent) {
  struct options o = *s->o;
  char *report = file_of(s, i, ".json"), *errors = file_of(s, i, ".err"), *most = limit(s, i),
       seed[24];
  static const int numbers[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
  for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++) {
    struct sigaction now;
    if (!sigaction(numbers[k], NULL, &now) && now.sa_handler != SIG_IGN)
      signal(numbers[k], SIG_DFL);
  }
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (getppid() != parent || !report || !errors)
    _exit(EXIT_USAGE);
  snprintf(seed, sizeof seed, "%llu", (unsigned long long)s->run[i].seed);
  choose(&o, OPTION_SCHEDULE_SEED, seed);
  choose(&o, OPTION_OUTPUT, report);
  choose(&o, OPTION_FAIL_ON, "never");
  o.text[OPTION_FORMAT] = o.text[OPTION_SUPPRESSIONS] = o.text[OPTION_BASELINE] = "";
  if (most)
    choose(&o, OPTION_TIMEOUT, most);
  int fd = i ? open(errors, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666) : STDERR_FILENO;
  dup2(out, STDOUT_FILENO);
  if (i && fd >= 0 && options_word(&o, OPTION_PROGRESS) == 1)
    dup2(fd, STDERR_FILENO);
  close(out);
  int result = run_once(&o, s->argv, 1);
  fflush(NULL);
  _exit(result);
}

/* Reads until all that print have ended; passes it on in the first run. */
static char *read_output(int from, int pass) {
  char *all = NULL, part[65536];
  size_t n = 0;
  FILE *to = open_memstream(&all, &n);
  for (ssize_t got; (got = read(from, part, sizeof part)) > 0 || (got < 0 && errno == EINTR);) {
    if (got > 0 && to)
      fwrite(part, 1, (size_t)got, to);
    if (got > 0 && pass && write(STDOUT_FILENO, part, (size_t)got) < 0)
      pass = 0; /* nobody reads it any more */
  }
  if (to)
    fclose(to);
  return all;
}

static int by_text(const void *a, const void *b) {
  return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Lines of different ranks may come in any order. Newly allocated. */
static char *sorted_lines(const char *text) {
  size_t lines = 1, n = 0;
  char *copy = strdup(text), *sorted = malloc(strlen(text) + 2), *out = sorted;
  for (const char *p = text; *p; p++)
    lines += *p == '\n';
  char **line = calloc(lines, sizeof *line), *rest = copy;
  if (copy && line && sorted) {
    for (char *one; (one = strsep(&rest, "\n"));)
      line[n++] = one;
    qsort(line, n, sizeof *line, by_text);
    *out = '\0';
    for (size_t i = 0; i < n; i++)
      out += sprintf(out, "%s%s", line[i], i + 1 < n ? "\n" : "");
  }
  free(line);
  free(copy);
  return sorted;
}

static int prints_same(const char *a, const char *b) {
  char *x = sorted_lines(a ? a : ""), *y = sorted_lines(b ? b : "");
  int same = x && y && !strcmp(x, y);
  free(x);
  free(y);
  return same;
}

static int is_complete(const json_t *report) {
  return !strcmp(member_text_or(report, "status", ""), "complete");
}

/* The name of the report without .json, and what is put behind. Malloced. */
static char *beside(const struct series *s, size_t i) {
  const char *output = s->o->text[OPTION_OUTPUT], *dot = strrchr(output, '.');
  struct stat st;
  char *path = NULL;
  int n = (int)(dot && !strchr(dot, '/') ? (size_t)(dot - output) : strlen(output));
  if (!stat(output, &st) && !S_ISREG(st.st_mode))
    return NULL; /* nothing can be put beside /dev/stdout */
  return asprintf(&path, "%.*s.schedule-%llu.out", n, output,
                  (unsigned long long)s->run[i].seed) < 0
             ? NULL
             : path;
}

static void keep_output(struct series *s, size_t i) {
  char *path = beside(s, i);
  FILE *out = path ? fopen(path, "we") : NULL;
  if (out && fputs(s->printed[i] ? s->printed[i] : "", out) >= 0 && !fclose(out)) {
    s->run[i].file = path;
    return;
  }
  if (path)
    say("cannot write %s: %s", path, strerror(errno));
  free(path);
}

static void compare(struct series *s, size_t i) {
  struct schedule_run *run = &s->run[i];
  if (!is_complete(run->report) || !is_complete(s->run[0].report))
    run->output = OUTPUT_CUT;
  else if (!prints_same(s->printed[0], s->printed[i]))
    run->output = OUTPUT_OTHER;
  if (run->output == OUTPUT_OTHER)
    keep_output(s, i);
}

static void tell(const struct series *s, size_t i) {
  static const char *const outputs[] = {"", ", another output", ""};
  const struct schedule_run *run = &s->run[i];
  size_t n = json_array_size(member_get(run->report, "findings"));
  char seed[40] = "as it is";
  if (run->seed)
    snprintf(seed, sizeof seed, "seed %llu", (unsigned long long)run->seed);
  if (!options_flag(s->o, OPTION_QUIET))
    say("schedule %zu of %zu, %s: %s, %zu finding%s%s", i + 1, s->runs, seed,
        member_text_or(run->report, "status", "?"), n, n == 1 ? "" : "s", outputs[run->output]);
}

/* Input that can be read again is given to each run. */
static void rewind_input(off_t start) {
  if (start >= 0)
    lseek(STDIN_FILENO, start, SEEK_SET);
}

static int exit_code(int status) {
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* Returns -1 after saying what is wrong. */
static int make_run(struct series *s, size_t i) {
  int fds[2], status = 0;
  pid_t parent = getpid();
  if (pipe2(fds, O_CLOEXEC)) {
    say("cannot run %s: %s", s->argv[0], strerror(errno));
    return -1;
  }
  fflush(NULL);
  child = fork();
  if (!child)
    run_child(s, i, fds[1], parent);
  close(fds[1]);
  s->printed[i] = child > 0 ? read_output(fds[0], !i) : NULL;
  close(fds[0]);
  while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
    ;
  child = 0;
  s->run[i].code = exit_code(status);
  char *path = file_of(s, i, ".json");
  struct stat st;
  s->run[i].report = path && !stat(path, &st) ? report_load(path) : NULL;
  free(path);
  if (!s->run[i].report)
    return -1; /* the child has said why */
  if (s->run[i].code == EXIT_UNCHECKED && !is_complete(s->run[i].report))
    s->run[i].code = 0; /* it is ours */
  compare(s, i);
  tell(s, i);
  if (i) {
    free(s->printed[i]);
    s->printed[i] = NULL;
  }
  return 0;
}

/* Writes what the runs have shown together, and says it. */
static int conclude(struct series *s, size_t runs) {
  struct excuses x;
  const struct options *o = s->o;
  const char *path = o->text[OPTION_OUTPUT];
  int code = 0;
  json_t *report = excuses_read(&x, o) ? NULL : schedules_join(s->run, runs);
  if (!report)
    return EXIT_USAGE;
  json_object_set_new(report, "summary", report_summary(member_get(report, "findings")));
  excuses_apply(&x, report);
  excuses_free(&x);
  int bad = report_write(report, path);
  if (bad)
    say("cannot write the report to %s: %s", path, strerror(errno));
  else
    bad = export_beside(report, o->text[OPTION_FORMAT], o->text[OPTION_FAIL_ON], path);
  if (!options_flag(o, OPTION_QUIET))
    summary_print(report, bad ? NULL : path, stderr, options_flag(o, OPTION_VERBOSE));
  for (size_t i = 0; i < runs && !code; i++)
    code = s->run[i].code;
  int result = bad ? EXIT_USAGE : code ? code : exit_of_report(report, o);
  json_decref(report);
  return result;
}

/* What is of one run only. */
static int is_allowed(const struct options *o) {
  static const enum option ones[] = {OPTION_RECORD, OPTION_TIMELINE, OPTION_JOURNALS};
  for (size_t i = 0; i < sizeof ones / sizeof *ones; i++)
    if (*o->text[ones[i]]) {
      say("--%s is for one run: use it with --schedule-seed", option_rows[ones[i]].name);
      return 0;
    }
  if (options_number(o, OPTION_SCHEDULES) > MOST || !options_number(o, OPTION_SEED)) {
    say("--schedules is at most %d, --seed at least 1", MOST);
    return 0;
  }
  return 1;
}

static void release(struct series *s) {
  for (size_t i = 0; i < s->runs; i++) {
    json_decref(s->run[i].report);
    free((char *)s->run[i].file);
    free(s->printed[i]);
  }
  free(s->run);
  free(s->printed);
  place_empty(s->dir);
  free(s->dir);
}

int schedules_run(struct options *o, char **argv) {
  struct series s = {.o = o, .argv = argv, .runs = (size_t)options_number(o, OPTION_SCHEDULES)};
  off_t start = lseek(STDIN_FILENO, 0, SEEK_CUR);
  size_t done = 0;
  if (!is_allowed(o))
    return EXIT_USAGE;
  s.dir = place_journals(o, 0);
  s.run = calloc(s.runs, sizeof *s.run);
  s.printed = calloc(s.runs, sizeof *s.printed);
  if (!s.dir || !s.run || !s.printed)
    return EXIT_USAGE;
  pass_signals_on();
  for (size_t i = 0; i < s.runs; i++)
    s.run[i].seed = i ? options_number(o, OPTION_SEED) + i - 1 : 0;
  while (done < s.runs && !stopped && !make_run(&s, done)) {
    done++;
    rewind_input(start);
  }
  int result = done ? conclude(&s, done) : s.run[0].code ? s.run[0].code : EXIT_USAGE;
  release(&s);
  return result;
}
