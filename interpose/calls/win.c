/* win.c: making, describing and freeing windows. */
#include "win_part.h"
#include "interpose/arguments/arguments.h"
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include "include/hash.h"
#include "interpose/data/freeing.h"
#include "interpose/data/stack_buffers.h"
#include "info.h"
#include "interpose/handles/pscw_steps.h"
#include "interpose/handles/invalid.h"
#include "interpose/handles/object.h"
#include "interpose/order/thread_order.h"
#include "interpose/tracers/tracers.h"
#include "raise.h"
#include "interpose/stream/dormant.h"
#include "interpose/stream/stream.h"
#include "interpose/stream/feed.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct win_entry *entries;
_Atomic int win_count;
static atomic_uint made; /* number of windows to which this rank gave an id */

/* The window that this thread looked up last, valid as long as none was freed since. */
static __thread struct {
  MPI_Win handle;
  struct win_entry *entry;
  unsigned freed;
} last __attribute__((tls_model("initial-exec")));
static atomic_uint freed;

struct win_entry *win_entry(MPI_Win handle) {
  struct win_entry *e;
  unsigned now = atomic_load_explicit(&freed, memory_order_acquire);
  if (last.entry && last.handle == handle && last.freed == now)
    return last.entry;
  pthread_mutex_lock(&lock);
  HASH_FIND(hh, entries, &handle, sizeof handle, e);
  pthread_mutex_unlock(&lock);
  last.handle = handle;
  last.entry = e;
  last.freed = now;
  return e;
}

const struct win *win_find(MPI_Win handle) {
  struct win_entry *e = win_entry(handle);
  return e ? &e->win : NULL;
}

/* Windows that were looked up, each at the place of its handle, for the only thread that calls
 * MPI. */
static struct win_entry *at_hand[256];

static struct win_entry **place_at_hand(MPI_Win handle) {
  return &at_hand[(uint64_t)(uintptr_t)handle * 0x9e3779b97f4a7c15u >> 56];
}

static void put_away(const struct win_entry *e) {
  struct win_entry **place = place_at_hand(e->handle);
  if (*place == e)
    *place = NULL;
}

struct win *win_in_call(MPI_Win handle) {
  struct win_entry **place = place_at_hand(handle), *e = *place;
  if (one_thread_calls() && e && e->handle == handle)
    return &e->win;
  e = win_entry(handle);
  if (e && one_thread_calls())
    *place = e;
  return e ? &e->win : NULL;
}

struct win *win_of_call(struct frame *f, MPI_Win handle) {
  if (handle == MPI_WIN_NULL)
    world_argument(f, 0, ARGUMENT_WIN, 0);
  struct win *w = win_in_call(handle);
  if (!w)
    arguments_check_handles(f);
  else
    w->complete = MAY_BE_UNDER_WAY;
  return w;
}

/* What each process tells the others when a window is made. */
struct card {
  uint64_t world, id;
  int64_t size;
  int32_t rank, disp_unit;
};

/* A window that is being made, from enter to leave of the call. */
static __thread struct making {
  struct win_entry *entry;
  struct event_member *members;
  MPI_Win *out;
  uint64_t base;    /* of MPI_Win_create */
  void **allocated; /* for MPI_Win_allocate and _shared: where the call returns the address */
  int64_t size;     /* size of the window's memory, but not of a dynamic window */
} making;

static int usable(MPI_Comm comm) {
  struct quiescence q;
  int inter = 1;
  if (comm == MPI_COMM_NULL || object_over(OBJECT_COMM, &comm, NULL) ||
      handle_invalid(OBJECT_COMM, &comm))
    return 0;
  quiet_enter(&q);
  if (REAL(Comm_test_inter)(comm, &inter))
    inter = 1;
  quiet_leave(&q);
  return !inter;
}

/* All processes of `comm` learn each other's size and displacement unit, and agree on an id. */
static int is_foreign(int count) {
  for (int i = 0; i < count; i++)
    if (making.members[i].rank < 0)
      return 1;
  return 0;
}

static int exchange(MPI_Comm comm, int64_t size, int disp_unit, struct win *w) {
  struct card mine, *all;
  REAL(Comm_size)(comm, &w->count);
  REAL(Comm_rank)(comm, &w->me);
  memset(&mine, 0, sizeof mine);
  mine.world = world.id;
  mine.rank = world.rank;
  mine.size = size;
  mine.disp_unit = disp_unit;
  if (w->me == 0) /* counts first: meanwhile another thread may make a window, too */
    mine.id =
        (world.id & 0xffff) << 48 | (uint64_t)(world.rank + 1) << 24 | (made++ & 0xffffff);
  all = calloc((size_t)w->count, sizeof *all);
  making.members = calloc((size_t)w->count, sizeof *making.members);
  if (!all || !making.members ||
      REAL(Allgather)(&mine, sizeof mine, MPI_BYTE, all, sizeof mine, MPI_BYTE, comm)) {
    free(all);
    return 0;
  }
  for (int i = 0; i < w->count; i++) {
    int known = all[i].world == world.id && (!world.alone || i == w->me);
    making.members[i] =
        (struct event_member){all[i].size, all[i].disp_unit, known ? all[i].rank : -1};
  }
  w->id = all[0].id;
  free(all);
  return 1;
}

