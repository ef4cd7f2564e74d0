/* explain.c: describes two accesses in words: what they do, and with which memory. */
#include <stdio.h>
#include <string.h>
#include "checker/core/access.h"
#include "checker/core/window_table.h"
#include "basic_name.h"
#include "claim.h"
#include "copy_story.h"
#include "epoch_name.h"
#include "explain.h"
#include "ordering.h"

static const char *verb(const struct access *a) {
  static const char *const ops[] = {"writes",  "reads",   "updates",
                                    "updates", "updates", "updates"};
  if (a->local)
    return a->update ? "writes" : "reads";
  return a->update ? ops[a->op] : "reads";
}

static void describe(char *text, size_t room, const char *article, const struct access *a,
                     const char *bytes) {
  const char *call = call_name(a->site.call);
  if (a->local && a->program)
    snprintf(text, room, "%s %s of rank %d %s%s", article, a->update ? "store" : "load",
             a->rank, verb(a), bytes);
  else
    snprintf(text, room, "%s of rank %d %s%s", call, a->rank, verb(a), bytes);
}

static void place(struct check *c, struct finding *f, const struct window *w,
                  const struct access *a, int64_t lo, int64_t hi) {
  int64_t base = w->flavor == FLAVOR_DYNAMIC || !a->placed ? 0 : (int64_t)w->base;
  (void)c;
  claim_memory(f, w, w->me, lo - base, hi - base);
}

static void site(const struct check *c, struct finding *f, const struct window *w,
                 const struct access *a, enum location_role role) {
  if (f->locations == FINDING_SITES)
    return;
  struct finding_location *l = &f->location[f->locations];
  claim_site(f, NULL, &a->site, role);
  epoch_of_access(c, w, a, l);
}

static void name_bytes(const struct finding *f, char *text, size_t room) {
  if (f->window.flavor == FLAVOR_DYNAMIC)
    snprintf(text, room, " %lld bytes of dynamic memory", (long long)(f->hi - f->lo));
  else
    snprintf(text, room, " {memory}");
}

static enum location_role role(const struct check *c, const struct access *a, int in_use) {
  return !a->local            ? ROLE_RMA_OPERATION
         : in_use             ? ROLE_BUFFER_IN_USE
         : a->rank != c->rank ? ROLE_SHARED_ACCESS
         : a->buffer          ? ROLE_OPERATION_BUFFER
                              : ROLE_LOCAL_ACCESS;
}

static void arrow(const struct check *c, struct finding *f, const struct access *a,
                  const struct access *b) {
  const struct access *at[2] = {a, b};
  for (int from = 0; from < 2 && a->rank != b->rank && !f->arrow.kind; from++) {
    const struct access *first = at[from], *later = at[1 - from];
    f->arrow.from = (uint8_t)from;
    if (access_before(c, first, later))
      f->arrow.kind = ARROW_COMPLETION;
    else if (access_knows(c, later, first->rank, first->start_time))
      f->arrow.kind = ARROW_START;
  }
}

/* Names why two accumulates are not atomic together. */
static void accumulates_text(const struct access *a, const struct access *b, char *text,
                             size_t room) {
  const char *why = a->win != b->win        ? ": they are called on two windows"
                    : !access_aligned(a, b) ? ": their elements begin at different addresses"
                                            : "";
  if (a->reduce != b->reduce || a->basic != b->basic)
    snprintf(text, room, ": %s of %s against %s of %s", reduce_name(a->reduce),
             basic_name(a->basic), reduce_name(b->reduce), basic_name(b->basic));
  else
    snprintf(text, room, "%s", why);
}

/* Gives the end of the message for each kind of finding. */
static const char *const ends[SLUGS] = {
#define SENTENCE(name, slug, format)
#define ORDERING(name, format)
#define PART(name, format)
#define SAME_WORDS(slug, of)
#define CONFLICT(slug, end) [SLUG_##slug] = end,
#include "sentences.def"
};

/* Returns whether the two conflict in whatever order this run might have had. If they are in
 * order and only the copies are not, or a call is missing, no other order is needed. */
static int happened(const struct check *c, enum slug slug, const struct access *a,
                    const struct access *b, int only_separate) {
  if (slug == SLUG_SYNC_MISSING ||
      (only_separate && (access_before(c, a, b) || access_before(c, b, a))))
    return 1;
  return !ordering_by_schedule(a, b) &&
         (a->rank == b->rank || (a->epoch && a->epoch <= EPOCH_START));
}

void explain(struct check *c, struct finding *f, const struct window *w, const struct access *a,
             const struct access *b, int64_t lo, int64_t hi, int only_separate) {
  char one[160], two[160], bytes[64] = " memory that";
  f->confidence = happened(c, f->slug, a, b, only_separate) ? DEFINITE : SCHEDULE;
  int inside = w && (!a->local || !b->local || a->rank != b->rank);
  if (inside) {
    place(c, f, w, a->placed ? a : b, lo, hi);
    name_bytes(f, bytes, sizeof bytes);
  }
  describe(one, sizeof one, "A", a, bytes);
  describe(two, sizeof two, "a", b, inside ? " them" : "");
  if (only_separate && !access_meets(a, b, &lo, &hi))
    describe(two, sizeof two, "a", b, " other bytes of the window");
  char whose[48] = "", differ[200] = "";
  if (f->slug == SLUG_ACCUMULATE_RACE)
    accumulates_text(a, b, differ, sizeof differ);
  if (inside)
    snprintf(whose, sizeof whose, " of rank %d's window,", c->rank);
  snprintf(f->message, sizeof f->message, "%s%s %s%s%s.", one, whose, two,
           only_separate ? ": right in the unified memory model, wrong in the separate one"
                         : ends[f->slug],
           differ);
  f->rule = (uint8_t)(a->local && b->local            ? 0
                      : !access_meets(a, b, &lo, &hi) ? 3
                      : a->local || b->local          ? (a->local ? b : a)->update ? 1 : 2
                                                      : 2);
  if (only_separate)
    ordering_of_copies(c, a, b, f->ordering, sizeof f->ordering);
  else
    ordering(c, a, b, f->ordering, sizeof f->ordering);
  arrow(c, f, a, b);
  copy_story(c, f, a, b, only_separate);
  site(c, f, w, a, role(c, a, 0));
  site(c, f, w, b, role(c, b, a->local && a->rank == b->rank));
}
