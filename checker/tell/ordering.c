/* ordering.c: says why nothing orders two accesses, and which call is missing between them.
 * "{0}" and "{1}" stand for their file and line, which only the report knows. */
#include <stdarg.h>
#include <stdio.h>
#include "checker/core/access.h"
#include "checker/core/window_table.h"
#include "ordering.h"
#include "thread_link.h"

struct words {
  const struct check *c;
  const struct access *a, *b; /* locations 0 and 1 */
  char *text;
  size_t room;
};

__attribute__((format(printf, 2, 3))) static void put(const struct words *w, const char *format,
                                                      ...) {
  va_list ap;
  va_start(ap, format);
  vsnprintf(w->text, w->room, format, ap);
  va_end(ap);
}

static const char *place(const struct words *w, const struct access *x) {
  return x == w->a ? "{0}" : "{1}";
}

static const struct access *other(const struct words *w, const struct access *x) {
  return x == w->a ? w->b : w->a;
}

/* Returns the index of an operation's target in its window, as its origin passes it to
 * calls. */
static int target_index(const struct check *c, const struct access *op) {
  const struct window *w = window_find(c, op->win);
  return op->local || !w ? op->target : w->me;
}

/* Names the calls that complete an operation at its target. */
static const char *completing(const struct check *c, const struct access *op, char *text,
                              size_t room) {
  int target = target_index(c, op);
  switch (op->epoch) {
  case EPOCH_FENCE:
    return "MPI_Win_fence";
  case EPOCH_START:
    snprintf(text, room, "MPI_Win_wait of rank %d", c->rank);
    break;
  case EPOCH_LOCK_ALL:
    snprintf(text, room, "MPI_Win_flush(%d) or MPI_Win_unlock_all", target);
    break;
  default:
    snprintf(text, room, "MPI_Win_flush(%d) or MPI_Win_unlock(%d)", target, target);
  }
  return text;
}

/* Names the calls after which a buffer is no longer in use. */
static const char *freeing(const struct check *c, const struct access *buffer, char *text,
                           size_t room) {
  int target = target_index(c, buffer);
  if (buffer->rank != c->rank)
    return "completing call";
  if (!buffer->win) {
    snprintf(text, room, "MPI_Wait or MPI_Test for the request of %s",
             call_name(buffer->site.call));
    return text;
  }
  switch (buffer->epoch) {
  case EPOCH_FENCE:
    return "MPI_Win_fence";
  case EPOCH_START:
    return "MPI_Win_complete";
  default:
    snprintf(text, room, "%sMPI_Win_flush_local(%d) or MPI_Win_unlock%s",
             buffer->request ? "MPI_Wait for its request, " : "", target,
             buffer->epoch == EPOCH_LOCK_ALL ? "_all" : "");
  }
  return text;
}

static const char *ending(const struct words *w, const struct access *x, char *text,
                          size_t room) {
  return (x->local ? freeing : completing)(w->c, x, text, room);
}

static int of_threads(const struct access *a, const struct access *b) {
  return a->rank == b->rank && thread_slot(a->start_time) != thread_slot(b->start_time);
}

int ordering_by_schedule(const struct access *a, const struct access *b) {
  const struct access *first = a->start_time < b->start_time ? a : b;
  const struct access *later = first == a ? b : a;
  return of_threads(a, b) && first->end_time <= later->start_time;
}

/* Two accesses of threads of one process. */
static void threads(const struct words *w, const struct access *first) {
  const struct access *later = other(w, first);
  const char *edge =
      thread_edges(w->c, thread_slot(first->start_time), thread_slot(later->start_time));
  char calls[160];
  if (ordering_by_schedule(first, later))
    put(w, "No %s by which thread %d knows, between %s and %s, that thread %d is done.", edge,
        later->site.thread, place(w, first), place(w, later), first->site.thread);
  else
    put(w,
        "No %s by thread %d, and then %s %s by which thread %d knows of it, between %s and %s.",
        ending(w, first, calls, sizeof calls), first->site.thread, *edge == 'O' ? "an" : "a",
        edge, later->site.thread, place(w, first), place(w, later));
}

