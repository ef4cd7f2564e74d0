#define _GNU_SOURCE
#include "hang.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/verdicts/circle.h"
#include "report/input/entry.h"
#include "report/symbols/frame.h"
#include "report/journal/member.h"
#include "report/input/ranges.h"
#include "report/verdicts/wait.h"

enum { PEERS_TOLD = 3 };

struct hang {
  const struct waits *ws;
  json_t **place; /* for each wait: an object with file, line, function, stack */
};

static const json_t *place_of(const struct hang *h, const struct wait *w) {
  return h->place[w - h->ws->at];
}

/* "MPI_Win_wait (file.c:42)" */
static void print_call(const struct hang *h, const struct wait *w, FILE *out) {
  const char *file = member_text(place_of(h, w), "file");
  json_int_t line = member_number(place_of(h, w), "line", 0);
  fputs(w->call, out);
  if (file && line > 0)
    fprintf(out, " (%s:%lld)", frame_base(file), (long long)line);
}

/* " for MPI_Win_post from ranks 1, 2" */
static void print_for(const struct wait *w, FILE *out) {
  struct ranges ranks = {0};
  const char *what = wait_what(w);
  ranges_array(&ranks, w->missing);
  if (!*what || !ranks.count)
    return;
  if (w->kind == WAIT_SEND || w->kind == WAIT_REQUEST || w->kind == WAIT_EXCHANGE)
    fprintf(out, " for %s at %s", what, ranges_named(&ranks));
  else if (w->kind == WAIT_RECV && ranks.count > 1)
    fprintf(out, " for %s from any of %s", what, ranges_named(&ranks));
  else
    fprintf(out, " for %s from %s", what, ranges_named(&ranks));
}

/* What a rank without a hang record came to. */
static const char *gone(const struct rank *r) {
  return !r || !r->start ? "left no journal"
         : r->end        ? "has reached MPI_Finalize"
         : r->abort      ? "called MPI_Abort"
         : r->exit       ? "called exit"
         : r->stopped    ? "was not checked any more"
                         : "gave no sign";
}

/* "sits in MPI_Win_start (file.c:17) waiting for MPI_Win_post from rank 1" */
static void print_peer(const struct hang *h, const struct wait *w, int peer, FILE *out) {
  const struct wait *p = waits_peer(h->ws, w->rank, peer);
  if (!p) {
    fputs(gone(journals_peer(h->ws->js, w->rank, peer)), out);
    return;
  }
  fputs(p->in_call ? "sits in " : "is not in an MPI call; its last call was ", out);
  print_call(h, p, out);
  if (p->in_call && json_array_size(p->missing) && *wait_what(p)) {
    fputs(" waiting", out);
    print_for(p, out);
  }
}

static void print_peers(const struct hang *h, const struct wait *w, FILE *out) {
  size_t n = json_array_size(w->missing);
  for (size_t i = 0; i < n && i < PEERS_TOLD; i++) {
    int peer = (int)json_integer_value(json_array_get(w->missing, i));
    if (n == 1)
      fputs(", which ", out);
    else
      fprintf(out, "%s rank %d ", i ? ";" : ":", peer);
    print_peer(h, w, peer, out);
  }
  if (n > PEERS_TOLD)
    fputs("; ...", out);
  if (w->done)
    fprintf(out, " (which %s done %s part: look at tags, communicators and the order of calls)",
            n == 1 ? "has" : "have", n == 1 ? "its" : "their");
}

/* What follows "rank 1 waits in" and its like. Malloced; NULL when memory runs out. */
static char *rest(const struct hang *h, const struct wait *w) {
  char *text = NULL;
  size_t n;
  FILE *out = open_memstream(&text, &n);
  if (!out)
    return NULL;
  print_call(h, w, out);
  if (w->in_call && *wait_what(w) && json_array_size(w->missing)) {
    print_for(w, out);
    print_peers(h, w, out);
  }
  return fclose(out) ? NULL : text;
}

static const char *verb(const struct wait *w, int many) {
  if (!w->in_call)
    return many ? "are not in an MPI call; their last call was"
                : "is not in an MPI call; its last call was";
  if (json_array_size(w->missing))
    return many ? "wait in" : "waits in";
  return many ? "sit in" : "sits in";
}

