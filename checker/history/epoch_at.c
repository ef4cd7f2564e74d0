/* epoch_at.c: in which epoch a rank is, or was. */
#include "checker/core/window_table.h"
#include "chronicle.h"

enum { ITS_OWN = 9 }; /* a better rating than any other */

struct past_epoch epochs_past(const struct open_epoch *o, uint64_t to) {
  const struct history_alike *a = &o->row.alike;
  return (struct past_epoch){.from = o->from,
                             .to = to,
                             .number = o->row.first,
                             .target = o->target,
                             .kind = (uint8_t)a->kind,
                             .exclusive = (uint8_t)a->exclusive,
                             .nocheck = (a->opened.assertion & ASSERT_NOCHECK) != 0};
}

uint32_t epochs_number(const struct window *w, enum history_kind kind, int32_t target) {
  const struct chronicle *l = w->chronicle;
  const struct open_epoch *o = l ? l->access : NULL;
  if (!l)
    return 0;
  if (kind == HISTORY_LOCK)
    HASH_FIND(hh, l->locks, &target, sizeof target, o);
  return o && o->row.alike.kind == kind ? (uint32_t)o->row.first : 0;
}

/* The sooner a kind comes, the more the epoch has to do with the rank's own memory. */
static int rating(const struct window *w, const struct past_epoch *p, int local) {
  static const int near[HISTORY_KINDS] = {[HISTORY_EXPOSURE] = 5,
                                          [HISTORY_FENCE] = 4,
                                          [HISTORY_LOCK_ALL] = 3,
                                          [HISTORY_LOCK] = 1,
                                          [HISTORY_ACCESS] = 1};
  if (p->kind == HISTORY_LOCK && p->target == w->me)
    return 2;
  return local ? near[p->kind] : p->kind != HISTORY_EXPOSURE;
}

/* A call has two events, and belongs to the epoch that it opens or closes. A fence may do both,
 * so it counts for the one that it opens. */
static int is_edge(const struct past_epoch *p, uint64_t seq) {
  return seq == p->from || seq + 1 == p->from ||
         (p->to && p->kind != HISTORY_FENCE && (seq == p->to || seq + 1 == p->to));
}

static int is_inside(const struct past_epoch *p, uint64_t seq) {
  return seq > p->from && (!p->to || seq < p->to);
}

static void consider(const struct window *w, struct past_epoch p, uint64_t seq, int local,
                     struct past_epoch *best, int *rated) {
  int edge = !local && is_edge(&p, seq);
  int fence = !local && p.kind == HISTORY_FENCE && p.to && seq + 1 == p.to;
  if (!edge && (fence || !is_inside(&p, seq)))
    return;
  int rate = edge ? ITS_OWN : rating(w, &p, local);
  if (rate <= *rated)
    return;
  *rated = rate;
  *best = p;
}

int epochs_at(const struct window *w, uint64_t seq, int local, struct past_epoch *at) {
  const struct chronicle *l = w->chronicle;
  int rated = -1;
  if (!l)
    return 0;
  if (l->access)
    consider(w, epochs_past(l->access, 0), seq, local, at, &rated);
  if (l->exposure)
    consider(w, epochs_past(l->exposure, 0), seq, local, at, &rated);
  for (const struct open_epoch *o = l->locks; o; o = o->hh.next)
    consider(w, epochs_past(o, 0), seq, local, at, &rated);
  for (uint64_t i = 0; i < l->ended && i < PAST_EPOCHS; i++)
    consider(w, l->past[i], seq, local, at, &rated);
  return rated >= 0;
}
