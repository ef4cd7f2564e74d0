/* explain.c: two accesses in words: what they do, why nothing orders them, which call is
 * missing.
 */
#include <stdio.h>
#include <string.h>
#include "access.h"

static const char *verb(const struct access *a) {
  static const char *const ops[] = {"writes",  "reads",   "updates",
                                    "updates", "updates", "updates"};
  if (a->local)
    return a->update ? "writes" : "reads";
  return a->update ? ops[a->op] : "reads";
}

static void epoch_text(const struct access *a, char *text, size_t room) {
  switch (a->epoch) {
  case EPOCH_FENCE:
    snprintf(text, room, "fence epoch %llu", (unsigned long long)a->number);
    break;
  case EPOCH_START:
    snprintf(text, room, "access epoch of MPI_Win_start");
    break;
  case EPOCH_LOCK:
    snprintf(text, room, "access epoch of MPI_Win_lock (%s%s)",
             a->exclusive ? "exclusive" : "shared", a->nocheck ? ", MPI_MODE_NOCHECK" : "");
    break;
  case EPOCH_LOCK_ALL:
    snprintf(text, room, "access epoch of MPI_Win_lock_all");
    break;
  default:
    snprintf(text, room, "%s", a->holds ? "while the own window is locked" : "");
    break;
  }
}

static void describe(char *text, size_t room, const struct access *a, const char *bytes) {
  const char *call = call_name(a->site.call);
  if (a->local && a->program)
    snprintf(text, room, "a %s of rank %d %s %s", a->update ? "store" : "load", a->rank,
             verb(a), bytes);
  else
    snprintf(text, room, "%s of rank %d %s %s", call, a->rank, verb(a), bytes);
}

static const char *completing(const struct access *a) {
  switch (a->epoch) {
  case EPOCH_FENCE:
    return "MPI_Win_fence";
  case EPOCH_START:
    return "MPI_Win_wait at the target";
  case EPOCH_LOCK_ALL:
    return "MPI_Win_flush or MPI_Win_unlock_all";
  default:
    return "MPI_Win_unlock or MPI_Win_flush";
  }
}

/* Why `later` is not after `first`: it may know that `first` was called, but not that it was
 * over. */
static int too_early(const struct check *c, const struct access *first,
                     const struct access *later) {
  return first->rank != later->rank && access_knows(c, later, first->rank, first->start_time);
}

static void order_text(const struct check *c, char *text, size_t room, const struct access *a,
                       const struct access *b) {
  const struct access *first = too_early(c, a, b) ? a : too_early(c, b, a) ? b : NULL;
  const struct access *later = first == a ? b : a;
  if (first && !first->local)
    snprintf(
        text, room,
        "Rank %d hears that rank %d has called %s, but not that the operation is complete: "
        "%s must come before the message, barrier or other call that orders the two.",
        later->rank, first->rank, call_name(first->site.call), completing(first));
  else if (a->rank == b->rank && !a->local && !b->local)
    snprintf(text, room,
             "Operations of one origin are not ordered until they are complete at the target: "
             "%s is missing between the two.",
             completing(a));
  else if (a->rank == b->rank)
    snprintf(text, room,
             "The operation is not complete when the memory is used: %s is missing "
             "between the two.",
             completing(a->local ? b : a));
  else if (a->epoch == EPOCH_FENCE && b->epoch == EPOCH_FENCE && a->win == b->win)
    snprintf(text, room,
             "Both stand between the same two fences: no MPI_Win_fence separates "
             "them.");
  else if (a->epoch >= EPOCH_LOCK && b->epoch >= EPOCH_LOCK && a->win == b->win)
    snprintf(
        text, room,
        "Nothing orders the two, and no exclusive lock keeps them apart: "
        "complete one (%s), then let the other rank know (a message, MPI_Barrier), or lock "
        "the target with MPI_LOCK_EXCLUSIVE for both.",
        completing(a));
  else
    snprintf(text, room,
             "Nothing orders the two: complete the operation (%s), then let rank %d "
             "know (a message, MPI_Barrier, MPI_Win_fence) before it goes on.",
             completing(a->local ? b : a), a->local ? a->rank : b->rank);
}

