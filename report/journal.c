#include "journal.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "call.h"
#include "event.h"
#include "site.h"
#include "text.h"

/* uthash's default is exit(-1), inside a program that is not ours */
#define HASH_NONFATAL_OOM 1
#include <uthash.h>

/* What makes two findings one. All members are set by name from zeroed memory: padding counts.
 */
struct seen_key {
  uint32_t slug, flavor;
  struct {
    int32_t rank; /* stacks are numbered by rank */
    uint32_t stack;
    uint32_t call;
  } at[FINDING_SITES];
};

struct seen {
  struct seen_key key;
  json_int_t number;
  uint64_t count, written;
  UT_hash_handle hh;
};

struct journal {
  pthread_mutex_t lock;
  int fd, failed; /* failed: the errno that ended writing */
  json_int_t findings;
  struct seen *seen;
  char *path;
};

static const struct {
  const char *slug;
} rows[] = {
#define FINDING(id, slug, grade, title, section, error_class, explanation, remedy) {slug},
#include "findings.def"
#undef FINDING
};

static int make_directories(const char *dir) {
  char *path = strdup(dir);
  if (!path)
    return -1;
  for (char *p = path + 1; *p; p++)
    if (*p == '/') {
      *p = '\0';
      mkdir(path, 0777); /* the last one tells */
      *p = '/';
    }
  int bad = mkdir(path, 0777) && errno != EEXIST;
  int error = errno;
  free(path);
  errno = error;
  return bad ? -1 : 0;
}

struct journal *journal_open(const char *dir, const char *world, int rank) {
  if (!*dir || make_directories(dir))
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
  pthread_mutex_init(&j->lock, NULL);
  return j;
}

static int append(int fd, const char *line, size_t n) {
  while (n) {
    ssize_t done = write(fd, line, n);
    if (done < 0 && errno == EINTR)
      continue;
    if (done < 0)
      return -1;
    line += done;
    n -= (size_t)done;
  }
  return 0;
}

/* With the lock held. */
static int write_locked(struct journal *j, json_t *record) {
  char *line = NULL;
  int result = -1;
  if (j->failed) {
    errno = j->failed;
  } else if (!record || !(line = json_dumps(record, JSON_COMPACT))) {
    j->failed = errno = ENOMEM;
  } else {
    size_t n = strlen(line);
    line[n] = '\n'; /* in place of the NUL: one write, no second copy */
    result = append(j->fd, line, n + 1);
    if (result)
      j->failed = errno;
  }
  int error = errno;
  free(line);
  json_decref(record);
  errno = error;
  return result;
}

int journal_write(struct journal *j, json_t *record) {
  pthread_mutex_lock(&j->lock);
  int result = write_locked(j, record);
  int error = errno;
  pthread_mutex_unlock(&j->lock);
  errno = error;
  return result;
}

const char *journal_flavor(unsigned flavor) {
  static const char *const names[] = {"unknown", "create", "allocate", "dynamic", "shared"};
  return names[flavor < sizeof names / sizeof names[0] ? flavor : 0];
}

static const char *model_name(unsigned model) {
  return model == MODEL_SEPARATE ? "separate" : model == MODEL_UNIFIED ? "unified" : "unknown";
}

static json_t *location_json(const struct finding_location *at) {
  char args[SITE_ARGS];
  site_args(&at->site, args, sizeof args);
  json_t *json = json_pack("{s:i, s:i, s:o, s:o}", "rank", (int)at->site.rank, "thread",
                           (int)at->site.thread, "call", text_json(call_name(at->site.call)),
                           "args", text_json(args));
  if (at->site.target >= 0)
    json_object_set_new(json, "target", json_integer(at->site.target));
  json_object_set_new(json, "role", text_json(at->role));
  json_object_set_new(json, "epoch", text_json(at->epoch));
  json_object_set_new(json, "stack", json_integer(at->site.stack));
  json_object_set_new(json, "seq", json_integer((json_int_t)at->site.seq));
  return json;
}

