#define _GNU_SOURCE
#include "schedule.h"

#include <errno.h>
#include <time.h>

#include "interpose/base/mpi_call.h"
#include "interpose/base/thread.h"
#include "interpose/base/world.h"

/* Calls of a thread that may all take time; of those after them ever fewer do. */
enum { ALL = 64 };

static uint64_t seed;
static __thread uint64_t number;

#define INSTEAD(NAME, Call) extern fn_##Call instead_##Call;
#include "choices.def"
static void *const instead[CALLS] = {
#define INSTEAD(NAME, Call) [CALL_##Call] = (void *)instead_##Call,
#include "choices.def"
};

#define ASKED(Call) extern fn_##Call asked_##Call;
#include "choices.def"
static void *const asked[CALLS] = {
#define ASKED(Call) [CALL_##Call] = (void *)asked_##Call,
#include "choices.def"
};
static int reductions;

uint64_t schedule_seed(void) {
  return seed;
}

/* What carries out the call. */
static void *function_of(unsigned call, void *real) {
  return reductions && asked[call] ? asked[call] : instead[call] ? instead[call] : real;
}

/* Every bit of the result depends on every bit of both. */
static uint64_t mix(uint64_t h, uint64_t v) {
  h ^= v + 0x9e3779b97f4a7c15u + (h << 6) + (h >> 2);
  h = (h ^ (h >> 30)) * 0xbf58476d1ce4e5b9u;
  h = (h ^ (h >> 27)) * 0x94d049bb133111ebu;
  return h ^ (h >> 31);
}

/* Four schedules in a row take each choice once at all calls, once at none, and twice at half
 * of them, so that a choice cannot hide for long what another one shows. */
static int is_taken(enum choice c, uint64_t hash) {
  unsigned turn = (unsigned)((seed - 1 + CHOICES - (unsigned)c) % CHOICES);
  return turn == 0 || (turn != CHOICES / 2 && (hash >> 63));
}

int schedule_takes(enum choice c, uint64_t *hash) {
  int thread = thread_current ? thread_current->number : 0;
  uint64_t h = mix(mix(seed, (uint64_t)world.rank), (uint64_t)thread << 8 | (unsigned)c);
  *hash = mix(h, ++number);
  return is_taken(c, *hash);
}

int schedule_takes_time(enum choice c, uint64_t *hash) {
  return schedule_takes(c, hash) && (number <= ALL || *hash % number < ALL);
}

void schedule_sleep(uint64_t microseconds) {
  const struct timespec span = {(time_t)(microseconds / 1000000),
                                (long)(microseconds % 1000000) * 1000};
  int error = errno;
  nanosleep(&span, NULL);
  errno = error;
}

/* One rank is slower than the others. */
static void pause_before(void) {
  uint64_t hash, length;
  if (!schedule_takes_time(CHOICE_DELAY, &hash))
    return;
  length = hash % 8;
  schedule_sleep(mix(seed, 0) % (uint64_t)world.size == (uint64_t)world.rank
                     ? 5000
                     : length * length * 100);
}

/* The calls before which a process may be late: what they meet there depends on it. */
#define IS(class, name) !__builtin_strcmp(#class, name)
#define BEGINS_LATER(class, name)                                                              \
  (IS(class, "COLL") || IS(class, "EPOCH") || IS(name, "Send") || IS(name, "Isend") ||         \
   IS(name, "Ssend") || IS(name, "Issend") || IS(name, "Bsend") || IS(name, "Rsend") ||        \
   IS(name, "Irsend") || IS(name, "Ibsend") || IS(name, "Sendrecv") || IS(name, "Recv") ||     \
   IS(name, "Irecv") || IS(name, "Probe") || IS(name, "Start") || IS(name, "Startall"))
/* These complete operations, or may have to come after those before them. */
#define COMPLETES(name)                                                                        \
  (IS(name, "Win_fence") || IS(name, "Win_complete") || IS(name, "Win_unlock") ||              \
   IS(name, "Win_unlock_all") || IS(name, "Win_flush") || IS(name, "Win_flush_all") ||         \
   IS(name, "Win_flush_local") || IS(name, "Win_flush_local_all") || IS(name, "Win_free") ||   \
   IS(name, "Finalize"))
#define MAKES_HELD(class, name)                                                                \
  (COMPLETES(name) ||                                                                          \
   (IS(class, "RMA") && !IS(name, "Put") && !IS(name, "Get") && !IS(name, "Accumulate")))

#define ROW(ret, name, class, ...)                                                             \
  static ret scheduled_##name(EACH(CALL_PARAM, EACH_COMMA, __VA_ARGS__)) {                     \
    fn_##name *function = (fn_##name *)function_of(CALL_##name, (void *)REAL(name));           \
    if (BEGINS_LATER(class, name))                                                             \
      pause_before();                                                                          \
    if (MAKES_HELD(class, name))                                                               \
      late_make_all();                                                                         \
    return function(EACH(CALL_ARG, EACH_COMMA, __VA_ARGS__));                                  \
  }
#include "interpose/mpi/rows.def"

static void *const scheduled[CALLS] = {
#define ROW(ret, name, class, ...)                                                             \
  [CALL_##name] =                                                                              \
      BEGINS_LATER(class, name) || MAKES_HELD(class, name) ? (void *)scheduled_##name : NULL,
#include "interpose/mpi/rows.def"
};

void schedule_begin(uint64_t chosen, int reorder) {
  if (!chosen)
    return;
  seed = chosen;
  reductions = reorder;
  for (unsigned i = 0; i < CALLS; i++)
    if (mpi_real[i] && (scheduled[i] || instead[i]))
      mpi_carried[i] = scheduled[i] ? scheduled[i] : instead[i];
}
