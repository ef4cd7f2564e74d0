#include <stdlib.h>
#include <string.h>
#include "checker/core/window_table.h"
#include "ledger.h"

struct ledger *ledger_of(struct check *c, struct window *w) {
  if (!w->ledger && c->out.history)
    w->ledger = calloc(1, sizeof *w->ledger);
  return w->ledger;
}

struct history_call ledger_call(const struct event *e) {
  return (struct history_call){1, e->rank, e->stack, e->call, e->assertion};
}

void ledger_feed(struct check *c, struct window *w, const struct event *e) {
  struct ledger *l = ledger_of(c, w);
  if (!l)
    return;
  epochs_note(c, w, l, e);
  copies_note(c, l, e);
}

void ledger_again(const struct window *w) {
  const struct ledger *l = w->ledger;
  if (!l || !l->latest)
    return;
  l->latest->operations[l->latest_op]++;
  l->latest->bytes[l->latest_op] += (uint64_t)l->latest_bytes;
}

void ledger_drop(struct window *w) {
  if (!w->ledger)
    return;
  epochs_drop(w->ledger);
  copies_drop(w->ledger);
  free(w->ledger);
  w->ledger = NULL;
}

static struct history_call created(const struct window *w) {
  const struct site *s = &w->created;
  return (struct history_call){1, s->rank, s->stack, s->call, 0};
}

static void give(struct check *c, struct window *w, const struct event *freed) {
  struct ledger *l = w->made && !w->freed ? ledger_of(c, w) : NULL;
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
    h.freed = ledger_call(freed);
  struct history_epoch *epoch = epochs_rows(l, &h.epochs);
  struct history_copy *copy = copies_rows(l, freed, &h.copies);
  h.epoch = epoch;
  h.copy = copy;
  c->out.history(c->out.context, &h);
  free(epoch);
  free(copy);
}

void ledger_close(struct check *c, struct window *w, const struct event *freed) {
  give(c, w, freed);
  ledger_drop(w);
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