static json_t *finding_json(const struct finding *f, json_int_t number) {
  char id[24];
  snprintf(id, sizeof id, "%llx", (unsigned long long)f->window.id);
  json_t *json = json_pack("{s:s, s:I, s:s, s:s, s:o}", "record", "finding", "key", number,
                           "slug", (unsigned)f->slug < SLUGS ? rows[f->slug].slug : "unknown",
                           "confidence", f->confidence == SCHEDULE ? "schedule" : "definite",
                           "message", text_json(f->message));
  json_object_set_new(json, "window",
                      json_pack("{s:s, s:s, s:s, s:i, s:I, s:i}", "id", id, "flavor",
                                journal_flavor(f->window.flavor), "model",
                                model_name(f->window.model), "owner", (int)f->window.owner,
                                "size", (json_int_t)f->window.size, "disp_unit",
                                (int)f->window.disp_unit));
  if (f->has_memory)
    json_object_set_new(
        json, "memory",
        json_pack("{s:I, s:I}", "lo", (json_int_t)f->lo, "hi", (json_int_t)f->hi));
  if (f->rule)
    json_object_set_new(json, "rule", json_integer(f->rule));
  if (*f->ordering)
    json_object_set_new(json, "ordering", text_json(f->ordering));
  if (f->arrow.kind)
    json_object_set_new(json, "arrow",
                        json_pack("{s:s, s:i}", "knows",
                                  f->arrow.kind == ARROW_START ? "start" : "completion", "from",
                                  (int)f->arrow.from));
  if (*f->private_copy || *f->public_copy)
    json_object_set_new(json, "copies",
                        json_pack("{s:o, s:o}", "private", text_json(f->private_copy), "public",
                                  text_json(f->public_copy)));
  json_t *locations = json_array();
  for (int i = 0; i < f->locations && i < FINDING_SITES; i++)
    json_array_append_new(locations, location_json(&f->location[i]));
  json_object_set_new(json, "locations", locations);
  return json;
}

void journal_window(struct journal *j, uint64_t id, const char *name) {
  char text[24];
  snprintf(text, sizeof text, "%llx", (unsigned long long)id);
  journal_write(
      j, json_pack("{s:s, s:s, s:o}", "record", "window", "id", text, "name", text_json(name)));
}

static json_t *count_json(const struct seen *s) {
  return json_pack("{s:s, s:I, s:I}", "record", "count", "key", s->number, "count",
                   (json_int_t)s->count);
}

static void seen_key(struct seen_key *key, const struct finding *f) {
  memset(key, 0, sizeof *key);
  key->slug = (uint32_t)f->slug;
  key->flavor = f->window.flavor;
  for (int i = 0; i < f->locations && i < FINDING_SITES; i++) {
    key->at[i].rank = f->location[i].site.rank;
    key->at[i].stack = f->location[i].site.stack;
    key->at[i].call = f->location[i].site.call + 1u; /* 0: no such location */
  }
}

static int is_power_of_ten(uint64_t n) {
  while (n >= 10 && n % 10 == 0)
    n /= 10;
  return n == 1;
}

static int count_again(struct journal *j, struct seen *s) {
  s->count++;
  if (!is_power_of_ten(s->count))
    return 0;
  s->written = s->count;
  return write_locked(j, count_json(s)) ? -1 : 0;
}

int journal_finding(struct journal *j, const struct finding *f) {
  struct seen_key key;
  struct seen *s;
  int result = 1;
  seen_key(&key, f);
  pthread_mutex_lock(&j->lock);
  HASH_FIND(hh, j->seen, &key, sizeof key, s);
  if (s) {
    result = count_again(j, s);
  } else {
    json_int_t number = ++j->findings;
    if ((s = calloc(1, sizeof *s))) {
      *s = (struct seen){.key = key, .number = number, .count = 1, .written = 1};
      HASH_ADD(hh, j->seen, key, sizeof s->key, s);
    }
    /* without memory for the table it is written all the same, then perhaps again */
    if (write_locked(j, finding_json(f, number)))
      result = -1;
  }
  pthread_mutex_unlock(&j->lock);
  return result;
}

int journal_counts(struct journal *j) {
  int result = 0;
  pthread_mutex_lock(&j->lock);
  for (struct seen *s = j->seen; s && !result; s = s->hh.next)
    if (s->count != s->written) {
      s->written = s->count;
      result = write_locked(j, count_json(s));
    }
  pthread_mutex_unlock(&j->lock);
  return result;
}

static void count_imprecise(struct journal *j, uint64_t count, const char *text) {
  if (count)
    journal_write(j, json_pack("{s:s, s:s, s:I}", "record", "precision", "text", text, "count",
                               (json_int_t)count));
}

void journal_forgotten(struct journal *j, uint64_t lost, uint64_t inexact) {
  count_imprecise(
      j, lost,
      "past accesses were forgotten to stay within --max-memory: conflicts with them "
      "are not seen");
  count_imprecise(
      j, inexact,
      "accesses through datatypes of too many blocks were not compared with others");
}

const char *journal_path(const struct journal *j) {
  return j->path;
}

void journal_close(struct journal *j) {
  struct seen *s, *next;
  if (!j)
    return;
  HASH_ITER(hh, j->seen, s, next) {
    HASH_DELETE(hh, j->seen, s);
    free(s);
  }
  close(j->fd);
  pthread_mutex_destroy(&j->lock);
  free(j->path);
  free(j);
}
