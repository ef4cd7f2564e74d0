#define _GNU_SOURCE
#include "courier_start.h"
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "beside.h"
#include "report/journal/journal.h"
#include "report/journal/folder.h"

/* Returns whether this process has made the file. */
static int makes(const char *dir, const char *name) {
  char path[PATH_MAX];
  int fd = snprintf(path, sizeof path, "%s/%s", dir, name) < (int)sizeof path
               ? open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666)
               : -1;
  if (fd >= 0)
    close(fd);
  return fd >= 0;
}

static int is_common(const char *dir) {
  char path[PATH_MAX];
  return snprintf(path, sizeof path, "%s/" JOURNALS_JOB, dir) < (int)sizeof path &&
         !access(path, F_OK);
}

/* The folders above may not be there, or belong to somebody else. The name is like no other. */
static void move_away(char *dir, size_t room) {
  const char *spare = getenv("TMPDIR"), *slash = strrchr(dir, '/');
  char other[PATH_MAX];
  if (!slash || snprintf(other, sizeof other, "%s%s", spare && *spare ? spare : "/tmp",
                         slash) >= (int)sizeof other)
    return;
  if (!journal_make_directory(other) && !access(other, W_OK | X_OK))
    snprintf(dir, room, "%s", other);
}

void courier_begin(char *dir, size_t room) {
  static char name[] = "fencepost", verb[] = "courier";
  char *words[] = {name, verb, dir, NULL};
  const char *where = getenv(COURIER_VARIABLE);
  if (!where || !*where || is_common(dir))
    return;
  if (journal_make_directory(dir) || access(dir, W_OK | X_OK))
    move_away(dir, room);
  if (makes(dir, COURIER_FILE))
    beside_run(words, 0);
}
