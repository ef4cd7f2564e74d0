#include "merge.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "catalog.h"
#include "report/symbols/frame.h"
#include "gather.h"
#include "report/journal/identity.h"
#include "report/journal/member.h"
#include "progress_line.h"
#include "reduce.h"

static void start(struct identity_text *t, const json_t *entry) {
  identity_start(t, member_text_or(entry, "id", ""),
                 member_text_or(member_get(entry, "window"), "flavor", ""));
}

static void add_number(struct identity_text *t, const char *format, json_int_t number) {
  char text[24];
  snprintf(text, sizeof text, format, (long long)number);
  identity_place(t, text);
}

/* A place is a line that debug information knows, or else an address. */
static void add_line(struct identity_text *t, const json_t *at) {
  const char *file = member_text(at, "file");
  const json_t *own = file ? NULL : frame_own(member_get(at, "stack"));
  identity_place(t, member_text_or(at, "function", ""));
  identity_place(t, file ? file : "");
  add_number(t, "%lld", member_number(at, "line", 0));
  if (!own)
    return;
  identity_place(t, member_text_or(own, "module", ""));
  add_number(t, "%llx", member_number(own, "offset", 0));
}

char *merge_key(const json_t *entry) {
  struct identity_text t;
  json_t *at;
  size_t i;
  start(&t, entry);
  json_array_foreach(member_get(entry, "locations"), i, at) {
    identity_call(&t, member_text_or(at, "call", ""));
    add_line(&t, at);
  }
  return identity_end(&t);
}

/* What the fingerprint is a hash of. */
static char *print_text(const json_t *entry) {
  struct identity_text t;
  json_t *at;
  size_t i;
  start(&t, entry);
  json_array_foreach(member_get(entry, "locations"), i, at) {
    const char *place = member_text(at, "file");
    if (!place)
      place = member_text_or(frame_own(member_get(at, "stack")), "module", "");
    identity_call(&t, member_text_or(at, "call", ""));
    identity_place(&t, member_text_or(at, "function", ""));
    identity_place(&t, frame_base(place));
  }
  return identity_end(&t);
}

void merge_ranks(json_t *into, const json_t *from) {
  size_t i = 0;
  for (size_t k = 0; k < json_array_size(from); k++) {
    json_int_t rank = json_integer_value(json_array_get(from, k));
    while (i < json_array_size(into) && json_integer_value(json_array_get(into, i)) < rank)
      i++;
    if (i == json_array_size(into) || json_integer_value(json_array_get(into, i)) != rank)
      json_array_insert_new(into, i, json_integer(rank));
  }
}

static int compare_numbers(json_int_t a, json_int_t b) {
  return (a > b) - (a < b);
}

static int compare_places(const json_t *a, const json_t *b) {
  const json_t *x = member_get(a, "locations"), *y = member_get(b, "locations");
  for (size_t i = 0; i < json_array_size(x) && i < json_array_size(y); i++) {
    const json_t *p = json_array_get(x, i), *q = json_array_get(y, i);
    int order = strcmp(member_text_or(p, "file", ""), member_text_or(q, "file", ""));
    if (!order)
      order = compare_numbers(member_number(p, "line", 0), member_number(q, "line", 0));
    if (!order)
      order = strcmp(member_text_or(p, "call", ""), member_text_or(q, "call", ""));
    if (order)
      return order;
  }
  return compare_numbers((json_int_t)json_array_size(x), (json_int_t)json_array_size(y));
}

static int by_place(const void *a, const void *b) {
  const struct merged *x = *(struct merged *const *)a, *y = *(struct merged *const *)b;
  int s = (int)catalog_severity_named(member_text_or(x->entry, "severity", ""));
  int t = (int)catalog_severity_named(member_text_or(y->entry, "severity", ""));
  int order = s - t;
  if (!order)
    order = strcmp(member_text_or(x->entry, "id", ""), member_text_or(y->entry, "id", ""));
  if (!order)
    order = compare_places(x->entry, y->entry);
  if (!order)
    order = strcmp(x->what, y->what);
  return order;
}

