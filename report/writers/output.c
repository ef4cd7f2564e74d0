/* output.c: writes a report to its file. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "output.h"
#include "report.h"

/* Opens a new file in the directory of `path`; *name (malloced) is its name. */
static int open_beside(const char *path, char **name) {
  struct stat st;
  size_t n = strlen(path) + sizeof ".XXXXXX";
  if (stat(path, &st) == 0 && S_ISDIR(st.st_mode)) {
    errno = EISDIR;
    return -1;
  }
  if (!*path || !(*name = malloc(n))) {
    errno = *path ? ENOMEM : ENOENT;
    return -1;
  }
  snprintf(*name, n, "%s.XXXXXX", path);
  int fd = mkostemp(*name, O_CLOEXEC);
  if (fd < 0) {
    int error = errno;
    free(*name);
    errno = error;
  }
  return fd;
}

/* Whether `path` is no regular file (/dev/stdout, a FIFO), so that nothing can be renamed to
 * it. */
static int is_stream(const char *path) {
  struct stat st;
  return stat(path, &st) == 0 && !S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode);
}

int report_writable(const char *path) {
  char *name;
  if (is_stream(path))
    return access(path, W_OK);
  int fd = open_beside(path, &name);
  if (fd < 0)
    return -1;
  close(fd);
  unlink(name);
  free(name);
  return 0;
}

/* Closes `fd`. */
static int dump(int fd, void (*print)(void *context, FILE *out), void *context) {
  FILE *out = fd < 0 ? NULL : fdopen(fd, "w");
  if (!out)
    return -1;
  print(context, out);
  int bad = fflush(out) || ferror(out);
  int error = errno;
  bad |= fclose(out) != 0;
  errno = bad && error ? error : errno;
  return bad ? -1 : 0;
}

int output_write(const char *path, void (*print)(void *context, FILE *out), void *context) {
  char *name;
  if (is_stream(path))
    return dump(open(path, O_WRONLY | O_CLOEXEC), print, context);
  int fd = open_beside(path, &name);
  if (fd < 0)
    return -1;
  mode_t mask = umask(0);
  umask(mask);
  errno = 0;
  int bad = fchmod(fd, 0666 & ~mask);
  bad |= dump(fd, print, context);
  bad = bad || rename(name, path);
  int error = errno ? errno : EIO;
  if (bad)
    unlink(name);
  free(name);
  errno = error;
  return bad ? -1 : 0;
}

/* Uses stdio, because json_dumpfd makes a system call for every token. */
static void print_json(void *context, FILE *out) {
  json_dumpf(context, out, JSON_INDENT(2));
  fputc('\n', out);
}

int report_write(json_t *report, const char *path) {
  return output_write(path, print_json, report);
}
