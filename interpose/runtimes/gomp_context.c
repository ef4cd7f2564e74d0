#define _GNU_SOURCE
#include "gomp_context.h"
#include <dlfcn.h>
#include <link.h>
#include <stdint.h>
#include <stdlib.h>
#include "interpose/entry/mapped.h"

__thread struct gomp_context *gomp_current;

void gomp_enter(struct gomp_context *c) {
  c->outer = gomp_current;
  gomp_current = c;
  if (!c->outer || c->outer->number != c->number)
    ORDER(number, c->number);
}

/* Children of a task may go on when it has ended. */
static void keep_longer(struct gomp_context *c) {
  struct omp_kept *k;
  while ((k = c->kept)) {
    c->kept = k->next;
    gomp_keep(&c->region->kept, k);
  }
}

void gomp_leave(void) {
  struct gomp_context *c = gomp_current, *outer = c->outer;
  keep_longer(c);
  gomp_current = outer;
  if (!outer || outer->number != c->number)
    ORDER(number, outer ? outer->number : -1);
}

void gomp_keep(struct omp_kept *_Atomic *list, struct omp_kept *k) {
  k->next = *list;
  while (!atomic_compare_exchange_weak(list, &k->next, k))
    ;
}

void gomp_kept_end(struct omp_kept *_Atomic *list) {
  struct omp_kept *k = *list ? atomic_exchange(list, NULL) : NULL;
  while (k) {
    struct omp_kept *next = k->next;
    k->end(k);
    k = next;
  }
}

/* Modules that were loaded in a scope of their own (extensions of Python) may each have a
 * libgomp, and must get theirs. What each place of a program has got is kept; entries stay. */
struct real_found {
  const void *caller;
  const char *name;
  void *function;
};
#define FOUND 1024u /* places; a power of two */
#define TRIES 8u
static struct real_found *_Atomic table[FOUND];

static unsigned place_of(const void *caller, const char *name) {
  uint64_t key = ((uint64_t)(uintptr_t)caller << 8) + (uintptr_t)name;
  return (unsigned)(key * 0x9e3779b97f4a7c15u >> 40);
}

/* It must stay where it is, because we remember its functions. */
static void pin(const void *function) {
  const struct link_map *owner = mapped_owner(function);
  if (owner)
    (void)!dlopen(owner->l_name, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
}

static void *remembered(const char *name, const void *caller) {
  unsigned at = place_of(caller, name);
  for (unsigned i = 0; i < TRIES; i++) {
    struct real_found *f = table[(at + i) % FOUND];
    if (!f)
      break;
    if (f->caller == caller && f->name == name)
      return f->function;
  }
  return NULL;
}

static void remember(const char *name, const void *caller, void *function) {
  struct real_found *f = malloc(sizeof *f);
  unsigned at = place_of(caller, name);
  if (!f)
    return;
  *f = (struct real_found){caller, name, function};
  for (unsigned i = 0; i < TRIES; i++) {
    struct real_found *none = NULL;
    if (atomic_compare_exchange_strong(&table[(at + i) % FOUND], &none, f))
      return;
  }
  free(f);
}

/* Each module is searched once, but for a function of its own: it goes with the module, which
 * cannot be pinned, because its constructors may have yet to run. */
static void *search(const char *name, const void *caller) {
  const struct link_map *map = mapped_owner(caller);
  void *function = map ? remembered(name, map) : NULL;
  if (function)
    return function;
  function = map ? mapped_seen_by(map, name) : NULL;
  if (function && mapped_owner(function) == map)
    return function;
  if (!function)
    function = mapped_function(name);
  pin(function);
  if (function && map)
    remember(name, map, function);
  if (function)
    remember(name, caller, function);
  return function;
}

void *gomp_real(const char *name, void *_Atomic *found, const void *caller) {
  void *function = remembered(name, caller);
  if (function)
    return function;
  function = dlsym(RTLD_NEXT, name);
  if (function) { /* all modules get this one */
    pin(function);
    return *found = function;
  }
  return search(name, caller);
}

extern int omp_get_thread_num(void);

int gomp_thread_number(const void *caller) {
  GOMP_REAL_BY(omp_get_thread_num, caller);
  return function ? function() : 0;
}
