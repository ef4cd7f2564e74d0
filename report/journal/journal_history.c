#include "journal_history.h"

#include <stdio.h>
#include <stdlib.h>

#include "include/call.h"
#include "journal_part.h"
#include "rankset.h"
#include "site.h"

/* uthash's default is exit(-1), which must not happen inside the user's program */
#define HASH_NONFATAL_OOM 1
#include <uthash.h>

struct windows_made { /* by a line of the program */
  uint32_t stack;
  uint64_t written, left_out, last;
  UT_hash_handle hh;
};

int journal_history_wanted(struct journal *j, const struct history *h, unsigned most) {
  struct windows_made *m;
  pthread_mutex_lock(&j->lock);
  HASH_FIND(hh, j->windows, &h->created.stack, sizeof m->stack, m);
  if (!m && (m = calloc(1, sizeof *m))) {
    m->stack = h->created.stack;
    HASH_ADD(hh, j->windows, stack, sizeof m->stack, m);
    if (!m->hh.tbl) {
      free(m);
      m = NULL;
    }
  }
  int wanted = m && (m->written < most || m->last == h->win);
  if (wanted && m->last != h->win)
    m->written++;
  if (wanted)
    m->last = h->win;
  else if (m)
    m->left_out++;
  pthread_mutex_unlock(&j->lock);
  return wanted;
}

const char *journal_epoch(unsigned kind) {
  static const char *const kinds[HISTORY_KINDS] = {"fence", "access", "exposure", "lock",
                                                   "lock_all"};
  return kind < HISTORY_KINDS ? kinds[kind] : "";
}

static json_t *call_json(const struct history_call *at) {
  char text[SITE_ARGS] = "";
  struct site s = {.call = (uint16_t)at->call, .assertion = at->assertion, .target = -1};
  if (!at->known)
    return json_null();
  json_t *json = json_pack("{s:i, s:s, s:I}", "rank", (int)at->rank, "call",
                           call_name(at->call), "stack", (json_int_t)at->stack);
  if (at->assertion) {
    site_args(&s, text, sizeof text);
    json_object_set_new(json, "args", json_string(text));
  }
  return json;
}

static json_t *ranks_json(const int32_t *rank, int32_t n) {
  struct rankset set = {0};
  for (int32_t i = 0; i < n; i++)
    if (rank[i] >= 0)
      rankset_add(&set, rank[i]);
  char *text = set.ranges ? rankset_text(&set) : NULL;
  json_t *json = text ? json_string(text) : json_null();
  free(text);
  rankset_free(&set);
  return json;
}

static json_t *work_json(const struct history_work *work) {
  static const char *const names[HISTORY_OPS] = {
      "put", "get", "accumulate", "get_accumulate", "fetch_and_op", "compare_and_swap"};
  json_t *json = json_object();
  for (int i = 0; i < HISTORY_OPS; i++)
    if (work->operations[i])
      json_object_set_new(json, names[i],
                          json_pack("{s:I, s:I}", "count", (json_int_t)work->operations[i],
                                    "bytes", (json_int_t)work->bytes[i]));
  return json;
}

static json_t *epoch_json(const struct history_epoch *e) {
  const struct history_alike *a = &e->alike;
  json_t *json = json_pack("{s:s, s:o, s:o, s:I, s:I, s:I, s:I, s:o}", "kind",
                           journal_epoch(a->kind), "opened", call_json(&a->opened), "closed",
                           call_json(&a->closed), "count", (json_int_t)e->count, "first",
                           (json_int_t)e->first, "last", (json_int_t)e->last, "step",
                           (json_int_t)e->step, "operations", work_json(&e->work));
  if (a->kind == HISTORY_LOCK)
    json_object_set_new(json, "mode", json_string(a->exclusive ? "exclusive" : "shared"));
  if (e->others)
    json_object_set_new(json, "others", ranks_json(e->others, e->others_count));
  return json;
}

static json_t *copy_json(const struct history_copy *copy) {
  return json_pack("{s:s, s:o, s:o, s:I, s:I, s:I}", "newer",
                   copy->newer.public_newer ? "public" : "private", "since",
                   call_json(&copy->newer.since), "until", call_json(&copy->newer.until),
                   "count", (json_int_t)copy->count, "lo", (json_int_t)copy->lo, "hi",
                   (json_int_t)copy->hi);
}

static json_t *info_json(uint32_t info) {
  static const struct {
    uint32_t bit;
    const char *text;
  } keys[] = {{INFO_NO_LOCKS, "no_locks"},
              {INFO_SAME_SIZE, "same_size"},
              {INFO_SAME_DISP_UNIT, "same_disp_unit"},
              {INFO_SAME_OP, "accumulate_ops=same_op"},
              {INFO_UNORDERED, "accumulate_ordering"}};
  json_t *json = json_array();
  for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
    if (info & keys[i].bit)
      json_array_append_new(json, json_string(keys[i].text));
  return json;
}

int journal_history(struct journal *j, const struct history *h, const char *comm) {
  char id[24];
  snprintf(id, sizeof id, "%llx", (unsigned long long)h->win);
  json_t *epochs = json_array(), *copies = json_array();
  for (int i = 0; i < h->epochs; i++)
    json_array_append_new(epochs, epoch_json(&h->epoch[i]));
  for (int i = 0; i < h->copies; i++)
    json_array_append_new(copies, copy_json(&h->copy[i]));
  return journal_write(
      j,
      json_pack("{s:s, s:s, s:s, s:s, s:s, s:o, s:o, s:o, s:i, s:I, s:i, s:o, s:o, s:I, s:I}",
                "record", "history", "window", id, "flavor", journal_flavor(h->flavor), "model",
                journal_model(h->model), "communicator", comm, "info", info_json(h->info),
                "created", call_json(&h->created), "freed", call_json(&h->freed), "processes",
                (int)h->count, "size", (json_int_t)h->size, "disp_unit", (int)h->disp_unit,
                "epochs", epochs, "copies", copies, "epochs_left_out",
                (json_int_t)h->epochs_left_out, "copies_left_out",
                (json_int_t)h->copies_left_out));
}

void journal_history_end(struct journal *j) {
  json_int_t left_out = 0;
  pthread_mutex_lock(&j->lock);
  for (struct windows_made *m = j->windows; m; m = m->hh.next)
    left_out += (json_int_t)m->left_out;
  if (left_out)
    journal_write_locked(
        j, json_pack("{s:s, s:I}", "record", "history-more", "windows", left_out));
  pthread_mutex_unlock(&j->lock);
}

void journal_history_forget(struct journal *j) {
  struct windows_made *m, *next;
  HASH_ITER(hh, j->windows, m, next) {
    HASH_DEL(j->windows, m);
    free(m);
  }
}
