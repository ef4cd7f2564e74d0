#include "standstill.h"

#include <stdlib.h>
#include <string.h>

#include "include/call.h"
#include "missing.h"

static void notes_free(struct pending *w) {
  for (struct note *n = w->notes, *next; n; n = next) {
    next = n->next;
    free(n);
  }
  free(w->args);
  free(w->missing.at);
}

void standstill_free(struct progress *p) {
  struct scene *s = p->scene;
  if (!s)
    return;
  for (size_t i = 0; i < s->count; i++)
    notes_free(&s->pending[i]);
  free(s->pending);
  free(s->party);
  free(s);
}

/* The event with its arrays: the codec has a copy of them all. NULL: it is not valid. */
static struct note *note_new(struct scene *s, const struct event *e) {
  size_t n = event_encode(e, NULL, 0);
  unsigned char *bytes = malloc(n ? n : 1);
  struct note *note = malloc(sizeof *note + EVENT_SCRATCH(n));
  s->failed |= !bytes || !note;
  if (bytes && note) {
    event_encode(e, bytes, n);
    note->next = NULL;
    if (event_decode(&note->event, bytes, n, note->arrays)) {
      free(bytes);
      return note;
    }
  }
  free(bytes);
  free(note);
  return NULL;
}

/* An array of items of `size` bytes gets room for one more. 0: no memory. */
static int grow(struct scene *s, void **array, size_t count, size_t *room, size_t size) {
  if (count < *room)
    return 1;
  size_t more = *room ? 2 * *room : 16;
  void *at = realloc(*array, more * size);
  s->failed |= !at;
  if (!at)
    return 0;
  *array = at;
  *room = more;
  return 1;
}

static struct scene *scene_of(struct progress *p) {
  if (!p->scene)
    p->scene = calloc(1, sizeof *p->scene);
  return p->scene;
}

void process_feed(struct progress *p, const struct event *e) {
  struct scene *s = scene_of(p);
  if (!s || s->settled ||
      !grow(s, (void **)&s->party, s->parties, &s->party_room, sizeof *s->party))
    return;
  s->party[s->parties++] =
      (struct party){.rank = e->rank, .facts = e->u.process, .from = s->count, .to = s->count};
}

/* That which was fed last, if it is of the event's rank. */
static struct party *last_party(struct progress *p, const struct event *e) {
  struct scene *s = p->scene;
  struct party *last = s && !s->settled && s->parties ? &s->party[s->parties - 1] : NULL;
  return last && last->rank == e->rank ? last : NULL;
}

/* NULL: no memory, or there is none. */
static char *text_of(const struct event_standstill *facts) {
  size_t n = facts->length > 0 ? (size_t)facts->length : 0;
  char *text = n ? malloc(n + 1) : NULL;
  if (!text)
    return NULL;
  memcpy(text, facts->args, n);
  text[n] = '\0';
  return text;
}

/* A process that has ended waits for nothing. */
void standstill_feed(struct progress *p, const struct event *e) {
  struct scene *s = p->scene;
  struct party *party = last_party(p, e);
  if (!party || party->facts.ended ||
      !grow(s, (void **)&s->pending, s->count, &s->room, sizeof *s->pending))
    return;
  struct note *note = note_new(s, e);
  if (!note)
    return;
  s->pending[s->count++] = (struct pending){.told = {.rank = e->rank,
                                                     .thread = e->thread,
                                                     .in_call = e->u.standstill.in_call,
                                                     .call = e->call,
                                                     .part = e->call},
                                            .notes = note,
                                            .last = note,
                                            .facts = &note->event.u.standstill,
                                            .args = text_of(&note->event.u.standstill)};
  party->to = s->count;
}

void standstill_detail(struct progress *p, const struct event *e) {
  struct party *party = last_party(p, e);
  struct pending *w =
      party && party->to > party->from ? &p->scene->pending[party->to - 1] : NULL;
  struct note *note = w && w->told.thread == e->thread ? note_new(p->scene, e) : NULL;
  if (!note)
    return;
  w->last->next = note;
  w->last = note;
}

const struct note *note_next(const struct pending *w, const struct note *n, int kind) {
  for (n = n ? n->next : w->notes; n && n->event.kind != kind; n = n->next)
    ;
  return n;
}

const struct event_synchronised *standstill_window(const struct pending *w, uint64_t window) {
  for (const struct note *n = NULL; (n = note_next(w, n, EVENT_SYNCHRONISED));)
    if (n->event.win == window)
      return &n->event.u.synchronised;
  return NULL;
}

