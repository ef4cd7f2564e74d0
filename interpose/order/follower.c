#include "follower.h"
#include <stddef.h>
#include "interpose/base/leaf.h"
#include "interpose/base/spin_flag.h"

#define BLOCK 256  /* followers by number, in blocks of so many */
#define BLOCKS 256 /* threads with greater numbers are not followed */
#define CHUNK 64   /* followers that are allocated together */

static __thread struct follower *own __attribute__((tls_model("initial-exec")));
static struct follower *_Atomic *_Atomic blocks[BLOCKS];
static atomic_int highest = -1;
static struct follower *spare, *chunk;
static unsigned chunk_left;
static atomic_flag pool = ATOMIC_FLAG_INIT;
static struct follower *_Atomic ended;
static atomic_int untold;

void follower_lock(struct follower *f) {
  spin_take(&f->busy);
}

void follower_unlock(struct follower *f) {
  spin_leave(&f->busy);
}

static struct follower *take(void) {
  spin_take(&pool);
  struct follower *f = spare;
  if (f) {
    spare = f->next;
  } else {
    if (!chunk_left && (chunk = pages_grow(NULL, 0, CHUNK * sizeof *chunk)))
      chunk_left = CHUNK;
    if (chunk_left)
      f = &chunk[--chunk_left];
  }
  spin_leave(&pool);
  return f;
}

static void await_no_more(struct follower *f) {
  if (atomic_exchange(&f->awaited, 0))
    untold--;
}

void follower_tell(struct follower *f) {
  f->told = 1;
  await_no_more(f);
}

int followers_untold(void) {
  return untold;
}

void follower_drop(struct follower *f) {
  await_no_more(f);
  earlier_clear(&f->pending);
  earlier_clear(&f->learned);
  earlier_clear(&f->read);
  spin_take(&pool);
  f->next = spare;
  spare = f;
  spin_leave(&pool);
}

/* Makes it known by its number. */
static void put(struct follower *f, int number) {
  struct follower *_Atomic *none = NULL;
  if (number >= BLOCK * BLOCKS)
    return;
  struct follower *_Atomic *_Atomic *block = &blocks[number / BLOCK];
  if (!*block) {
    struct follower *_Atomic *made = pages_grow(NULL, 0, BLOCK * sizeof *made);
    if (!made)
      return;
    /* Of two that are made at once one is lost. */
    atomic_compare_exchange_strong(block, &none, made);
  }
  f->number = number;
  (*block)[number % BLOCK] = f;
  int before = highest;
  while (before < number && !atomic_compare_exchange_weak(&highest, &before, number))
    ;
}

/* What destructors do after a thread's end belongs to nobody; `over` was one of the program. */
static struct follower nobody = {.foreign = 1, .number = -1};
static struct follower over = {.foreign = 1, .number = -1};

static int is_nobody(const struct follower *f) {
  return f == &nobody || f == &over;
}

int follower_is_over(void) {
  return own == &over;
}

void follower_number(int number) {
  if (own && !is_nobody(own))
    put(own, number);
}

struct follower *follower_known(void) {
  return own;
}

struct follower *follower_new(int foreign) {
  struct follower *f = take();
  if (!f)
    return NULL;
  f->foreign = foreign;
  f->told = f->fenced = f->depth = 0;
  f->openmp = -1;
  f->number = -1;
  f->fed = 0;
  f->awaited = !foreign;
  untold += !foreign;
  return f;
}

void follower_begin(struct follower *f) {
  own = f;
  if (thread_current)
    put(f, thread_current->number);
}

int follower_end(void) {
  struct follower *f = own;
  if (f && is_nobody(f))
    return 0;
  own = f && !f->foreign ? &over : &nobody;
  if (!f)
    return 0;
  if (f->number < 0) {
    follower_drop(f);
    return 0;
  }
  await_no_more(f);
  f->next = ended;
  while (!atomic_compare_exchange_weak(&ended, &f->next, f))
    ;
  return 1;
}

struct follower *follower_ended(void) {
  return ended ? atomic_exchange(&ended, NULL) : NULL;
}

struct follower *follower_of(int thread) {
  if (thread < 0 || thread >= BLOCK * BLOCKS || !blocks[thread / BLOCK])
    return NULL;
  return blocks[thread / BLOCK][thread % BLOCK];
}

int followers_highest(void) {
  return highest;
}
