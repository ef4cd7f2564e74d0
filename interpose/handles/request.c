#include "request.h"
#include "asked_requests.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include "comm.h"
#include "interpose/calls/completion.h"
#include "shared_requests.h"
#include "maker.h"
#include "request_table.h"
#include "rendezvous_steps.h"
#include "stale_requests.h"
#include "interpose/base/args.h"
#include "interpose/base/world.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct request_entry *unused;
static _Atomic int count;
static _Atomic uint64_t numbers;

uint64_t request_number(void) {
  return ++numbers;
}

int requests_any(void) {
  return count > 0 || stale_any();
}

static inline struct request_entry *entry_new(MPI_Request handle) {
  struct request_entry *e = unused;
  if (e)
    unused = e->older;
  else
    e = malloc(sizeof *e);
  if (!e)
    return NULL;
  *e = (struct request_entry){.handle = handle};
  request_table_add(e);
  atomic_store_explicit(&count, count + 1, memory_order_relaxed); /* changed with the lock */
  return e;
}

/* Takes the entry out of the table. Its fields can still be read: another thread may have got
 * the handle while this one was still finding out that its request was complete. */
static void entry_take(struct request_entry *e) {
  request_table_take(e);
  e->gone = 1;
  atomic_store_explicit(&count, count - 1, memory_order_relaxed);
  if (!request_shared(e->handle))
    stale_add(e->handle, &e->maker);
}

/* The last call that uses it frees it. */
static void entry_free(struct request_entry *e) {
  calls_lock(&lock);
  if (!e->busy) {
    e->older = unused;
    unused = e;
  }
  calls_unlock(&lock);
}

static void entry_add(struct request_entry *e, struct pending_request *p) {
  p->next = NULL;
  p->entry = e;
  e->waited |= p->wait != NULL;
  if (e->first)
    e->last->next = p;
  else
    e->first = p;
  e->last = p;
}

int request_follow(MPI_Request handle, struct pending_request *p, int persistent) {
  if (handle == MPI_REQUEST_NULL || request_shared(handle))
    return 0;
  struct thread *t = thread_self();
  calls_lock(&lock);
  struct request_entry *e = request_table_find(handle);
  if (!e || e->thread != t || e->born != t->seq) {
    e = entry_new(handle);
    if (e)
      e->maker = misuse_maker(t);
  }
  if (e) {
    e->thread = t;
    e->born = t->seq;
    e->persistent = persistent != 0;
    e->active = !persistent;
    t->followed = t->seq;
    if (p)
      entry_add(e, p);
  }
  calls_unlock(&lock);
  if (!e)
    world_off("out of memory", 0);
  return e != NULL;
}

int request_follow_like(MPI_Request handle, const struct request_like *like,
                        struct pending_request *p) {
  struct thread *t = thread_self();
  if (handle == MPI_REQUEST_NULL || request_shared(handle))
    return 0;
  calls_lock(&lock);
  struct request_entry *e = entry_new(handle);
  if (e) {
    e->thread = t;
    e->born = t->followed = t->seq;
    e->active = 1;
    e->maker = like->maker;
    e->way = like->way;
    e->peer = like->peer;
    e->any = like->any;
    e->key = like->key;
    entry_add(e, p);
  }
  calls_unlock(&lock);
  if (!e)
    world_off("out of memory", 0);
  return e != NULL;
}

int request_follow_shared(MPI_Request handle, struct pending_request *p) {
  if (handle == MPI_REQUEST_NULL || !request_shared(handle))
    return request_follow(handle, p, 0);
  calls_lock(&lock);
  struct request_entry *e = request_table_own(handle);
  if (!e || e->told || !request_own(e)) {
    e = entry_new(handle);
    if (e)
      e->maker = misuse_maker(thread_self());
  }
  if (e) {
    e->thread = thread_self();
    e->active = e->shared = 1;
    entry_add(e, p);
  }
  calls_unlock(&lock);
  if (!e)
    world_off("out of memory", 0);
  return e != NULL;
}

struct pending_request *request_find(MPI_Request handle,
                                     void (*start)(struct pending_request *, struct frame *)) {
  calls_lock(&lock);
  const struct request_entry *e = count ? request_table_find(handle) : NULL;
  struct pending_request *p = e ? e->first : NULL;
  while (p && p->start != start)
    p = p->next;
  calls_unlock(&lock);
  return p;
}

int request_ask(struct pending_request *p, MPI_Status *status) {
  int flag = 0;
  struct quiescence q;
  calls_lock(&lock);
  struct request_entry *e = p->entry;
  if (e->over) {
    *status = *e->over;
    flag = 1;
  } else if (!e->busy && !e->gone && (!e->persistent || asked_requests_stay_active())) {
    quiet_enter(&q);
    if (REAL(Request_get_status)(e->handle, &flag, status))
      flag = 0;
    quiet_leave(&q);
  }
  calls_unlock(&lock);
  return flag;
}

int request_in_doubt(const struct pending_request *p) {
  return thread_several && p->entry && p->entry->shared;
}

