#include "journals.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lines.h"
#include "report/journal/member.h"
#include "report/journal/say.h"
#include "read.h"

static int add_rank(struct journals *js, char *path, char *world, int rank) {
  struct rank *more = realloc(js->rank, (js->ranks + 1) * sizeof *more);
  if (!more) {
    free(path);
    free(world);
    return -1;
  }
  js->rank = more;
  struct rank *r = &js->rank[js->ranks++];
  *r = (struct rank){.path = path,
                     .world = world,
                     .rank = rank,
                     .findings = json_array(),
                     .precision = json_array(),
                     .slugs = json_object(),
                     .windows = json_object(),
                     .histories = json_object(),
                     .promises = json_object(),
                     .about = json_array(),
                     .misplaced = json_array(),
                     .hangs = json_object(),
                     .threads = json_object()};
  js->damaged += read_rank(r, path, &js->frames) < 0;
  stacks_sort(&r->stacks);
  return 0;
}

static void keep(json_t **slot, json_t *record) {
  if (!*slot)
    *slot = json_incref(record);
}

static void take_job(void *context, json_t *record) {
  struct journals *js = context;
  const char *name = member_text_or(record, "record", "");
  if (!strcmp(name, "job"))
    keep(&js->job, record);
  else if (!strcmp(name, "job-end"))
    keep(&js->job_end, record);
}

static int read_entry(struct journals *js, const char *dir, const char *name) {
  static const struct lines lines = {NULL, take_job};
  char *world = NULL, *path;
  int rank, result = 0, is_rank = read_name(name, &world, &rank);
  if (!is_rank && strcmp(name, JOURNALS_JOB) != 0)
    return 0;
  size_t n = strlen(dir) + strlen(name) + 2;
  if (!(path = malloc(n))) {
    free(world);
    return -1;
  }
  snprintf(path, n, "%s/%s", dir, name);
  if (is_rank)
    return add_rank(js, path, world, rank);
  lines_read(path, 0, &lines, js);
  free(path);
  return result;
}

static double rank_time(const struct rank *r) {
  return member_real(r->start, "time", 0);
}

/* When its first rank started. A world without any start record comes first. */
static int by_rank(const void *a, const void *b) {
  const struct rank *x = a, *y = b;
  int world = strcmp(x->world, y->world);
  return world ? world : (x->rank > y->rank) - (x->rank < y->rank);
}

struct world_span {
  size_t from, to;
  double time;
  int spawned;
};

static int by_time(const void *a, const void *b) {
  const struct world_span *x = a, *y = b;
  if (x->spawned != y->spawned)
    return x->spawned - y->spawned;
  if (x->time != y->time)
    return x->time < y->time ? -1 : 1;
  return (x->from > y->from) - (x->from < y->from);
}

static int sort(struct journals *js) {
  struct world_span *span = calloc(js->ranks + 1, sizeof *span);
  struct rank *sorted = calloc(js->ranks + 1, sizeof *sorted);
  size_t spans = 0, n = 0;
  if (!span || !sorted) {
    free(span);
    free(sorted);
    return -1;
  }
  qsort(js->rank, js->ranks, sizeof *js->rank, by_rank);
  for (size_t i = 0; i < js->ranks; i++) {
    const struct rank *r = &js->rank[i];
    if (!i || strcmp(r->world, js->rank[i - 1].world) != 0)
      span[spans++] = (struct world_span){.from = i, .time = rank_time(r)};
    struct world_span *s = &span[spans - 1];
    s->to = i + 1;
    s->spawned |= json_is_true(member_get(r->start, "spawned"));
    if (r->start && (s->time == 0 || rank_time(r) < s->time))
      s->time = rank_time(r);
  }
  qsort(span, spans, sizeof *span, by_time);
  for (size_t i = 0; i < spans; i++) {
    size_t from = n, to = n + span[i].to - span[i].from;
    for (size_t k = span[i].from; k < span[i].to; k++, n++) {
      sorted[n] = js->rank[k];
      sorted[n].from = from;
      sorted[n].to = to;
    }
  }
  free(span);
  free(js->rank);
  js->rank = sorted;
  return 0;
}

int journals_read(struct journals *js, const char *dir) {
  memset(js, 0, sizeof *js);
  DIR *stream = opendir(dir);
  int result = 0;
  if (!stream)
    return -1;
  for (struct dirent *entry; !result && (entry = readdir(stream));)
    result = read_entry(js, dir, entry->d_name);
  closedir(stream);
  if (result || (js->ranks && sort(js))) {
    journals_free(js);
    errno = ENOMEM;
    return -1;
  }
  return 0;
}

void journals_free(struct journals *js) {
  for (size_t i = 0; i < js->ranks; i++) {
    struct rank *r = &js->rank[i];
    json_t *owned[] = {r->start,     r->abort,    r->exit,      r->stopped,   r->end,
                       r->crash,     r->findings, r->precision, r->slugs,     r->windows,
                       r->hangs,     r->threads,  r->histories, r->agreement, r->promises,
                       r->misplaced, r->letters,  r->about,     r->files};
    for (size_t k = 0; k < sizeof owned / sizeof owned[0]; k++)
      json_decref(owned[k]);
    stacks_free(&r->stacks);
    free(r->rendezvous);
    free(r->path);
    free(r->world);
  }
  frames_free(js->frames);
  free(js->rank);
  json_decref(js->job);
  json_decref(js->job_end);
  json_decref(js->window_numbers);
  memset(js, 0, sizeof *js);
}

const struct rank *journals_peer(const struct journals *js, const struct rank *r, int rank) {
  size_t from = r->from, to = r->to;
  while (from < to) {
    size_t middle = from + (to - from) / 2;
    const struct rank *m = &js->rank[middle];
    if (m->rank == rank)
      return m;
    if (m->rank < rank)
      from = middle + 1;
    else
      to = middle;
  }
  return NULL;
}

const char *journals_window(const struct journals *js, const struct rank *r, const char *id) {
  const char *name = member_text(r->windows, id);
  for (size_t i = r->from; !name && i < r->to; i++)
    name = member_text(js->rank[i].windows, id);
  return name;
}

json_int_t journals_window_number(const struct journals *js, const char *id) {
  return member_number(js->window_numbers, id, 0);
}

json_t *frames_json(const struct frames *f) {
  static int said;
  json_t *frames = f ? json_loads(frames_text(f), 0, NULL) : NULL;
  if (json_is_array(frames))
    return frames;
  if (f && !said)
    say("a stack in a journal is damaged and was left out");
  said |= f != NULL;
  json_decref(frames);
  return NULL;
}

struct frames *rank_stack(const struct rank *r, json_int_t id) {
  return r ? stacks_find(&r->stacks, id) : NULL;
}

int rank_size(const struct rank *r) {
  int size = member_int(r->start, "size", 0);
  return size < 0 ? 0 : size;
}