/* Two accesses of one process: the first is not over when the second begins. */
static void same_rank(const struct words *w) {
  const struct access *first = w->a->site.seq < w->b->site.seq ? w->a : w->b;
  const struct access *later = other(w, first);
  char calls[160];
  if (of_threads(first, later)) {
    threads(w, first);
    return;
  }
  if (!w->a->local && !w->b->local && first->epoch == EPOCH_START)
    put(w,
        "No MPI_Win_complete and another MPI_Win_start between %s and %s: operations of one "
        "access epoch are not ordered.",
        place(w, first), place(w, later));
  else if (!w->a->local && !w->b->local)
    put(w, "No %s between %s and %s: without that, operations of one origin have no order.",
        ending(w, first, calls, sizeof calls), place(w, first), place(w, later));
  else
    put(w, "No %s between %s and %s: without that, %s.", ending(w, first, calls, sizeof calls),
        place(w, first), place(w, later),
        first->local ? "the buffer is still in use" : "the operation is not complete yet");
}

/* `later` knows that `first` was started, but not that it is over. */
static void too_early(const struct words *w, const struct access *first) {
  const struct access *later = other(w, first);
  char calls[160];
  ending(w, first, calls, sizeof calls);
  if (!first->local && first->epoch == EPOCH_FENCE)
    put(w,
        "No MPI_Win_fence between %s and %s: rank %d knows of the operation, but it is not "
        "complete.",
        place(w, first), place(w, later), later->rank);
  else if (!first->local && first->epoch == EPOCH_START)
    put(w,
        "No MPI_Win_wait of rank %d between %s and %s: rank %d knows of the operation, but it "
        "is "
        "not complete at its target.",
        w->c->rank, place(w, first), place(w, later), later->rank);
  else
    put(w,
        "No %s of rank %d between %s and the message, barrier or other call that lets rank %d "
        "go on to %s.",
        ending(w, first, calls, sizeof calls), first->rank, place(w, first), later->rank,
        place(w, later));
}

/* Two operations of different origins, both under locks on one target. */
static void locks(const struct words *w) {
  char calls[160];
  const char *why = (w->a->exclusive && w->a->nocheck) || (w->b->exclusive && w->b->nocheck)
                        ? "a lock with MPI_MODE_NOCHECK keeps nobody out"
                        : "shared locks keep nobody out";
  put(w,
      "No %s of rank %d, and then a message or barrier that lets rank %d know, between {0} and "
      "{1}; and %s.",
      completing(w->c, w->a, calls, sizeof calls), w->a->rank, w->b->rank, why);
}

/* Two loads or stores of different processes in shared memory. */
static void shared(const struct words *w) {
  put(w,
      "No message, barrier or other call lets rank %d know of {0} before {1}, nor rank %d of "
      "{1} before {0}.",
      w->b->rank, w->a->rank);
}

/* Neither process knows anything of the other's access. */
static void unrelated(const struct words *w) {
  const struct access *op = w->a->local ? w->b : w->a, *x = other(w, op);
  int passive = op->epoch >= EPOCH_LOCK, own = x->local && x->rank == w->c->rank;
  char calls[160], origin[32] = "", lock[80] = "";
  if (passive)
    snprintf(origin, sizeof origin, " of rank %d", op->rank);
  if (passive && own && !x->holds)
    snprintf(lock, sizeof lock, "; nor does rank %d lock its own window for %s", x->rank,
             place(w, x));
  put(w, "No %s%s, and then a message or barrier that lets rank %d know, between %s and %s%s.",
      completing(w->c, op, calls, sizeof calls), origin, x->rank, place(w, op), place(w, x),
      lock);
}

static int knows_start(const struct check *c, const struct access *later,
                       const struct access *first) {
  return first->rank != later->rank && access_knows(c, later, first->rank, first->start_time);
}

