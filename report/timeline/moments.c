/* moments.c: collects the steps of processes. */
#include <stdlib.h>
#include <string.h>
#include "report/journal/rankset.h"
#include "track.h"

struct timeline *timeline_new(void) {
  return calloc(1, sizeof(struct timeline));
}

static void track_free(struct track *t) {
  for (size_t i = 0; i < t->moments; i++)
    free(t->moment[i].group);
  for (size_t i = 0; i < t->bars; i++)
    free(t->bar[i].others);
  free(t->world);
  free(t->moment);
  free(t->bar);
  free(t->memory);
  free(t->node);
}

void timeline_free(struct timeline *t) {
  struct track_window *w, *next;
  for (size_t i = 0; t && i < t->tracks; i++)
    track_free(&t->track[i]);
  if (t) {
    HASH_ITER(hh, t->windows, w, next) {
      HASH_DEL(t->windows, w);
      free(w->member);
      free(w);
    }
    free(t->track);
    free(t->mark);
  }
  free(t);
}

struct track *timeline_track(struct timeline *t, const char *world, int rank, int size) {
  struct track *more = realloc(t->track, (t->tracks + 1) * sizeof *more);
  if (!more)
    return NULL;
  t->track = more;
  struct track *new = &more[t->tracks];
  size_t each = TIMELINE_MOST / (size_t)(size > 0 ? size : 1);
  *new = (struct track){.all = t, .world = strdup(world), .rank = rank, .size = size};
  if (!new->world)
    return NULL;
  new->most = each < 16 ? 16 : each;
  while (strcmp(more[new->first].world, world) != 0)
    new->first++;
  t->tracks++;
  return new;
}

struct track *track_of(const struct track *t, int rank) {
  for (size_t i = (size_t)t->first; i < t->all->tracks; i++)
    if (t->all->track[i].rank == rank && t->all->track[i].first == t->first)
      return &t->all->track[i];
  return NULL;
}

const struct event_member *track_member(const struct timeline *t, uint64_t win, int32_t index) {
  struct track_window *w;
  HASH_FIND(hh, t->windows, &win, sizeof win, w);
  return w && index >= 0 && index < w->count ? &w->member[index] : NULL;
}

static int32_t member_rank(const struct timeline *t, uint64_t win, int32_t index) {
  const struct event_member *m = track_member(t, win, index);
  return m ? m->rank : -1;
}

static void *one_more(void *array, size_t n, size_t *room, size_t size) {
  if (n < *room)
    return array;
  size_t wanted = *room ? *room * 2 : 64;
  void *more = realloc(array, wanted * size);
  if (more)
    *room = wanted;
  return more;
}

static struct track_step *add(struct track *t, const struct event *e) {
  struct track_step *more =
      t->moments < t->most ? one_more(t->moment, t->moments, &t->moment_room, sizeof *t->moment)
                           : NULL;
  if (!more) {
    t->left_out++;
    return NULL;
  }
  t->moment = more;
  struct track_step *m = &t->moment[t->moments++];
  *m = (struct track_step){.seq = e->seq,
                           .win = e->win,
                           .stack = e->stack,
                           .assertion = e->assertion,
                           .thread = e->thread,
                           .other = member_rank(t->all, e->win, e->target),
                           .call = e->call,
                           .kind = e->kind,
                           .flag = e->flag};
  return m;
}

/* Whether the events are about a call that begins and ends. */
static int lasts(const struct event *e) {
  return (event_traits(e->kind) & (EVENT_SYNCHRONISES | EVENT_MEETS)) != 0;
}

static void note_window(struct timeline *t, const struct event *e) {
  const struct event_window *of = &e->u.window;
  struct track_window *w;
  HASH_FIND(hh, t->windows, &e->win, sizeof e->win, w);
  if (w || !(w = calloc(1, sizeof *w)))
    return;
  w->id = e->win;
  w->member = calloc((size_t)of->count + 1, sizeof *w->member);
  w->count = w->member ? of->count : 0;
  if (w->count)
    memcpy(w->member, of->members, (size_t)of->count * sizeof *w->member);
  HASH_ADD(hh, t->windows, id, sizeof w->id, w);
}