int request_maker(const struct pending_request *p, struct maker *m) {
  *m = p->entry ? p->entry->maker : (struct maker){0};
  return p->entry != NULL;
}

void request_check(struct frame *f, MPI_Request handle) {
  calls_lock(&lock);
  int known = !requests_any() || request_table_find(handle) != NULL;
  calls_unlock(&lock);
  if (!known)
    stale_check(f, handle);
}

void request_peer(struct pending_request *p, enum way way, int32_t rank, const struct comm *any,
                  uint64_t key) {
  p->entry->way = way;
  p->entry->peer = rank;
  p->entry->any = any;
  p->entry->key = key;
}

void request_peer_file(struct pending_request *p, const struct comm *of, uint64_t file,
                       uint64_t number) {
  request_peer(p, WAY_FILE, -1, of, number);
  p->entry->file = file;
}

/* Returns the owner of a held entry that wants to know of calls that wait for it. Another
 * thread may complete the request meanwhile and drop its owners without the lock. Operations
 * that share a handle are complete at once, so none of them wants to know. */
static struct pending_request *waited_for(const struct request_entry *e) {
  calls_lock(&lock);
  struct pending_request *p = e && !e->gone && !e->shared ? e->first : NULL;
  while (p && !p->wait)
    p = p->next;
  calls_unlock(&lock);
  return p;
}

/* The program may have one call wait for all its requests, of which some have nothing to do at
 * its borders. But that nobody has started any of them is an oversight, or comes before the
 * first start. */
static void note_idle(struct request_entry *const *held, int n) {
  for (int i = 0; i < n; i++)
    if (held[i] && held[i]->persistent && !held[i]->started)
      held[i]->idle = 1;
}

void requests_hold(struct frame *f, const MPI_Request *handles, int n,
                   struct request_entry **held) {
  static uint64_t calls;
  struct maker twice = {0}, both = {0};
  int unknown = 0, waited = 0, waits = !request_asks(f->call), shared = 0, active = 0;
  calls_lock(&lock);
  calls++;
  for (int i = 0; i < n; i++) {
    struct request_entry *e = held[i] =
        handles[i] == MPI_REQUEST_NULL ? NULL : request_table_next(handles[i], shared, calls);
    if (!e) {
      unknown += handles[i] != MPI_REQUEST_NULL;
      continue;
    }
    shared += request_shared(handles[i]);
    int again = e->asked == calls, others = e->waits;
    e->asked = calls;
    e->busy++;
    e->waits += waits;
    waited |= e->waited;
    active |= e->active;
    if ((again || others) && !request_shared(handles[i])) {
      if (waits && others && !again && !f->depth)
        both = e->maker;
      if (again && e->active)
        twice = e->maker;
    }
  }
  calls_unlock(&lock);
  if (!active && waits)
    note_idle(held, n);
  if (both.call)
    misuse_feed_of(f, MISUSE_BOTH, &both, 0, 0);
  if (twice.call && (f->call == CALL_Waitall || f->call == CALL_Testall))
    misuse_feed_of(f, MISUSE_TWICE, &twice, 0, 0);
  for (int i = 0; unknown && i < n; i++)
    if (!held[i])
      stale_check(f, handles[i]);
  if (waited && (f->call == CALL_Wait || f->call == CALL_Waitall))
    for (int i = 0; i < n; i++) {
      struct pending_request *p = waited_for(held[i]);
      if (p)
        p->wait(p, f);
    }
}

void requests_let(struct request_entry **held, int n, const struct ended *done,
                  int count_done) {
  int waits = !request_asks(thread_self()->call);
  calls_lock(&lock);
  for (int k = 0; k < count_done; k++) {
    struct request_entry *e = held[done[k].request];
    if (!e || e->gone) { /* another thread has completed it */
      held[done[k].request] = NULL;
      continue;
    }
    e->over = done[k].status;
    if (!e->persistent)
      entry_take(e);
  }
  for (int i = 0; i < n; i++)
    if (held[i]) {
      held[i]->busy--;
      held[i]->waits -= waits;
    }
  calls_unlock(&lock);
}

static int was_cancelled(const MPI_Status *status) {
  int flag = 0;
  return status && !REAL(Test_cancelled)(status, &flag) && flag;
}

static void tell(struct request_entry *e, struct frame *f, const MPI_Status *status, int ok) {
  if (!e->active || e->told)
    return;
  ok = ok && !(e->cancelled && was_cancelled(status));
  for (struct pending_request *p = e->first, *next; p; p = next) {
    next = p->next;
    p->complete(p, f, status, ok);
  }
}

static void drop(struct request_entry *e, struct frame *f) {
  for (struct pending_request *p = e->first, *next; p; p = next) {
    next = p->next;
    p->drop(p, f);
  }
  entry_free(e);
}

static void end(struct request_entry *e, struct frame *f, const MPI_Status *status) {
  for (struct pending_request *p = e->first, *next; p; p = next) {
    next = p->next;
    if (p->end) {
      p->end(p, f, status);
    } else {
      p->complete(p, f, status, 1);
      p->drop(p, f);
    }
  }
  e->over = NULL;
  entry_free(e);
}

