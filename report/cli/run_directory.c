#define _GNU_SOURCE
#include "run_directory.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "report/journal/seconds.h"
#include "dump.h"
#include "report/launch/environment.h"
#include "report/input/journals.h"
#include "report/input/read.h"
#include "report/writers/report.h"
#include "report/journal/say.h"

int place_is_full(int error) {
  return error == ENOSPC || error == EDQUOT;
}

static char *spare(void) {
  const char *dir = getenv("TMPDIR");
  return environment_absolute(dir && *dir ? dir : "/tmp");
}

/* Journals. */

/* Returns whether the directory holds journals of another run, because ours must not be merged
 * with them. */
static int holds_journals(const char *dir) {
  DIR *stream = opendir(dir);
  int found = 0;
  for (struct dirent *entry; stream && (entry = readdir(stream));) {
    char *world = NULL;
    int rank;
    found |= read_name(entry->d_name, &world, &rank) || !strcmp(entry->d_name, JOURNALS_JOB) ||
             !strcmp(entry->d_name, DUMP_FILE);
    free(world);
  }
  if (stream)
    closedir(stream);
  return found;
}

int place_make_directories(char *path) {
  for (char *p = path + 1; (p = strchr(p, '/')); p++) {
    *p = '\0';
    mkdir(path, 0777); /* the last call shows whether all went well */
    *p = '/';
  }
  return mkdir(path, 0777) && errno != EEXIST ? -1 : 0;
}

void place_empty(const char *dir) {
  DIR *stream = opendir(dir);
  for (struct dirent *entry; stream && (entry = readdir(stream));)
    unlinkat(dirfd(stream), entry->d_name, 0);
  if (stream)
    closedir(stream);
  rmdir(dir);
}

/* Takes `dir`. */
static char *chosen_directory(char *dir) {
  if (place_make_directories(dir) || access(dir, W_OK | X_OK)) {
    if (!place_is_full(errno))
      say("cannot write the journals to %s: %s", dir, strerror(errno));
  } else if (holds_journals(dir)) {
    say("%s holds the journals of another run: remove them or name another directory", dir);
    errno = EEXIST;
  } else {
    return dir;
  }
  int error = errno;
  free(dir);
  errno = error;
  return NULL;
}

static char *new_directory(const char *in, int n) {
  char *made = NULL;
  if (asprintf(&made, "%.*s/fencepost-journals-XXXXXX", n, in) < 0)
    return NULL;
  char *dir = mkdtemp(made) ? environment_absolute(made) : NULL;
  int error = errno;
  if (!dir && !place_is_full(error))
    say("cannot make a directory for the journals beside the report: %s", strerror(error));
  free(made);
  errno = error;
  return dir;
}

char *place_journals(const struct options *o, int in_spare) {
  const char *chosen = o->text[OPTION_JOURNALS], *output = o->text[OPTION_OUTPUT];
  char *path = in_spare ? spare() : environment_absolute(*chosen ? chosen : output);
  struct stat st;
  if (!path)
    return NULL;
  if (*chosen && !in_spare)
    return chosen_directory(path);
  /* no file can be made beside /dev/stdout */
  int stream = !in_spare && stat(path, &st) == 0 && !S_ISREG(st.st_mode);
  int n = (int)(in_spare ? strlen(path) : (size_t)(strrchr(path, '/') - path));
  char *dir = stream ? new_directory(".", 1) : new_directory(path, n);
  int error = errno;
  free(path);
  errno = error;
  return dir;
}

/* The report. */

static int is_file(const struct stat *st) {
  return S_ISREG(st->st_mode);
}

void place_remember(struct run_directory *p, const char *asked) {
  p->asked = asked;
  p->existed = stat(asked, &p->before) == 0;
}

/* Every report is a new file (output.h), so its number tells whether it was replaced. */
int place_is_taken(const struct run_directory *p) {
  struct stat now;
  if (stat(p->asked, &now) || !is_file(&now))
    return 0;
  return !p->existed || now.st_ino != p->before.st_ino || now.st_dev != p->before.st_dev;
}

/* Finds the first of NAME-2.json, NAME-3.json, ... (`from` 1: first NAME.json) in `dir` that
 * does not exist. */
static char *free_name(const char *dir, const char *name, int from) {
  const char *dot = strrchr(name, '.');
  int stem = (int)(dot && dot > name ? (size_t)(dot - name) : strlen(name));
  for (int i = from; i < 10000; i++) {
    char *path = NULL, number[16] = "";
    struct stat st;
    if (i > 1)
      snprintf(number, sizeof number, "-%d", i);
    if (asprintf(&path, "%s/%.*s%s%s", dir, stem, name, number, name + stem) < 0)
      return NULL;
    if (lstat(path, &st))
      return path;
    free(path);
  }
  errno = EEXIST;
  return NULL;
}

/* When two runs end at once, the second must see what the first has written. Others may hold
 * such a lock for their own purposes, so we do not wait long. -1: not locked. */
static int lock(const char *dir) {
  double end = clock_now() + 2;
  int fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  while (fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) && errno == EWOULDBLOCK && clock_now() < end)
    clock_sleep(0.01);
  return fd;
}

static int write_spare(const char *name, json_t *report, char **path) {
  char *dir = spare();
  *path = dir ? free_name(dir, name, 1) : NULL;
  free(dir);
  return *path ? report_write(report, *path) : -1;
}

int place_write(const struct run_directory *p, json_t *report, char **path) {
  char *full = environment_absolute(p->asked), *slash = full ? strrchr(full, '/') : NULL;
  *path = strdup(p->asked);
  if (!slash || !*path) {
    free(full);
    errno = ENOMEM;
    return -1;
  }
  *slash = '\0';
  int held = lock(*full ? full : "/");
  if (place_is_taken(p)) {
    free(*path);
    *path = free_name(full, slash + 1, 2);
    if (*path)
      say("another run has written %s meanwhile: this report is in %s", p->asked, *path);
  }
  int bad = *path ? report_write(report, *path) : -1;
  if (bad && *path && place_is_full(errno)) {
    free(*path);
    bad = write_spare(slash + 1, report, path);
    if (!bad)
      say("no room for the report at %s: it is in %s", p->asked, *path);
  }
  int error = errno;
  if (held >= 0)
    close(held);
  free(full);
  errno = error;
  return bad;
}
