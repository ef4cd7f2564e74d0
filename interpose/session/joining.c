#include "joining.h"
#include <stdio.h>
#include <string.h>
#include "finish.h"
#include "interpose/base/aside.h"
#include "interpose/base/world.h"
#include "interpose/calls/win_part.h"
#include "interpose/handles/comm.h"
#include "interpose/stream/dormant.h"
#include "interpose/stream/feed.h"
#include "interpose/stream/ring.h"
#include "interpose/stream/stream.h"
#include "level.h"
#include "spawn_offer.h"
#include "together.h"

enum { ANSWER_SECONDS = 5 };

static struct spawn_offer offer; /* its own, or the one that this world has answered */
static int offered, silent;      /* silent: one was never answered, so no other one is made */
static MPI_Comm own = MPI_COMM_NULL, all = MPI_COMM_NULL; /* of this world; of both */
static int own_size, spawned;
static int terms[TOGETHER_TERMS];

/* The arguments of both calls. */
struct spawning {
  MPI_Comm comm;
  int root;
  MPI_Comm *made;
};

static struct spawning spawning(const struct frame *f) {
  if (f->call == CALL_Comm_spawn) {
    const struct args_Comm_spawn *a = f->args;
    return (struct spawning){a->comm, a->root, a->intercomm};
  }
  const struct args_Comm_spawn_multiple *a = f->args;
  return (struct spawning){a->comm, a->root, a->intercomm};
}

/* Whether worlds may join in this run at all, which all processes of the world know alike. */
static int possible(void) {
  return !world.bare && !world.sessions && !world.joined && !spawned && world.comm;
}

static int is_whole(MPI_Comm comm) {
  int size = 0;
  return !REAL(Comm_size)(comm, &size) && size == world.members;
}

static int can_join(void) {
  return world_state == WORLD_ON && one_thread_calls() && world.one_clock;
}

/* While another process spawns, too, an offer of nothing keeps what it spawns from taking the
 * other's offer for its own. */
void joining_enter(struct frame *f) {
  struct spawning s = spawning(f);
  const struct comm *c = world_state == WORLD_ON && !world.bare ? comm_find(s.comm) : NULL;
  offered = 0;
  if (f->depth || !c || c->inter || c->me != s.root)
    return;
  struct aside a = aside_begin();
  if (world.joined) /* processes of an earlier one that have ended wait for this */
    stream_drain();
  offer = (struct spawn_offer){
      .size = c->size, .first = world.size, .concurrent = world.concurrent};
  offer.id = possible() && !silent && can_join() && is_whole(s.comm) ? world.id : 0;
  offered = offer_make(&offer);
  aside_end(a);
}

/* Returns a communicator of both worlds, with the ranks in order. */
static MPI_Comm both(MPI_Comm between, int is_spawned) {
  MPI_Comm merged, made = MPI_COMM_NULL;
  if (REAL(Intercomm_merge)(between, is_spawned, &merged))
    return MPI_COMM_NULL;
  if (!REAL(Comm_split)(merged, 0, world.rank, &made))
    REAL(Comm_set_errhandler)(made, MPI_ERRORS_RETURN);
  REAL(Comm_free)(&merged);
  return made;
}

/* Whether the two worlds can be checked together through `all`, which is freed if not. It is
 * null if they could not be merged. */
static int agree(const struct options *o, int fit, int concurrent, int level) {
  if (all == MPI_COMM_NULL)
    return 0;
  if (together_alike(all, o, fit, concurrent, level, terms))
    return 1;
  REAL(Comm_free)(&all);
  return 0;
}

static void grow(int members) {
  world_comm_is(all, spawned ? members - own_size : own_size, offer.first);
  world.size = offer.first + members - world.low;
}

/* Each of the two has nothing under way when its communicator is replaced. */
static int leave_own(void) {
  if (spawned)
    return MPI_SUCCESS;
  dormant_end();
  int rc = stream_quiesce();
  dormant_over();
  ring_end();
  return rc;
}

static void tell_joined(uint64_t generation) {
  struct event e;
  memset(&e, 0, sizeof e);
  e.kind = EVENT_JOINED;
  e.rank = world.rank;
  e.target = -1;
  e.u.joined = (struct event_joined){world.size, generation};
  world_feed(&e);
}

static void note(void) {
  if (world.rank)
    return;
  char text[200];
  int last = world.size - 1;
  snprintf(
      text, sizeof text,
      "ranks %d to %d were started by MPI_Comm_spawn: in their own MPI_COMM_WORLD they are "
      "ranks 0 to %d",
      offer.first, last, last - offer.first);
  world_note(json_pack("{s:s, s:s}", "record", "precision", "text", text));
}

/* Both worlds come here, or neither. They join unless checking has stopped somewhere. */
static void join(void) {
  int on = world_state == WORLD_ON, every = 0, members = 0;
  uint64_t generation = 0, most = 0;
  REAL(Allreduce)(&on, &every, 1, MPI_INT, MPI_MIN, all);
  int rc = every ? leave_own() : MPI_SUCCESS;
  if (on && every)
    generation = check_generation(world.check);
  REAL(Allreduce)(&generation, &most, 1, MPI_UINT64_T, MPI_MAX, all);
  if (!every) {
    REAL(Comm_free)(&all);
    return;
  }
  stream_restart();
  own = world.comm;
  own_size = world.members;
  REAL(Comm_size)(all, &members);
  grow(members);
  together_take(terms);
  world.joined = world.grew = 1;
  if (rc != MPI_SUCCESS)
    world_off("the ranks could not agree in MPI_Comm_spawn", 0);
  if (world_state != WORLD_ON)
    return;
  tell_joined(most + 1);
  comm_world_grew();
  note();
}

