#define _GNU_SOURCE
#include "forward.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "environment.h"
#include "include/library.h"
#include "report/journal/say.h"
#include "report/symbols/frame.h"

static const struct passes {
  const char *launchers, *option, *variables, *all, *none;
} passes[] = {
#define PASSES(launchers, option, variables, all, none)                                        \
  {launchers, option, variables, all, none},
#include "include/libraries.def"
};

static const struct rules {
  const char *launchers, *options;
} rules[] = {
#define RULES(launchers, options) {launchers, options},
#include "include/libraries.def"
};

static const char *const listing[][2] = {
#define LISTING(list, none) {list, none},
#include "include/libraries.def"
};

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* Finds the first word of `text`, of which `separator` ends each one. Returns its length, and
 * where the next one begins. */
static size_t word_of(const char *text, char separator, const char **next) {
  size_t n = (size_t)(strchrnul(text, separator) - text);
  *next = text + n + (text[n] != '\0');
  return n;
}

static int is_in(const char *word, const char *words, char separator) {
  for (const char *next; *words; words = next) {
    size_t n = word_of(words, separator, &next);
    if (n == strlen(word) && !strncmp(words, word, n))
      return 1;
  }
  return 0;
}

static int is_ours(const char *variable) {
  return !strncmp(variable, "FENCEPOST_", 10) || !strncmp(variable, "LD_PRELOAD=", 11);
}

/* Returns the names of our variables behind `before`, if that is not empty. Malloced. */
static char *with_ours(const char *before, char separator) {
  char *list = NULL;
  size_t n;
  FILE *out = open_memstream(&list, &n);
  if (!out)
    return NULL;
  fputs(before, out);
  for (char **e = environ; *e; e++)
    if (is_ours(*e)) {
      if (ftell(out))
        fputc(separator, out);
      fprintf(out, "%.*s", (int)strcspn(*e, "="), *e);
    }
  if (fclose(out)) {
    free(list);
    return NULL;
  }
  return list;
}

static int is_program(const char *word) {
  struct stat s;
  char *path = *word == '-' ? NULL : environment_program(word);
  int yes = path && !stat(path, &s) && S_ISREG(s.st_mode);
  free(path);
  return yes;
}

/* Returns how many words are the launcher's: those before the program. */
static int launcher_words(char **argv) {
  int n = 1;
  while (argv[n] && !is_program(argv[n]))
    n++;
  return n;
}

static int words_of(char **argv) {
  int n = 0;
  while (argv[n])
    n++;
  return n;
}

/* Returns argv with `more` in place of the `without` words at `at`. */
static char **replaced(char **argv, int at, int without, char *const *more, int words) {
  int n = words_of(argv);
  char **made = calloc((size_t)(n + words + 1), sizeof *made);
  if (!made)
    return argv;
  memcpy(made, argv, (size_t)at * sizeof *made);
  memcpy(made + at, more, (size_t)words * sizeof *made);
  memcpy(made + at + words, argv + at + without, (size_t)(n - at - without) * sizeof *made);
  return made;
}

/* Returns the value of the option if the word at `i` is it, and how many words it takes. */
static const char *value_of(char **argv, int i, const char *option, int *words) {
  size_t n = strlen(option);
  if (strncmp(argv[i], option, n) != 0)
    return NULL;
  *words = argv[i][n] == '=' ? 1 : 2;
  return argv[i][n] == '=' ? argv[i] + n + 1 : argv[i][n] ? NULL : argv[i + 1];
}

/* Returns what the list has to be, NULL if all is passed on. */
static char *passing(const struct passes *p, const char *value) {
  if (is_in(p->all, value, ','))
    return NULL;
  return with_ours(is_in(value, p->none, ' ') ? "" : value, ',');
}

static void pass_by_variables(const struct passes *p) {
  char name[64];
  for (const char *v = p->variables, *next; *v; v = next) {
    snprintf(name, sizeof name, "%.*s", (int)word_of(v, ' ', &next), v);
    const char *value = getenv(name);
    char *list = value ? passing(p, value) : NULL;
    if (list)
      setenv(name, list, 1);
    free(list);
  }
}

/* The last option holds, and none of the variables then. */
static char **pass_list(const struct passes *p, char **argv) {
  int end = launcher_words(argv), at = 0, words = 0, n;
  const char *value = NULL;
  for (int i = 1; i < end; i++) {
    const char *found = value_of(argv, i, p->option, &n);
    if (found) {
      value = found;
      at = i;
      words = n;
    }
  }
  if (!value) {
    pass_by_variables(p);
    return argv;
  }
  char *list = passing(p, value), *option = NULL;
  if (list && asprintf(&option, "%s=%s", p->option, list) >= 0)
    argv = replaced(argv, at, words, &option, 1);
  free(list);
  return argv;
}

