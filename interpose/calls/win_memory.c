/* win_memory.c: the memory of windows: where the program and MPI have it, and what is attached.
 */
#include <pthread.h>
#include <stdlib.h>
#include "interpose/base/world.h"
#include "interpose/data/freeing.h"
#include "interpose/data/stack_buffers.h"
#include "interpose/tracers/tracers.h"
#include "interpose/stream/stream.h"
#include "win_part.h"
#include "interpose/stream/feed.h"

/* Errors of the window return for a while. */
static MPI_Errhandler errors_return(MPI_Win handle) {
  MPI_Errhandler before;
  REAL(Win_get_errhandler)(handle, &before);
  REAL(Win_set_errhandler)(handle, MPI_ERRORS_RETURN);
  return before;
}

static void errors_restore(MPI_Win handle, MPI_Errhandler before) {
  REAL(Win_set_errhandler)(handle, before);
  if (before != MPI_ERRORS_ARE_FATAL && before != MPI_ERRORS_RETURN)
    REAL(Errhandler_free)(&before);
}

static int member_memory(MPI_Win handle, int member, char **base, MPI_Aint *size) {
  int unit = 0;
  return REAL(Win_shared_query)(handle, member, size, &unit, base) == MPI_SUCCESS;
}

/* All members' memory is one view, so that the program can go from one's to the next one's. */
static void protect_shared(MPI_Win handle, struct win_entry *e) {
  MPI_Errhandler before = errors_return(handle);
  char *lo = NULL, *hi = NULL, *base = NULL;
  MPI_Aint size = 0;
  for (int i = 0; i < e->win.count; i++) {
    if (!member_memory(handle, i, &base, &size) || size <= 0)
      continue;
    hi = !lo || base + size > hi ? base + size : hi;
    lo = !lo || base < lo ? base : lo;
  }
  errors_restore(handle, before);
  if (lo)
    tracers_allocate(&e->view, lo, (size_t)(hi - lo));
}

void win_protect(struct win_entry *e, MPI_Win handle, void **allocated, int64_t size) {
  if (!allocated)
    return;
  if (e->win.flavor == FLAVOR_SHARED)
    protect_shared(handle, e);
  else
    tracers_allocate(&e->view, *allocated, (size_t)size);
  if (e->view.kind)
    tracers_address(&e->view, allocated);
}

static void widen(struct win_entry *e, const char *base, int64_t size) {
  const char *lo = e->base, *hi = lo + e->size;
  if (size <= 0)
    return;
  hi = !e->size || base + size > hi ? base + size : hi;
  lo = !e->size || base < lo ? base : lo;
  e->base = lo;
  e->size = hi - lo;
}

void win_map_members(struct frame *f, struct win_entry *e) {
  MPI_Errhandler before = errors_return(e->handle);
  struct event *told = &f->thread->event;
  for (int i = 0; i < e->win.count; i++) {
    MPI_Aint size = 0;
    char *base = NULL;
    if (!member_memory(e->handle, i, &base, &size))
      continue;
    tracers_address(&e->view, &base);
    widen(e, base, size);
    world_event_plain(told, f, EVENT_WIN_QUERY);
    told->win = e->win.id;
    told->target = i;
    told->u.region = (struct event_region){(uint64_t)(uintptr_t)base, size};
    world_feed_leave(told, 1);
  }
  errors_restore(e->handle, before);
}

static void address(MPI_Win handle, void *pointer) {
  const struct win_entry *e = win_entry(handle);
  if (e)
    tracers_address(&e->view, pointer);
}

void win_addresses(const struct frame *f) {
  if (f->rc != 0)
    return;
  if (f->call == CALL_Win_get_attr) {
    const struct args_Win_get_attr *a = f->args;
    if (a->win_keyval == MPI_WIN_BASE && *a->flag)
      address(a->win, a->attribute_val);
  }
  if (f->call == CALL_Win_shared_query) {
    const struct args_Win_shared_query *a = f->args;
    address(a->win, a->baseptr);
  }
#if HAS_LARGE
  if (f->call == CALL_Win_shared_query_c) {
    const struct args_Win_shared_query_c *a = f->args;
    address(a->win, a->baseptr);
  }
#endif
}

static int by_base(const struct attached *a, const struct attached *b) {
  if (a->base != b->base)
    return a->base < b->base ? -1 : 1;
  return a->number > b->number ? -1 : a->number < b->number;
}
RB_GENERATE_INTERNAL(attached_tree, attached, node, by_base, static __attribute__((unused)))

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* protects what is attached */
static struct attached *spare; /* programs attach and detach by turns */
static uint64_t numbers;