static void note_comm(struct win_entry *e, MPI_Comm comm) {
  int length;
  if (REAL(Comm_get_name)(comm, e->comm, &length))
    *e->comm = 0;
}

const char *win_comm_name(uint64_t id) {
  const char *name = "";
  pthread_mutex_lock(&lock);
  for (const struct win_entry *e = entries; e; e = e->hh.next)
    if (e->win.id == id)
      name = e->comm;
  pthread_mutex_unlock(&lock);
  return name;
}

static void enter_any(struct frame *f, uint8_t flavor, int64_t size, int64_t disp_unit,
                      MPI_Info info, MPI_Comm comm, MPI_Win *out) {
  dormant_wake();
  memset(&making, 0, sizeof making);
  making.out = out;
  if (size < 0)
    world_argument(f, 0, ARGUMENT_SIZE, size);
  if (disp_unit <= 0)
    world_argument(f, 0, ARGUMENT_DISP_UNIT, disp_unit);
  if (!usable(comm))
    return;
  stream_hold();
  struct win_entry *e = calloc(1, sizeof *e);
  if (!e || !exchange(comm, size, (int)disp_unit, &e->win)) {
    free(e);
    free(making.members);
    stream_release();
    world_off("cannot exchange what the ranks know of a window", 0);
    return;
  }
  e->win.flavor = flavor;
  note_comm(e, comm);
  e->foreign = is_foreign(e->win.count);
  making.entry = e;
  world_event(&f->thread->event, f, EVENT_WIN_CREATE);
  f->thread->event.win = e->win.id;
  f->thread->event.u.window = (struct event_window){.flavor = flavor,
                                                    .model = MODEL_UNIFIED,
                                                    .info = (e->info = info_bits(info, 0)),
                                                    .me = e->win.me,
                                                    .count = e->win.count,
                                                    .members = making.members};
  world_feed(&f->thread->event);
  stream_release();
}

#define ALLOCATOR(name, flavor)                                                                \
  void win_enter_##name(struct frame *f);                                                      \
  void win_enter_##name(struct frame *f) {                                                     \
    struct args_Win_##name *a = f->args;                                                       \
    enter_any(f, flavor, a->size, a->disp_unit, a->info, a->comm, a->win);                     \
    making.allocated = a->baseptr;                                                             \
    making.size = a->size;                                                                     \
  }
ALLOCATOR(allocate, FLAVOR_ALLOCATE)
ALLOCATOR(allocate_shared, FLAVOR_SHARED)
#if HAS_LARGE
ALLOCATOR(allocate_c, FLAVOR_ALLOCATE)
ALLOCATOR(allocate_shared_c, FLAVOR_SHARED)
#endif

#define CREATOR(name)                                                                          \
  void win_enter_##name(struct frame *f);                                                      \
  void win_enter_##name(struct frame *f) {                                                     \
    struct args_Win_##name *a = f->args;                                                       \
    if (!a->base && a->size > 0)                                                               \
      world_argument(f, 0, ARGUMENT_BASE, a->size);                                            \
    enter_any(f, FLAVOR_CREATE, a->size, a->disp_unit, a->info, a->comm, a->win);              \
    making.base = (uint64_t)(uintptr_t)a->base;                                                \
    making.size = a->size;                                                                     \
    if (making.entry && a->base && a->size > 0)                                                \
      a->base = tracers_create(&making.entry->view, a->base, (size_t)a->size);                 \
  }
CREATOR(create)
#if HAS_LARGE
CREATOR(create_c)
#endif

void win_enter_create_dynamic(struct frame *f) {
  struct args_Win_create_dynamic *a = f->args;
  enter_any(f, FLAVOR_DYNAMIC, 0, 1, a->info, a->comm, a->win);
}

static void describe(struct frame *f, MPI_Win handle, struct win_entry *e) {
  int *model = NULL, flag = 0;
  e->handle = handle;
  e->win.model = MODEL_SEPARATE;
  if (!REAL(Win_get_attr)(handle, MPI_WIN_MODEL, &model, &flag) && flag &&
      *model == MPI_WIN_UNIFIED)
    e->win.model = MODEL_UNIFIED;
  /* The program uses the address that it gave or was given. */
  f->thread->event.u.window.base =
      making.allocated ? (uint64_t)(uintptr_t)*making.allocated : making.base;
  e->base = (const void *)(uintptr_t)f->thread->event.u.window.base;
  e->size = making.size;
  win_look_at_base(handle, f->thread->event.u.window.base, making.size);
  f->thread->event.u.window.model = e->win.model;
  REAL(Win_get_group)(handle, &e->win.group);
}