/* Both are in one epoch of active target synchronisation. Returns 0 if they are not. */
static int one_epoch(const struct words *w) {
  const struct access *a = w->a, *b = w->b, *op = a->local ? b : a, *x = other(w, op);
  if (op->epoch == EPOCH_FENCE && x->local) {
    put(w, "No MPI_Win_fence that completes the operation between %s and %s.", place(w, op),
        place(w, x));
  } else if (op->epoch == EPOCH_FENCE && x->epoch == EPOCH_FENCE && op->win == x->win) {
    put(w, a->number == b->number
               ? "No MPI_Win_fence between {0} and {1}: both stand in one fence epoch."
               : "No MPI_Win_fence without MPI_MODE_NOPRECEDE between {0} and {1}.");
  } else if (op->epoch == EPOCH_START && x->local && x->rank == w->c->rank) {
    put(w, "No MPI_Win_wait of rank %d between %s and %s: its exposure epoch is open.", x->rank,
        place(w, op), place(w, x));
  } else if (op->epoch == EPOCH_START && x->epoch == EPOCH_START && op->win == x->win) {
    put(w,
        "No MPI_Win_wait and another MPI_Win_post of rank %d between {0} and {1}: both stand "
        "in "
        "one exposure epoch.",
        w->c->rank);
  } else {
    return 0;
  }
  return 1;
}

/* Threads of this process are not ordered, one of which has to do with another process. Returns
 * 0 if that is not what is missing. */
static int linked(const struct words *w) {
  const struct access *op = w->a->local ? w->b : w->a, *x = other(w, op);
  int32_t thread;
  enum thread_link link = thread_link(w->c, op, x, &thread);
  const char *edge = thread_edges(w->c, thread_slot(x->start_time), 0);
  if (link == LINK_TO)
    put(w,
        "Thread %d of rank %d knows that the operation of %s is complete, but there is no %s "
        "by "
        "which thread %d knows, too, before %s.",
        thread, x->rank, place(w, op), edge, x->site.thread, place(w, x));
  if (link == LINK_FROM)
    put(w,
        "Rank %d knows what another thread of rank %d has done after %s, but there is no %s "
        "by which that thread knows of %s.",
        op->rank, x->rank, place(w, x), edge, place(w, x));
  return link != LINK_NONE;
}

void ordering(const struct check *c, const struct access *a, const struct access *b, char *text,
              size_t room) {
  const struct words w = {c, a, b, text, room};
  if (a->rank == b->rank)
    same_rank(&w);
  else if (linked(&w))
    return;
  else if (knows_start(c, b, a))
    too_early(&w, a);
  else if (knows_start(c, a, b))
    too_early(&w, b);
  else if (a->local && b->local)
    shared(&w);
  else if (one_epoch(&w))
    return;
  else if (!a->local && !b->local && a->epoch >= EPOCH_LOCK && b->epoch >= EPOCH_LOCK &&
           a->win == b->win)
    locks(&w);
  else
    unrelated(&w);
}

/* The two are in order, but not in the two copies of the separate memory model. */
void ordering_of_copies(const struct check *c, const struct access *a, const struct access *b,
                        char *text, size_t room) {
  const struct words w = {c, a, b, text, room};
  const struct access *op = a->local ? b : a, *x = other(&w, op);
  if (x->local && access_before(c, op, x))
    put(&w,
        "No MPI_Win_sync (nor fence, wait or lock) of rank %d between the completion of %s and "
        "%s: the update is in the public copy only.",
        x->rank, place(&w, op), place(&w, x));
  else if (x->local && access_before(c, x, op))
    put(&w,
        "No MPI_Win_sync (nor post, fence or unlock) of rank %d between %s and what lets rank "
        "%d "
        "go on to %s: the store is in the private copy only.",
        x->rank, place(&w, x), op->rank, place(&w, op));
  else if (access_before(c, a, b) || access_before(c, b, a))
    put(&w,
        "No MPI_Win_sync of rank %d on both windows between {%d} and {%d}: the update is in "
        "the "
        "public copy of one window only.",
        c->rank, access_before(c, b, a), access_before(c, a, b));
  else
    put(&w, "Nothing completes {0} before {1}, nor the other way round. In the separate memory "
            "model "
            "one of them must be visible before the other starts, even at different bytes of "
            "the window.");
}