static void copies_text(const struct check *c, struct finding *f, const struct access *op,
                        const struct access *local) {
  const char *store =
      "holds what the owner stored; nothing has brought it into the public copy";
  if (local->update)
    snprintf(f->private_copy, sizeof f->private_copy, "%s", store);
  else
    snprintf(f->private_copy, sizeof f->private_copy, "%s",
             op->update ? "does not hold the update" : "unchanged");
  snprintf(f->public_copy, sizeof f->public_copy, "%s",
           op->update ? access_before(c, op, local)
                            ? "holds the update; nothing has brought it into the private copy"
                            : "being updated by the operation"
                      : "being read by the operation");
}

static void separate_text(const struct check *c, char *text, size_t room,
                          const struct access *op, const struct access *local) {
  if (local->local && access_before(c, op, local))
    snprintf(
        text, room,
        "In the separate memory model the update is in the public copy only: "
        "the owner lacks MPI_Win_sync (or a fence, wait or lock) between its completion and "
        "the access.");
  else if (local->local && access_before(c, local, op))
    snprintf(text, room,
             "In the separate memory model the store is in the private copy only: "
             "the owner lacks MPI_Win_sync (or a post, fence or unlock) between the store and "
             "what lets the other rank know.");
  else
    snprintf(text, room,
             "In the separate memory model the two must not stand side by side, even "
             "at different bytes of the window: nothing orders them.");
}

static void place(struct check *c, struct finding *f, const struct window *w,
                  const struct access *a, int64_t lo, int64_t hi) {
  int64_t base = w->flavor == FLAVOR_DYNAMIC || !a->placed ? 0 : (int64_t)w->base;
  (void)c;
  claim_memory(f, w, w->me, lo - base, hi - base);
}

static void site(struct finding *f, const struct access *a, const char *role) {
  if (f->locations == FINDING_SITES)
    return;
  struct finding_location *l = &f->location[f->locations];
  claim_site(f, NULL, &a->site, role);
  epoch_text(a, l->epoch, sizeof l->epoch);
}

static void name_bytes(const struct finding *f, char *text, size_t room) {
  long long lo = f->lo, last = f->hi - 1;
  if (f->window.flavor == FLAVOR_DYNAMIC)
    snprintf(text, room, "%lld bytes of dynamic memory", last - lo + 1);
  else if (lo == last)
    snprintf(text, room, "byte %lld", lo);
  else
    snprintf(text, room, "bytes %lld to %lld", lo, last);
}

void explain(struct check *c, struct finding *f, const struct window *w, const struct access *a,
             const struct access *b, int64_t lo, int64_t hi, int only_separate) {
  char one[160], two[160], bytes[64] = "the same memory";
  f->confidence =
      a->rank == b->rank || (a->epoch && a->epoch <= EPOCH_START) ? DEFINITE : SCHEDULE;
  int inside = w && (!a->local || !b->local);
  if (inside) {
    place(c, f, w, a->local ? b : a, lo, hi);
    name_bytes(f, bytes, sizeof bytes);
  }
  describe(one, sizeof one, a, bytes);
  describe(two, sizeof two, b, inside ? "them" : "it");
  if (only_separate && !access_meets(a, b, &lo, &hi))
    describe(two, sizeof two, b, "other bytes of the window");
  char whose[48] = "";
  if (inside)
    snprintf(whose, sizeof whose, " of rank %d's window", c->rank);
  snprintf(f->message, sizeof f->message, "%s%s, %s%s.", one, whose, two,
           only_separate ? ": right in the unified memory model, wrong in the separate one"
                         : ", and nothing orders the two");
  f->rule = (uint8_t)(a->local && b->local            ? 0
                      : !access_meets(a, b, &lo, &hi) ? 3
                      : a->local || b->local          ? (a->local ? b : a)->update ? 1 : 2
                                                      : 2);
  if (only_separate)
    separate_text(c, f->ordering, sizeof f->ordering, a->local ? b : a, a->local ? a : b);
  else
    order_text(c, f->ordering, sizeof f->ordering, a, b);
  if (a->local != b->local)
    copies_text(c, f, a->local ? b : a, a->local ? a : b);
  site(f, a, a->local ? "local access" : "RMA operation");
  site(f, b, b->local ? b->buffer ? "buffer still in use" : "local access" : "RMA operation");
}
