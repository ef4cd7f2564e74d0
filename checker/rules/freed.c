/* freed.c: memory that goes away while an operation of this process still needs it as a buffer.
 * It is freed or unmapped, freed with its window, or belonged to a function that has returned
 * (sections 3.7.2 and 11.3). Later accesses to these addresses have nothing to do with the
 * operation, so they are not compared with it. */
#include <string.h>
#include "checker/core/access.h"
#include "checker/core/memory.h"
#include "checker/core/shelf.h"
#include "checker/core/watch.h"
#include "checker/core/window_table.h"
#include "checker/tell/claim.h"
#include "checker/tell/names.h"
#include "freed.h"
#include "memory_freed.h"
#include "past_buffers.h"

#define AT_ONCE 64

struct freeing {
  struct check *c;
  const struct event *e;
  struct span bytes;
  uint64_t win; /* that is freed, 0 */
  struct access *met[AT_ONCE];
  int count;
};

static void note(void *context, struct access *a) {
  struct freeing *f = context;
  if (f->count < AT_ONCE && (!f->win || a->win != f->win) &&
      access_touches(a, f->bytes.lo, f->bytes.hi))
    f->met[f->count++] = a;
}

static void say_left(const struct freeing *f, const struct access *a, const struct window *w) {
  char text[80];
  struct site s = site_of(NULL, f->e);
  buffer_name(a, text, sizeof text);
  struct finding found = a->update ? claim(FUNCTION_LEFT_WHILE_WRITTEN, w, text)
                                   : claim(FUNCTION_LEFT_WHILE_READ, w, text);
  claim_site(&found, NULL, &a->site, ROLE_BUFFER_IN_USE);
  if (s.stack) /* else it was left by the end of its thread */
    claim_site(&found, NULL, &s, ROLE_FUNCTION_LEFT);
  claim_out(f->c, &found);
}

static void say_freed(const struct freeing *f, const struct access *a, const struct window *w) {
  char text[80];
  const char *call = call_name(f->e->call);
  struct site s = site_of(NULL, f->e);
  buffer_name(a, text, sizeof text);
  struct finding found = a->update ? claim(FREED_WHILE_WRITTEN, w, call, text)
                                   : claim(FREED_WHILE_READ, w, call, text);
  claim_site(&found, NULL, &s, ROLE_FREED);
  claim_site(&found, NULL, &a->site, ROLE_BUFFER_IN_USE);
  claim_out(f->c, &found);
}

static void buffer_gone(const struct freeing *f, struct access *a) {
  const struct window *w = a->win ? window_find(f->c, a->win) : NULL;
  (f->e->kind == EVENT_FREED && f->e->flag ? say_left : say_freed)(f, a, w);
  open_remove(f->c, a);
  a->gone = 1;
  shelf_add(f->c, &f->c->in_use.gone, a);
}

static void buffers_gone(struct freeing *f) {
  do {
    f->count = 0;
    for (int i = 0; i < 2; i++)
      shelf_each(&f->c->in_use.open[i], f->bytes.lo, f->bytes.hi, f, note);
    for (int i = 0; i < f->count; i++)
      buffer_gone(f, f->met[i]);
  } while (f->count);
}

void freed_feed(struct check *c, const struct event *e) {
  struct freeing f = {.c = c, .e = e, .bytes = region_span(&e->u.region)};
  past_freed(c, f.bytes.lo, f.bytes.hi);
  buffers_gone(&f);
  memory_freed(c, e);
}

void freed_window(struct check *c, struct window *w, const struct event *e) {
  struct freeing f = {.c = c, .e = e, .bytes = window_span(w), .win = w->id};
  if (w->flavor == FLAVOR_ALLOCATE || w->flavor == FLAVOR_SHARED)
    buffers_gone(&f);
}