/* What the two worlds do together is not checked. */
static void note_apart(const char *why) {
  char text[200];
  snprintf(
      text, sizeof text,
      "MPI_Comm_spawn: what involves this world and the one that it started is not checked: %s",
      why);
  if (world_state == WORLD_ON)
    world_note(json_pack("{s:s, s:s}", "record", "precision", "text", text));
}

static const char *why_apart(int alike) {
  return !alike       ? "they see other accesses or have other levels of thread support"
         : world.bare ? "it needs `fencepost run`"
         : !offer.id  ? "not all processes spawned it, or another world has joined"
                      : "no process of that one has answered";
}

void joining_leave(struct frame *f) {
  struct spawning s = spawning(f);
  if (f->depth)
    return;
  struct aside a = aside_begin();
  int spawned_some = f->rc == MPI_SUCCESS, mine = offered, alike = 1;
  int taken = offered && offer_end(&offer, offer.id && spawned_some ? ANSWER_SECONDS : 0);
  silent |= offered && offer.id && spawned_some && !taken;
  offered = 0;
  if (spawned_some && possible() && is_whole(s.comm) &&
      !REAL(Bcast)(&taken, 1, MPI_INT, s.root, s.comm) && taken) {
    REAL(Bcast)(&offer, sizeof offer, MPI_BYTE, s.root, s.comm);
    all = both(*s.made, 0);
    alike = agree(NULL, can_join(), world.concurrent, world.level);
    if (alike)
      join();
  }
  if (mine && spawned_some && !world.joined)
    note_apart(why_apart(alike));
  aside_end(a);
}

int joining_answer(const struct options *o, MPI_Comm parent, uint64_t entered, uint64_t *id) {
  int taken = 0, size = 0, threads = 0;
  REAL(Comm_remote_size)(parent, &size);
  REAL(Query_thread)(&threads);
  if (!world.rank)
    taken = offer_answer(&offer, entered, size);
  REAL(Bcast)(&taken, 1, MPI_INT, 0, world.comm);
  if (!taken)
    return 0;
  REAL(Bcast)(&offer, sizeof offer, MPI_BYTE, 0, world.comm);
  spawned = 1;
  world.id = offer.id;
  world.rank += offer.first;
  all = both(parent, 1);
  /* it may take locks that it does not need */
  int fit = offer.concurrent || threads != MPI_THREAD_MULTIPLE;
  if (!agree(o, fit, offer.concurrent, level_choose(o))) {
    world.rank -= offer.first;
    return 0;
  }
  own_size = world.members;
  world.concurrent = offer.concurrent;
  world_comm_is(world.comm, 0, offer.first);
  world.size = offer.first + own_size;
  *id = offer.id;
  return 1;
}

void joining_begun(void) {
  if (all != MPI_COMM_NULL)
    join();
}

/* Parting. */

/* Whether it is of both worlds. */
static int is_between(const struct comm *c) {
  int here = 0, there = 0;
  for (int i = 0; i < c->size; i++)
    *(c->rank[i] < offer.first ? &here : &there) += c->rank[i] >= 0;
  for (int i = 0; c->inter && i < c->remote_size; i++)
    *(c->remote[i] < offer.first ? &here : &there) += c->remote[i] >= 0;
  return here && there;
}

struct others {
  MPI_Comm freed;
  int count;
};

static void count_other(void *context, const struct comm *c) {
  struct others *o = context;
  o->count += c->handle != o->freed && is_between(c);
}

static int has_all(MPI_Comm comm) {
  int inter = 0, size = 0, remote = 0;
  if (REAL(Comm_test_inter)(comm, &inter) || REAL(Comm_size)(comm, &size) ||
      (inter && REAL(Comm_remote_size)(comm, &remote)))
    return 0;
  return size + remote == world.members;
}

void joining_free(struct frame *f) {
  const MPI_Comm *comm = ((const struct args_Comm_free *)f->args)->comm;
  int left = 0;
  if (!world.joined || f->depth || !comm || *comm == MPI_COMM_NULL)
    return;
  struct aside a = aside_begin();
  struct others o = {*comm, (int)win_count};
  if (has_all(*comm)) {
    if (world_state == WORLD_ON)
      comm_each(&o, count_other);
    REAL(Allreduce)(&o.count, &left, 1, MPI_INT, MPI_MAX, world.comm);
    if (!left) {
      finish_meet(f, 1);
      stream_restart();
      REAL(Comm_free)(&world.comm);
      world_comm_is(own, spawned ? 0 : own_size, offer.first);
      world.joined = 0;
    }
  }
  aside_end(a);
}

/* Some libraries count communicators of several worlds in MPI_Finalize. */
void joining_end(void) {
  REAL(Comm_free)(&world.comm);
}
