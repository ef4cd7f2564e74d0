#include "comm.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include "include/hash.h"
#include "interpose/base/world.h"

/* How many communicators were made of one group in one way. */
struct comm_tally {
  uint64_t key, count;
  UT_hash_handle hh;
};

struct comm_entry {
  struct comm comm; /* first */
  /* The id; or, for a foreign communicator, what those of its processes share that are of our
   * world. */
  uint64_t seed;
  uint64_t children;
  struct comm_tally *groups; /* groups of which MPI_Comm_create_group made communicators */
  int references;
  UT_hash_handle hh;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct comm_entry *entries;
static struct comm_entry *leaving; /* being freed */
static struct comm_tally *apart;   /* without a parent */

_Atomic uint64_t handle_changes;
__thread struct comm_last comm_last __attribute__((tls_model("initial-exec")));

static uint64_t mix(uint64_t h, uint64_t v) {
  h = (h ^ v) + 0x9e3779b97f4a7c15u;
  h = (h ^ h >> 30) * 0xbf58476d1ce4e5b9u;
  h = (h ^ h >> 27) * 0x94d049bb133111ebu;
  return h ^ h >> 31;
}

/* Mixes the ranks so that their order does not matter. */
static uint64_t mix_set(const int32_t *rank, int n) {
  uint64_t sum = (uint64_t)n;
  for (int i = 0; i < n; i++)
    sum += mix(0, (uint64_t)(int64_t)rank[i]);
  return mix(1, sum);
}

static uint64_t mix_members(const struct comm *c) {
  uint64_t here = mix_set(c->rank, c->size), there;
  if (!c->inter)
    return here;
  there = mix_set(c->remote, c->remote_size);
  return here < there ? mix(here, there) : mix(there, here);
}

/* Groups. */

static int translate(MPI_Group group, int n, int32_t *to) {
  int *from = malloc(((size_t)n + 1) * sizeof *from);
  MPI_Group all;
  if (!from || REAL(Comm_group)(world.comm, &all)) {
    free(from);
    return 0;
  }
  for (int i = 0; i < n; i++)
    from[i] = i;
  int rc = n ? REAL(Group_translate_ranks)(group, n, from, all, to) : MPI_SUCCESS;
  REAL(Group_free)(&all);
  free(from);
  for (int i = 0; i < n; i++)
    to[i] = to[i] < 0 ? -1 : world_rank_at(to[i]); /* else MPI_UNDEFINED */
  return rc == MPI_SUCCESS;
}

int32_t *comm_group_ranks(MPI_Group group, int *size) {
  int32_t *rank = NULL;
  if (REAL(Group_size)(group, size) == MPI_SUCCESS)
    rank = malloc(((size_t)*size + 1) * sizeof *rank);
  if (rank && world.alone) {
    memset(rank, -1, (size_t)*size * sizeof *rank);
  } else if (rank && !translate(group, *size, rank)) {
    free(rank);
    rank = NULL;
  }
  return rank;
}

static int32_t *take_group(fn_Comm_group *of, MPI_Comm handle, int *size) {
  MPI_Group group;
  if (of(handle, &group) != MPI_SUCCESS)
    return NULL;
  int32_t *rank = comm_group_ranks(group, size);
  REAL(Group_free)(&group);
  return rank;
}

/* The registry. */

static struct comm_entry *find_locked(MPI_Comm handle) {
  struct comm_entry *e;
  HASH_FIND(hh, entries, &handle, sizeof handle, e);
  return e;
}

static void free_tallies(struct comm_tally *all) {
  struct comm_tally *t, *next;
  HASH_ITER(hh, all, t, next) {
    HASH_DEL(all, t);
    free(t);
  }
}

static void free_entry(struct comm_entry *e) {
  free_tallies(e->groups);
  if (e->comm.remote != e->comm.rank)
    free((void *)e->comm.remote);
  free((void *)e->comm.rank);
  free(e->comm.neighbours);
  free(e);
}

void comm_hold(struct comm *c) {
  calls_lock(&lock);
  ((struct comm_entry *)c)->references++;
  calls_unlock(&lock);
}

void comm_drop(struct comm *c) {
  struct comm_entry *e = (struct comm_entry *)c;
  calls_lock(&lock);
  int left = --e->references;
  calls_unlock(&lock);
  if (!left)
    free_entry(e);
}

static void describe(struct comm *c) {
  int own = 0;
  for (int i = 0; i < c->size; i++)
    own += c->rank[i] >= 0;
  c->foreign = own < c->size;
  for (int i = 0; c->inter && i < c->remote_size; i++)
    c->foreign |= c->remote[i] < 0;
  c->whole = !c->inter && own == c->size && own == world.size;
}

static struct comm_entry *entry_new(MPI_Comm handle) {
  struct comm_entry *e = calloc(1, sizeof *e);
  if (e) {
    e->comm.handle = handle;
    e->comm.calls = 1;
    e->references = 1;
  }
  return e;
}

static struct comm_entry *make(MPI_Comm handle) {
  struct comm_entry *e = entry_new(handle);
  struct comm *c = &e->comm;
  if (!e)
    return NULL;
  REAL(Comm_test_inter)(handle, &c->inter);
  REAL(Comm_rank)(handle, &c->me);
  c->rank = take_group(REAL(Comm_group), handle, &c->size);
  c->remote = c->rank;
  c->remote_size = c->size;
  if (c->inter)
    c->remote = take_group(REAL(Comm_remote_group), handle, &c->remote_size);
  if (!c->rank || !c->remote) {
    free_entry(e);
    return NULL;
  }
  describe(c);
  return e;
}

static int32_t *copy(const int32_t *rank, int n) {
  int32_t *to = malloc(((size_t)n + 1) * sizeof *to);
  return to ? memcpy(to, rank, (size_t)n * sizeof *to) : NULL;
}

static struct comm_entry *make_twin(MPI_Comm handle, const struct comm *of) {
  struct comm_entry *e = entry_new(handle);
  struct comm *c = &e->comm;
  if (!e)
    return NULL;
  c->inter = of->inter;
  c->me = of->me;
  c->size = of->size;
  c->remote_size = of->remote_size;
  c->rank = copy(of->rank, of->size);
  c->remote = of->inter ? copy(of->remote, of->remote_size) : c->rank;
  if (!c->rank || !c->remote) {
    free_entry(e);
    return NULL;
  }
  describe(c);
  return e;
}

static void add_locked(struct comm_entry *e) {
  struct comm_entry *stale = find_locked(e->comm.handle);
  if (stale) { /* the communicator was freed without our seeing it */
    HASH_DEL(entries, stale);
    if (!--stale->references)
      free_entry(stale);
  }
  HASH_ADD(hh, entries, comm.handle, sizeof e->comm.handle, e);
  handle_changes++;
}

static void add(struct comm_entry *e, uint64_t seed) {
  e->seed = mix(seed, mix_members(&e->comm)) | 1;
  e->comm.id = e->comm.foreign ? 0 : e->seed;
  e->comm.agreed.id = e->comm.id;
  e->comm.agreed.size = e->comm.size + (e->comm.inter ? e->comm.remote_size : 0);
  pthread_mutex_lock(&lock);
  add_locked(e);
  pthread_mutex_unlock(&lock);
}

static void add_first(void) {
  struct comm_entry *all = make(MPI_COMM_WORLD), *self = make(MPI_COMM_SELF);
  if (!all || !self) {
    world_off("out of memory", 0);
    return;
  }
  add(all, mix(world.id, 1));
  add(self, mix(world.id, 2));
}

void comm_initialised(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  if (!world.alone)
    pthread_once(&once, add_first);
}

void comm_begin(void) {
  if (!world.sessions)
    comm_initialised();
}

void comm_world_grew(void) {
  pthread_mutex_lock(&lock);
  for (struct comm_entry *e = entries; e; e = e->hh.next)
    describe(&e->comm);
  handle_changes++;
  pthread_mutex_unlock(&lock);
}

struct comm *comm_find(MPI_Comm handle) {
  if (comm_again(handle))
    return comm_last.comm;
  comm_begin();
  comm_last.changes = handle_changes;
  pthread_mutex_lock(&lock);
  struct comm_entry *e = find_locked(handle);
  pthread_mutex_unlock(&lock);
  comm_last.comm = e ? &e->comm : NULL;
  comm_last.handle = handle;
  return comm_last.comm;
}

struct comm *comm_known(MPI_Comm handle) {
  pthread_mutex_lock(&lock);
  struct comm_entry *e = find_locked(handle);
  if (!e)
    HASH_FIND(hh, leaving, &handle, sizeof handle, e);
  pthread_mutex_unlock(&lock);
  return e ? &e->comm : NULL;
}

void comm_assert(struct comm *c, uint32_t assertions) {
  c->assertions = assertions;
  handle_changes++;
}

void comm_each(void *context, void (*each)(void *context, const struct comm *c)) {
  pthread_mutex_lock(&lock);
  for (struct comm_entry *e = entries; e; e = e->hh.next)
    each(context, &e->comm);
  pthread_mutex_unlock(&lock);
}

struct comm *comm_take(MPI_Comm handle) {
  struct comm *c = comm_find(handle);
  if (c) {
    pthread_mutex_lock(&lock);
    struct comm_entry *e = (struct comm_entry *)c;
    HASH_DEL(entries, e);
    HASH_ADD(hh, leaving, comm.handle, sizeof e->comm.handle, e);
    handle_changes++;
    pthread_mutex_unlock(&lock);
  }
  return c;
}

void comm_taken(struct comm *c, int freed) {
  struct comm_entry *e = (struct comm_entry *)c;
  pthread_mutex_lock(&lock);
  HASH_DEL(leaving, e);
  if (!freed)
    add_locked(e);
  pthread_mutex_unlock(&lock);
  if (freed)
    comm_drop(c);
}

/* Making. */

static uint64_t origin_key(const struct comm_origin *o) {
  uint64_t seed = o->parent ? ((struct comm_entry *)o->parent)->seed : world.id;
  return mix(mix(seed, (uint64_t)o->way + 2), o->more);
}

/* Returns how many communicators of these members were made so before; NULL when memory runs
 * out. */
static struct comm_tally *tally_locked(const struct comm_origin *o, uint64_t key) {
  struct comm_tally *t, **all = o->parent ? &((struct comm_entry *)o->parent)->groups : &apart;
  HASH_FIND(hh, *all, &key, sizeof key, t);
  if (t)
    return t;
  t = calloc(1, sizeof *t);
  if (!t)
    return NULL;
  t->key = key;
  HASH_ADD(hh, *all, key, sizeof t->key, t);
  return t;
}

/* Returns what the processes `members` share about the communicator that is made next with this
 * origin. `made`: 1 counts it, 0 only looks ahead. */
static uint64_t origin_seed(const struct comm_origin *o, uint64_t members, int made) {
  uint64_t key = mix(origin_key(o), members), count = 0;
  pthread_mutex_lock(&lock);
  struct comm_tally *t = NULL;
  if (o->way == COMM_CHILD) {
    count = ((struct comm_entry *)o->parent)->children;
    ((struct comm_entry *)o->parent)->children += (uint64_t)made;
  } else if ((t = tally_locked(o, key))) {
    count = t->count;
    t->count += (uint64_t)made;
  }
  pthread_mutex_unlock(&lock);
  if (o->way != COMM_CHILD && !t)
    world_off("out of memory", 0);
  return mix(origin_key(o), count);
}

uint64_t comm_foresee(const struct comm_origin *o, const int32_t *rank, int size) {
  uint64_t members = mix_set(rank, size);
  return mix(origin_seed(o, members, 0), members) | 1;
}

/* Threads may make communicators between the same groups at once and with one tag, if their
 * peer_comm differ, which not all processes know. So the first processes of the two groups give
 * each a number, which all get to know by the new communicator. */
static uint64_t agreed_seed(const struct comm_origin *o, const struct comm *c) {
  static _Atomic uint32_t made;
  uint64_t mine = c->me ? 0 : (uint64_t)(world.rank + 1) << 32 | ++made, theirs = 0, ours = 0;
  /* what comes back is what this group has given */
  if (REAL(Allreduce)(&mine, &theirs, 1, MPI_UINT64_T, MPI_MAX, c->handle) ||
      REAL(Allreduce)(&theirs, &ours, 1, MPI_UINT64_T, MPI_MAX, c->handle))
    world_off("cannot exchange what the ranks know of a communicator", 0);
  uint64_t less = ours < theirs ? ours : theirs;
  return mix(mix(origin_key(o), less), ours + theirs - less);
}

static uint64_t seed_of(const struct comm_origin *o, const struct comm_entry *e) {
  if (e && o->way == COMM_INTER && world.concurrent && !e->comm.foreign)
    return agreed_seed(o, &e->comm);
  return origin_seed(o, e ? mix_members(&e->comm) : 0, 1);
}

void comm_made(const struct comm_origin *o, MPI_Comm handle) {
  struct comm_entry *e = NULL;
  if (handle != MPI_COMM_NULL)
    e = o->twin ? make_twin(handle, o->parent) : make(handle);
  if (!e && handle != MPI_COMM_NULL) {
    world_off("out of memory", 0);
    return;
  }
  /* processes that are not in the new communicator count it, too */
  if (e || o->way == COMM_CHILD) {
    uint64_t seed = seed_of(o, e);
    if (e)
      add(e, seed);
  }
}
