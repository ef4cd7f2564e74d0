/* thread_order.c: the hooks of libfencepost.so. */
#include "thread_order.h"
#include <pthread.h>
#include <stddef.h>
#include <string.h>
#include "followed_module.h"
#include "follower.h"
#include "interpose/base/aside.h"
#include "interpose/base/world.h"
#include "interpose/stack/own_stack.h"
#include "order_object.h"
#include "thread_order_part.h"

_Atomic int order_on, order_awaited;
int order_made_early;
static struct order_parts parts;
static const struct order_early *early;
static const atomic_int *silent;
static const struct order_hooks *_Atomic *makers, *_Atomic *hooks; /* of libfencepost.so */

/* The last event when threads were first followed. A thread that was there by then may know of
 * all events up to this one. */
static _Atomic uint64_t since;

static void follow(void) {
  if (!order_on) {
    since = parts.last();
    order_on = 1;
    *hooks = *makers;
  }
}

/* A handler of a signal may call sem_post in the middle of a hook. */
static __thread int inside __attribute__((tls_model("initial-exec")));

/* Where this library's code lies. */
extern const char __ehdr_start[] INTERNAL, etext[] INTERNAL;

static int is_ours(const void *caller) {
  return (uintptr_t)caller - (uintptr_t)__ehdr_start <
         (uintptr_t)etext - (uintptr_t)__ehdr_start;
}

struct follower *order_thread_enter(const void *caller) {
  const struct thread *t = thread_current;
  if (!order_on || world_state != WORLD_ON || is_ours(caller) || aside_inside)
    return NULL;
  if (t && t->depth && !thread_in_callback(t)) /* the MPI library orders its own work */
    return NULL;
  if (caller && !followed_module(caller))
    return NULL;
  if (inside) {
    order_lose("a handler of a signal orders threads while the thread orders itself");
    return NULL;
  }
  struct follower *f = follower_own();
  if (!f)
    order_lose("there is no memory");
  if (!f || f->foreign)
    return NULL;
  inside = 1;
  atomic_signal_fence(memory_order_seq_cst);
  return f;
}

void order_thread_leave(void) {
  atomic_signal_fence(memory_order_seq_cst);
  inside = 0;
}

static int tell(void *unused) {
  (void)unused;
  return parts.tell();
}

/* The program may hold a lock that somebody waits for who has ours: that of its own malloc. */
void order_tell_accesses(void) {
  if (!parts.accessed())
    return;
  struct aside_access a = aside_access_begin();
  if (own_stack_run(tell, NULL) <= 0)
    order_lose("a thread could not tell what it has accessed");
  aside_access_end(a);
}

static int tell_learned(void *thread) {
  return parts.learned(*(int *)thread);
}

/* A thread of which the checker has not heard learns nothing yet. */
static void learn_now(struct follower *f) {
  int thread = f->number;
  if (!order_awaited || !f->told || earlier_empty(&f->pending))
    return;
  struct aside_access a = aside_access_begin();
  own_stack_run(tell_learned, &thread);
  aside_access_end(a);
}

/* Leaves out what the thread itself has learned or is about to learn, because its own last
 * event, or `pending`, says so. */
static void forget_known(struct earlier *p, const struct follower *f) {
  struct earlier kept = {.all = p->all};
  for (uint32_t i = 0; i < p->count; i++) {
    const struct earlier_entry *e = &earlier_entries(p)[i];
    if (e->seq > earlier_of(&f->learned, e->thread) && e->thread != f->number)
      earlier_add(&kept, e->thread, e->seq);
  }
  earlier_clear(p);
  *p = kept;
}

void order_give(struct earlier *p, struct follower *f) {
  follower_lock(f);
  if (p->count)
    forget_known(p, f);
  earlier_add_from(p, &f->pending);
  if (f->fed)
    earlier_add(p, f->number, f->fed);
  follower_unlock(f);
}

void order_take(struct follower *f, const struct earlier *p) {
  follower_lock(f);
  for (uint32_t i = 0; i < p->count; i++) {
    const struct earlier_entry *e = &earlier_entries(p)[i];
    if (e->thread != f->number && e->seq > earlier_of(&f->learned, e->thread))
      earlier_add(&f->pending, e->thread, e->seq);
  }
  if (p->all > f->learned.all)
    earlier_add_all(&f->pending, p->all);
  follower_unlock(f);
}

/* A destructor of a key or of a thread-local object releases what its thread held until its
 * end. */
static void release_over(const void *object, enum order_kind kind) {
  struct order_place *p = order_place_enter(object, kind);
  struct order_object *o = order_get(p, object, kind);
  if (o)
    earlier_add_all(&o->past, parts.last());
  order_place_leave(p);
  if (!o)
    order_lose("there is no memory");
  if (kind == ORDER_READ)
    release_over(object, ORDER_WRITE);
}

