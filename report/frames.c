#include "frames.h"

#include <stdlib.h>
#include <string.h>
#include <uthash.h>

struct frames {
  char *text;
  json_t *json;
  UT_hash_handle hh;
};

/* The one that is equal to `frames`, borrowed; NULL when memory runs out. */
static json_t *intern(struct frames **all, json_t *frames) {
  char *text = json_dumps(frames, JSON_COMPACT);
  struct frames *f = NULL;
  if (text)
    HASH_FIND_STR(*all, text, f);
  if (!text || f || !(f = calloc(1, sizeof *f))) {
    free(text);
    return f ? f->json : NULL;
  }
  f->text = text;
  f->json = json_incref(frames);
  HASH_ADD_KEYPTR(hh, *all, f->text, strlen(f->text), f);
  return f->json;
}

void frames_free(struct frames *all) {
  struct frames *f, *next;
  HASH_ITER(hh, all, f, next) {
    HASH_DEL(all, f);
    json_decref(f->json);
    free(f->text);
    free(f);
  }
}

void stacks_add(struct stacks *s, struct frames **all, json_int_t id, json_t *frames) {
  json_t *same = intern(all, frames);
  if (same && s->n == s->room) {
    size_t room = s->room ? 2 * s->room : 16;
    struct stack_of *more = realloc(s->at, room * sizeof *more);
    if (!more)
      return;
    s->at = more;
    s->room = room;
  }
  if (same)
    s->at[s->n++] = (struct stack_of){id, same};
}

static int by_id(const void *a, const void *b) {
  const struct stack_of *x = a, *y = b;
  return (x->id > y->id) - (x->id < y->id);
}

void stacks_sort(struct stacks *s) {
  int sorted = 1;
  for (size_t i = 1; i < s->n; i++)
    sorted &= s->at[i - 1].id < s->at[i].id;
  if (sorted)
    return;
  qsort(s->at, s->n, sizeof *s->at, by_id);
  size_t kept = 0;
  for (size_t i = 0; i < s->n; i++)
    if (i + 1 == s->n || s->at[i].id != s->at[i + 1].id)
      s->at[kept++] = s->at[i];
  s->n = kept;
}

const json_t *stacks_find(const struct stacks *s, json_int_t id) {
  const struct stack_of key = {id, NULL};
  const struct stack_of *found = s->n ? bsearch(&key, s->at, s->n, sizeof key, by_id) : NULL;
  return found ? found->frames : NULL;
}

void stacks_free(struct stacks *s) {
  free(s->at);
  *s = (struct stacks){0};
}
