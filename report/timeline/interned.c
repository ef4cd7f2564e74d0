#include "interned.h"

#include <stdlib.h>
#include <string.h>
#include <uthash.h>

#include "report/input/entry.h"
#include "report/writers/excerpt.h"

struct interned_item {
  char *key;
  int number;
  UT_hash_handle hh;
};

struct interned {
  struct symbols *symbols;
  struct sources *sources;
  json_t *texts, *places;
  struct interned_item *text, *place, *stack;
};

struct interned *interned_new(void) {
  struct interned *i = calloc(1, sizeof *i);
  if (!i)
    return NULL;
  i->symbols = symbols_new();
  i->sources = sources_new();
  i->texts = json_array();
  i->places = json_array();
  if (i->symbols && i->sources && i->texts && i->places)
    return i;
  interned_free(i);
  return NULL;
}

static void forget(struct interned_item **table) {
  struct interned_item *item, *next;
  HASH_ITER(hh, *table, item, next) {
    HASH_DEL(*table, item);
    free(item->key);
    free(item);
  }
}

void interned_free(struct interned *i) {
  if (!i)
    return;
  forget(&i->text);
  forget(&i->place);
  forget(&i->stack);
  symbols_free(i->symbols);
  sources_free(i->sources);
  json_decref(i->texts);
  json_decref(i->places);
  free(i);
}

/* Returns the number of the key; `next`: the one for a new key. */
static int number_of(struct interned_item **table, const char *key, size_t n, int next) {
  struct interned_item *item;
  HASH_FIND(hh, *table, key, n, item);
  if (item)
    return item->number;
  if (!(item = calloc(1, sizeof *item)) || !(item->key = malloc(n + 1))) {
    free(item);
    return next;
  }
  memcpy(item->key, key, n);
  item->number = next;
  HASH_ADD_KEYPTR(hh, *table, item->key, n, item);
  return next;
}

int interned_text(struct interned *i, const char *text) {
  int next = (int)json_array_size(i->texts);
  int number = number_of(&i->text, text, strlen(text), next);
  if (number == next)
    json_array_append_new(i->texts, json_string(text));
  return number;
}

/* Stacks of one place are one, whichever ranks they are of. */
static int place_number(struct interned *i, const struct frames *frames) {
  json_t *place = json_object();
  entry_place(place, frames, i->symbols);
  json_object_del(place, "stack");
  const char *line = excerpt_line(i->sources, place);
  json_object_set_new(place, "source", line ? json_string(line) : json_null());
  int next = (int)json_array_size(i->places), number = -1;
  char *key = json_dumps(place, JSON_COMPACT | JSON_SORT_KEYS);
  if (key && (json_is_string(json_object_get(place, "file")) ||
              json_is_string(json_object_get(place, "function")))) {
    number = number_of(&i->place, key, strlen(key), next);
    if (number == next)
      json_array_append(i->places, place);
  }
  free(key);
  json_decref(place);
  return number;
}

int interned_place(struct interned *i, const struct rank *r, uint32_t stack) {
  const struct frames *frames = r && stack ? rank_stack(r, stack) : NULL;
  struct interned_item *item;
  if (!frames)
    return -1;
  HASH_FIND(hh, i->stack, &frames, sizeof frames, item);
  if (item)
    return item->number;
  return number_of(&i->stack, (const char *)&frames, sizeof frames, place_number(i, frames));
}
const json_t *interned_texts(const struct interned *i) {
  return i->texts;
}

const json_t *interned_places(const struct interned *i) {
  return i->places;
}
