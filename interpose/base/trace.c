/* The file is written through memory that is mapped, a chunk at a time, so that what was
 * recorded survives whatever ends the process. The room is allocated before: a full disk must
 * be an error here, not a signal at the next store. What is not used of the last chunk is
 * zeros. */
#define _GNU_SOURCE
#include "trace.h"
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include "report/journal/size_limit.h"
#include "report/journal/trace_file.h"

#define CHUNK ((size_t)1 << 20)

static struct {
  int fd, on, rank;
  unsigned char *chunk; /* the CHUNK bytes of the file from `from` on; NULL before the first */
  off_t from;
  size_t used;
} file = {.fd = -1};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int next_chunk(void) {
  off_t from = file.chunk ? file.from + (off_t)CHUNK : 0;
  struct size_limit limit;
  size_limit_hold(&limit);
  int error = posix_fallocate(file.fd, from, (off_t)CHUNK);
  size_limit_release(&limit);
  void *at =
      error ? MAP_FAILED : mmap(NULL, CHUNK, PROT_READ | PROT_WRITE, MAP_SHARED, file.fd, from);
  if (at == MAP_FAILED) {
    errno = error ? error : errno;
    return -1;
  }
  if (file.chunk)
    munmap(file.chunk, CHUNK);
  file.chunk = at;
  file.from = from;
  file.used = 0;
  return 0;
}

static int put(const void *data, size_t n) {
  const unsigned char *at = data;
  while (n) {
    if ((!file.chunk || file.used == CHUNK) && next_chunk())
      return -1;
    size_t part = n < CHUNK - file.used ? n : CHUNK - file.used;
    memcpy(file.chunk + file.used, at, part);
    file.used += part;
    at += part;
    n -= part;
  }
  return 0;
}

/* Called with the lock. */
static void end(void) {
  struct size_limit limit;
  size_limit_hold(&limit);
  if (file.chunk) {
    munmap(file.chunk, CHUNK);
    if (ftruncate(file.fd, file.from + (off_t)file.used)) {
      /* zeros at the end do no harm */
    }
  }
  if (file.fd >= 0)
    close(file.fd);
  size_limit_release(&limit);
  file.chunk = NULL;
  file.fd = -1;
  file.on = 0;
}

static void trace_record(char type, const void *data, size_t n) {
  unsigned char head[5] = {(unsigned char)type, (unsigned char)n, (unsigned char)(n >> 8),
                           (unsigned char)(n >> 16), (unsigned char)(n >> 24)};
  pthread_mutex_lock(&lock);
  if (file.on && (put(head, sizeof head) || put(data, n))) {
    fprintf(stderr, "fencepost: the trace of rank %d is cut short: %m\n", file.rank);
    end();
  }
  pthread_mutex_unlock(&lock);
}

int trace_is_on(void) {
  return file.on;
}

int trace_open(const char *dir, const char *name, int rank) {
  char path[4096];
  mkdir(dir, 0777);
  snprintf(path, sizeof path, "%s/trace-%s-%d.fpt", dir, name, rank);
  file.fd = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  file.rank = rank;
  file.on = file.fd >= 0 && !put(TRACE_MAGIC, TRACE_MAGIC_SIZE);
  return file.on ? 0 : -1;
}

void trace_json(json_t *record) {
  if (!file.on)
    return;
  char *text = json_dumps(record, JSON_COMPACT);
  if (text)
    trace_text(text, strlen(text));
  free(text);
}

void trace_text(const char *record, size_t n) {
  if (file.on)
    trace_record(TRACE_JSON, record, n);
}

void trace_event(const struct event *e) {
  if (!file.on)
    return;
  unsigned char small[512], *at = small;
  size_t n = event_encode(e, small, sizeof small);
  if (n > sizeof small) {
    at = malloc(n);
    if (!at)
      return;
    event_encode(e, at, n);
  }
  trace_record(TRACE_EVENT, at, n);
  if (at != small)
    free(at);
}

void trace_close(void) {
  pthread_mutex_lock(&lock);
  end();
  pthread_mutex_unlock(&lock);
}
