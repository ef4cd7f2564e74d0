#define _GNU_SOURCE
#include "hang.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/input/entry.h"
#include "report/symbols/frame.h"
#include "report/journal/member.h"
#include "report/input/ranges.h"
#include "report/events/standstill_events.h"

enum { PEERS_TOLD = 3 };

/* A world, which begins with js->rank[from]. */
struct hang {
  const struct journals *js;
  const struct rank *first;
  struct progress *progress;
  json_t *places; /* for each wait an object with file, line, function and stack */
};

static const struct rank *rank_of(const struct hang *h, int rank) {
  return journals_peer(h->js, h->first, rank);
}

static const json_t *record_of(const struct hang *h, const struct progress_wait *w) {
  return standstill_record(rank_of(h, w->rank), w->thread);
}

static json_t *place_of(const struct hang *h, const struct progress_wait *w) {
  return json_array_get(h->places, w->index);
}

/* Returns the name that the journal has, even if no call has this name. */
static const char *call_of(const struct hang *h, const struct progress_wait *w) {
  return member_text_or(record_of(h, w), "call", "?");
}

/* "MPI_Win_wait (file.c:42)" */
static void print_call(const struct hang *h, const struct progress_wait *w, FILE *out) {
  const char *file = member_text(place_of(h, w), "file");
  json_int_t line = member_number(place_of(h, w), "line", 0);
  fputs(call_of(h, w), out);
  if (file && line > 0)
    fprintf(out, " (%s:%lld)", frame_base(file), (long long)line);
}

/* A rank that waits for itself in a request waits for a generalized one. */
static int waits_for_itself(const struct progress_wait *w) {
  return w->kind == AWAIT_REQUEST && w->count == 1 && w->missing[0] == w->rank;
}

/* " for MPI_Win_post from ranks 1, 2" */
static void print_for(const struct progress_wait *w, FILE *out) {
  struct ranges ranks = {0};
  const char *what = progress_awaited(w);
  for (size_t i = 0; i < w->count; i++)
    ranges_add(&ranks, w->missing[i], w->missing[i]);
  if (!*what || !ranks.count)
    return;
  if (waits_for_itself(w))
    fputs(" for a request that only this rank can complete", out);
  else if (progress_awaits_start(w))
    fprintf(out, " for a start of %s at %s", what, ranges_named(&ranks));
  else if (w->kind == AWAIT_RECEIVE || w->kind == AWAIT_REQUEST || w->kind == AWAIT_EXCHANGE)
    fprintf(out, " for %s at %s", what, ranges_named(&ranks));
  else if ((w->kind == AWAIT_SEND || w->kind == AWAIT_UPDATE) && ranks.count > 1)
    fprintf(out, " for %s from any of %s", what, ranges_named(&ranks));
  else
    fprintf(out, " for %s from %s", what, ranges_named(&ranks));
}

/* Says what became of a rank without a hang record. */
static const char *gone(const struct rank *r) {
  return !r || !r->start ? "left no journal"
         : r->end        ? "has reached MPI_Finalize"
         : r->abort      ? "called MPI_Abort"
         : r->exit       ? "called exit"
         : r->crash      ? "has crashed"
         : r->stopped    ? "was not checked any more"
                         : "gave no sign";
}

/* "sits in MPI_Win_start (file.c:17) waiting for MPI_Win_post from rank 1" */
static void print_peer(const struct hang *h, int peer, FILE *out) {
  const struct progress_wait *p = progress_wait_of(h->progress, peer);
  if (!p) {
    fputs(gone(rank_of(h, peer)), out);
    return;
  }
  fputs(p->in_call ? "sits in " : "is not in an MPI call; its last call was ", out);
  print_call(h, p, out);
  if (p->in_call && p->count && *progress_awaited(p)) {
    fputs(" waiting", out);
    print_for(p, out);
  }
}

