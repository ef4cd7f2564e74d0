#include "windows.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uthash.h>

#include "entry.h"
#include "report/journal/member.h"
#include "report/journal/rankset.h"

enum { ROWS_MOST = 4096 }; /* of each kind, of one window */

void windows_number(struct journals *js) {
  json_t *record;
  const char *id;
  js->window_numbers = json_object();
  for (size_t i = 0; i < js->ranks; i++)
    json_object_foreach(js->rank[i].histories, id,
                        record) if (!json_object_get(js->window_numbers, id))
        json_object_set_new(js->window_numbers, id,
                            json_integer((json_int_t)json_object_size(js->window_numbers) + 1));
}

/* Lines by stack: equal stacks of all ranks are one object (frames.h). */
struct stack_line {
  const struct frames *frames;
  json_t *place;
  UT_hash_handle hh;
};

/* A row of several ranks. */
struct window_row {
  char *key;
  json_t *json;
  struct rankset ranks;
  UT_hash_handle hh;
};

struct windows_making {
  const struct journals *js;
  struct symbols *symbols;
  struct stack_line *lines;
};

static json_t *place_of(struct windows_making *m, const struct frames *frames) {
  struct stack_line *l;
  HASH_FIND_PTR(m->lines, &frames, l);
  if (!l && (l = calloc(1, sizeof *l))) {
    l->frames = frames;
    l->place = json_object();
    entry_place(l->place, frames, m->symbols);
    json_object_del(l->place, "stack");
    HASH_ADD_PTR(m->lines, frames, l);
  }
  return l ? l->place : NULL;
}

static void lines_free(struct windows_making *m) {
  struct stack_line *l, *next;
  HASH_ITER(hh, m->lines, l, next) {
    HASH_DEL(m->lines, l);
    json_decref(l->place);
    free(l);
  }
}

/* A call of a record as one of a report, with its rank if that is not the row's. */
static json_t *call_json(struct windows_making *m, const struct rank *r, const json_t *call) {
  if (!json_is_object(call))
    return json_null();
  int rank = member_int(call, "rank", -1);
  const struct rank *by = rank == r->rank ? r : journals_peer(m->js, r, rank);
  json_t *json = json_pack("{s:s, s:s}", "call", member_text_or(call, "call", "?"), "args",
                           member_text_or(call, "args", ""));
  if (rank != r->rank)
    json_object_set_new(json, "rank", json_integer(rank < 0 ? -1 : rank));
  json_object_update(json, place_of(m, rank_stack(by, member_number(call, "stack", 0))));
  return json;
}

static json_int_t at_least(const json_t *record, const char *name, json_int_t least) {
  json_int_t n = member_number(record, name, least);
  return n < least ? least : n;
}

static json_t *work_json(const json_t *operations) {
  static const char *const names[] = {
      "put", "get", "accumulate", "get_accumulate", "fetch_and_op", "compare_and_swap"};
  json_t *json = json_object();
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    const json_t *of = member_get(operations, names[i]);
    if (json_is_object(of))
      json_object_set_new(json, names[i],
                          json_pack("{s:I, s:I}", "count", at_least(of, "count", 1), "bytes",
                                    at_least(of, "bytes", 0)));
  }
  return json;
}

static const char *one_of(const char *name, const char *const *names) {
  for (const char *const *n = names; *n; n++)
    if (!strcmp(*n, name))
      return *n;
  return *names;
}

static json_t *epoch_json(struct windows_making *m, const struct rank *r,
                          const json_t *record) {
  static const char *const kinds[] = {"fence", "access", "exposure", "lock", "lock_all", NULL};
  static const char *const modes[] = {"shared", "exclusive", NULL};
  const char *kind = one_of(member_text_or(record, "kind", ""), kinds);
  const char *others = member_text(record, "others");
  json_int_t first = at_least(record, "first", 1), last = at_least(record, "last", first);
  json_t *json = json_pack("{s:s, s:I, s:I, s:I, s:I, s:o, s:o, s:o}", "kind", kind, "count",
                           at_least(record, "count", 1), "first", first, "last", last, "step",
                           at_least(record, "step", 0), "opened",
                           call_json(m, r, member_get(record, "opened")), "closed",
                           call_json(m, r, member_get(record, "closed")), "operations",
                           work_json(member_get(record, "operations")));
  if (!strcmp(kind, "lock"))
    json_object_set_new(json, "mode",
                        json_string(one_of(member_text_or(record, "mode", ""), modes)));
  if (others && rankset_is(others))
    json_object_set_new(json, !strcmp(kind, "exposure") ? "origins" : "targets",
                        json_string(others));
  return json;
}

static json_t *copy_json(struct windows_making *m, const struct rank *r, const json_t *record) {
  static const char *const copies[] = {"private", "public", NULL};
  const char *newer = one_of(member_text_or(record, "newer", ""), copies);
  json_int_t lo = member_number(record, "lo", 0);
  return json_pack("{s:s, s:I, s:I, s:I, s:o, s:o}", "newer", newer, "lo", lo, "hi",
                   at_least(record, "hi", lo), "count", at_least(record, "count", 1), "since",
                   call_json(m, r, member_get(record, "since")), "until",
                   call_json(m, r, member_get(record, "until")));
}

