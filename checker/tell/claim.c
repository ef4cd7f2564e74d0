#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "checker/core/state.h"
#include "checker/core/window_table.h"
#include "checker/history/chronicle.h"
#include "claim.h"

struct finding claim_conflict(enum slug slug, const struct window *w) {
  struct finding f;
  memset(&f, 0, sizeof f);
  f.slug = slug;
  f.confidence = DEFINITE;
  f.window.owner = -1;
  if (w) {
    f.window.id = w->id;
    f.window.flavor = w->flavor;
    f.window.model = w->model;
  }
  return f;
}

struct finding claim_words(enum slug slug, const struct window *w, const char *format, ...) {
  struct finding f = claim_conflict(slug, w);
  va_list ap;
  va_start(ap, format);
  vsnprintf(f.message, sizeof f.message, format, ap);
  va_end(ap);
  return f;
}

void claim_ordering_words(struct finding *f, const char *format, ...) {
  va_list ap;
  va_start(ap, format);
  vsnprintf(f->ordering, sizeof f->ordering, format, ap);
  va_end(ap);
}

/* Describes the epochs that a rank is in. */
static void describe(const struct window *w, char *text, size_t room) {
  const char *access = "no access epoch";
  switch (w->access) {
  case ACCESS_START:
    access = "access epoch of MPI_Win_start";
    break;
  case ACCESS_LOCK:
    access = "access epoch of MPI_Win_lock";
    break;
  case ACCESS_LOCK_ALL:
    access = "access epoch of MPI_Win_lock_all";
    break;
  case ACCESS_NONE:
    if (w->fence_open)
      access = "fence epoch";
    break;
  }
  snprintf(text, room, "%s%s", access, w->posted ? ", exposure epoch of MPI_Win_post" : "");
}

/* Number of the epoch that was described. */
static uint64_t number(const struct window *w) {
  if (w->access == ACCESS_NONE)
    return w->fence_open ? (uint64_t)w->fence_count : 0;
  return w->chronicle && w->chronicle->access ? w->chronicle->access->row.first : 0;
}

void claim_site(struct finding *f, const struct window *w, const struct site *s,
                enum location_role role) {
  if (f->locations == FINDING_SITES)
    return;
  struct finding_location *l = &f->location[f->locations++];
  l->site = *s;
  l->role = role_text(role);
  if (w && f->locations == 1) {
    describe(w, l->epoch, sizeof l->epoch);
    l->epoch_number = number(w);
  }
}

void claim_memory(struct finding *f, const struct window *w, int32_t index, int64_t lo,
                  int64_t hi) {
  f->window.owner = window_rank(w, index);
  f->window.size = window_member(w, index).size;
  f->window.disp_unit = window_member(w, index).disp_unit;
  f->has_memory = 1;
  f->lo = lo;
  f->hi = hi;
}

void claim_out(struct check *c, const struct finding *f) {
  c->claims++;
  if (c->out.finding)
    c->out.finding(c->out.context, f);
}