static void release(const void *object, enum order_kind kind, const void *caller) {
  struct follower *f = order_thread_enter(caller);
  if (!f && follower_is_over() && caller && followed_module(caller))
    release_over(object, kind);
  if (!f)
    return;
  order_tell_accesses();
  if (kind == ORDER_READ) {
    struct order_place *w = order_place_enter(object, ORDER_WRITE);
    struct order_object *o = order_find(w, object, ORDER_WRITE);
    if (o && o->written && pthread_equal(o->writer, pthread_self())) {
      o->written = 0;
      kind = ORDER_WRITE;
    }
    order_place_leave(w);
  }
  struct order_place *p = order_place_enter(object, kind);
  struct order_object *o = order_get(p, object, kind);
  if (o)
    order_give(&o->past, f);
  order_place_leave(p);
  if (!o)
    order_lose("there is no memory");
  order_thread_leave();
}

static void acquire(const void *object, enum order_kind kind, const void *caller) {
  struct follower *f = order_thread_enter(caller);
  if (!f)
    return;
  order_tell_accesses();
  struct order_place *p = order_place_enter(object, kind);
  const struct order_object *o = order_find(p, object, kind);
  struct earlier given_up = {.all = o ? 0 : order_given_up(p)};
  order_take(f, o ? &o->past : &given_up);
  order_place_leave(p);
  learn_now(f);
  order_thread_leave();
}

static void barrier(const void *object, unsigned count) {
  struct order_place *p = order_place_enter(object, ORDER_BARRIER);
  struct order_object *o = order_get(p, object, ORDER_BARRIER);
  if (o) {
    earlier_clear(&o->past);
    earlier_clear(&o->other);
    o->arrived = 0;
    o->count = count;
  }
  order_place_leave(p);
}

/* A thread that departs late must not learn what others have done before they came again. They
 * cannot come a third time before it has departed. */
static unsigned arrive(const void *object, unsigned count, const void *caller) {
  struct follower *f = order_thread_enter(caller);
  unsigned phase = 0;
  if (!f)
    return 0;
  order_tell_accesses();
  struct order_place *p = order_place_enter(object, ORDER_BARRIER);
  struct order_object *o = order_get(p, object, ORDER_BARRIER);
  if (o) {
    uint64_t of = count ? count : o->count;
    phase = of ? o->arrived / of % 2 : 0;
    if (of && o->arrived % of == 0)
      earlier_clear(phase ? &o->other : &o->past);
    o->arrived++;
    order_give(phase ? &o->other : &o->past, f);
  }
  order_place_leave(p);
  if (!o)
    order_lose("there is no memory");
  order_thread_leave();
  return phase;
}

static void depart(const void *object, unsigned phase, const void *caller) {
  struct follower *f = order_thread_enter(caller);
  if (!f)
    return;
  order_tell_accesses();
  struct order_place *p = order_place_enter(object, ORDER_BARRIER);
  const struct order_object *o = order_find(p, object, ORDER_BARRIER);
  struct earlier given_up = {.all = order_given_up(p)};
  order_take(f, !o ? &given_up : phase ? &o->other : &o->past);
  order_place_leave(p);
  learn_now(f);
  order_thread_leave();
}

static void writes(const void *lock, const void *caller) {
  if (!order_thread_enter(caller))
    return;
  struct order_place *p = order_place_enter(lock, ORDER_WRITE);
  struct order_object *o = order_get(p, lock, ORDER_WRITE);
  if (o) {
    o->writer = pthread_self();
    o->written = 1;
  }
  order_place_leave(p);
  order_thread_leave();
}

static void forget(const void *object, enum order_kind kind) {
  if (!order_on)
    return;
  struct order_place *p = order_place_enter(object, kind);
  order_drop(p, object, kind);
  order_place_leave(p);
}

/* What an MPI library makes for itself, when it is called or in a thread of its own. */
static int is_foreign(const void *creator) {
  const struct thread *t = thread_current;
  const struct follower *f = follower_known();
  return is_ours(creator) || !followed_module(creator) ||
         (t && t->depth && !thread_in_callback(t)) || (f && f->foreign);
}

static int is_openmp(const void *code) {
  static const char *const runtimes[] = {"libgomp", "libomp", "libiomp"};
  const char *name = module_name(code);
  for (size_t i = 0; i < sizeof runtimes / sizeof *runtimes; i++)
    if (!strncmp(name, runtimes[i], strlen(runtimes[i])))
      return 1;
  return 0;
}

/* The calling thread is one of several of the program. */
static void expect(const struct follower *f) {
  if (order_several || !f || f->foreign || inside || aside_inside || !parts.expected())
    return;
  struct aside_access a = aside_access_begin();
  inside = 1;
  parts.expect();
  inside = 0;
  aside_access_end(a);
}

static void lose_silent(void) {
  if (*silent)
    order_lose("the runtime of OpenMP does not tell tools what it does");
}

static void *make(enum thread_maker maker, const void *creator) {
  int foreign = is_foreign(creator);
  struct follower *made = follower_new(foreign);
  if (!made || foreign || world_state != WORLD_ON)
    return made;
  follow();
  lose_silent();
  made->maker = is_openmp(creator) ? MAKER_OPENMP : maker;
  struct follower *f = order_thread_enter(creator);
  if (!f)
    return made;
  made->depth = parts.stack(creator, made->pc, FOLLOWER_DEPTH);
  order_tell_accesses();
  order_give(&made->pending, f);
  order_thread_leave();
  expect(f);
  return made;
}

