#include <stdio.h>
#include <string.h>
#include "checker/core/window_table.h"
#include "checker/history/chronicle.h"
#include "include/call.h"
#include "epoch_name.h"

static void name(struct finding_location *l, const struct past_epoch *p) {
  static const char *const names[HISTORY_KINDS] = {
      [HISTORY_FENCE] = "fence epoch",
      [HISTORY_ACCESS] = "access epoch of MPI_Win_start",
      [HISTORY_EXPOSURE] = "exposure epoch of MPI_Win_post",
      [HISTORY_LOCK] = "access epoch of MPI_Win_lock",
      [HISTORY_LOCK_ALL] = "access epoch of MPI_Win_lock_all"};
  char counted[24] = "", mode[40] = "";
  l->epoch_kind = p->kind;
  l->epoch_number = p->number;
  if (p->number)
    snprintf(counted, sizeof counted, " %llu", (unsigned long long)p->number);
  if (p->kind == HISTORY_LOCK)
    snprintf(mode, sizeof mode, " (%s%s)", p->exclusive ? "exclusive" : "shared",
             p->nocheck ? ", MPI_MODE_NOCHECK" : "");
  const char *rest = strstr(names[p->kind], " of ");
  int head = rest ? (int)(rest - names[p->kind]) : (int)strlen(names[p->kind]);
  snprintf(l->epoch, sizeof l->epoch, "%.*s%s%s%s", head, names[p->kind], counted,
           rest ? rest : "", mode);
}

/* Its process held a lock of another epoch than those that the history tells. */
static void name_hold(const struct check *c, const struct access *a,
                      struct finding_location *l) {
  const struct window *w = window_find(c, a->hold[0].win);
  int32_t rank = w ? window_rank(w, a->hold[0].index) : -1;
  if (rank == a->rank)
    snprintf(l->epoch, sizeof l->epoch, "holds a lock on its own window");
  else if (rank >= 0)
    snprintf(l->epoch, sizeof l->epoch, "holds a lock on rank %d", rank);
}

void epoch_of_access(const struct check *c, const struct window *w, const struct access *a,
                     struct finding_location *l) {
  static const uint8_t kinds[] = {[EPOCH_FENCE] = HISTORY_FENCE,
                                  [EPOCH_START] = HISTORY_ACCESS,
                                  [EPOCH_LOCK] = HISTORY_LOCK,
                                  [EPOCH_LOCK_ALL] = HISTORY_LOCK_ALL};
  struct past_epoch p;
  if (a->epoch > EPOCH_NONE && a->epoch <= EPOCH_LOCK_ALL) {
    p = (struct past_epoch){.number = a->numbered,
                            .kind = kinds[a->epoch],
                            .exclusive = a->exclusive,
                            .nocheck = a->nocheck};
    name(l, &p);
  } else if (w && a->rank == c->rank && epochs_at(w, a->site.seq, 1, &p)) {
    name(l, &p);
  } else if (a->holds) {
    name_hold(c, a, l);
  }
}

void epoch_then(const struct window *w, struct finding_location *l) {
  struct past_epoch p;
  int local = l->site.call == CALL_LOAD || l->site.call == CALL_STORE;
  if (l->site.seq && epochs_at(w, l->site.seq, local, &p))
    name(l, &p);
}

/* Returns the number of the target's open lock, or of the only one. */
static uint64_t lock_number(const struct window *w, int32_t rank) {
  const struct chronicle *ch = w->chronicle;
  const struct open_epoch *o = ch ? ch->locks : NULL;
  if (!o || !o->hh.next)
    return o ? o->row.first : 0;
  while (o && window_rank(w, o->target) != rank)
    o = o->hh.next;
  return o ? o->row.first : 0;
}

static int access_now(const struct window *w, const struct site *s, struct past_epoch *p) {
  static const uint8_t kinds[] = {[ACCESS_START] = HISTORY_ACCESS,
                                  [ACCESS_LOCK] = HISTORY_LOCK,
                                  [ACCESS_LOCK_ALL] = HISTORY_LOCK_ALL};
  if (w->access == ACCESS_NONE) {
    *p = (struct past_epoch){.kind = HISTORY_FENCE, .number = (uint64_t)w->fence_count};
    return w->fence_open;
  }
  *p = (struct past_epoch){.kind = kinds[w->access],
                           .exclusive = w->access_site.exclusive,
                           .nocheck = (w->access_site.assertion & ASSERT_NOCHECK) != 0};
  p->number = w->access == ACCESS_LOCK ? lock_number(w, s->target)
                                       : epochs_number(w, (enum history_kind)p->kind, -1);
  return 1;
}

/* Calls that need no access epoch: that there is none would mislead. */
static int needs_none(unsigned call) {
  switch (call) {
  case CALL_Win_fence:
  case CALL_Win_start:
  case CALL_Win_post:
  case CALL_Win_wait:
  case CALL_Win_test:
  case CALL_Win_lock:
  case CALL_Win_lock_all:
  case CALL_Win_free:
  case CALL_Win_attach:
  case CALL_Win_detach:
  case CALL_Win_shared_query:
    return 1;
  default:
    return 0;
  }
}

void epoch_now(const struct window *w, struct finding_location *l) {
  const struct chronicle *ch = w->chronicle;
  struct past_epoch p, posted = {.kind = HISTORY_EXPOSURE};
  struct finding_location exposed = {.epoch = ""};
  int accesses = access_now(w, &l->site, &p);
  if (accesses)
    name(l, &p);
  else if (!needs_none(l->site.call))
    snprintf(l->epoch, sizeof l->epoch, "no access epoch");
  if (!w->posted)
    return;
  posted.number = ch && ch->exposure ? ch->exposure->row.first : 0;
  name(&exposed, &posted);
  if (!accesses) {
    l->epoch_kind = exposed.epoch_kind;
    l->epoch_number = exposed.epoch_number;
  }
  size_t n = strlen(l->epoch);
  snprintf(l->epoch + n, sizeof l->epoch - n, "%s%s", n ? ", " : "", exposed.epoch);
}
