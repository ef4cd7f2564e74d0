#include "drawn.h"

#include <stdlib.h>
#include <string.h>

#include "include/call.h"
#include "report/input/catalog.h"
#include "report/journal/member.h"
#include "report/journal/site.h"

const struct rank *drawn_rank(const struct drawn *d, const struct track *t) {
  for (size_t i = 0; i < d->journals->ranks; i++) {
    const struct rank *r = &d->journals->rank[i];
    if (r->rank == t->rank && !strcmp(r->world, t->world))
      return r;
  }
  return NULL;
}

void drawn_window(const struct drawn *d, uint64_t win, char *out, size_t n) {
  char id[24];
  snprintf(id, sizeof id, "%llx", (unsigned long long)win);
  const char *name =
      d->journals->ranks ? journals_window(d->journals, d->journals->rank, id) : NULL;
  if (name && *name)
    snprintf(out, n, "%s", name);
  else
    snprintf(out, n, "window %lld", (long long)journals_window_number(d->journals, id));
}

const char *drawn_mark(const struct track_step *m) {
  return m->marked ? catalog[m->marked - 1].slug : NULL;
}

static int put_bytes(char *out, size_t n, int64_t lo, int64_t hi) {
  if (lo >= hi)
    return 0;
  return hi - lo == 1
             ? snprintf(out, n, "byte %lld", (long long)lo)
             : snprintf(out, n, "bytes %lld to %lld", (long long)lo, (long long)hi - 1);
}

static void access_text(const struct track_step *m, char *out, size_t n) {
  size_t at = (size_t)snprintf(out, n, "%s of ", m->number ? "store" : "load");
  if (m->win)
    put_bytes(out + at, n - at, m->lo, m->hi);
  else
    snprintf(out + at, n - at, "%lld bytes of a buffer in use", (long long)m->size);
  at = strlen(out);
  if (m->call < CALLS)
    snprintf(out + at, n - at, " by %s", call_name(m->call));
}

static void add_text(char *out, size_t n, const char *text) {
  size_t at = strlen(out);
  if (*text)
    snprintf(out + at, n - at, ", %s", text);
}

void drawn_moment(const struct track *t, const struct track_step *m, char *out, size_t n) {
  char args[SITE_ARGS], text[64] = "";
  struct site site = {.rank = t->rank,
                      .call = m->call,
                      .exclusive = m->flag,
                      .assertion = m->assertion,
                      .target = m->other,
                      .disp = m->kind == EVENT_OP ? (int64_t)m->key : 0};
  if (m->kind == EVENT_ACCESS) {
    access_text(m, out, n);
    return;
  }
  if (m->kind == EVENT_RELEASE || m->kind == EVENT_ACQUIRE) {
    snprintf(out, n, "%s, %s rank %d", call_name(m->call),
             m->kind == EVENT_RELEASE ? "to" : "from", m->other);
    return;
  }
  site_args(&site, args, sizeof args);
  snprintf(out, n, "%s(%s)", call_name(m->call), args);
  if (m->kind == EVENT_OP) {
    put_bytes(text, sizeof text, m->lo, m->hi);
    add_text(out, n, text);
  }
  if (m->open)
    add_text(out, n, "which has not returned");
}

static size_t work_text(const struct history_work *w, char *out, size_t n) {
  static const char *const names[HISTORY_OPS] = {"MPI_Put",          "MPI_Get",
                                                 "MPI_Accumulate",   "MPI_Get_accumulate",
                                                 "MPI_Fetch_and_op", "MPI_Compare_and_swap"};
  size_t at = 0;
  *out = 0;
  for (int i = 0; i < HISTORY_OPS; i++)
    if (w->operations[i] && at < n)
      at += (size_t)snprintf(out + at, n - at, ", %llu %s of %llu bytes",
                             (unsigned long long)w->operations[i], names[i],
                             (unsigned long long)w->bytes[i]);
  return at;
}