static struct attached *attached_new(const void *base, int64_t size) {
  calls_lock(&lock);
  struct attached *a = spare;
  spare = NULL;
  uint64_t number = ++numbers;
  calls_unlock(&lock);
  if (a || (a = malloc(sizeof *a)))
    *a = (struct attached){.base = base, .number = number, .size = size};
  return a;
}

static void attached_drop_locked(struct attached *a) {
  tracers_freed(&a->view);
  free(spare);
  spare = a;
}

static void detach_locked(struct win_entry *e, struct attached *a) {
  RB_REMOVE(attached_tree, &e->attached, a);
  freed_remove(a->base, a->size);
  attached_drop_locked(a);
}

void win_unprotect(struct win_entry *e) {
  tracers_freed(&e->view);
  calls_lock(&lock);
  while (RB_ROOT(&e->attached))
    detach_locked(e, RB_ROOT(&e->attached));
  calls_unlock(&lock);
}

static void region(struct frame *f, MPI_Win handle, int kind, const void *base, int64_t size) {
  if (!win_begin(f, handle, kind))
    return;
  if (!world.alone)
    stream_drain();
  f->thread->event.u.region = (struct event_region){(uint64_t)(uintptr_t)base, size};
  world_feed(&f->thread->event);
}

/* MPI goes on using the program's addresses: other ranks name them to it. */
static __thread struct attached *attaching;

void win_enter_attach(struct frame *f) {
  struct args_Win_attach *a = f->args;
  f->thread->event.win = 0;
  if (a->size < 0)
    world_argument(f, 0, ARGUMENT_SIZE, a->size);
  if (!a->base && a->size > 0)
    world_argument(f, 0, ARGUMENT_BASE, a->size);
  if (a->size < 0 || (!a->base && a->size > 0))
    return;
  region(f, a->win, EVENT_ATTACH, a->base, a->size);
  attaching = a->size > 0 && win_entry(a->win) ? attached_new(a->base, a->size) : NULL;
  if (attaching)
    tracers_attach_memory(&attaching->view, a->base, (size_t)a->size);
}

void win_leave_attach(struct frame *f) {
  const struct args_Win_attach *a = f->args;
  struct attached *one = attaching;
  struct win_entry *e = one ? win_entry(a->win) : NULL;
  win_end(f);
  attaching = NULL;
  if (!one)
    return;
  if (e && f->rc == MPI_SUCCESS)
    lent_note(f->thread, (int64_t)(intptr_t)a->base);
  calls_lock(&lock);
  if (e && f->rc == MPI_SUCCESS) {
    freed_add(one->base, one->size, 0);
    RB_INSERT(attached_tree, &e->attached, one);
  } else {
    attached_drop_locked(one);
  }
  calls_unlock(&lock);
}

void win_enter_detach(struct frame *f) {
  struct args_Win_detach *a = f->args;
  region(f, a->win, EVENT_DETACH, a->base, 0);
}

void win_leave_detach(struct frame *f) {
  const struct args_Win_detach *a = f->args;
  struct win_entry *e = win_entry(a->win);
  struct attached key = {.base = a->base, .number = UINT64_MAX};
  win_end(f);
  if (!e || f->rc != MPI_SUCCESS)
    return;
  calls_lock(&lock);
  struct attached *one = RB_NFIND(attached_tree, &e->attached, &key);
  if (one && one->base == a->base)
    detach_locked(e, one);
  calls_unlock(&lock);
}

enum { PAGE = 4096 }; /* the two views of a page begin at multiples of this */

void win_look_at_base(MPI_Win handle, uint64_t base, int64_t size) {
  void *library = NULL;
  int flag = 0;
  if (world.displaced || size <= 0 ||
      REAL(Win_get_attr)(handle, MPI_WIN_BASE, &library, &flag) || !flag ||
      ((uintptr_t)library ^ base) % PAGE == 0)
    return;
  world.displaced = 1;
  world_note(json_pack(
      "{s:s, s:s}", "record", "precision", "text",
      "this MPI library accesses a window of the program at another address than the one "
      "where it begins (its MPI_WIN_BASE differs), so one-sided operations reach other memory. "
      "That is a mistake of the library: results may be wrong though the program is right. It "
      "does not happen to windows that begin at a multiple of 16 bytes: aligned variables, or "
      "MPI_Win_allocate with sizes that are multiples of 16"));
}