/* Another thread may be about to leave the MPI_Win_free that made the handle free. */
static void add(struct win_entry *e) {
  struct win_entry *stale;
  pthread_mutex_lock(&lock);
  HASH_FIND(hh, entries, &e->handle, sizeof e->handle, stale);
  if (stale) {
    HASH_DEL(entries, stale);
    put_away(stale);
    stale->replaced = 1;
    freed++;
  }
  HASH_ADD(hh, entries, handle, sizeof e->handle, e);
  win_count++;
  pthread_mutex_unlock(&lock);
}

void win_leave_create(struct frame *f) {
  struct win_entry *e = making.entry;
  if (!e)
    return;
  if (f->rc == MPI_SUCCESS)
    win_protect(e, *making.out, making.allocated, making.size);
  if (f->rc == MPI_SUCCESS)
    describe(f, *making.out, e);
  world_feed_leave(&f->thread->event, f->rc == MPI_SUCCESS);
  free(making.members);
  if (f->rc == MPI_SUCCESS && e->win.flavor == FLAVOR_SHARED)
    win_map_members(f, e);
  if (f->rc == MPI_SUCCESS) {
    add(e);
    /* Other threads may access it, whatever the thread level lets them call. */
    if (order_on && world.level == LEVEL_PAGES)
      world_expect_threads();
    if (e->size > 0)
      lent_note(f->thread, (int64_t)(intptr_t)e->base);
    freed_add(e->base, e->size, making.allocated != NULL);
  } else {
    tracers_freed(&e->view);
    free(e);
  }
  making.entry = NULL;
}

static __thread struct win_entry *freeing;

int win_begin(struct frame *f, MPI_Win handle, int kind) {
  const struct win *w = win_of_call(f, handle);
  world_event(&f->thread->event, f, kind);
  f->thread->event.win = w ? w->id : 0;
  return w != NULL;
}

void win_end(struct frame *f) {
  if (f->thread->event.win)
    world_feed_leave(&f->thread->event, f->rc == MPI_SUCCESS);
  f->thread->event.win = 0;
}

void win_enter_free(struct frame *f) {
  struct args_Win_free *a = f->args;
  freeing = win_entry(*a->win);
  if (!win_begin(f, *a->win, EVENT_WIN_FREE))
    return;
  if (!world.alone)
    stream_drain();
  world_feed(&f->thread->event);
  if (raise_on)
    raise_before_free(*a->win);
}

void win_leave_free(struct frame *f) {
  struct win_entry *e = freeing;
  if (!e)
    return;
  freeing = NULL;
  win_end(f);
  if (f->rc != MPI_SUCCESS)
    return;
  pthread_mutex_lock(&lock);
  if (!e->replaced)
    HASH_DEL(entries, e);
  put_away(e);
  win_count--;
  freed++;
  pthread_mutex_unlock(&lock);
  REAL(Group_free)(&e->win.group);
  pscw_forget(e->win.id);
  freed_remove(e->base, e->size);
  win_unprotect(e);
  free(e);
}

void win_enter_set_info(struct frame *f) {
  struct args_Win_set_info *a = f->args;
  if (!win_begin(f, a->win, EVENT_WIN_INFO))
    return;
  struct win_entry *e = win_entry(a->win);
  f->thread->event.u.window.info = e->info = info_bits(a->info, e->info);
  world_feed(&f->thread->event);
}

void win_leave_set_info(struct frame *f) {
  win_end(f);
}

/* Reports use this name of the window. The journal takes only a few names, so a program that
 * keeps renaming a window does not fill the disk. */
void win_leave_set_name(struct frame *f) {
  enum { MOST = 16 };
  struct args_Win_set_name *a = f->args;
  struct win_entry *e = win_entry(a->win);
  if (e && f->rc == MPI_SUCCESS && a->win_name && world.journal && e->named++ < MOST)
    world_note(journal_window(e->win.id, a->win_name));
}

static void query(struct frame *f, MPI_Win handle, int rank) {
  if (!win_begin(f, handle, EVENT_WIN_QUERY))
    return;
  const struct win *w = win_find(handle);
  if (w && rank != MPI_PROC_NULL && (rank < 0 || rank >= w->count)) {
    f->thread->event.win = 0;
    world_argument(f, w->id, ARGUMENT_RANK, rank);
    return;
  }
  f->thread->event.target = rank >= 0 ? rank : -1;
  world_feed(&f->thread->event);
  f->thread->event.win = 0;
}

void win_enter_query(struct frame *f) {
  struct args_Win_shared_query *a = f->args;
  query(f, a->win, a->rank);
}

#if HAS_LARGE
void win_enter_query_c(struct frame *f) {
  struct args_Win_shared_query_c *a = f->args;
  query(f, a->win, a->rank);
}
#endif