void drawn_bar(const struct bar *b, char *out, size_t n) {
  static const char *const kinds[] = {"fence epoch", "access epoch", "exposure epoch",
                                      "lock epoch", "lock_all epoch"};
  char text[200];
  if (b->copy) {
    put_bytes(text, sizeof text, b->lo, b->hi);
    snprintf(out, n, "%s copy newer: %s", b->copy == 2 ? "public" : "private", text);
    return;
  }
  snprintf(out, n, "%s%s %llu",
           b->kind != HISTORY_LOCK ? ""
           : b->exclusive          ? "exclusive "
                                   : "shared ",
           kinds[b->kind], (unsigned long long)b->number);
  if (b->others) {
    size_t at = strlen(out);
    snprintf(out + at, n - at, ", %s %s", b->kind == HISTORY_EXPOSURE ? "origins" : "targets",
             b->others);
  }
  work_text(&b->work, text, sizeof text);
  size_t at = strlen(out);
  snprintf(out + at, n - at, "%s", text);
  if (!b->to)
    add_text(out, n, "which nothing closes");
}

static enum arrow_kind kind_of(const struct track_step *m) {
  return m->number == RMA_PUT ? ARROW_PUT : m->number == RMA_GET ? ARROW_GET : ARROW_UPDATE;
}

static void operations(const struct track *t, void *context,
                       void (*each)(void *, const struct drawn_arrow *)) {
  for (size_t i = 0; i < t->moments; i++) {
    const struct track_step *m = &t->moment[i];
    const struct track *to = m->kind == EVENT_OP ? track_of(t, m->other) : NULL;
    if (to)
      each(context, &(struct drawn_arrow){t, to, m, m->begin, m->begin, kind_of(m)});
  }
}

static const struct track_step *moment_at(const struct timeline *t, uint32_t node,
                                          const struct track **of) {
  for (size_t k = 0; k < t->tracks; k++)
    if (node - t->track[k].first_node < t->track[k].nodes) {
      *of = &t->track[k];
      return &(*of)->moment[(*of)->node[node - (*of)->first_node] / 2];
    }
  return NULL;
}

/* Only messages are tied by two moments that both have one node. */
static int is_message(const struct track_step *from, const struct track_step *to) {
  return from && to && from->kind == EVENT_RELEASE && to->kind == EVENT_ACQUIRE;
}

static enum arrow_kind told_by(unsigned call) {
  static const char *const classes[CALLS] = {
#define CALL(ret, name, class, ...) [CALL_##name] = #class,
#define CALL_MPIX(ret, name, class, ...) [CALL_X_##name] = #class,
#include "include/calls.def"
  };
  const char *class = call < CALLS ? classes[call] : "";
  return !strcmp(class, "P2P") || !strcmp(class, "REQ") ? ARROW_MESSAGE : ARROW_COLLECTIVE;
}

int drawn_arrows(const struct timeline *t, void *context,
                 void (*each)(void *context, const struct drawn_arrow *a)) {
  struct ties s = {0};
  int failed = ties_find(t, &s);
  for (size_t k = 0; k < t->tracks; k++)
    operations(&t->track[k], context, each);
  for (size_t i = 0; i < s.pairs && !failed; i++) {
    const struct track *from, *to;
    const struct track_step *m = moment_at(t, s.pair[i].from, &from);
    const struct track_step *n = m ? moment_at(t, s.pair[i].to, &to) : NULL;
    if (is_message(m, n))
      each(context, &(struct drawn_arrow){from, to, m, m->begin, n->begin, told_by(m->call)});
  }
  free(s.pair);
  return failed;
}

void drawn_json(const json_t *json, FILE *out) {
  char *text = json_dumps(json, JSON_COMPACT | JSON_ENCODE_ANY);
  for (const char *c = text; c && *c; c++)
    if (*c == '<')
      fputs("\\u003c", out);
    else
      fputc(*c, out);
  free(text);
}
