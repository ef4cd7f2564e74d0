#define _GNU_SOURCE
#include "thread.h"
#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "aside.h"
#include "include/library.h"
#include "leaf.h"
#include "mpi_call.h"
#include "unloads.h"

__thread struct thread *thread_current __attribute__((tls_model("initial-exec")));

/* Never freed: a thread that ended leaves its counts, and the watchdog walks without a lock. */
struct thread *_Atomic thread_list;
static atomic_int threads;
_Atomic int thread_several;
static void (*prepare)(void);
static void (*numbers)(struct thread *t);

void thread_prepares(void (*with)(void)) {
  prepare = with;
}

void thread_numbers(void (*with)(struct thread *t)) {
  numbers = with;
}

struct thread *thread_new(void) {
  /* Never freed, and not from malloc, because malloc itself may be running. */
  struct thread *t = pages_grow(NULL, 0, sizeof *t);
  if (!t)
    return NULL;
  t->number = atomic_fetch_add(&threads, 1);
  thread_several |= t->number > 0;
  t->tid = gettid();
  t->next = thread_list;
  while (!atomic_compare_exchange_weak(&thread_list, &t->next, t))
    ;
  thread_current = t;
  if (numbers)
    numbers(t);
  return t;
}

struct thread *thread_calls(void) {
  aside_inside++;
  if (prepare)
    prepare();
  struct thread *t = thread_new();
  aside_inside--;
  return t;
}

void thread_sum(uint64_t counts[CALLS]) {
  for (unsigned i = 0; i < CALLS; i++)
    counts[i] = 0;
  for (struct thread *t = thread_list; t; t = t->next)
    for (unsigned i = 0; i < CALLS; i++)
      counts[i] += t->counts[i];
}

void thread_forked(void) {
  thread_list = thread_current;
  if (thread_current)
    thread_current->next = NULL;
}

/* Whether the module is the MPI library or one of its plug-ins (ROMIO may be one). Bindings for
 * other languages do not count: they call on the program's behalf. */
static int in_library(const void *pc) {
  struct dl_find_object found;
  return !_dl_find_object((void *)(uintptr_t)pc, &found) &&
         real_module(found.dlfo_link_map->l_name) == MODULE_OWN;
}

int thread_in_library(const void *pc) {
  static struct code_answers known;
  return code_answer(&known, pc, in_library);
}

/* A function of the library may end in a jump to another one (MPI_Type_struct of MPICH), which
 * then returns to us. */
static int in_library_or_here(const void *pc) {
  struct dl_find_object found, own;
  return in_library(pc) || (!_dl_find_object((void *)(uintptr_t)pc, &found) &&
                            !_dl_find_object((void *)(uintptr_t)&in_library, &own) &&
                            found.dlfo_link_map == own.dlfo_link_map);
}

static int is_made_inside(const void *caller) {
  static struct code_answers known;
  return code_answer(&known, caller, in_library_or_here);
}

_Atomic int thread_operations;

static int push(struct thread *t, int hooked) {
  if (t->depth > t->room) {
    int room = t->depth * 2;
    struct outer *grown = realloc(t->outer, (size_t)room * sizeof *grown);
    if (!grown)
      return 0;
    t->outer = grown;
    t->room = room;
  }
  struct outer *o = &t->outer[t->depth - 1];
  o->call = t->call;
  o->args = t->args;
  memcpy(o->registers, t->registers, sizeof o->registers);
  o->saved = hooked;
  if (hooked)
    o->event = t->event;
  atomic_store_explicit(&t->seq, t->seq + 1, memory_order_release);
  return 1;
}

void thread_return(struct thread *t) {
  const struct outer *o = &t->outer[t->depth - 1];
  t->call = o->call;
  t->args = o->args;
  memcpy(t->registers, o->registers, sizeof t->registers);
  if (o->saved)
    t->event = o->event;
  atomic_store_explicit(&t->seq, t->seq + 1, memory_order_release);
}

/* A call that comes from a callback of ours was made by the program: we run its callback. */
int thread_in_callback(const struct thread *t) {
  return t->callbacks.count && t->callbacks.depth == t->depth;
}

int thread_inside(struct thread *t, const void *frame, const void *caller, int hooked) {
  while (t->depth && (uintptr_t)frame >= t->registers[REG_SP])
    thread_leave(t);
  if (t->depth && ((!thread_in_callback(t) && is_made_inside(caller)) || !push(t, hooked)))
    return 1;
  t->nested = t->depth && thread_operations;
  return 0;
}
