#include "window_history.h"
#include "include/check.h"
#include "interpose/base/world.h"
#include "interpose/calls/win.h"
#include "interpose/stack/stack.h"
#include "report/journal/journal_history.h"

/* In the order of the words of --detail: bounds of the rows of a window, and of the windows
 * that one line of the program makes. */
static const struct { unsigned rows, windows; } details[] = {{0, 0}, {512, 64}, {16384, 4096}};
static unsigned windows;

void window_history_begin(const struct options *o) {
  int word = options_word(o, OPTION_DETAIL);
  windows = details[word].windows;
  check_detail(world.check, details[word].rows);
}

static void define(const struct history_call *at) {
  if (at->known && at->rank == world.rank)
    stack_define(at->stack);
}

void window_history(void *unused, const struct history *h) {
  (void)unused;
  if (!world.journal || !journal_history_wanted(world.journal, h, windows))
    return;
  define(&h->created);
  define(&h->freed);
  for (int i = 0; i < h->epochs; i++) {
    define(&h->epoch[i].alike.opened);
    define(&h->epoch[i].alike.closed);
  }
  for (int i = 0; i < h->copies; i++) {
    define(&h->copy[i].newer.since);
    define(&h->copy[i].newer.until);
  }
  journal_history(world.journal, h, win_comm_name(h->win));
}

void window_history_now(void) {
  if (world.check)
    check_history(world.check);
}

void window_history_end(void) {
  if (world.journal)
    journal_history_end(world.journal);
}
