#include "standstill.h"

#include <stdlib.h>
#include <string.h>

void pending_free(struct pending *w) {
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
    pending_free(&s->pending[i]);
  free(s->pending);
  free(s->party);
  free(s);
}

/* Returns a copy of the event and its arrays, made by the codec. NULL: the event is not
 * valid. */
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

/* Makes room for one more item of `size` bytes in an array. 0: no memory. */
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

/* Returns the note fed last, if it is about the rank of the event. */
static struct party *last_party(struct progress *p, const struct event *e) {
  struct scene *s = p->scene;
  struct party *last = s && !s->settled && s->parties ? &s->party[s->parties - 1] : NULL;
  return last && last->rank == e->rank ? last : NULL;
}

/* Returns NULL if there is no memory, or no such note. */
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