/* `alone`: with what ranks do that have a sentence of their own. */
static void print_peers(const struct hang *h, const struct progress_wait *w, int alone,
                        FILE *out) {
  size_t n = w->count, told = 0;
  for (size_t i = 0; i < n && told <= PEERS_TOLD; i++) {
    int peer = w->missing[i];
    if (!alone && progress_wait_of(h->progress, peer))
      continue;
    if (++told > PEERS_TOLD)
      break;
    if (n == 1)
      fputs(", which ", out);
    else
      fprintf(out, "%s rank %d ", told > 1 ? ";" : ":", peer);
    print_peer(h, peer, out);
  }
  if (told > PEERS_TOLD)
    fputs("; ...", out);
  if (w->done)
    fprintf(out, " (which %s done %s part: look at tags, communicators and the order of calls)",
            n == 1 ? "has" : "have", n == 1 ? "its" : "their");
}

/* Returns what follows "rank 1 waits in" and its like. Malloced; NULL when memory runs out. */
static char *rest(const struct hang *h, const struct progress_wait *w, int alone) {
  char *text = NULL;
  size_t n;
  FILE *out = open_memstream(&text, &n);
  if (!out)
    return NULL;
  print_call(h, w, out);
  if (w->in_call && *progress_awaited(w) && w->count) {
    print_for(w, out);
    if (!waits_for_itself(w))
      print_peers(h, w, alone, out);
  }
  return fclose(out) ? NULL : text;
}

static const char *verb(const struct progress_wait *w, int many) {
  if (!w->in_call)
    return many ? "are not in an MPI call; their last call was"
                : "is not in an MPI call; its last call was";
  if (w->count)
    return many ? "wait in" : "waits in";
  return many ? "sit in" : "sits in";
}

static json_t *waits_for(const struct progress_wait *w) {
  json_t *list = json_array();
  for (size_t i = 0; i < w->count; i++)
    json_array_append_new(
        list, json_pack("{s:i, s:s}", "rank", w->missing[i], "what", progress_awaited(w)));
  return list;
}

static json_t *hang_json(const struct hang *h, const struct progress_wait *w,
                         const char *text) {
  const json_t *record = record_of(h, w);
  double seconds = member_real(record, "seconds", 0);
  json_t *hang =
      json_pack("{s:i, s:i, s:s, s:s, s:b, s:f}", "rank", w->rank, "thread", w->thread, "call",
                call_of(h, w), "args", member_text_or(record, "args", ""), "in_call",
                w->in_call, "seconds", seconds >= 0 ? seconds : 0.0);
  char *sentence = NULL;
  json_object_update(hang, place_of(h, w));
  json_object_set_new(hang, "waits_for", waits_for(w));
  if (asprintf(&sentence, "rank %d %s %s", w->rank, verb(w, 0), text) < 0)
    sentence = NULL;
  json_object_set_new(hang, "text", json_string(sentence ? sentence : ""));
  free(sentence);
  return hang;
}

/* Ranks in the same state share a sentence. The table keeps the order in which the states
 * came. */
struct groups {
  json_t *ranks; /* object: world, verb and rest of the sentence -> array of ranks */
  struct member {
    const struct hang *hang;
    const struct progress_wait *wait;
  } * some; /* for each sentence, in order, one of its ranks */
  size_t n;
};

static void group_add(struct groups *g, const struct hang *h, const struct progress_wait *w,
                      const char *text) {
  char *key = NULL;
  if (asprintf(&key, "%s %s %s", h->first->world, verb(w, 1), text) < 0)
    return;
  json_t *ranks = json_object_get(g->ranks, key);
  if (!ranks) {
    json_object_set_new(g->ranks, key, ranks = json_array());
    g->some[g->n++] = (struct member){h, w};
  }
  size_t n = json_array_size(ranks);
  if (!n || json_integer_value(json_array_get(ranks, n - 1)) != w->rank)
    json_array_append_new(ranks, json_integer(w->rank));
  free(key);
}

static void group_sentences(const struct groups *g, json_t *sentences) {
  const char *key;
  json_t *array;
  size_t i = 0;
  json_object_foreach(g->ranks, key, array) {
    const struct member *m = &g->some[i++];
    struct ranges ranks = {0};
    char *sentence = NULL;
    const char *text = key + strlen(m->hang->first->world) + strlen(verb(m->wait, 1)) + 2;
    ranges_array(&ranks, array);
    if (asprintf(&sentence, "%s %s %s", ranges_named(&ranks), verb(m->wait, ranks.count > 1),
                 text) >= 0)
      json_array_append_new(sentences, json_string(sentence));
    free(sentence);
  }
}

