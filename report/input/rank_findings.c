#include "rank_findings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lines.h"
#include "report/journal/identity.h"
#include "report/journal/member.h"

enum { MOST_KEYS = 1 << 24, WORD = 64 };

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

/* What tells findings apart, taken from the record or from its line. */
struct traits {
  char word[BUNDLE_LOCATIONS + 2][WORD]; /* slug, flavour and calls */
  size_t locations;
  struct {
    json_int_t rank, stack;
  } at[BUNDLE_LOCATIONS];
  json_int_t key;
  int definite;
};

static void fill(struct bundle_item *item, const struct found *f, const struct traits *t) {
  const struct rank *r = &f->js->rank[f->rank];
  const char *words[BUNDLE_LOCATIONS + 2];
  memset(item, 0, sizeof *item);
  item->key.world = r->from;
  item->key.locations = t->locations;
  for (size_t i = 0; i < t->locations; i++) {
    const struct rank *home =
        t->at[i].rank == r->rank ? r : journals_peer(f->js, r, (int)t->at[i].rank);
    item->key.stack[i] = rank_stack(home, t->at[i].stack);
  }
  for (size_t i = 0; i < t->locations + 2; i++)
    words[i] = t->word[i];
  identity_kind(item->key.kind, words, t->locations + 2);
  item->first = f->rank;
  item->number = f->number;
  item->count = 1;
  item->definite = t->definite;
}

static struct bundle_item *add(struct found *f, struct bundle_item *item,
                               const struct traits *t) {
  json_int_t blamed = t->locations ? t->at[0].rank : -1;
  rankset_add(&item->ranks, blamed < 0 ? f->js->rank[f->rank].rank : (int)blamed);
  struct bundle_item *in = bundle_add(f->b, item);
  rankset_free(&item->ranks);
  f->number++;
  f->bad |= !in;
  return in;
}

static void copy_word(char *to, const char *from) {
  snprintf(to, WORD, "%s", from);
}

static void traits_read(struct traits *t, const json_t *record) {
  const json_t *locations = member_get(record, "locations");
  size_t n = json_array_size(locations);
  copy_word(t->word[0], member_text_or(record, "slug", ""));
  copy_word(t->word[1], member_text_or(member_get(record, "window"), "flavor", ""));
  t->locations = n < BUNDLE_LOCATIONS ? n : BUNDLE_LOCATIONS;
  for (size_t i = 0; i < t->locations; i++) {
    const json_t *at = json_array_get(locations, i);
    copy_word(t->word[2 + i], member_text_or(at, "call", ""));
    t->at[i].rank = member_int(at, "rank", -1);
    t->at[i].stack = member_number(at, "stack", 0);
  }
  t->key = member_number(record, "key", -1);
  t->definite = strcmp(member_text_or(record, "confidence", ""), "schedule") != 0;
}

/* Finds a member in a journal's line without parsing. In JSON a quote within a text has a
 * backslash before it, so the searched text cannot be part of another one. Moves `at` on.
 * Returns 0 if it is not there. */
static int scan_text(const char **at, const char *name, char *word) {
  const char *from = strstr(*at, name);
  size_t n = from ? strcspn(from += strlen(name), "\"\\") : 0;
  if (!from || from[n] != '"' || n >= WORD)
    return 0;
  memcpy(word, from, n);
  word[n] = '\0';
  *at = from + n;
  return 1;
}

static int scan_number(const char **at, const char *name, json_int_t *number) {
  const char *from = strstr(*at, name);
  char *end = NULL;
  if (from)
    *number = strtoll(from += strlen(name), &end, 10);
  if (!from || end == from)
    return 0;
  *at = end;
  return 1;
}

static int traits_scan(struct traits *t, const char *line) {
  char confidence[WORD];
  t->locations = 0;
  if (!scan_number(&line, "{\"record\":\"finding\",\"key\":", &t->key) ||
      !scan_text(&line, ",\"slug\":\"", t->word[0]) ||
      !scan_text(&line, ",\"confidence\":\"", confidence) ||
      !scan_text(&line, ",\"flavor\":\"", t->word[1]))
    return 0;
  t->definite = strcmp(confidence, "schedule") != 0;
  for (const char *first = strstr(line, "\"locations\":[{"), *next = first; next;
       next = strstr(line, "},{\"rank\":")) {
    size_t i = t->locations++;
    line = next;
    if (i == BUNDLE_LOCATIONS || !scan_number(&line, "{\"rank\":", &t->at[i].rank) ||
        !scan_text(&line, ",\"call\":\"", t->word[2 + i]) ||
        !scan_number(&line, ",\"stack\":", &t->at[i].stack))
      return 0;
  }
  return t->locations > 0 && t->at[0].rank < INT_MAX;
}

/* Returns NULL if the key is not valid, or memory runs out. */
static struct counted *counted_at(struct found *f, json_int_t key, int make) {
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

static void add_line(struct found *f, struct bundle_item *item, const struct traits *t) {
  item->finding = (char *)f->line;
  item->n = strcspn(f->line, "\n");
  struct bundle_item *in = add(f, item, t);
  struct counted *c = counted_at(f, t->key, 1);
  if (c)
    *c = (struct counted){in, 1};
}

/* Most findings are equal to one that is known already. These are only counted. */
static int take_known(struct found *f) {
  struct traits t;
  struct bundle_item item;
  if (!traits_scan(&t, f->line))
    return 0;
  fill(&item, f, &t);
  const struct bundle_item *known = bundle_find(f->b, &item.key);
  if (!known || known->first > f->rank)
    return 0;
  add_line(f, &item, &t);
  return 1;
}

static void take_finding(struct found *f, const json_t *record) {
  struct traits t;
  struct bundle_item item;
  if (!found_is_slug(member_text_or(record, "slug", "")) ||
      !json_is_array(member_get(record, "locations")))
    return;
  traits_read(&t, record);
  fill(&item, f, &t);
  add_line(f, &item, &t);
}

static void take_count(struct found *f, const json_t *record) {
  struct counted *c = counted_at(f, member_number(record, "key", -1), 0);
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
  int known = lines_is(line, "finding") && take_known(f);
  f->is_finding = !known && lines_is(line, "finding");
  return f->is_finding || lines_is(line, "count");
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
  f->is_finding = 0; /* a line that was cut is not used */
}

static void add_held(struct found *f) {
  json_t *record;
  size_t i;
  json_array_foreach(f->js->rank[f->rank].findings, i, record) {
    struct traits t;
    struct bundle_item item;
    traits_read(&t, record);
    fill(&item, f, &t);
    item.finding = json_dumps(record, JSON_COMPACT);
    if (item.finding) {
      item.n = strlen(item.finding);
      add(f, &item, &t);
    }
    f->bad |= !item.finding;
    free(item.finding);
  }
}

int found_add(struct bundle *b, const struct journals *js, size_t rank, int file,
              int *damaged) {
  static const struct lines lines = {wants, take};
  struct found f = {.b = b, .js = js, .rank = rank};
  if (file)
    lines_read(js->rank[rank].path, 0, &lines, &f);
  f.number = (json_int_t)1 << 40; /* larger than all numbers that a file can have */
  add_held(&f);
  free(f.by_key);
  *damaged = f.damaged;
  return f.bad ? -1 : 0;
}
