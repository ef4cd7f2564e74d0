/* load_findings.c: reads a report finding by finding, so that one with very many of them fits
 * into memory: of those after the first ones only what a list shows is kept. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "load.h"
#include "report/journal/member.h"

/* Where the reader is in the text of the report. */
struct reading {
  FILE *in, *rest; /* rest: all but the findings */
  json_t *findings, *texts;
  size_t whole; /* so many findings are kept whole */
  int depth;
  int in_text, escaped;
  char key[16]; /* the beginning of the last text at depth 1 */
  size_t key_size;
  char *item; /* the finding that is being read, with its size and the room for it */
  size_t size, room;
  int bad;
};

enum { TEXTS_MOST = 10000 };

/* Findings have many texts in common. `texts` has one of each. */
static json_t *shared(json_t *texts, json_t *value) {
  const char *text = json_string_value(value);
  json_t *same = text ? json_object_get(texts, text) : NULL;
  if (text && !same && json_object_size(texts) < TEXTS_MOST)
    json_object_set(texts, text, value);
  return same ? same : value;
}

static void copy_member(json_t *to, const json_t *from, const char *name, json_t *texts) {
  json_t *value = member_get(from, name);
  if (value)
    json_object_set(to, name, shared(texts, value));
}

static json_t *brief_frame(json_t *frame, json_t *texts) {
  json_t *brief = json_object(), *value;
  const char *name;
  json_object_foreach(frame, name, value) {
    json_object_set(brief, name, shared(texts, value));
  }
  return brief;
}

/* With the innermost frame alone. */
static json_t *brief_location(const json_t *at, json_t *texts) {
  json_t *brief = json_object(), *stack = json_array();
  static const char *const kept[] = {"file", "line", "function", "call", "rank", "module"};
  for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
    copy_member(brief, at, kept[i], texts);
  if (json_array_size(member_get(at, "stack")))
    json_array_append_new(stack,
                          brief_frame(json_array_get(member_get(at, "stack"), 0), texts));
  json_object_set_new(brief, "stack", stack);
  return brief;
}

/* Has all that a report needs (load.c), and what the line of a list shows. */
static json_t *brief_finding(const json_t *finding, json_t *texts) {
  static const char *const kept[] = {"id",      "severity",   "title",
                                     "message", "count",      "fingerprint",
                                     "ranks",   "suppressed", "baseline"};
  json_t *brief = json_object(), *locations = json_array();
  const json_t *first = json_array_get(member_get(finding, "locations"), 0);
  for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
    copy_member(brief, finding, kept[i], texts);
  if (first)
    json_array_append_new(locations, brief_location(first, texts));
  json_object_set_new(brief, "locations", locations);
  json_object_set_new(brief, "standard", json_object());
  json_object_set_new(brief, "window", json_object());
  return brief;
}

static void add_finding(struct reading *r) {
  json_t *finding = json_loadb(r->item, r->size, 0, NULL);
  if (!finding || load_wrong_finding(finding))
    r->bad = 1;
  else if (json_array_size(r->findings) < r->whole)
    json_array_append(r->findings, finding);
  else
    json_array_append_new(r->findings, brief_finding(finding, r->texts));
  json_decref(finding);
  r->size = 0;
}

static void put(struct reading *r, int c) {
  if (r->size == r->room) {
    size_t room = r->room ? r->room * 2 : 4096;
    char *more = realloc(r->item, room);
    if (!more) {
      r->bad = 1;
      return;
    }
    r->item = more;
    r->room = room;
  }
  r->item[r->size++] = (char)c;
}

static void read_text(struct reading *r, int c) {
  if (r->escaped)
    r->escaped = 0;
  else if (c == '\\')
    r->escaped = 1;
  else if (c == '"')
    r->in_text = 0;
  if (r->in_text && r->depth == 1 && r->key_size < sizeof r->key)
    r->key[r->key_size++] = (char)c;
}

static void read_mark(struct reading *r, int c) {
  if (c == '"') {
    r->in_text = 1;
    r->key_size = r->depth == 1 ? 0 : r->key_size;
  } else if (c == '{' || c == '[') {
    r->depth++;
  } else if (c == '}' || c == ']') {
    r->depth--;
  }
}

/* Reads the elements of the array that has just begun, up to its end. */
static void read_findings(struct reading *r) {
  int c;
  while (!r->bad && (c = getc_unlocked(r->in)) != EOF) {
    int before = r->depth;
    if (before > 2 || c == '{')
      put(r, c);
    if (r->in_text)
      read_text(r, c);
    else
      read_mark(r, c);
    if (before == 3 && r->depth == 2)
      add_finding(r);
    if (r->depth == 1)
      return;
  }
  r->bad = 1;
}

static void read_rest(struct reading *r) {
  int c;
  while (!r->bad && (c = getc_unlocked(r->in)) != EOF) {
    putc_unlocked(c, r->rest);
    if (r->in_text)
      read_text(r, c);
    else
      read_mark(r, c);
    if (c == '[' && r->depth == 2 && !r->in_text && r->key_size == 8 &&
        !memcmp(r->key, "findings", 8)) {
      r->bad = json_array_size(r->findings) != 0; /* a second one */
      read_findings(r);
      putc_unlocked(']', r->rest);
      r->key_size = 0;
    }
  }
}

json_t *load_findings(FILE *in, size_t whole) {
  char *text = NULL;
  size_t n = 0;
  struct reading r = {.in = in, .rest = open_memstream(&text, &n), .whole = whole};
  if (!r.rest || !(r.findings = json_array()) || !(r.texts = json_object()))
    r.bad = 1;
  else
    read_rest(&r);
  json_t *report = NULL;
  if (r.rest && !fclose(r.rest) && !r.bad)
    report = json_loadb(text, n, 0, NULL);
  if (report && json_is_array(member_get(report, "findings")))
    json_object_set(report, "findings", r.findings);
  json_decref(r.findings);
  json_decref(r.texts);
  free(r.item);
  free(text);
  return report;
}