/* Sorts the findings, those with equal texts by their lines. */
static void set_fingerprints(struct merged **m, size_t n) {
  json_t *seen = json_object();
  for (size_t i = 0; i < n; i++) {
    json_int_t ordinal = member_number(seen, m[i]->what, 0) + 1;
    json_object_set_new(seen, m[i]->what, json_integer(ordinal));
    char text[20];
    XXH64_hash_t hash = XXH64(m[i]->what, strlen(m[i]->what), (unsigned long long)ordinal);
    snprintf(text, sizeof text, "%016llx", (unsigned long long)hash);
    json_object_set_new(m[i]->entry, "fingerprint", json_string(text));
  }
  json_decref(seen);
}

static int gather(struct gather *g, const struct bundle *b) {
  size_t n = 0;
  const struct bundle_item **items = bundle_items(b, &n);
  int bad = !items;
  for (size_t i = 0; i < n && !bad; i++) {
    bad = gather_item(g, items[i]);
    busy_show("looking up source lines of findings", i + 1, n);
  }
  busy_end();
  free(items);
  return bad;
}

static json_t *in_order(struct merged **m, size_t n) {
  json_t *findings = json_array();
  for (size_t i = 0; i < n; i++)
    if (!(m[i]->what = print_text(m[i]->entry))) {
      json_decref(findings);
      return NULL;
    }
  qsort(m, n, sizeof(struct merged *), by_place);
  set_fingerprints(m, n);
  for (size_t i = 0; i < n; i++)
    json_array_append(findings, m[i]->entry);
  return findings;
}

/* Returns the calls and lines of a race, whatever its slug, if all are known; else NULL. */
static char *lines_of(const json_t *entry) {
  const json_t *all = member_get(entry, "locations"), *at;
  struct identity_text t;
  size_t i;
  json_array_foreach(all, i, at) if (!member_text(at, "file")) return NULL;
  identity_start(&t, "", "");
  json_array_foreach(all, i, at) {
    identity_call(&t, member_text_or(at, "call", ""));
    identity_place(&t, member_text(at, "file"));
    add_number(&t, "%lld", member_number(at, "line", 0));
  }
  return identity_end(&t);
}

static int has_id(const struct merged *m, const char *id) {
  return !strcmp(member_text_or(m->entry, "id", ""), id);
}

/* Of one statement, some instructions may access the bytes of the operation, and others bytes
 * beside them. The second would matter only by itself, so the race is told once. Returns how
 * many findings are left. */
static size_t drop_echoes(struct merged **m, size_t n) {
  json_t *races = json_object();
  size_t kept = 0;
  for (size_t i = 0; i < n; i++) {
    char *lines = has_id(m[i], "rma-local-race") ? lines_of(m[i]->entry) : NULL;
    if (lines)
      json_object_set_new(races, lines, json_true());
    free(lines);
  }
  for (size_t i = 0; i < n; i++) {
    char *lines = has_id(m[i], "separate-race") ? lines_of(m[i]->entry) : NULL;
    if (!lines || !json_object_get(races, lines))
      m[kept++] = m[i];
    free(lines);
  }
  json_decref(races);
  return kept;
}

json_t *merge_findings(struct journals *js, struct symbols *s, int strict,
                       enum reduce_how how) {
  struct bundle *b = bundle_new(&js->frames);
  struct gather *g = gather_new(js, s, strict);
  size_t n = 0;
  int bad = !b || !g || reduce(b, js, how) || gather(g, b);
  struct merged **m = bad ? NULL : gather_end(g, &n);
  json_t *findings = m ? in_order(m, drop_echoes(m, n)) : NULL;
  free(m);
  gather_free(g);
  bundle_free(b);
  return findings;
}
