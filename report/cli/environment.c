#define _GNU_SOURCE
#include "environment.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "include/library.h"
#include "report/symbols/frame.h"
#include "report/journal/say.h"

#define LIBRARY "libfencepost.so"

char *environment_absolute(const char *path) {
  char here[PATH_MAX], *result = NULL;
  if (*path == '/' || !getcwd(here, sizeof here))
    return strdup(path);
  return asprintf(&result, "%s/%s", here, path) < 0 ? NULL : result;
}

/* In a build tree the libraries are beside the command. When installed they are in
 * ../lib/fencepost. */
char *environment_file(const char *name) {
  static const char *const places[] = {"", "../lib/fencepost/"};
  char self[PATH_MAX], path[PATH_MAX + 64];
  ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
  if (n <= 0)
    return NULL;
  self[n] = '\0';
  for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
    snprintf(path, sizeof path, "%.*s/%s%s", (int)(strrchr(self, '/') - self), self, places[i],
             name);
    if (access(path, R_OK) == 0)
      return realpath(path, NULL);
  }
  return NULL;
}

static int set_preload(void) {
  const char *before = getenv("LD_PRELOAD");
  char *path = environment_file(LIBRARY), *value = NULL;
  if (!path) {
    say("cannot find " LIBRARY " beside the command or in ../lib/fencepost");
    return -1;
  }
  if (strpbrk(path, ": ")) { /* they separate entries and cannot be quoted */
    say("%s: LD_PRELOAD cannot hold a path with a space or a colon", path);
    free(path);
    return -1;
  }
  if (before && strstr(before, path))
    value = strdup(before);
  else if (asprintf(&value, "%s%s%s", path, before && *before ? ":" : "",
                    before ? before : "") < 0)
    value = NULL;
  int bad = !value || setenv("LD_PRELOAD", value, 1);
  free(value);
  free(path);
  return bad ? -1 : 0;
}

/* Makes the path absolute, because a rank may have another working directory. */
static int is_path(int option) {
  return option == OPTION_OUTPUT || option == OPTION_RECORD || option == OPTION_JOURNALS ||
         option == OPTION_SUPPRESSIONS || option == OPTION_BASELINE;
}

static int set_options(const struct options *o) {
  for (int i = 0; i < OPTIONS; i++) {
    int path = is_path(i) && *o->text[i];
    if (o->given[i] != GIVEN_COMMAND && !(o->given[i] && path))
      continue;
    char *text = path ? environment_absolute(o->text[i]) : strdup(o->text[i]);
    int bad = !text || setenv(option_rows[i].env, text, 1);
    free(text);
    if (bad)
      return -1;
  }
  return 0;
}

int environment_set(const struct options *o, const char *dir) {
  if (set_preload())
    return -1;
  if (set_options(o) || (dir ? setenv("FENCEPOST_DIR", dir, 1) : unsetenv("FENCEPOST_DIR"))) {
    say("cannot set the environment: %s", strerror(errno));
    return -1;
  }
  return 0;
}

char *environment_program(const char *name) {
  const char *path = getenv("PATH");
  char file[PATH_MAX];
  if (strchr(name, '/'))
    return access(name, X_OK) ? NULL : realpath(name, NULL);
  for (const char *p = path ? path : "/bin:/usr/bin"; p;
       p = strchr(p, ':') ? strchr(p, ':') + 1 : NULL) {
    int n = (int)strcspn(p, ":");
    snprintf(file, sizeof file, "%.*s%s%s", n, p, n ? "/" : "", name);
    if (access(file, X_OK) == 0)
      return realpath(file, NULL);
  }
  return NULL;
}

static int in_words(const char *word, const char *words) {
  size_t n = strlen(word);
  for (; *words; words += strcspn(words, " "), words += *words == ' ')
    if (strcspn(words, " ") == n && !strncmp(words, word, n))
      return 1;
  return 0;
}

/* Finds the library whose launcher does not pass the environment on to other hosts. */
static const struct library *launcher_of(const char *name) {
  char *program = environment_program(name);
  const char *base = program ? frame_base(program) : "";
  const struct library *found = NULL;
  for (int i = 0; i < LIBRARIES && !found; i++)
    if (in_words(base, libraries[i].launchers))
      found = &libraries[i];
  free(program);
  return found;
}

static int has_word(char **argv, const char *const *words) {
  for (; *argv; argv++)
    for (int i = 0; words[i]; i++)
      if (!strcmp(*argv, words[i]))
        return 1;
  return 0;
}

static int is_ours(const char *variable) {
  return !strncmp(variable, "FENCEPOST_", 10) || !strncmp(variable, "LD_PRELOAD=", 11);
}

/* Returns argv with "-x NAME" for each of our variables behind the launcher's name. */
static char **with_x(char **argv) {
  size_t words = 0, ours = 0, n = 1;
  while (argv[words])
    words++;
  for (char **e = environ; *e; e++)
    ours += (size_t)is_ours(*e);
  char **more = calloc(words + 2 * ours + 1, sizeof *more);
  if (!more)
    return argv;
  more[0] = argv[0];
  for (char **e = environ; *e; e++)
    if (is_ours(*e)) {
      more[n++] = "-x";
      more[n++] = strndup(*e, strcspn(*e, "="));
    }
  memcpy(more + n, argv + 1, words * sizeof *argv);
  return more;
}

static void set_list(const char *variable) {
  char *list = NULL;
  size_t n;
  FILE *out = open_memstream(&list, &n);
  if (!out)
    return;
  for (char **e = environ; *e; e++)
    if (is_ours(*e))
      fprintf(out, "%s%.*s", ftell(out) ? ";" : "", (int)strcspn(*e, "="), *e);
  if (!fclose(out))
    setenv(variable, list, 1);
  free(list);
}

char **environment_forward(char **argv) {
  static const char *const hosts[] = {"-H",
                                      "-host",
                                      "--host",
                                      "-hostfile",
                                      "--hostfile",
                                      "-machinefile",
                                      "--machinefile",
                                      "-default-hostfile",
                                      "--default-hostfile",
                                      NULL};
  static const char *const pass[] = {"-x", "--x", NULL};
  static const char *const list[] = {"mca_base_env_list", NULL};
  const struct library *l = has_word(argv, hosts) ? launcher_of(argv[0]) : NULL;
  if (!l)
    return argv;
  /* it accepts either way, but both at once are an error */
  if (getenv(l->environment_list) || has_word(argv, list)) {
    say("mca_base_env_list is set: add LD_PRELOAD and the FENCEPOST_ variables to it, or ranks "
        "on "
        "other hosts run unchecked");
    return argv;
  }
  if (has_word(argv, pass))
    return with_x(argv);
  set_list(l->environment_list);
  return argv;
}
