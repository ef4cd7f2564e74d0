/* inaccessible.c: memory that is not there, or may not be accessed so, found where an access to
 * it ends the process: a buffer, or memory of a window, that the program has given to MPI
 * (section 3.2.2), or memory that came with a window and was freed with it (section 11.2.5). */
#include "checker/core/access.h"
#include "checker/core/handlers.h"
#include "checker/core/memory.h"
#include "checker/core/shelf.h"
#include "checker/core/window_table.h"
#include "checker/tell/claim.h"
#include "checker/tell/names.h"

/* What a trace names may be anything. */
static int64_t distance(int64_t from, int64_t to) {
  return (int64_t)((uint64_t)to - (uint64_t)from);
}

static void say_buffer(struct check *c, const struct access *a, int64_t at) {
  char name[80];
  const struct window *w = a->win ? window_find(c, a->win) : NULL;
  buffer_name(a, name, sizeof name);
  struct finding f = a->update ? claim(BUFFER_NOT_WRITABLE, w, (long long)distance(a->lo, at),
                                       name, (long long)a->size)
                               : claim(BUFFER_NOT_READABLE, w, (long long)distance(a->lo, at),
                                       name, (long long)a->size);
  claim_site(&f, NULL, &a->site, ROLE_ARGUMENT);
  claim_out(c, &f);
}

/* The call in which the process ended has it as an argument. */
static void say_argument(struct check *c, const struct event *e) {
  const struct event_fault *v = &e->u.fault;
  say_buffer(c,
             &(struct access){.lo = v->lo,
                              .size = distance(v->lo, v->hi),
                              .update = v->store,
                              .argument = v->argument,
                              .site = site_of(NULL, e)},
             (int64_t)v->address);
}

struct asked {
  int64_t at;
  const struct access *found;
};

static void note(void *context, struct access *a) {
  struct asked *l = context;
  if (!l->found && access_touches(a, l->at, l->at + 1))
    l->found = a;
}

/* It is a buffer of an operation that was started before. */
static void say_in_use(struct check *c, int64_t at) {
  struct asked l = {at, NULL};
  for (int update = 0; update < 2; update++)
    shelf_each(&c->in_use.open[update], at, at + 1, &l, note);
  if (!l.found)
    return;
  struct access whole = {.lo = l.found->lo,
                         .size = distance(l.found->lo, l.found->hi),
                         .update = l.found->update,
                         .argument = l.found->argument,
                         .site = l.found->site,
                         .win = l.found->win};
  say_buffer(c, &whole, at);
}

struct window_fault {
  struct check *c;
  int64_t at;
};

static int say_window(void *context, const struct place *p) {
  const struct window_fault *l = context;
  struct window *w = p->w;
  if (w->freed || w->flavor != FLAVOR_CREATE)
    return 0;
  int64_t offset = distance((int64_t)w->base, l->at);
  struct finding f =
      claim(WINDOW_NOT_ACCESSIBLE, w, (long long)offset, call_name(w->created.call));
  claim_site(&f, NULL, &w->created, ROLE_WINDOW_CREATED);
  claim_memory(&f, w, w->me, offset, offset + 1);
  claim_out(l->c, &f);
  return 1;
}

static int within(int64_t at, struct span s) {
  return s.lo <= at && at < s.hi;
}

/* Memory of other processes that share it came with the window, too. */
static int had(const struct window *w, int64_t at) {
  int had = within(at, window_span(w));
  for (int32_t i = 0; !had && w->maps && i < w->count; i++)
    had = within(at, w->maps[i]);
  return had;
}

/* Of several windows that had their memory there the last one counts. */
static const struct window *freed_at(const struct check *c, int64_t at) {
  const struct window *last = NULL;
  for (const struct window *w = c->windows.table; w; w = w->hh.next)
    if (w->freed && (w->flavor == FLAVOR_ALLOCATE || w->flavor == FLAVOR_SHARED) &&
        had(w, at) && (!last || w->ended.seq > last->ended.seq))
      last = w;
  return last;
}

static struct finding stale(const struct window *w, const struct event *e) {
  const char *call = call_name(e->call), *freed = call_name(w->ended.call);
  return e->call == CALL_STORE || e->call == CALL_LOAD
             ? claim(WINDOW_MEMORY_STALE, w, call, freed)
             : claim(WINDOW_MEMORY_GIVEN, w, call, freed);
}

static void say_stale(struct check *c, const struct event *e, const struct window *w) {
  struct site s = site_of(NULL, e);
  struct finding f = stale(w, e);
  claim_site(&f, NULL, &s, ROLE_USED);
  claim_site(&f, NULL, &w->ended, ROLE_FREED);
  claim_out(c, &f);
}

static int in_argument(const struct event_fault *v) {
  return v->lo <= (int64_t)v->address && (int64_t)v->address < v->hi;
}

void fault_feed(struct check *c, const struct event *e) {
  int64_t at = (int64_t)e->u.fault.address;
  int program = e->call == CALL_LOAD || e->call == CALL_STORE;
  if (at == INT64_MAX)
    return;
  int used = program || in_argument(&e->u.fault);
  const struct window *w = used && !shared_meets(c, at, at + 1) ? freed_at(c, at) : NULL;
  if (memory_holds(c, at, at + 1)) {
    if (!program)
      place_each(&c->memory.own, at, at + 1, &(struct window_fault){c, at}, say_window);
  } else if (w) {
    say_stale(c, e, w);
  } else if (in_argument(&e->u.fault)) {
    say_argument(c, e);
  } else if (!program) {
    say_in_use(c, at);
  }
}
