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
