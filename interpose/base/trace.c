#define _GNU_SOURCE
#include "trace.h"
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "report/journal/size_limit.h"
#include "report/journal/trace_file.h"
#include "world.h"

static FILE *file;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void trace_record(char type, const void *data, size_t n) {
  unsigned char head[5] = {(unsigned char)type, (unsigned char)n, (unsigned char)(n >> 8),
                           (unsigned char)(n >> 16), (unsigned char)(n >> 24)};
  struct size_limit limit;
  pthread_mutex_lock(&lock);
  size_limit_hold(&limit);
  if (file && (fwrite(head, sizeof head, 1, file) != 1 || fwrite(data, n, 1, file) != 1)) {
    fprintf(stderr, "fencepost: the trace of rank %d is cut short: %m\n", world.rank);
    fclose(file);
    file = NULL;
  }
  size_limit_release(&limit);
  pthread_mutex_unlock(&lock);
}

int trace_is_on(void) {
  return file != NULL;
}

int trace_open(const char *dir, const char *name, int rank) {
  char path[4096];
  mkdir(dir, 0777);
  snprintf(path, sizeof path, "%s/trace-%s-%d.fpt", dir, name, rank);
  file = fopen(path, "wbe");
  return file && fwrite(TRACE_MAGIC, TRACE_MAGIC_SIZE, 1, file) == 1 ? 0 : -1;
}

void trace_json(json_t *record) {
  if (!file)
    return;
  char *text = json_dumps(record, JSON_COMPACT);
  if (text)
    trace_record(TRACE_JSON, text, strlen(text));
  free(text);
}

void trace_event(const struct event *e) {
  if (!file)
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

/* Only what was flushed survives a crash of the program. To flush each event would cost a write
 * for each. */
void trace_close(void) {
  struct size_limit limit;
  pthread_mutex_lock(&lock);
  size_limit_hold(&limit);
  if (file)
    fclose(file);
  size_limit_release(&limit);
  file = NULL;
  pthread_mutex_unlock(&lock);
}