void request_complete(struct frame *f, struct request_entry *e, const struct ended *d) {
  if (d->ok && e->active && !(e->persistent | e->told | e->cancelled)) {
    end(e, f, d->status);
    return;
  }
  tell(e, f, d->status, d->ok);
  e->over = NULL;
  if (!e->persistent)
    drop(e, f);
  else
    e->active = e->told = e->cancelled = 0;
}

void requests_complete_of(struct frame *f, MPI_Request handle, int starter) {
  const struct ended d = {.ok = 1};
  struct request_entry *e;
  do {
    calls_lock(&lock);
    e = request_table_of(handle, starter);
    if (e)
      entry_take(e);
    calls_unlock(&lock);
    if (e)
      request_complete(f, e, &d);
  } while (e);
}

void request_note(struct frame *f, struct request_entry *e, const MPI_Status *status) {
  tell(e, f, status, 1);
  e->told = 1;
}

static void start(struct frame *f, MPI_Request handle) {
  calls_lock(&lock);
  struct request_entry *e = request_table_find(handle);
  calls_unlock(&lock);
  if (e && e->maker.kind == MAKER_GENERAL)
    return; /* grequest.c follows it */
  if (!e)
    stale_check(f, handle);
  else if (!e->persistent)
    misuse_feed_of(f, MISUSE_NOT_PERSISTENT, &e->maker, 0, 0);
  else if (e->active)
    misuse_feed_of(f, MISUSE_STARTED, &e->maker, 0, 0);
  if (!e || !e->persistent || e->active)
    return;
  e->active = e->started = 1;
  e->told = e->cancelled = 0;
  for (struct pending_request *p = e->first; p; p = p->next)
    if (p->start)
      p->start(p, f);
}

void request_enter_Start(struct frame *f) {
  struct args_Start *a = f->args;
  start(f, *a->request);
}

void request_enter_Startall(struct frame *f) {
  struct args_Startall *a = f->args;
  for (int i = 0; a->array_of_requests && i < a->count; i++)
    start(f, a->array_of_requests[i]);
}

/* The call is given one of several operations with the same handle, and nobody knows which. */
static int ambiguous(const struct request_entry *e) {
  return request_shared(e->handle) && e->first != e->last;
}

static void freed_active(struct frame *f, const struct request_entry *e) {
  if (!e->active || e->told || request_shared(e->handle))
    return;
  if (e->maker.kind == MAKER_COLLECTIVE)
    misuse_feed_of(f, MISUSE_COLLECTIVE_FREED, &e->maker, 0, 0);
  else if (e->maker.kind == MAKER_RECEIVE && f->call == CALL_Request_free && !e->cancelled)
    misuse_feed_of(f, MISUSE_RECEIVE_FREED, &e->maker, 0, 0);
}

void request_enter_Request_free(struct frame *f) {
  struct args_Request_free *a = f->args;
  int shared = request_shared(*a->request);
  if (shared) {
    rendezvous_end(f, 1, 0);
    shared_requests_ended(f, a->request, shared_requests_copied(f));
  }
  if (shared)
    requests_shared_begin();
  calls_lock(&lock);
  struct request_entry *e = request_table_own(*a->request);
  if (e)
    entry_take(e);
  calls_unlock(&lock);
  if (e) {
    freed_active(f, e);
    if (request_never_started(e))
      misuse_feed_of(f, MISUSE_NOT_STARTED, &e->maker, 0, 0);
  } else {
    stale_check(f, *a->request);
  }
  if (e && ambiguous(e))
    tell(e, f, NULL, 1);
  if (e)
    drop(e, f);
  if (shared)
    requests_shared_end();
}

void request_enter_Cancel(struct frame *f) {
  struct args_Cancel *a = f->args;
  calls_lock(&lock);
  struct request_entry *e = request_table_find(*a->request);
  calls_unlock(&lock);
  if (e)
    freed_active(f, e);
  else
    stale_check(f, *a->request);
  if (!e || !e->active || ambiguous(e))
    return;
  e->cancelled = 1;
  for (struct pending_request *p = e->first; p; p = p->next)
    if (p->cancel)
      p->cancel(p, f);
}

/* Communication with MPI_PROC_NULL is complete as soon as it starts (section 3.11). As a root
 * MPI_PROC_NULL means something else. */
static int is_with_nobody(const struct frame *f) {
  const int *rank;
  int ranks = 0;
  while ((rank = args_nth(f->call, f->args, SHOW_RANK, ranks)) && *rank == MPI_PROC_NULL)
    ranks++;
  return ranks && !rank && maker_kinds[f->call] != MAKER_COLLECTIVE;
}

void request_made(struct frame *f, MPI_Request handle) {
  if (f->thread->followed == f->thread->seq || handle == MPI_REQUEST_NULL ||
      !request_follow(handle, NULL, misuse_persistent(f->call)) || !is_with_nobody(f))
    return;
  calls_lock(&lock);
  struct request_entry *e = request_table_find(handle);
  if (e)
    e->way = WAY_NOBODY;
  calls_unlock(&lock);
}
