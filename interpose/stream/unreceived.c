#include "unreceived.h"
#include <pthread.h>
#include <stdlib.h>
#include "counters.h"
#include "include/hash.h"
#include "include/name.h"
#include "interpose/base/mpi_call.h"
#include "interpose/base/world.h"
#include "interpose/stack/stack.h"

/* So many numbers of received messages are exchanged at most, by all ranks together. */
#define MOST 200000

struct first_send {
  struct sent_to {
    uint64_t key;
    int64_t rank;
  } to;
  uint64_t voids;
  struct unreceived first;
  UT_hash_handle hh;
};

static struct first_send *firsts;
static int incomplete; /* there was no memory */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct first_send *first_find(int32_t rank, uint64_t key) {
  struct sent_to to = {key, rank};
  struct first_send *s;
  HASH_FIND(hh, firsts, &to, sizeof to, s);
  return s;
}

void unreceived_first(const struct frame *f, int tag) {
  uint32_t stack = stack_capture(f->thread);
  calls_lock(&lock);
  struct first_send *s = first_find(f->sent.rank, f->sent.key);
  if (!s && (s = calloc(1, sizeof *s))) {
    s->to = (struct sent_to){f->sent.key, f->sent.rank};
    s->first = (struct unreceived){.rank = f->sent.rank,
                                   .tag = tag,
                                   .call = f->call,
                                   .thread = f->thread->number,
                                   .stack = stack};
    HASH_ADD(hh, firsts, to, sizeof s->to, s);
  }
  incomplete |= !s;
  calls_unlock(&lock);
}

void unreceived_void(int32_t rank, uint64_t key) {
  calls_lock(&lock);
  struct first_send *s = first_find(rank, key);
  if (s)
    s->voids++;
  calls_unlock(&lock);
}

static uint64_t sent_by(const struct first_send *s) {
  uint64_t all = counters_get((int32_t)s->to.rank, s->to.key);
  return all > s->voids ? all - s->voids : 0;
}

/* What is received, as the ranks tell each other. */
struct received_count {
  int64_t source, receiver;
  uint64_t key, count;
};
enum { WORDS = sizeof(struct received_count) / sizeof(uint64_t) };

struct received_tally {
  uint64_t sum;
  struct received_count *at;
  int count, room;
};

/* Linear in the number of messages: what all have sent less what all have received is 0. */
static uint64_t weight(int64_t source, int64_t receiver, uint64_t key) {
  return name_mix(key ^ name_mix((uint64_t)source << 32 | (uint32_t)receiver)) | 1;
}

static void take(void *context, int32_t source, uint64_t key, uint64_t count) {
  struct received_tally *t = context;
  if (!world_reaches(source))
    return;
  t->sum -= weight(source, world.rank, key) * count;
  if (t->count == t->room && t->room < MOST) {
    int room = t->room ? t->room * 2 : 64;
    struct received_count *grown = realloc(t->at, (size_t)room * sizeof *grown);
    if (!grown)
      return;
    t->at = grown;
    t->room = room;
  }
  if (t->count < t->room)
    t->at[t->count] = (struct received_count){source, world.rank, key, count};
  t->count++;
}

/* Gathers what all ranks have received. Returns how many entries that are; -1: too many. */
static int gather(const struct received_tally *t, struct received_count **all) {
  int *counts = calloc((size_t)world.members * 2, sizeof *counts), *at = counts + world.members;
  int64_t total = 0;
  int own = t->count <= t->room ? t->count * WORDS : -1, none = !counts, any = 0;
  *all = NULL;
  REAL(Allreduce)(&none, &any, 1, MPI_INT, MPI_MAX, world.comm);
  if (any || REAL(Allgather)(&own, 1, MPI_INT, counts, 1, MPI_INT, world.comm)) {
    free(counts);
    return -1;
  }
  for (int i = 0; i < world.members; i++) {
    at[i] = (int)total;
    any |= counts[i] < 0;
    total += counts[i] < 0 ? 0 : counts[i];
    any |= total > (int64_t)MOST * WORDS;
  }
  none = any || !(*all = malloc((size_t)total * sizeof(uint64_t) + 1));
  REAL(Allreduce)(&none, &any, 1, MPI_INT, MPI_MAX, world.comm);
  if (!any)
    any =
        REAL(Allgatherv)(t->at, own, MPI_UINT64_T, *all, counts, at, MPI_UINT64_T, world.comm);
  free(counts);
  return any ? -1 : (int)(total / WORDS);
}

static void compare(const struct received_count *all, int n, void *context,
                    void (*each)(void *context, const struct unreceived *u)) {
  struct first_send *s, *next;
  for (int i = 0; i < n; i++)
    if (all[i].source == world.rank && (s = first_find((int32_t)all[i].receiver, all[i].key)))
      s->first.lost = all[i].count; /* for now: how many were received */
  HASH_ITER(hh, firsts, s, next) {
    uint64_t received = s->first.lost, sent = sent_by(s);
    s->first.sent = sent;
    s->first.lost = sent > received ? sent - received : 0;
    if (s->first.lost > s->first.told && world_reaches((int32_t)s->to.rank))
      each(context, &s->first);
    s->first.told = s->first.lost;
  }
}

void unreceived_find(unreceived_counts *received, void *context,
                     void (*each)(void *context, const struct unreceived *u)) {
  struct received_tally t = {0};
  struct received_count *all = NULL;
  struct first_send *s, *next;
  uint64_t mine[2], sums[2] = {0, 0};
  mine[1] = !received(&t, take) || incomplete;
  HASH_ITER(hh, firsts, s, next) {
    if (world_reaches((int32_t)s->to.rank))
      t.sum += weight(world.rank, s->to.rank, s->to.key) * sent_by(s);
  }
  mine[0] = t.sum;
  if (!REAL(Allreduce)(mine, sums, 2, MPI_UINT64_T, MPI_SUM, world.comm) && sums[0] &&
      !sums[1]) {
    int n = gather(&t, &all);
    if (n >= 0)
      compare(all, n, context, each);
  }
  free(all);
  free(t.at);
}
