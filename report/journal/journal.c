#include "journal.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "journal_part.h"
#include "size_limit.h"
#include "system.h"
#include "text.h"

int journal_make_directory(const char *dir) {
  char *path = strdup(dir);
  if (!path)
    return -1;
  for (char *p = path + 1; *p; p++)
    if (*p == '/') {
      *p = '\0';
      mkdir(path, 0777); /* the last call shows whether all went well */
      *p = '/';
    }
  int bad = mkdir(path, 0777) && errno != EEXIST;
  int error = errno;
  free(path);
  errno = error;
  return bad ? -1 : 0;
}

struct journal *journal_open(const char *dir, const char *world, int rank) {
  if (!*dir || journal_make_directory(dir))
    return NULL;
  struct journal *j = calloc(1, sizeof *j);
  if (!j)
    return NULL;
  size_t n = strlen(dir) + strlen(world) + sizeof "/rank--.jsonl" + 12;
  if (!(j->path = malloc(n))) {
    free(j);
    return NULL;
  }
  snprintf(j->path, n, "%s/rank-%s-%d.jsonl", dir, world, rank);
  j->fd = open(j->path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (j->fd < 0) {
    int error = errno;
    free(j->path);
    free(j);
    errno = error;
    return NULL;
  }
  j->back = -1;
  j->size = lseek(j->fd, 0, SEEK_END);
  j->keeper = keeper_open(strrchr(j->path, '/') + 1);
  if (!j->keeper)
    j->failed = errno;
  pthread_mutex_init(&j->lock, NULL);
  return j;
}

static int write_all(struct journal *j, const char *line, size_t n) {
  while (n) {
    ssize_t done = system_make(SYS_write, j->fd, (long)line, (long)n, 0);
    if (done < 0 && errno == EINTR)
      continue;
    if (done < 0)
      return -1;
    line += done;
    n -= (size_t)done;
    j->size += done;
  }
  return 0;
}

static int append(struct journal *j, const char *line, size_t n) {
  struct size_limit limit;
  size_limit_hold(&limit);
  int result = write_all(j, line, n);
  size_limit_release(&limit);
  return j->keeper && keeper_tell(j->keeper, line, n) ? -1 : result;
}

/* Called with the lock held. The newline takes the place of the NUL, so that one write is
 * enough. */
static int text_locked(struct journal *j, char *text, size_t n) {
  if (j->failed) {
    errno = j->failed;
    return -1;
  }
  text[n] = '\n';
  int result = append(j, text, n + 1);
  if (result)
    j->failed = errno;
  j->last.offset = j->size - (off_t)n - 1;
  j->last.n = n;
  return result;
}

/* Called with the lock held. */
int journal_write_locked(struct journal *j, json_t *record) {
  char *line = !j->failed && record ? json_dumps(record, JSON_COMPACT) : NULL;
  int result = -1;
  if (line)
    result = text_locked(j, line, strlen(line));
  else
    j->failed = errno = j->failed ? j->failed : ENOMEM;
  int error = errno;
  free(line);
  json_decref(record);
  errno = error;
  return result;
}

int journal_is_kept(const struct journal *j) {
  return j->keeper != NULL;
}

int journal_end(struct journal *j, json_t *record) {
  pthread_mutex_lock(&j->lock);
  if (j->keeper && record)
    json_object_set_new(record, "told", keeper_told(j->keeper));
  int result = journal_write_locked(j, record);
  pthread_mutex_unlock(&j->lock);
  return result;
}

int journal_write(struct journal *j, json_t *record) {
  struct journal_line where;
  return journal_write_line(j, record, &where);
}

static int unlock_written(struct journal *j, int result, struct journal_line *where) {
  *where = result ? (struct journal_line){0, 0} : j->last;
  int error = errno;
  pthread_mutex_unlock(&j->lock);
  errno = error;
  return result;
}

int journal_write_line(struct journal *j, json_t *record, struct journal_line *where) {
  pthread_mutex_lock(&j->lock);
  return unlock_written(j, journal_write_locked(j, record), where);
}

int journal_write_text(struct journal *j, char *text, size_t n, struct journal_line *where) {
  pthread_mutex_lock(&j->lock);
  return unlock_written(j, text_locked(j, text, n), where);
}

json_t *journal_unseen(const char *text, uint64_t count, enum access_kind what,
                       enum unseen_why why) {
  json_t *record = json_pack("{s:s, s:s, s:s, s:s}", "record", "precision", "text", text,
                             "accesses", access_kind_word(what), "why", unseen_why_word(why));
  if (record && count)
    json_object_set_new(record, "count", json_integer((json_int_t)count));
  return record;
}

json_t *journal_window(uint64_t id, const char *name) {
  char text[24];
  snprintf(text, sizeof text, "%llx", (unsigned long long)id);
  return json_pack("{s:s, s:s, s:o}", "record", "window", "id", text, "name", text_json(name));
}

static void count_imprecise(struct journal *j, uint64_t count, const char *text,
                            enum unseen_why why) {
  if (count)
    journal_write(j, journal_unseen(text, count, SEEN_ALL, why));
}

void journal_gaps(struct journal *j, struct check_gaps gaps) {
  count_imprecise(
      j, gaps.lost,
      "past accesses were forgotten to stay within --max-memory: conflicts with them "
      "are not seen",
      UNSEEN_LIMIT);
  count_imprecise(j, gaps.inexact,
                  "accesses through datatypes of too many blocks were not compared with others",
                  UNSEEN_LIMIT);
  count_imprecise(
      j, gaps.doubted,
      "possible conflicts were not reported: there were too many atomic operations to tell "
      "whether these order them",
      UNSEEN_ORDER);
}

const char *journal_path(const struct journal *j) {
  return j->path;
}

char *journal_read(struct journal *j, const struct journal_line *where) {
  char *text = malloc(where->n + 1);
  pthread_mutex_lock(&j->lock);
  if (j->back < 0)
    j->back = open(j->path, O_RDONLY | O_CLOEXEC);
  pthread_mutex_unlock(&j->lock);
  if (text && pread(j->back, text, where->n, where->offset) == (ssize_t)where->n) {
    text[where->n] = '\0';
    return text;
  }
  free(text);
  return NULL;
}

int journal_append(struct journal *j, const char *lines, size_t n) {
  pthread_mutex_lock(&j->lock);
  int result = j->failed ? -1 : append(j, lines, n);
  if (result && !j->failed)
    j->failed = errno;
  pthread_mutex_unlock(&j->lock);
  return result;
}

void journal_close(struct journal *j) {
  if (!j)
    return;
  journal_forget(j);
  journal_history_forget(j);
  keeper_close(j->keeper);
  close(j->fd);
  if (j->back >= 0)
    close(j->back);
  pthread_mutex_destroy(&j->lock);
  free(j->path);
  free(j);
}
