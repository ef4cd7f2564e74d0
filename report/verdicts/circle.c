#define _GNU_SOURCE
#include "circle.h"

#include <stdio.h>
#include <stdlib.h>

#include "report/input/ranges.h"

enum colour { NEW, ON_PATH, DONE };

struct step {
  size_t wait; /* index in waits */
  size_t next; /* the next of its missing peers to follow */
};

struct search {
  const struct waits *ws;
  json_t *sentences;
  unsigned char *colour;
  struct step *path;
  size_t depth;
};

static void tell(struct search *s, size_t from) {
  size_t n = s->depth - from, room;
  char *text = NULL;
  FILE *out = open_memstream(&text, &room);
  if (!out)
    return;
  const struct wait *at = s->ws->at;
  if (n == 1) {
    const struct wait *w = &at[s->path[from].wait];
    fprintf(out, "rank %d waits for %s", w->rank->rank,
            w->kind == WAIT_REQUEST ? "a generalized request that it does not complete"
                                    : "itself");
  } else if (n == 2) {
    int a = at[s->path[from].wait].rank->rank, b = at[s->path[from + 1].wait].rank->rank;
    fprintf(out, "ranks %d and %d wait for each other", a < b ? a : b, a < b ? b : a);
  } else {
    fprintf(out, "%zu ranks wait in a circle: rank %d", n, at[s->path[from].wait].rank->rank);
    for (size_t i = 1; i < n && i < 20; i++)
      fprintf(out, " for rank %d,", at[s->path[from + i].wait].rank->rank);
    fprintf(out, "%s for rank %d", n > 20 ? " ..." : "", at[s->path[from].wait].rank->rank);
  }
  if (!fclose(out))
    json_array_append_new(s->sentences, json_string(text));
  free(text);
}

/* The wait to follow next from the end of the path; 0 if there is none, else 1 + its index. */
static size_t follow(struct search *s) {
  struct step *end = &s->path[s->depth - 1];
  const struct wait *w = &s->ws->at[end->wait];
  while (!w->done && wait_needs_all(w) && end->next < json_array_size(w->missing)) {
    int peer = (int)json_integer_value(json_array_get(w->missing, end->next++));
    const struct wait *p = waits_peer(s->ws, w->rank, peer);
    if (p && p->in_call)
      return 1 + (size_t)(p - s->ws->at);
  }
  return 0;
}

static void enter(struct search *s, size_t wait) {
  s->colour[wait] = ON_PATH;
  s->path[s->depth++] = (struct step){wait, 0};
}

/* Depth first, without recursion: a path may be as long as there are ranks. */
static void search(struct search *s, size_t from) {
  int told = 0;
  enter(s, from);
  while (s->depth) {
    size_t next = follow(s);
    if (!next) {
      s->colour[s->path[--s->depth].wait] = DONE;
    } else if (s->colour[next - 1] == NEW) {
      enter(s, next - 1);
    } else if (s->colour[next - 1] == ON_PATH && !told) {
      size_t i = 0;
      while (s->path[i].wait != next - 1)
        i++;
      tell(s, i);
      told = 1;
    }
  }
}

void circle_sentences(const struct waits *ws, json_t *sentences) {
  struct search s = {.ws = ws,
                     .sentences = sentences,
                     .colour = calloc(ws->n + 1, 1),
                     .path = calloc(ws->n + 1, sizeof *s.path)};
  if (s.colour && s.path)
    for (size_t i = 0; i < ws->n; i++)
      if (s.colour[i] == NEW)
        search(&s, i);
  free(s.colour);
  free(s.path);
}
