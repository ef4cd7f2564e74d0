/* win_memory.c: the memory of windows: at which addresses the program and MPI have it, and what
 * is attached. */
#include <pthread.h>
#include <stdlib.h>
#include "interpose/data/freeing.h"
#include "interpose/tracers/tracers.h"
#include "interpose/stream/stream.h"
#include "win_part.h"
#include "interpose/stream/feed.h"

/* For a while errors of the window return. */
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

/* The memory of all members is one view, because the program may go from one member's to the
 * next. */
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

void win_map_members(struct frame *f, const struct win_entry *e) {
  MPI_Errhandler before = errors_return(e->handle);
  struct event *told = &f->thread->event;
  for (int i = 0; i < e->win.count; i++) {
    MPI_Aint size = 0;
    char *base = NULL;
    if (!member_memory(e->handle, i, &base, &size))
      continue;
    tracers_address(&e->view, &base);
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
#if HAS_MPI4
  if (f->call == CALL_Win_shared_query_c) {
    const struct args_Win_shared_query_c *a = f->args;
    address(a->win, a->baseptr);
  }
#endif
}

static void attached_drop(struct attached **at) {
  struct attached *a = *at;
  *at = a->next;
  freed_remove(a->base, a->size);
  tracers_freed(&a->view);
  free(a);
}

void win_unprotect(struct win_entry *e) {
  tracers_freed(&e->view);
  while (e->attached)
    attached_drop(&e->attached);
}

/* Protects the list of attached memory. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void region(struct frame *f, MPI_Win handle, int kind, const void *base, int64_t size) {
  if (!win_begin(f, handle, kind))
    return;
  if (!world.alone)
    stream_drain();
  f->thread->event.u.region = (struct event_region){(uint64_t)(uintptr_t)base, size};
  world_feed(&f->thread->event);
}

/* MPI uses the program's addresses, because other ranks name them to it. */
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
  attaching = a->size > 0 && win_entry(a->win) ? calloc(1, sizeof *attaching) : NULL;
  if (!attaching)
    return;
  attaching->base = a->base;
  attaching->size = a->size;
  tracers_attach_memory(&attaching->view, a->base, (size_t)a->size);
}

void win_leave_attach(struct frame *f) {
  const struct args_Win_attach *a = f->args;
  struct win_entry *e = attaching ? win_entry(a->win) : NULL;
  struct attached *one = attaching;
  win_end(f);
  attaching = NULL;
  if (!e)
    return;
  pthread_mutex_lock(&lock);
  freed_add(one->base, one->size);
  one->next = e->attached;
  e->attached = one;
  if (f->rc != MPI_SUCCESS)
    attached_drop(&e->attached);
  pthread_mutex_unlock(&lock);
}

void win_enter_detach(struct frame *f) {
  struct args_Win_detach *a = f->args;
  region(f, a->win, EVENT_DETACH, a->base, 0);
}

void win_leave_detach(struct frame *f) {
  const struct args_Win_detach *a = f->args;
  struct win_entry *e = win_entry(a->win);
  win_end(f);
  if (!e || f->rc != MPI_SUCCESS)
    return;
  pthread_mutex_lock(&lock);
  struct attached **at = &e->attached;
  while (*at && (*at)->base != a->base)
    at = &(*at)->next;
  if (*at)
    attached_drop(at);
  pthread_mutex_unlock(&lock);
}