static void note_memory(struct track *t, const struct event *e) {
  const struct event_window *of = &e->u.window;
  struct track_memory *more = realloc(t->memory, (t->memories + 1) * sizeof *more);
  if (!more)
    return;
  t->memory = more;
  more[t->memories++] =
      (struct track_memory){e->win, of->flavor == FLAVOR_DYNAMIC ? 0 : (int64_t)of->base,
                            of->me >= 0 && of->me < of->count ? of->members[of->me].size : 0};
}

static void take_group(struct track_step *m, const struct timeline *t, const struct event *e) {
  const struct event_group *g = &e->u.group;
  if (e->kind != EVENT_POST && e->kind != EVENT_START)
    return;
  m->group = calloc((size_t)g->count + 1, sizeof *m->group);
  m->members = m->group ? g->count : 0;
  for (int32_t i = 0; i < m->members; i++)
    m->group[i] = member_rank(t, e->win, g->index[i]);
}

static void begin(struct track *t, const struct event *e) {
  struct track_step *m = add(t, e);
  if (!m)
    return;
  m->open = 1;
  take_group(m, t->all, e);
}

static void end(struct track *t, const struct event *e) {
  size_t i = t->moments;
  while (i && !(t->moment[i - 1].open && t->moment[i - 1].kind == e->kind &&
                t->moment[i - 1].thread == e->thread))
    i--;
  if (e->kind == EVENT_WIN_CREATE && e->ok) {
    note_window(t->all, e);
    note_memory(t, e);
  }
  if (!i)
    return;
  struct track_step *m = &t->moment[i - 1];
  m->open = 0;
  m->end_seq = e->seq;
  m->win = e->win;
  m->flag = e->flag;
}

static void operation(struct track *t, const struct event *e) {
  const struct event_op *o = &e->u.op;
  struct track_step *m = e->phase == EVENT_ENTER ? add(t, e) : NULL;
  if (!m)
    return;
  m->size = o->target.size;
  m->number = o->op;
  m->key = (uint64_t)o->disp;
  const struct event_member *at = track_member(t->all, e->win, e->target);
  int64_t from;
  if (__builtin_mul_overflow(o->disp, at ? at->disp_unit : 1, &from) ||
      __builtin_add_overflow(from, o->target.lo, &m->lo) ||
      __builtin_add_overflow(from, o->target.hi, &m->hi))
    m->lo = m->hi = 0;
}

/* The last of the windows made that has these bytes, or NULL. */
static const struct track_memory *memory_with(const struct track *t, int64_t lo, int64_t hi) {
  for (size_t i = t->memories; i; i--) {
    const struct track_memory *w = &t->memory[i - 1];
    if (lo >= w->base && hi <= w->base + w->size)
      return w;
  }
  return NULL;
}

static void edge(struct track *t, const struct event *e) {
  struct track_step *m =
      e->flag & (e->kind == EVENT_RELEASE ? RELEASE_VOID : EDGE_FORGET) ? NULL : add(t, e);
  if (!m)
    return;
  m->other = e->u.edge.rank;
  m->key = e->u.edge.key;
  m->number = e->u.edge.number;
}

/* Of what MPI accesses only window memory is drawn: a buffer belongs to its call. */
static void local_memory(struct track *t, const struct event *e) {
  const struct event_access *a = &e->u.access;
  const struct track_memory *w = memory_with(t, a->data.lo, a->data.hi);
  struct track_step *m = e->phase == EVENT_ENTER && a->data.lo < a->data.hi && (w || a->program)
                             ? add(t, e)
                             : NULL;
  if (!m)
    return;
  m->size = a->data.size;
  m->number = a->store;
  m->win = w ? w->win : 0;
  m->lo = a->data.lo - (w ? w->base : 0);
  m->hi = a->data.hi - (w ? w->base : 0);
}

