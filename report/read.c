#include "read.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "member.h"
#include "say.h"

int read_name(const char *name, char **world, int *rank) {
  size_t n = strlen(name);
  if (strncmp(name, "rank-", 5) != 0 || n < 12 || strcmp(name + n - 6, ".jsonl") != 0)
    return 0;
  const char *dash = strrchr(name, '-');
  size_t digits = strspn(dash + 1, "0123456789");
  if (dash < name + 6 || !digits || digits > 9 || dash + 1 + digits != name + n - 6)
    return 0;
  *rank = atoi(dash + 1);
  *world = strndup(name + 5, (size_t)(dash - name) - 5);
  return *world != NULL;
}

/* A name may be that of a FIFO or a device: such a file is not opened for reading to its end.
 */
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

long read_lines(const char *path, long from, void (*each)(void *context, json_t *record),
                void *context) {
  FILE *file = open_regular(path);
  char *line = NULL;
  size_t room = 0;
  ssize_t n;
  if (!file)
    return -1;
  fseek(file, from, SEEK_SET);
  while ((n = getline(&line, &room, file)) > 0) {
    json_t *record = NULL;
    /* without a newline the line was cut: what is there may be a shorter number than meant */
    if (line[n - 1] == '\n')
      record = json_loadb(line, (size_t)n, 0, NULL);
    each(context, json_is_object(record) ? record : NULL);
    json_decref(record);
  }
  long end = ftell(file);
  free(line);
  fclose(file);
  return end;
}

struct reader {
  struct rank *rank;
  struct frames **frames;
  json_t *findings;
  json_t *by_key; /* object: key as text -> finding, the same objects as in `findings` */
  int good, bad, last_bad;
};

static void keep(json_t **slot, json_t *record) {
  if (!*slot)
    *slot = json_incref(record);
}

static void number_text(char *out, size_t n, json_int_t number) {
  snprintf(out, n, "%lld", (long long)number);
}

static int is_slug(const char *text) {
  return *text && strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789-") == strlen(text);
}

static void take_finding(struct reader *r, json_t *record) {
  char key[32];
  if (!is_slug(member_text_or(record, "slug", "")) ||
      !json_is_array(member_get(record, "locations")))
    return;
  json_object_set_new(record, "count", json_integer(1));
  json_array_append(r->findings, record);
  number_text(key, sizeof key, member_number(record, "key", -1));
  json_object_set(r->by_key, key, record);
}

static void take_count(struct reader *r, json_t *record) {
  char key[32];
  number_text(key, sizeof key, member_number(record, "key", -1));
  json_t *finding = member_get(r->by_key, key);
  json_int_t count = member_number(record, "count", 0);
  if (finding && count > member_number(finding, "count", 1))
    json_object_set_new(finding, "count", json_integer(count));
}

static void take_stack(struct reader *r, json_t *record) {
  json_t *frames = member_get(record, "frames");
  if (json_is_array(frames))
    stacks_add(&r->rank->stacks, r->frames, member_number(record, "id", 0), frames);
}

static void take_hang(struct reader *r, json_t *record) {
  char thread[32];
  number_text(thread, sizeof thread, member_number(record, "thread", 0));
  json_object_set(r->rank->hangs, thread, record);
}

/* The thread went on: what was said of it is past. */
static void take_moved(struct reader *r, json_t *record) {
  char thread[32];
  number_text(thread, sizeof thread, member_number(record, "thread", 0));
  json_object_del(r->rank->hangs, thread);
}

static void take_precision(struct reader *r, json_t *record) {
  if (member_text(record, "text"))
    json_array_append(r->rank->precision, record);
}

static void take_slug(struct reader *r, json_t *record) {
  const char *slug = member_text_or(record, "slug", "");
  if (is_slug(slug))
    json_object_set_new(r->rank->slugs, slug, json_true());
}

static void take_window(struct reader *r, json_t *record) {
  const char *id = member_text(record, "id");
  if (id && member_text(record, "name"))
    json_object_set(r->rank->windows, id, member_get(record, "name"));
}

static void take_rendezvous(struct reader *r, json_t *record) {
  json_array_append(r->rank->rendezvous, record);
}

static void take_start(struct reader *r, json_t *record) {
  keep(&r->rank->start, record);
}
static void take_abort(struct reader *r, json_t *record) {
  keep(&r->rank->abort, record);
}
static void take_exit(struct reader *r, json_t *record) {
  keep(&r->rank->exit, record);
}
static void take_stopped(struct reader *r, json_t *record) {
  keep(&r->rank->stopped, record);
}
static void take_end(struct reader *r, json_t *record) {
  keep(&r->rank->end, record);
}

static void take(void *context, json_t *record) {
  static const struct {
    const char *name;
    void (*take)(struct reader *r, json_t *record);
  } kinds[] = {
      {"finding", take_slug},        {"start", take_start},   {"stack", take_stack},
      {"precision", take_precision}, {"hang", take_hang},     {"moved", take_moved},
      {"abort", take_abort},         {"exit", take_exit},     {"end", take_end},
      {"stopped", take_stopped},     {"window", take_window}, {"rendezvous", take_rendezvous}};
  struct reader *r = context;
  const char *name = member_text(record, "record");
  r->last_bad = !name;
  if (!name) {
    r->bad++;
    return;
  }
  r->good++;
  for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
    if (!strcmp(kinds[i].name, name))
      kinds[i].take(r, record);
}

static void warn(const struct reader *r, const char *path) {
  if (!r->good)
    say("%s: damaged, nothing in it can be read", path);
  else if (r->bad == 1 && r->last_bad)
    say("%s: the last line is incomplete and was left out", path);
  else
    say("%s: %d damaged line%s left out", path, r->bad, r->bad == 1 ? " was" : "s were");
}

int read_rank(struct rank *rank, const char *path, struct frames **frames) {
  struct reader r = {.rank = rank, .frames = frames};
  if (read_lines(path, 0, take, &r) < 0)
    say("%s: %s", path, strerror(errno));
  if (r.bad)
    warn(&r, path);
  return r.bad && !r.good ? -1 : 0;
}

static void take_found(void *context, json_t *record) {
  const char *name = member_text_or(record, "record", "");
  if (!strcmp(name, "finding"))
    take_finding(context, record);
  else if (!strcmp(name, "count"))
    take_count(context, record);
}

json_t *rank_findings(const struct rank *rank) {
  struct reader r = {.findings = json_array(), .by_key = json_object()};
  read_lines(rank->path, 0, take_found, &r);
  json_array_extend(r.findings, rank->findings);
  json_decref(r.by_key);
  return r.findings;
}