static void circle_sentence(void *context, const struct progress_wait *const *at, size_t n) {
  json_t *sentences = context;
  size_t room;
  char *text = NULL;
  FILE *out = open_memstream(&text, &room);
  if (!out)
    return;
  if (n == 1) {
    fprintf(out, "rank %d waits for %s", at[0]->rank,
            at[0]->kind == AWAIT_REQUEST ? "a request that it does not complete" : "itself");
  } else if (n == 2) {
    int a = at[0]->rank, b = at[1]->rank;
    fprintf(out, "ranks %d and %d wait for each other", a < b ? a : b, a < b ? b : a);
  } else {
    fprintf(out, "%zu ranks wait in a circle: rank %d", n, at[0]->rank);
    for (size_t i = 1; i < n && i < 20; i++)
      fprintf(out, " for rank %d,", at[i]->rank);
    fprintf(out, "%s for rank %d", n > 20 ? " ..." : "", at[0]->rank);
  }
  if (!fclose(out))
    json_array_append_new(sentences, json_string(text));
  free(text);
}

/* A thread outside MPI tells nothing if another thread of its rank is inside. */
static int is_idle(const struct hang *h, const struct progress_wait *w) {
  return !w->in_call && progress_wait_of(h->progress, w->rank) != w;
}

static void analyse(const struct hang *h, struct groups *g, json_t *hangs) {
  const struct progress_wait *w;
  for (size_t i = 0; (w = progress_wait(h->progress, i)); i++) {
    char *text = is_idle(h, w) ? NULL : rest(h, w, 1), *sentence = text ? rest(h, w, 0) : NULL;
    if (sentence) {
      json_array_append_new(hangs, hang_json(h, w, text));
      group_add(g, h, w, sentence);
    }
    free(text);
    free(sentence);
  }
}

/* Returns 0 if there is no memory. Adds to *waits how many waits there are. */
static int begin(struct hang *h, const struct journals *js, size_t from, struct symbols *s,
                 size_t *waits) {
  const struct progress_wait *w;
  *h = (struct hang){js, &js->rank[from], progress_new(rank_size(&js->rank[from])),
                     json_array()};
  if (!h->progress) {
    json_decref(h->places);
    return 0;
  }
  standstill_events(h->progress, js, from);
  for (size_t i = 0; (w = progress_wait(h->progress, i)); i++, ++*waits) {
    json_t *place = json_object();
    entry_place(place,
                rank_stack(rank_of(h, w->rank), member_number(record_of(h, w), "stack", 0)), s);
    json_array_append_new(h->places, place);
  }
  return 1;
}

static void add(json_t *report, const struct hang *h, size_t worlds, struct groups *g) {
  json_t *hangs = json_array(), *sentences = json_array();
  for (size_t i = 0; i < worlds; i++)
    progress_circles(h[i].progress, sentences, circle_sentence);
  for (size_t i = 0; i < worlds; i++)
    analyse(&h[i], g, hangs);
  group_sentences(g, sentences);
  json_object_set_new(report, "hangs", hangs);
  json_object_set_new(report, "hang_analysis", sentences);
}

void hang_add(json_t *report, const struct journals *js, struct symbols *s) {
  struct hang *h = calloc(js->ranks + 1, sizeof *h);
  size_t worlds = 0, waits = 0;
  for (size_t i = 0; h && i < js->ranks; i = js->rank[i].to)
    worlds += (size_t)begin(&h[worlds], js, i, s, &waits);
  struct groups g = {json_object(), calloc(waits + 1, sizeof *g.some), 0};
  if (waits && g.some)
    add(report, h, worlds, &g);
  for (size_t i = 0; i < worlds; i++) {
    progress_free(h[i].progress);
    json_decref(h[i].places);
  }
  free(h);
  free(g.some);
  json_decref(g.ranks);
}
