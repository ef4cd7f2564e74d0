#include "lines.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The name may be that of a FIFO or a device. Such a file is not opened, because reading it
 * might never end. */
static FILE *open_regular(const char *path) {
  struct stat st;
  int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
  if (fd < 0)
    return NULL;
  FILE *file = fstat(fd, &st) == 0 && S_ISREG(st.st_mode) ? fdopen(fd, "r") : NULL;
  if (!file) {
    close(fd);
    errno = EINVAL;
  }
  return file;
}

int lines_stream(FILE *in, const struct lines *l, void *context) {
  char *line = NULL;
  size_t room = 0;
  ssize_t n;
  while ((n = getline(&line, &room, in)) > 0) {
    json_t *record = NULL;
    /* a line without newline was cut: its last number may be shorter than meant */
    int whole = line[n - 1] == '\n';
    if (whole && l->wants && !l->wants(context, line))
      continue;
    if (whole)
      record = json_loadb(line, (size_t)n, 0, NULL);
    l->each(context, json_is_object(record) ? record : NULL);
    json_decref(record);
  }
  free(line);
  return ferror(in) ? -1 : 0;
}

long lines_read(const char *path, long from, const struct lines *l, void *context) {
  FILE *file = open_regular(path);
  if (!file)
    return -1;
  fseek(file, from, SEEK_SET);
  lines_stream(file, l, context);
  long end = ftell(file);
  fclose(file);
  return end;
}

int lines_is(const char *text, const char *kind) {
  static const char head[] = "{\"record\":\"";
  size_t n = strlen(kind);
  return !strncmp(text, head, sizeof head - 1) && !strncmp(text + sizeof head - 1, kind, n) &&
         text[sizeof head - 1 + n] == '"';
}
