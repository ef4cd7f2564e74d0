#include <stdlib.h>
#include <string.h>
#include "checker/core/window_table.h"
#include "chronicle.h"

struct chronicle *chronicle_of(struct check *c, struct window *w) {
  if (!w->chronicle && c->out.history)
    w->chronicle = calloc(1, sizeof *w->chronicle);
  return w->chronicle;
}

struct history_call chronicle_call(const struct event *e) {
  return (struct history_call){1, e->rank, e->stack, e->call, e->assertion};
}

void chronicle_feed(struct check *c, struct window *w, const struct event *e) {
  struct chronicle *l = chronicle_of(c, w);
  if (!l)
    return;
  epochs_note(c, w, l, e);
  copies_note(c, w, l, e);
}

void chronicle_again(const struct window *w) {
  const struct chronicle *l = w->chronicle;
  if (!l || !l->latest)
    return;
  l->latest->operations[l->latest_op]++;
  l->latest->bytes[l->latest_op] += (uint64_t)l->latest_bytes;
}

void chronicle_drop(struct window *w) {
  if (!w->chronicle)
    return;
  epochs_drop(w->chronicle);
  copies_drop(w->chronicle);
  free(w->chronicle);
  w->chronicle = NULL;
}

static struct history_call created(const struct window *w) {
  const struct site *s = &w->created;
  return (struct history_call){1, s->rank, s->stack, s->call, 0};
}

static void give(struct check *c, struct window *w, const struct event *freed) {
  struct chronicle *l = w->made && !w->freed ? chronicle_of(c, w) : NULL;
  if (!l)
    return;
  struct event_member own = window_own(w);
  struct history h = {.win = w->id,
                      .flavor = w->flavor,
                      .model = w->model,
                      .info = w->info,
                      .created = created(w),
                      .me = w->me,
                      .count = w->count,
                      .size = own.size,
                      .disp_unit = own.disp_unit,
                      .epochs_left_out = l->epochs_left_out,
                      .copies_left_out = l->copies_left_out};
  if (freed)
    h.freed = chronicle_call(freed);
  struct history_epoch *epoch = epochs_rows(l, &h.epochs);
  struct history_copy *copy = copies_rows(l, freed, &h.copies);
  h.epoch = epoch;
  h.copy = copy;
  c->out.history(c->out.context, &h);
  free(epoch);
  free(copy);
}

void chronicle_close(struct check *c, struct window *w, const struct event *freed) {
  give(c, w, freed);
  if (c->out.span && w->chronicle) {
    epochs_spans(c, w, w->chronicle);
    copies_spans(c, w, w->chronicle, freed);
  }
  chronicle_drop(w);
}

void check_history(struct check *c) {
  for (struct window *w = c->windows.table; w; w = w->hh.next)
    give(c, w, NULL);
}

void check_detail(struct check *c, unsigned rows) {
  c->rows = rows;
  if (!rows)
    c->out.history = NULL;
}
