#define _GNU_SOURCE
#include "courier_files.h"

#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "report/input/lines.h"
#include "report/input/read.h"
#include "report/journal/folder.h"
#include "report/journal/member.h"

enum { PART = 1024 * 1024, LINE_LONGEST = 32 * PART };

struct courier_file {
  char *name;
  long sent;
  int journal; /* else it is written anew each time */
  struct timespec written;
  int known, mine; /* known: its first record was read, mine: and is of this host */
  int process;     /* pidfd; -1: it has ended */
};

struct courier_files {
  const char *dir;
  char host[256];
  struct courier_file *at;
  size_t n;
};

struct courier_files *courier_files_new(const char *dir) {
  struct courier_files *f = calloc(1, sizeof *f);
  if (!f)
    return NULL;
  f->dir = dir;
  gethostname(f->host, sizeof f->host - 1);
  return f;
}

void courier_files_free(struct courier_files *f) {
  for (size_t i = 0; f && i < f->n; i++) {
    free(f->at[i].name);
    if (f->at[i].process >= 0)
      close(f->at[i].process);
  }
  if (f)
    free(f->at);
  free(f);
}

static int open_file(const struct courier_files *f, const char *name, struct stat *st) {
  char path[4096];
  if (snprintf(path, sizeof path, "%s/%s", f->dir, name) >= (int)sizeof path)
    return -1;
  int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (fd >= 0 && !fstat(fd, st) && S_ISREG(st->st_mode))
    return fd;
  if (fd >= 0)
    close(fd);
  return -1;
}

/* Which files there are. */

static struct courier_file *file_named(struct courier_files *f, const char *name) {
  for (size_t i = 0; i < f->n; i++)
    if (!strcmp(f->at[i].name, name))
      return &f->at[i];
  return NULL;
}

static void add(struct courier_files *f, const char *name) {
  char *world = NULL;
  int rank, journal = read_name(name, &world, &rank);
  free(world);
  if ((!journal && !folder_is_pulse(name)) || file_named(f, name))
    return;
  struct courier_file *more = realloc(f->at, (f->n + 1) * sizeof *more);
  if (!more)
    return;
  f->at = more;
  more[f->n] = (struct courier_file){.name = strdup(name), .journal = journal, .process = -1};
  f->n += more[f->n].name != NULL;
}

static void list(struct courier_files *f) {
  DIR *stream = opendir(f->dir);
  for (struct dirent *entry; stream && (entry = readdir(stream));)
    add(f, entry->d_name);
  if (stream)
    closedir(stream);
}

struct first {
  const struct courier_files *of;
  struct courier_file *file;
};

static int is_start(void *context, const char *text) {
  (void)context;
  return lines_is(text, "start");
}

static void start(void *context, json_t *record) {
  const struct first *f = context;
  if (!record || f->file->known)
    return;
  int pid = member_int(record, "pid", 0);
  f->file->known = 1;
  f->file->mine = !strcmp(member_text_or(record, "host", ""), f->of->host);
  f->file->process = f->file->mine && pid > 1 ? (int)syscall(SYS_pidfd_open, pid, 0) : -1;
}

static void meet(const struct courier_files *f, struct courier_file *file) {
  static const struct lines lines = {is_start, start};
  char path[4096];
  struct first first = {f, file};
  if (!file->known &&
      snprintf(path, sizeof path, "%s/%s", f->dir, file->name) < (int)sizeof path)
    lines_read(path, 0, &lines, &first);
}

/* What is new in them. */

static int has_ended(struct courier_file *file) {
  struct pollfd end = {.fd = file->process, .events = POLLIN};
  if (file->process < 0 || poll(&end, 1, 0) <= 0)
    return file->process < 0;
  close(file->process);
  file->process = -1;
  return 1;
}

/* The last line may still be written while its rank lives. */
static size_t whole(const char *bytes, size_t n, int ended) {
  const char *last = ended ? NULL : memrchr(bytes, '\n', n);
  return ended ? n : last ? (size_t)(last + 1 - bytes) : 0;
}

/* Returns whether something was sent, -1 on failure. */
static int send_part(struct courier_file *file, int fd, size_t most, int ended,
                     const struct courier_way *way) {
  char *bytes = malloc(most);
  ssize_t n = bytes ? pread(fd, bytes, most, file->sent) : -1;
  size_t part = n > 0 ? whole(bytes, (size_t)n, ended) : 0;
  int bad = part && way->part(way->context, file->name, file->sent, bytes, part);
  file->sent += bad ? 0 : (long)part;
  free(bytes);
  return bad ? -1 : part > 0;
}

static int send_journal(struct courier_file *file, int fd, const struct courier_way *way) {
  int ended = has_ended(file), more = 1;
  while (more > 0) {
    more = send_part(file, fd, PART, ended, way);
    if (!more) /* a long line */
      more = send_part(file, fd, LINE_LONGEST, ended, way);
  }
  return more;
}

static int send_anew(struct courier_file *file, int fd, const struct stat *st,
                     const struct courier_way *way) {
  char bytes[4096];
  if (st->st_mtim.tv_sec == file->written.tv_sec &&
      st->st_mtim.tv_nsec == file->written.tv_nsec)
    return 0;
  file->written = st->st_mtim;
  ssize_t n = pread(fd, bytes, sizeof bytes, 0);
  return n > 0 ? way->part(way->context, file->name, 0, bytes, (size_t)n) : 0;
}

static int send_file(struct courier_files *f, struct courier_file *file,
                     const struct courier_way *way) {
  struct stat st;
  if (file->journal)
    meet(f, file);
  int bad = 0, fd = file->journal && !file->mine ? -1 : open_file(f, file->name, &st);
  if (fd < 0)
    return 0;
  if (!file->journal)
    bad = send_anew(file, fd, &st, way);
  else if (st.st_size > file->sent)
    bad = send_journal(file, fd, way);
  close(fd);
  return bad;
}

int courier_files_send(struct courier_files *f, const struct courier_way *way) {
  int bad = 0;
  list(f);
  for (size_t i = 0; i < f->n && !bad; i++)
    bad = send_file(f, &f->at[i], way);
  return bad;
}

size_t courier_files_ranks(const struct courier_files *f, size_t *living) {
  size_t ranks = 0;
  *living = 0;
  for (size_t i = 0; i < f->n; i++)
    if (f->at[i].journal && f->at[i].mine) {
      ranks++;
      *living += !has_ended(&f->at[i]);
    }
  return ranks;
}

void courier_files_signal(const struct courier_files *f, int number) {
  for (size_t i = 0; i < f->n; i++)
    if (f->at[i].process >= 0)
      syscall(SYS_pidfd_send_signal, f->at[i].process, number, NULL, 0);
}
