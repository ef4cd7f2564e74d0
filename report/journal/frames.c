#include "frames.h"

#include <stdlib.h>
#include <string.h>

#include "include/hash.h"

struct frames {
  char *text;
  UT_hash_handle hh;
};

struct frames *frames_find(struct frames *all, const char *text, size_t n) {
  struct frames *f;
  HASH_FIND(hh, all, text, n, f);
  return f;
}

struct frames *frames_add(struct frames **all, const char *text, size_t n) {
  struct frames *f = frames_find(*all, text, n);
  if (f || !(f = calloc(1, sizeof *f)))
    return f;
  if ((f->text = malloc(n + 1))) {
    memcpy(f->text, text, n);
    f->text[n] = '\0';
    HASH_ADD_KEYPTR(hh, *all, f->text, n, f);
    if (f->hh.tbl)
      return f;
  }
  free(f->text);
  free(f);
  return NULL;
}

const char *frames_text(const struct frames *f) {
  return f->text;
}

void frames_free(struct frames *all) {
  struct frames *f, *next;
  HASH_ITER(hh, all, f, next) {
    HASH_DEL(all, f);
    free(f->text);
    free(f);
  }
}

void stacks_add(struct stacks *s, int64_t id, struct frames *frames) {
  if (frames && s->n == s->room) {
    size_t room = s->room ? 2 * s->room : 16;
    struct stack_of *more = realloc(s->at, room * sizeof *more);
    if (!more)
      return;
    s->at = more;
    s->room = room;
  }
  if (frames)
    s->at[s->n++] = (struct stack_of){id, frames};
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

struct frames *stacks_find(const struct stacks *s, int64_t id) {
  const struct stack_of key = {id, NULL};
  const struct stack_of *found = s->n ? bsearch(&key, s->at, s->n, sizeof key, by_id) : NULL;
  return found ? found->frames : NULL;
}

void stacks_free(struct stacks *s) {
  free(s->at);
  *s = (struct stacks){0};
}