void timeline_event(struct track *t, const struct event *e) {
  if (e->sent || e->rank != t->rank)
    return;
  if (lasts(e)) {
    if (e->phase == EVENT_ENTER)
      begin(t, e);
    else
      end(t, e);
    return;
  }
  if (e->kind == EVENT_OP)
    operation(t, e);
  else if (e->kind == EVENT_RELEASE || e->kind == EVENT_ACQUIRE)
    edge(t, e);
  else if (e->kind == EVENT_ACCESS)
    local_memory(t, e);
  else if (e->kind == EVENT_FINALIZE || (e->kind == EVENT_GREQ && e->stack))
    add(t, e);
}

static char *set_of(const int32_t *rank, int32_t n) {
  struct rankset set = {0};
  for (int32_t i = 0; i < n; i++)
    if (rank[i] >= 0)
      rankset_add(&set, rank[i]);
  char *text = rankset_text(&set);
  rankset_free(&set);
  return text;
}

void timeline_span(struct track *t, const struct history_span *s) {
  struct bar *more =
      t->bars < t->most ? one_more(t->bar, t->bars, &t->bar_room, sizeof *t->bar) : NULL;
  if (!more) {
    t->left_out++;
    return;
  }
  t->bar = more;
  struct bar *b = &t->bar[t->bars++];
  *b = (struct bar){.win = s->win, .from = s->from, .to = s->to};
  if (s->epoch) {
    const struct history_epoch *e = s->epoch;
    b->kind = (uint8_t)e->alike.kind;
    b->exclusive = (uint8_t)e->alike.exclusive;
    b->opened = e->alike.opened;
    b->closed = e->alike.closed;
    b->number = e->first;
    b->work = e->work;
    b->others = e->others ? set_of(e->others, e->others_count) : NULL;
  } else {
    b->copy = s->copy->newer.public_newer ? 2 : 1;
    b->opened = s->copy->newer.since;
    b->closed = s->copy->newer.until;
    b->lo = s->copy->lo;
    b->hi = s->copy->hi;
  }
}

void timeline_finding(struct track *t, const struct finding *f) {
  struct timeline *all = t->all;
  for (int i = 0; i < f->locations; i++) {
    struct track_mark *more =
        one_more(all->mark, all->marks, &all->mark_room, sizeof *all->mark);
    if (!more)
      return;
    all->mark = more;
    const struct site *s = &f->location[i].site;
    all->mark[all->marks++] = (struct track_mark){t->first, s->rank, s->seq, f->slug};
  }
}

static void mark(struct track *t, const struct track_mark *mark) {
  size_t lo = 0, hi = t->moments;
  while (lo < hi) { /* the first moment that ends at the event or later, or begins there */
    size_t mid = (lo + hi) / 2;
    if (t->moment[mid].seq < mark->seq)
      lo = mid + 1;
    else
      hi = mid;
  }
  if (lo < t->moments && t->moment[lo].seq == mark->seq)
    t->moment[lo].marked = (uint16_t)(mark->slug + 1);
  else if (lo && t->moment[lo - 1].end_seq == mark->seq)
    t->moment[lo - 1].marked = (uint16_t)(mark->slug + 1);
}

/* Loads and stores that are beside what matters, such as in pages that a window shares with
 * other variables. */
static int is_beside(const struct track_step *m) {
  return m->kind == EVENT_ACCESS && !m->win && !m->marked;
}

static void drop_beside(struct track *t) {
  size_t kept = 0;
  for (size_t i = 0; i < t->moments; i++)
    if (!is_beside(&t->moment[i]))
      t->moment[kept++] = t->moment[i];
  t->moments = kept;
}

void moments_mark(struct timeline *t) {
  for (size_t i = 0; i < t->marks; i++) {
    struct track *of = track_of(&t->track[t->mark[i].first], t->mark[i].rank);
    if (of)
      mark(of, &t->mark[i]);
  }
  for (size_t k = 0; k < t->tracks; k++)
    drop_beside(&t->track[k]);
}