static json_t *member_json(const json_t *record) {
  json_int_t size = member_number(record, "size", -1);
  return json_pack("{s:o, s:I}", "size", size < 0 ? json_null() : json_integer(size),
                   "disp_unit", at_least(record, "disp_unit", 1));
}

/* Adds the row of the rank to those that are equal. Takes `json`. Returns 0 if there is no
 * room. */
static int add_row(struct window_row **rows, json_t *json, int rank) {
  char *key = json_dumps(json, JSON_COMPACT | JSON_SORT_KEYS);
  struct window_row *row = NULL;
  if (key)
    HASH_FIND_STR(*rows, key, row);
  if (!row && key && HASH_COUNT(*rows) < ROWS_MOST && (row = calloc(1, sizeof *row))) {
    row->key = key;
    row->json = json_incref(json);
    HASH_ADD_KEYPTR(hh, *rows, row->key, strlen(row->key), row);
    key = NULL;
  }
  if (row)
    rankset_add(&row->ranks, rank);
  free(key);
  json_decref(json);
  return row != NULL;
}

static json_t *rows_json(struct window_row *rows) {
  json_t *array = json_array();
  struct window_row *row, *next;
  HASH_ITER(hh, rows, row, next) {
    char *ranks = rankset_text(&row->ranks);
    json_object_set_new(row->json, "ranks", json_string(ranks ? ranks : "0"));
    json_array_append_new(array, row->json);
    HASH_DEL(rows, row);
    rankset_free(&row->ranks);
    free(ranks);
    free(row->key);
    free(row);
  }
  return array;
}

struct window_parts {
  struct window_row *members, *epochs, *copies;
  json_int_t epochs_left_out, copies_left_out;
};

static void add_rank(struct windows_making *m, struct window_parts *p, const struct rank *r,
                     const json_t *record) {
  json_t *item;
  size_t i;
  add_row(&p->members, member_json(record), r->rank);
  p->epochs_left_out += at_least(record, "epochs_left_out", 0);
  p->copies_left_out += at_least(record, "copies_left_out", 0);
  json_array_foreach(member_get(record, "epochs"), i, item) {
    if (!add_row(&p->epochs, epoch_json(m, r, item), r->rank))
      p->epochs_left_out += at_least(item, "count", 1);
  }
  json_array_foreach(member_get(record, "copies"), i, item) {
    if (!add_row(&p->copies, copy_json(m, r, item), r->rank))
      p->copies_left_out += at_least(item, "count", 1);
  }
}

static json_t *info_json(const json_t *info) {
  json_t *texts = json_array(), *item;
  size_t i;
  json_array_foreach((json_t *)info, i, item) {
    if (json_is_string(item))
      json_array_append(texts, item);
  }
  return texts;
}

/* `r`: the first rank that has a history of the window, `record`. */
static json_t *window_json(struct windows_making *m, const struct rank *r, const char *id,
                           const json_t *record) {
  static const char *const flavors[] = {"unknown", "create", "allocate",
                                        "dynamic", "shared", NULL};
  static const char *const models[] = {"unknown", "separate", "unified", NULL};
  struct window_parts p = {0};
  for (size_t i = r->from; i < r->to; i++) {
    const json_t *of = member_get(m->js->rank[i].histories, id);
    if (of)
      add_rank(m, &p, &m->js->rank[i], of);
  }
  const char *name = journals_window(m->js, r, id);
  const char *comm = member_text_or(record, "communicator", "");
  return json_pack(
      "{s:I, s:o, s:s, s:s, s:o, s:I, s:o, s:o, s:o, s:o, s:o, s:o, s:I, s:I}", "id",
      journals_window_number(m->js, id), "name",
      name && *name ? json_string(name) : json_null(), "flavor",
      one_of(member_text_or(record, "flavor", ""), flavors), "model",
      one_of(member_text_or(record, "model", ""), models), "communicator",
      *comm ? json_string(comm) : json_null(), "processes", at_least(record, "processes", 1),
      "info", info_json(member_get(record, "info")), "created",
      call_json(m, r, member_get(record, "created")), "freed",
      call_json(m, r, member_get(record, "freed")), "members", rows_json(p.members), "epochs",
      rows_json(p.epochs), "copies", rows_json(p.copies), "epochs_left_out", p.epochs_left_out,
      "copies_left_out", p.copies_left_out);
}

json_t *windows_json(const struct journals *js, struct symbols *s) {
  struct windows_making m = {.js = js, .symbols = s};
  json_t *windows = json_array(), *record;
  const char *id;
  for (size_t i = 0; i < js->ranks; i++)
    json_object_foreach(js->rank[i].histories, id, record) {
      /* numbered in this order */
      if (journals_window_number(js, id) <= (json_int_t)json_array_size(windows))
        continue;
      json_array_append_new(windows, window_json(&m, &js->rank[i], id, record));
    }
  lines_free(&m);
  return windows;
}