static void unmake(void *made) {
  follower_drop(made);
}

static void begin(void *made) {
  follower_begin(made);
  forget((const void *)pthread_self(), ORDER_JOIN);
}

static void numbered(struct thread *t) {
  if (t->number)
    follow();
  follower_number(t->number);
}

/* A thread that was there before anybody listened. */
struct follower *follower_own(void) {
  struct follower *f = follower_known();
  if (!f && (f = follower_new(0))) {
    earlier_add_all(&f->pending, since);
    f->fed = since;
    follower_begin(f);
  }
  return f;
}

int order_early_threads(int *by_program) {
  unsigned count = early->count;
  *by_program = count > ORDER_EARLY;
  for (unsigned i = 0; i < count && !*by_program; i++)
    *by_program = !early->creator[i] || followed_module(early->creator[i]);
  return (int)count;
}

void order_begin(void) {
  order_early_threads(&order_made_early);
  if (order_made_early)
    follow();
  lose_silent();
}

static void end(void) {
  if (thread_current && world_state == WORLD_ON && !inside && !aside_inside) {
    struct aside_access a = aside_access_begin();
    parts.ends();
    aside_access_end(a);
  }
  if (follower_end())
    order_ended = 1;
}

static void spread(const void *caller) {
  if (!order_thread_enter(caller))
    return;
  order_tell_accesses();
  order_spread();
  order_thread_leave();
}

static void unseen(const char *what, const void *caller) {
  if (order_thread_enter(caller)) {
    order_lose(what);
    order_thread_leave();
  }
}

static void number(int n) {
  struct follower *f = order_on ? follower_own() : NULL;
  if (f)
    f->openmp = n;
  if (n > 0 && world_state == WORLD_ON)
    expect(f);
}

/* A message has two names: by its number, and together with all others under its key. */
static const void *message(uint64_t key, uint64_t number, int any) {
  return (const void *)(uintptr_t)(any ? key : key + (number + 1) * 0x9e3779b97f4a7c15u);
}

/* An MPI call hands on what its thread has done. */
static void hand_on(const void *object, enum order_kind kind) {
  struct follower *f = order_on ? follower_own() : NULL;
  if (!f)
    return;
  order_tell_accesses();
  struct order_place *p = order_place_enter(object, kind);
  struct order_object *o = order_get(p, object, kind);
  if (o)
    order_give(&o->past, f);
  order_place_leave(p);
  if (!o)
    order_lose("there is no memory");
}

static void learn(const void *object, enum order_kind kind, int once) {
  struct follower *f = order_on ? follower_own() : NULL;
  if (!f)
    return;
  order_tell_accesses();
  struct order_place *p = order_place_enter(object, kind);
  const struct order_object *o = order_find(p, object, kind);
  struct earlier given_up = {.all = o ? 0 : order_given_up(p)};
  order_take(f, o ? &o->past : &given_up);
  if (once)
    order_drop(p, object, kind);
  order_place_leave(p);
}

void order_sent(uint64_t key, uint64_t number) {
  for (int any = 0; any < 2; any++)
    hand_on(message(key, number, any), ORDER_MESSAGE);
}

void order_received(uint64_t key, uint64_t number, int bound) {
  learn(message(key, number, bound), ORDER_MESSAGE, !bound);
}

void order_completed(uint64_t request) {
  hand_on((const void *)(uintptr_t)request, ORDER_GENERALIZED);
}

void order_waited(uint64_t request) {
  learn((const void *)(uintptr_t)request, ORDER_GENERALIZED, 0);
}

int order_follows(void) {
  const struct follower *f = order_on ? follower_own() : NULL;
  return f && !f->foreign;
}

int order_knows(int thread, uint64_t event) {
  struct follower *f = order_on ? follower_own() : NULL;
  if (!f || f->foreign || order_lost() || !order_several || event <= order_untold)
    return 1;
  follower_lock(f);
  int known = f->forgot || event <= earlier_of(&f->pending, thread) ||
              event <= earlier_of(&f->learned, thread);
  follower_unlock(f);
  return known;
}

void order_attach(const struct order_calls *calls, const struct order_parts *with) {
  static const struct order_hooks all = {.make = make,
                                         .unmake = unmake,
                                         .begin = begin,
                                         .end = end,
                                         .release = release,
                                         .acquire = acquire,
                                         .arrive = arrive,
                                         .depart = depart,
                                         .barrier = barrier,
                                         .writes = writes,
                                         .forget = forget,
                                         .spread = spread,
                                         .unseen = unseen,
                                         .number = number};
  parts = *with;
  order_feed_begin(with);
  early = calls->early;
  silent = calls->silent;
  followed_modules_begin();
  thread_numbers(numbered);
  hooks = calls->hooks;
  makers = calls->makers;
  *calls->makers = &all;
}
