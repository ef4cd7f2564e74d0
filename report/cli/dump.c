#include "dump.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "report/input/lines.h"
#include "report/journal/member.h"
#include "report/journal/say.h"
#include "report/journal/seconds.h"
#include "report/input/read.h"

struct journal_tail {
  char *path;
  long seen;
  int answered; /* it has answered, or has come to its end */
};

struct dump {
  struct journal_tail *part;
  size_t parts;
};

static char *path_in(const char *dir, const char *name) {
  size_t n = strlen(dir) + strlen(name) + 2;
  char *path = malloc(n);
  if (path)
    snprintf(path, n, "%s/%s", dir, name);
  return path;
}

static void add(struct dump *d, const char *dir, const char *name) {
  struct journal_tail *more = realloc(d->part, (d->parts + 1) * sizeof *more);
  if (!more)
    return;
  d->part = more;
  if ((more[d->parts].path = path_in(dir, name))) {
    more[d->parts].seen = 0;
    more[d->parts++].answered = 0;
  }
}

static void list(struct dump *d, const char *dir) {
  DIR *stream = opendir(dir);
  if (!stream)
    return;
  for (struct dirent *entry; (entry = readdir(stream));) {
    char *world;
    int rank;
    if (!read_name(entry->d_name, &world, &rank))
      continue;
    free(world);
    add(d, dir, entry->d_name);
  }
  closedir(stream);
}

static void look(void *context, json_t *record) {
  struct journal_tail *part = context;
  const char *name = member_text_or(record, "record", "");
  part->answered |= !strcmp(name, "end") || !strcmp(name, "exit") || !strcmp(name, "abort") ||
                    !strcmp(name, "stopped") || !strcmp(name, "crash");
}

static void look_new(void *context, json_t *record) {
  struct journal_tail *part = context;
  look(part, record);
  part->answered |= !strcmp(member_text_or(record, "record", ""), "hang");
}

static const struct lines past = {NULL, look}, answers = {NULL, look_new};

struct dump *dump_ask(const char *dir) {
  struct dump *d = calloc(1, sizeof *d);
  char *path = path_in(dir, DUMP_FILE);
  if (!d || !path) {
    free(d);
    free(path);
    return NULL;
  }
  list(d, dir);
  for (size_t i = 0; i < d->parts; i++)
    d->part[i].seen = lines_read(d->part[i].path, 0, &past, &d->part[i]);
  unlink(path); /* a new file is a new question */
  int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666), error = errno;
  free(path);
  if (fd < 0) {
    dump_free(d);
    errno = error;
    return NULL;
  }
  close(fd);
  return d;
}

int dump_answered(struct dump *d) {
  int all = 1;
  for (size_t i = 0; i < d->parts; i++) {
    struct journal_tail *part = &d->part[i];
    struct stat st;
    if (!part->answered && part->seen >= 0 && stat(part->path, &st) == 0 &&
        st.st_size > part->seen)
      part->seen = lines_read(part->path, part->seen, &answers, part);
    all &= part->answered;
  }
  return all;
}

void dump_free(struct dump *d) {
  for (size_t i = 0; d && i < d->parts; i++)
    free(d->part[i].path);
  if (d)
    free(d->part);
  free(d);
}

int dump_wait(const char *dir, double seconds, int (*pause)(void *context, double seconds),
              void *context) {
  struct dump *dump = dump_ask(dir);
  if (!dump) {
    say("cannot ask the ranks for hang records in %s: %s", dir, strerror(errno));
    return 0;
  }
  double end = clock_now() + seconds;
  int answered = 0, ended = 0;
  while (!ended && clock_now() < end && !(answered = dump_answered(dump)))
    ended = pause(context, 0.05);
  if (!ended)
    pause(context, 0.1); /* gives the other threads of a rank time */
  dump_free(dump);
  return answered;
}
