#include "request.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include "../include/hash.h"
#include "completion.h"
#include "world.h"

/* One operation. */
struct entry {
  MPI_Request handle;
  struct pending *first, *last;
  uint64_t
      born; /* by which call; with the thread: the same call gives all its pendings to one */
  const struct thread *thread;
  int persistent, active, told; /* told: of its completion, by MPI_Request_get_status */
  int cancelled;                /* MPI_Cancel was called */
  int busy;                     /* a thread is in a call that may complete it */
  struct entry *older;          /* same handle */
  UT_hash_handle hh;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct entry *entries, *unused;
static _Atomic int count;
static _Atomic uint64_t numbers;

uint64_t request_number(void) {
  return ++numbers;
}

int requests_any(void) {
  return count > 0;
}

/* The handle that the library gives to every operation that is complete at once: it tells no
 * two of them apart. */
static int is_shared(MPI_Request handle) {
  static MPI_Request shared = MPI_REQUEST_NULL;
  static _Atomic int known;
#ifndef FENCEPOST_OPENMPI
  if ((unsigned)handle >> 30 == 1) /* built in */
    return 1;
#endif
  if (!known && !world.alone) {
    MPI_Request r = MPI_REQUEST_NULL;
    char byte = 0;
    REAL(Isend)(&byte, 1, MPI_BYTE, MPI_PROC_NULL, 0, world.comm, &r);
    shared = r;
    REAL(Wait)(&r, MPI_STATUS_IGNORE);
    known = 1;
  }
  return handle == shared;
}

static struct entry *find_locked(MPI_Request handle) {
  struct entry *e;
  HASH_FIND(hh, entries, &handle, sizeof handle, e);
  return e;
}

static struct entry *entry_new(MPI_Request handle) {
  struct entry *e = unused, *older = find_locked(handle);
  if (e)
    unused = e->older;
  else
    e = malloc(sizeof *e);
  if (!e)
    return NULL;
  memset(e, 0, sizeof *e);
  e->handle = handle;
  if (older)
    HASH_DEL(entries, older);
  e->older = older;
  HASH_ADD(hh, entries, handle, sizeof handle, e);
  count++;
  return e;
}

/* Out of the table; its fields stay to be read. */
static void entry_take(struct entry *e) {
  HASH_DEL(entries, e);
  if (e->older)
    HASH_ADD(hh, entries, handle, sizeof e->handle, e->older);
  count--;
}

static void entry_free(struct entry *e) {
  calls_lock(&lock);
  e->older = unused;
  unused = e;
  calls_unlock(&lock);
}

static void entry_add(struct entry *e, struct pending *p) {
  p->next = NULL;
  if (e->first)
    e->last->next = p;
  else
    e->first = p;
  e->last = p;
}

int request_follow(MPI_Request handle, struct pending *p, int persistent) {
  if (handle == MPI_REQUEST_NULL || is_shared(handle))
    return 0;
  const struct thread *t = thread_self();
  calls_lock(&lock);
  struct entry *e = find_locked(handle);
  if (!e || e->thread != t || e->born != t->seq)
    e = entry_new(handle);
  if (e) {
    e->thread = t;
    e->born = t->seq;
    e->persistent = persistent;
    e->active = !persistent;
    entry_add(e, p);
  }
  calls_unlock(&lock);
  if (!e)
    world_off("out of memory", 0);
  return e != NULL;
}

int request_follow_shared(MPI_Request handle, struct pending *p) {
  if (handle == MPI_REQUEST_NULL || !is_shared(handle))
    return request_follow(handle, p, 0);
  calls_lock(&lock);
  struct entry *e = find_locked(handle);
  if (!e || e->told)
    e = entry_new(handle);
  if (e) {
    e->active = 1;
    entry_add(e, p);
  }
  calls_unlock(&lock);
  if (!e)
    world_off("out of memory", 0);
  return e != NULL;
}

struct pending *request_find(MPI_Request handle,
                             void (*start)(struct pending *, struct frame *)) {
  calls_lock(&lock);
  const struct entry *e = count ? find_locked(handle) : NULL;
  struct pending *p = e ? e->first : NULL;
  while (p && p->start != start)
    p = p->next;
  calls_unlock(&lock);
  return p;
}

int request_ask(MPI_Request handle, MPI_Status *status) {
  int flag = 0;
  struct quiet q;
  calls_lock(&lock);
  struct entry *e = find_locked(handle);
  if (e && !e->busy) {
    quiet_enter(&q);
    if (REAL(Request_get_status)(handle, &flag, status))
      flag = 0;
    quiet_leave(&q);
  }
  calls_unlock(&lock);
  return flag;
}

void requests_busy(const MPI_Request *handles, int n, int busy) {
  calls_lock(&lock);
  for (int i = 0; i < n; i++) {
    struct entry *e = find_locked(handles[i]);
    if (e)
      e->busy += busy;
  }
  calls_unlock(&lock);
}

static int was_cancelled(const MPI_Status *status) {
  int flag = 0;
  return status && !REAL(Test_cancelled)(status, &flag) && flag;
}

static void tell(struct entry *e, struct frame *f, const MPI_Status *status, int ok) {
  if (!e->active || e->told)
    return;
  ok = ok && !(e->cancelled && was_cancelled(status));
  for (struct pending *p = e->first, *next; p; p = next) {
    next = p->next;
    p->complete(p, f, status, ok);
  }
}

static void drop(struct entry *e, struct frame *f) {
  for (struct pending *p = e->first, *next; p; p = next) {
    next = p->next;
    p->drop(p, f);
  }
  entry_free(e);
}

void request_complete(struct frame *f, MPI_Request handle, const MPI_Status *status, int ok) {
  calls_lock(&lock);
  struct entry *e = find_locked(handle);
  if (e && !e->persistent)
    entry_take(e);
  calls_unlock(&lock);
  if (!e)
    return;
  tell(e, f, status, ok);
  if (!e->persistent) {
    drop(e, f);
  } else {
    e->active = e->told = e->cancelled = 0;
  }
}

void request_note(struct frame *f, MPI_Request handle, const MPI_Status *status) {
  calls_lock(&lock);
  struct entry *e = find_locked(handle);
  calls_unlock(&lock);
  if (e) {
    tell(e, f, status, 1);
    e->told = 1;
  }
}

static void start(struct frame *f, MPI_Request handle) {
  calls_lock(&lock);
  struct entry *e = find_locked(handle);
  calls_unlock(&lock);
  if (!e || !e->persistent)
    return;
  tell(e, f, NULL, 0); /* ended in an error that did not say so */
  e->active = 1;
  e->told = e->cancelled = 0;
  for (struct pending *p = e->first; p; p = p->next)
    if (p->start)
      p->start(p, f);
}

void request_enter_Start(struct frame *f) {
  struct args_Start *a = f->args;
  if (count)
    start(f, *a->request);
}

void request_enter_Startall(struct frame *f) {
  struct args_Startall *a = f->args;
  for (int i = 0; count && i < a->count; i++)
    start(f, a->array_of_requests[i]);
}

/* The call is about one of several operations, nobody knows which. */
static int ambiguous(const struct entry *e) {
  return is_shared(e->handle) && e->first != e->last;
}

void request_enter_Request_free(struct frame *f) {
  struct args_Request_free *a = f->args;
  if (!count)
    return;
  calls_lock(&lock);
  struct entry *e = find_locked(*a->request);
  if (e)
    entry_take(e);
  calls_unlock(&lock);
  if (e && ambiguous(e))
    tell(e, f, NULL, 1);
  if (e)
    drop(e, f);
}

void request_enter_Cancel(struct frame *f) {
  struct args_Cancel *a = f->args;
  if (!count)
    return;
  calls_lock(&lock);
  struct entry *e = find_locked(*a->request);
  calls_unlock(&lock);
  if (!e || !e->active || ambiguous(e))
    return;
  e->cancelled = 1;
  for (struct pending *p = e->first; p; p = p->next)
    if (p->cancel)
      p->cancel(p, f);
}