/* By rank; of one rank, as they came. */
static int by_rank(const void *a, const void *b) {
  const struct party *x = a, *y = b;
  if (x->rank != y->rank)
    return x->rank < y->rank ? -1 : 1;
  return (x->shown > y->shown) - (x->shown < y->shown);
}

static int by_thread(const void *a, const void *b) {
  const struct pending *x = a, *y = b;
  if (x->told.thread != y->told.thread)
    return x->told.thread < y->told.thread ? -1 : 1;
  return (x->told.index > y->told.index) - (x->told.index < y->told.index);
}

/* Only the last of each rank stays. `shown` is the order they came in meanwhile. */
static void settle_parties(struct scene *s) {
  size_t n = 0;
  for (size_t i = 0; i < s->parties; i++)
    s->party[i].shown = i;
  if (s->parties)
    qsort(s->party, s->parties, sizeof *s->party, by_rank);
  for (size_t i = 0; i < s->parties; i++)
    if (i + 1 == s->parties || s->party[i].rank != s->party[i + 1].rank)
      s->party[n++] = s->party[i];
  s->parties = n;
}

/* Into `pending`, which has n already: the last of each of the party's threads. */
static size_t settle_threads(struct scene *s, struct party *party, struct pending *pending,
                             size_t n) {
  struct pending *from = &s->pending[party->from];
  size_t count = party->to - party->from;
  for (size_t i = 0; i < count; i++)
    from[i].told.index = i;
  if (count)
    qsort(from, count, sizeof *from, by_thread);
  party->from = n;
  party->shown = 0;
  for (size_t i = 0; i < count; i++) {
    if (i + 1 < count && from[i].told.thread == from[i + 1].told.thread)
      continue;
    struct pending *w = &pending[n];
    *w = from[i];
    from[i].notes = NULL;
    from[i].args = NULL;
    w->party = party;
    w->told.index = n++;
    if (!party->shown || (w->told.in_call && !pending[party->shown - 1].told.in_call))
      party->shown = n;
  }
  party->to = n;
  return n;
}

static void settle(struct scene *s) {
  struct pending *pending = calloc(s->count + 1, sizeof *pending);
  size_t n = 0;
  s->failed |= !pending;
  if (s->failed) {
    free(pending);
    return;
  }
  settle_parties(s);
  for (size_t i = 0; i < s->parties; i++)
    n = settle_threads(s, &s->party[i], pending, n);
  for (size_t i = 0; i < s->count; i++)
    notes_free(&s->pending[i]);
  free(s->pending);
  s->pending = pending;
  s->count = n;
  missing_find(s);
}

struct scene *scene_settle(struct progress *p) {
  struct scene *s = p->scene;
  if (s && !s->settled) {
    s->settled = 1;
    settle(s);
  }
  return s && !s->failed ? s : NULL;
}

struct party *scene_party(const struct scene *s, int32_t rank) {
  size_t from = 0, to = s->parties;
  while (from < to) {
    size_t middle = from + (to - from) / 2;
    struct party *m = &s->party[middle];
    if (m->rank == rank)
      return m;
    if (m->rank < rank)
      from = middle + 1;
    else
      to = middle;
  }
  return NULL;
}

struct pending *scene_shown(const struct scene *s, int32_t rank) {
  const struct party *party = scene_party(s, rank);
  return party && party->shown ? &s->pending[party->shown - 1] : NULL;
}

const struct progress_wait *progress_wait(struct progress *p, size_t index) {
  const struct scene *s = scene_settle(p);
  return s && index < s->count ? &s->pending[index].told : NULL;
}

const struct progress_wait *progress_wait_of(struct progress *p, int32_t rank) {
  const struct scene *s = scene_settle(p);
  const struct pending *w = s ? scene_shown(s, rank) : NULL;
  return w ? &w->told : NULL;
}

const char *progress_awaited(const struct progress_wait *w) {
  static const char *const awaited[AWAITS] = {[AWAIT_NOTHING] = "",
                                              [AWAIT_POST] = "MPI_Win_post",
                                              [AWAIT_COMPLETE] = "MPI_Win_complete",
                                              [AWAIT_FENCE] = "MPI_Win_fence",
                                              [AWAIT_LOCK] = "MPI_Win_unlock",
                                              [AWAIT_RECEIVE] = "a receive",
                                              [AWAIT_SEND] = "a send",
                                              [AWAIT_REQUEST] = "the other side of its request",
                                              [AWAIT_EXCHANGE] = "a receive or a send"};
  return w->kind == AWAIT_COLLECTIVE ? call_name(w->part) : awaited[w->kind];
}
