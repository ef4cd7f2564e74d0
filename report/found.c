#include "found.h"

#include <stdlib.h>
#include <string.h>

#include "lines.h"
#include "member.h"

enum { MOST_KEYS = 1 << 24 };

struct counted {
  struct bundle_item *item;
  json_int_t count;
};

struct found {
  struct bundle *b;
  const struct journals *js;
  size_t rank;
  json_int_t number;
  const char *line;
  struct counted *by_key; /* those of the file */
  size_t keys;
  int is_finding, damaged, bad;
};

int found_is_slug(const char *text) {
  return *text && strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789-") == strlen(text);
}

static void fill_key(struct bundle_key *key, const struct found *f, const json_t *record) {
  const struct rank *r = &f->js->rank[f->rank];
  const json_t *locations = member_get(record, "locations");
  const char *words[BUNDLE_LOCATIONS + 2] = {
      member_text_or(record, "slug", ""),
      member_text_or(member_get(record, "window"), "flavor", "")};
  size_t n = json_array_size(locations);
  key->world = r->from;
  key->locations = n < BUNDLE_LOCATIONS ? n : BUNDLE_LOCATIONS;
  for (size_t i = 0; i < key->locations; i++) {
    const json_t *at = json_array_get(locations, i);
    int rank = member_int(at, "rank", -1);
    const struct rank *home = rank == r->rank ? r : journals_peer(f->js, r, rank);
    words[2 + i] = member_text_or(at, "call", "");
    key->stack[i] = rank_stack(home, member_number(at, "stack", 0));
  }
  bundle_kind(key->kind, words, 2 + key->locations);
}

static struct bundle_item *add(struct found *f, const json_t *record, char *text, size_t n) {
  int blamed = member_int(json_array_get(member_get(record, "locations"), 0), "rank", -1);
  struct bundle_item item;
  memset(&item, 0, sizeof item);
  fill_key(&item.key, f, record);
  item.first = f->rank;
  item.number = f->number++;
  item.count = 1;
  item.definite = strcmp(member_text_or(record, "confidence", ""), "schedule") != 0;
  item.finding = text;
  item.n = n;
  rankset_add(&item.ranks, blamed < 0 ? f->js->rank[f->rank].rank : blamed);
  struct bundle_item *in = bundle_add(f->b, &item);
  rankset_free(&item.ranks);
  f->bad |= !in;
  return in;
}

static struct counted *counted_at(struct found *f, const json_t *record, int make) {
  json_int_t key = member_number(record, "key", -1);
  if (key < 0 || key >= MOST_KEYS || ((size_t)key >= f->keys && !make))
    return NULL;
  if ((size_t)key >= f->keys) {
    size_t room = 2 * (size_t)key + 16;
    struct counted *more = realloc(f->by_key, room * sizeof *more);
    if (!more) {
      f->bad = 1;
      return NULL;
    }
    memset(more + f->keys, 0, (room - f->keys) * sizeof *more);
    f->by_key = more;
    f->keys = room;
  }
  return &f->by_key[key];
}

static void take_finding(struct found *f, const json_t *record) {
  if (!found_is_slug(member_text_or(record, "slug", "")) ||
      !json_is_array(member_get(record, "locations")))
    return;
  struct bundle_item *item = add(f, record, (char *)f->line, strcspn(f->line, "\n"));
  struct counted *c = counted_at(f, record, 1);
  if (c)
    *c = (struct counted){item, 1};
}

static void take_count(struct found *f, const json_t *record) {
  struct counted *c = counted_at(f, record, 0);
  json_int_t count = member_number(record, "count", 0), sum;
  if (!c || !c->item || count <= c->count)
    return;
  if (!__builtin_add_overflow(c->item->count, count - c->count, &sum))
    c->item->count = sum;
  c->count = count;
}

static int wants(void *context, const char *line) {
  struct found *f = context;
  f->line = line;
  f->is_finding = lines_is(line, "finding");
  return f->is_finding || !lines_is(line, "stack");
}

static void take(void *context, json_t *record) {
  struct found *f = context;
  const char *name = member_text_or(record, "record", "");
  if (!record)
    f->damaged += f->is_finding;
  else if (!strcmp(name, "finding"))
    take_finding(f, record);
  else if (!strcmp(name, "count"))
    take_count(f, record);
  f->is_finding = 0; /* a line that was cut is not asked for */
}

static void add_held(struct found *f) {
  json_t *record;
  size_t i;
  json_array_foreach(f->js->rank[f->rank].findings, i, record) {
    char *text = json_dumps(record, JSON_COMPACT);
    if (text)
      add(f, record, text, strlen(text));
    f->bad |= !text;
    free(text);
  }
}

int found_add(struct bundle *b, const struct journals *js, size_t rank, int file,
              int *damaged) {
  static const struct lines lines = {wants, take};
  struct found f = {.b = b, .js = js, .rank = rank};
  if (file)
    lines_read(js->rank[rank].path, 0, &lines, &f);
  f.number = (json_int_t)1 << 40; /* after all that a file can have */
  add_held(&f);
  free(f.by_key);
  *damaged = f.damaged;
  return f.bad ? -1 : 0;
}