/* Rules hold in their order, so ours come behind the user's. */
static char **pass_rules(const struct rules *r, char **argv) {
  char *const ours[] = {"--env=LD_PRELOAD", "--env=FENCEPOST_*"};
  int end = launcher_words(argv), behind = 0, n;
  for (int i = 1; i < end; i++)
    for (const char *o = r->options, *next; *o; o = next) {
      char option[32];
      snprintf(option, sizeof option, "%.*s", (int)word_of(o, ' ', &next), o);
      if (value_of(argv, i, option, &n))
        behind = i + n;
    }
  return behind ? replaced(argv, behind, 0, ours, 2) : argv;
}

/* Launchers that have these options have them under any name. Parts of the line between ":" are
 * for a program each. */
static char **pass_listed(char **argv) {
  int launchers = 1; /* words of the launcher are here */
  for (int i = 1; argv[i]; i++) {
    launchers = !strcmp(argv[i], ":") || (launchers && !is_program(argv[i]));
    for (size_t k = 0; launchers && k < COUNT(listing); k++) {
      int words = 1;
      const char *value = value_of(argv, i, listing[k][0], &words);
      int none = !strcmp(argv[i], listing[k][1]);
      if (!value && !none)
        continue;
      char *const more[] = {(char *)listing[k][0], with_ours(none ? "" : value, ',')};
      if (more[1])
        argv = replaced(argv, i, none ? 1 : words, more, 2);
      i++;
      break;
    }
  }
  return argv;
}

static const char *base_of(const char *program) {
  return program ? frame_base(program) : "";
}

static int has_word(char **argv, const char *words) {
  for (; *argv; argv++)
    if (is_in(*argv, words, ' '))
      return 1;
  return 0;
}

/* Whether there may be other hosts, of which the command line or a batch system says so. */
static int has_hosts(char **argv) {
  static const char options[] =
      "-H -host --host -hostfile --hostfile -machinefile --machinefile "
      "-default-hostfile --default-hostfile";
  static const char *const batch[] = {"SLURM_JOB_ID",
                                      "PBS_NODEFILE",
                                      "LSB_HOSTS",
                                      "LSB_DJOB_HOSTFILE",
                                      "PE_HOSTFILE",
                                      "OMPI_MCA_orte_default_hostfile",
                                      "PRTE_MCA_prte_default_hostfile"};
  for (size_t i = 0; i < COUNT(batch); i++)
    if (getenv(batch[i]))
      return 1;
  return has_word(argv, options);
}

/* Returns argv with "-x NAME" for each of our variables behind the launcher's name. */
static char **with_x(char **argv) {
  for (char **e = environ; *e; e++)
    if (is_ours(*e)) {
      char *const more[] = {"-x", strndup(*e, strcspn(*e, "="))};
      argv = replaced(argv, 1, 0, more, 2);
    }
  return argv;
}

static char **pass_library(const struct library *l, char **argv) {
  if (!has_hosts(argv))
    return argv;
  /* it accepts either way, but both at once are an error */
  if (getenv(l->environment_list) || has_word(argv, "mca_base_env_list")) {
    say("mca_base_env_list is set: add LD_PRELOAD and the FENCEPOST_ variables to it, or ranks "
        "on other hosts run unchecked");
    return argv;
  }
  if (has_word(argv, "-x --x"))
    return with_x(argv);
  char *list = with_ours("", ';');
  if (list)
    setenv(l->environment_list, list, 1);
  free(list);
  return argv;
}

char **forward_environment(char **argv) {
  char *program = environment_program(argv[0]);
  const char *base = base_of(program);
  argv = pass_listed(argv);
  for (int i = 0; i < LIBRARIES; i++)
    if (is_in(base, libraries[i].launchers, ' '))
      argv = pass_library(&libraries[i], argv);
  for (size_t i = 0; i < COUNT(passes); i++)
    if (is_in(base, passes[i].launchers, ' '))
      argv = pass_list(&passes[i], argv);
  for (size_t i = 0; i < COUNT(rules); i++)
    if (is_in(base, rules[i].launchers, ' '))
      argv = pass_rules(&rules[i], argv);
  free(program);
  return argv;
}
