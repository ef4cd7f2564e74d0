#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "checker/core/state.h"
#include "checker/core/window_table.h"
#include "claim.h"
#include "epoch_name.h"

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

void claim_site(struct finding *f, const struct window *w, const struct site *s,
                enum location_role role) {
  if (f->locations == FINDING_SITES)
    return;
  struct finding_location *l = &f->location[f->locations++];
  l->site = *s;
  l->role = role_text(role);
  if (w && f->locations == 1)
    epoch_now(w, l);
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

/* Names the epochs of this rank's calls that are not named yet. */
static void name_epochs(struct check *c, struct finding *f) {
  const struct window *w = f->window.id ? window_find(c, f->window.id) : NULL;
  for (int i = 0; w && i < f->locations; i++)
    if (f->location[i].site.rank == c->rank && !*f->location[i].epoch)
      epoch_then(w, &f->location[i]);
}

void claim_out(struct check *c, const struct finding *f) {
  c->claims++;
  if (!c->out.finding)
    return;
  struct finding whole = *f;
  name_epochs(c, &whole);
  c->out.finding(c->out.context, &whole);
}