static json_t *waits_for(const struct wait *w) {
  json_t *list = json_array(), *peer;
  size_t i;
  json_array_foreach(w->missing, i, peer) {
    json_array_append_new(list, json_pack("{s:O, s:s}", "rank", peer, "what", wait_what(w)));
  }
  return list;
}

static json_t *hang_json(const struct hang *h, const struct wait *w, const char *text) {
  json_t *hang = json_pack("{s:i, s:i, s:s, s:s, s:b, s:f}", "rank", w->rank->rank, "thread",
                           member_int(w->record, "thread", 0), "call", w->call, "args", w->args,
                           "in_call", w->in_call, "seconds", w->seconds);
  char *sentence = NULL;
  json_object_update(hang, (json_t *)place_of(h, w));
  json_object_set_new(hang, "waits_for", waits_for(w));
  if (asprintf(&sentence, "rank %d %s %s", w->rank->rank, verb(w, 0), text) < 0)
    sentence = NULL;
  json_object_set_new(hang, "text", json_string(sentence ? sentence : ""));
  free(sentence);
  return hang;
}

/* Ranks in the same state share a sentence. The table keeps the order of the first of each. */
struct groups {
  json_t *ranks;            /* object: verb and rest -> array of ranks */
  const struct wait **some; /* for each, in order, one of them */
  size_t n;
};

static void group_add(struct groups *g, const struct wait *w, const char *text) {
  char *key = NULL;
  if (asprintf(&key, "%s %s %s", w->rank->world, verb(w, 1), text) < 0)
    return;
  json_t *ranks = json_object_get(g->ranks, key);
  if (!ranks) {
    json_object_set_new(g->ranks, key, ranks = json_array());
    g->some[g->n++] = w;
  }
  size_t n = json_array_size(ranks);
  if (!n || json_integer_value(json_array_get(ranks, n - 1)) != w->rank->rank)
    json_array_append_new(ranks, json_integer(w->rank->rank));
  free(key);
}

static void group_sentences(const struct groups *g, json_t *sentences) {
  const char *key;
  json_t *array;
  size_t i = 0;
  json_object_foreach(g->ranks, key, array) {
    const struct wait *w = g->some[i++];
    struct ranges ranks = {0};
    char *sentence = NULL;
    const char *text = key + strlen(w->rank->world) + strlen(verb(w, 1)) + 2;
    ranges_array(&ranks, array);
    if (asprintf(&sentence, "%s %s %s", ranges_named(&ranks), verb(w, ranks.count > 1), text) >=
        0)
      json_array_append_new(sentences, json_string(sentence));
    free(sentence);
  }
}

/* A thread outside MPI tells nothing if another one of its rank is inside. */
static int is_idle(const struct waits *ws, const struct wait *w) {
  const struct wait *shown = waits_peer(ws, w->rank, w->rank->rank);
  return !w->in_call && shown != w;
}

static void analyse(struct hang *h, struct groups *g, json_t *report) {
  json_t *hangs = json_array(), *sentences = json_array();
  circle_sentences(h->ws, sentences);
  for (size_t i = 0; i < h->ws->n; i++) {
    const struct wait *w = &h->ws->at[i];
    char *text = is_idle(h->ws, w) ? NULL : rest(h, w);
    if (!text)
      continue;
    json_array_append_new(hangs, hang_json(h, w, text));
    group_add(g, w, text);
    free(text);
  }
  group_sentences(g, sentences);
  json_object_set_new(report, "hangs", hangs);
  json_object_set_new(report, "hang_analysis", sentences);
}

void hang_add(json_t *report, const struct journals *js, struct symbols *s) {
  struct waits ws;
  if (waits_read(&ws, js))
    return;
  struct hang h = {&ws, calloc(ws.n + 1, sizeof *h.place)};
  struct groups g = {json_object(), calloc(ws.n + 1, sizeof *g.some), 0};
  if (ws.n && h.place && g.some) {
    for (size_t i = 0; i < ws.n; i++) {
      h.place[i] = json_object();
      entry_place(h.place[i],
                  rank_stack(ws.at[i].rank, member_number(ws.at[i].record, "stack", 0)), s);
    }
    analyse(&h, &g, report);
  }
  for (size_t i = 0; i < ws.n && h.place; i++)
    json_decref(h.place[i]);
  free(h.place);
  free(g.some);
  json_decref(g.ranks);
  waits_free(&ws);
}
