/* workloads.c: halo exchange on a torus in four ways, random updates, and a queue of tasks. */
#include "workloads.h"

#define EDGE 64 /* bytes of a halo cell */
#define SIDES 4
#define ALL_TURNS 5 /* workloads with an MPI_Allreduce have it after so many turns */

struct torus {
  int rows, columns;
};

static struct torus torus(int count) {
  int rows = 1;
  for (int i = 1; i * i <= count; i++)
    if (count % i == 0)
      rows = i;
  return (struct torus){rows, count / rows};
}

/* Sides are up, down, left and right. All ranks have the halo cell of a side at the same
 * displacement. */
static int neighbour(struct torus t, int rank, int side) {
  int row = rank / t.columns, column = rank % t.columns;
  if (side < 2)
    row = (row + (side ? 1 : t.rows - 1)) % t.rows;
  else
    column = (column + (side > 2 ? 1 : t.columns - 1)) % t.columns;
  return row * t.columns + column;
}

/* Lists the neighbours without repetition, and without the rank itself. */
static int32_t neighbours(struct torus t, int rank, int32_t *out) {
  int32_t n = 0;
  for (int side = 0; side < SIDES; side++) {
    int other = neighbour(t, rank, side), known = other == rank;
    for (int i = 0; i < n; i++)
      known |= out[i] == other;
    if (!known)
      out[n++] = other;
  }
  return n;
}

static void exchange(struct ranks *r, struct torus t, int rank, int slot) {
  for (int side = 0; side < SIDES; side++)
    ranks_op(r, RMA_PUT, rank, neighbour(t, rank, side),
             (struct shape){(slot * SIDES + side) * EDGE, EDGE, 0, 0});
}

static void read_halo(struct ranks *r, int rank, int slot) {
  for (int side = 0; side < SIDES; side++)
    ranks_access(r, rank, 0, (slot * SIDES + side) * EDGE, EDGE);
}

/* The buffers of these messages are in no window. */
static void send_to_all(struct ranks *r, struct torus t, int rank) {
  for (int side = 0; side < SIDES; side++)
    if (neighbour(t, rank, side) != rank)
      ranks_send(r, rank, neighbour(t, rank, side), (uint64_t)side);
}

static void receive_from_all(struct ranks *r, struct torus t, int rank, int turn) {
  for (int side = 0; side < SIDES; side++)
    if (neighbour(t, rank, side ^ 1) != rank)
      ranks_receive(r, rank, neighbour(t, rank, side ^ 1), (uint64_t)side, (uint64_t)turn);
}

static void message(struct ranks *r, int turns, int wrong) {
  struct torus t = torus(r->count);
  for (int turn = 0; turn < turns; turn++) {
    for (int i = 0; i < r->count; i++)
      send_to_all(r, t, i);
    for (int i = 0; i < r->count; i++)
      receive_from_all(r, t, i, turn);
  }
  for (int i = 0; wrong && i < 2; i++) /* the mistake: two ranks put to the last one */
    ranks_target(r, EVENT_LOCK_ALL, i, -1, 0);
  for (int i = 0; wrong && i < 2; i++) {
    ranks_op(r, RMA_PUT, i, r->count - 1, (struct shape){0, 8, 0, 0});
    ranks_target(r, EVENT_UNLOCK_ALL, i, -1, 0);
  }
}

/* Each rank puts its halo, flushes, and sends its neighbours a message. The halves of the
 * window are used by turns. */
static void passive_turn(struct ranks *r, struct torus t, int turn, int wrong) {
  int32_t near[SIDES];
  for (int i = 0; i < r->count; i++) {
    exchange(r, t, i, turn % 2);
    ranks_target(r, EVENT_FLUSH, i, -1, 0);
    for (int k = 0, n = neighbours(t, i, near); k < n; k++)
      ranks_send(r, i, near[k], 1);
  }
  for (int i = 0; i < r->count; i++) {
    int late = wrong && turn == 1 && i == r->count / 2;
    int n = neighbours(t, i, near);
    for (int k = late; k < n; k++)
      ranks_receive(r, i, near[k], 1, (uint64_t)turn);
    ranks_target(r, EVENT_SYNC, i, -1, 0);
    read_halo(r, i, turn % 2);
    if (late)
      ranks_receive(r, i, near[0], 1, (uint64_t)turn);
  }
}

static void passive_halo(struct ranks *r, int turns, int wrong, int all) {
  struct torus t = torus(r->count);
  for (int i = 0; i < r->count; i++)
    ranks_target(r, EVENT_LOCK_ALL, i, -1, 0);
  for (int turn = 0; turn < turns; turn++) {
    passive_turn(r, t, turn, wrong);
    if (turn % ALL_TURNS == all)
      ranks_together(r, EVENT_ALL, 0);
  }
  for (int i = 0; i < r->count; i++)
    ranks_target(r, EVENT_UNLOCK_ALL, i, -1, 0);
}

static void passive(struct ranks *r, int turns, int wrong) {
  passive_halo(r, turns, wrong, -1);
}

static void passive_all(struct ranks *r, int turns, int wrong) {
  passive_halo(r, turns, wrong, ALL_TURNS - 1);
}

static void fence(struct ranks *r, int turns, int wrong) {
  struct torus t = torus(r->count);
  ranks_together(r, EVENT_FENCE, ASSERT_NOPRECEDE);
  for (int turn = 0; turn < turns; turn++) {
    for (int i = 0; i < r->count; i++)
      exchange(r, t, i, 0);
    if (wrong && turn == turns / 2)
      read_halo(r, r->count / 2, 0);
    ranks_together(r, EVENT_FENCE, 0);
    for (int i = 0; i < r->count; i++)
      read_halo(r, i, 0);
    ranks_together(r, EVENT_FENCE, 0);
  }
}

static void active_turn(struct ranks *r, struct torus t, int wrong) {
  int32_t near[SIDES];
  for (int i = 0; i < r->count; i++)
    ranks_group(r, EVENT_POST, i, neighbours(t, i, near), near);
  for (int i = 0; i < r->count; i++) {
    int32_t n = neighbours(t, i, near);
    ranks_group(r, EVENT_START, i, n, near);
    for (int side = 0; side < SIDES; side++)
      if (neighbour(t, i, side) != i)
        ranks_op(r, RMA_PUT, i, neighbour(t, i, side), (struct shape){side * EDGE, EDGE, 0, 0});
    ranks_target(r, EVENT_COMPLETE, i, -1, 0);
  }
  for (int i = 0; i < r->count; i++) {
    if (wrong && i == r->count / 2)
      read_halo(r, i, 0);
    ranks_target(r, EVENT_WAIT, i, -1, 0);
    read_halo(r, i, 0);
  }
}

static void active_halo(struct ranks *r, int turns, int wrong, int all) {
  struct torus t = torus(r->count);
  for (int turn = 0; turn < turns; turn++) {
    active_turn(r, t, wrong && turn == turns / 2);
    if (turn % ALL_TURNS == all)
      ranks_together(r, EVENT_ALL, 0);
  }
}

static void active(struct ranks *r, int turns, int wrong) {
  active_halo(r, turns, wrong, -1);
}

static void active_all(struct ranks *r, int turns, int wrong) {
  active_halo(r, turns, wrong, ALL_TURNS - 1);
}

static void update(struct ranks *r, int rank, int wrong) {
  int target = (int)(ranks_random(r) % (unsigned)r->count);
  int64_t at = 8 * (int64_t)(ranks_random(r) % (unsigned)(r->size / 8));
  ranks_op(r, wrong ? RMA_PUT : RMA_ACC, rank, wrong ? 0 : target,
           (struct shape){wrong ? 0 : at, wrong ? r->size : 8, 0, 0});
  ranks_target(r, EVENT_FLUSH, rank, wrong ? 0 : target, 0);
}

static void random_updates(struct ranks *r, int turns, int wrong) {
  for (int i = 0; i < r->count; i++)
    ranks_target(r, EVENT_LOCK_ALL, i, -1, 0);
  for (int turn = 0; turn < turns; turn++)
    for (int i = 0; i < r->count; i++)
      update(r, i, wrong && turn == turns - 1 && i == r->count - 1);
  for (int i = 0; i < r->count; i++)
    ranks_target(r, EVENT_UNLOCK_ALL, i, -1, 0);
}

/* Rank 0 has the number of the next task, which all others get and put under a lock. */
static void tasks(struct ranks *r, int turns, int wrong) {
  for (int turn = 0; turn < turns; turn++)
    for (int i = 0; i < r->count; i++) {
      int shared = wrong && turn == 0 && i == r->count / 2;
      ranks_target(r, EVENT_LOCK, i, 0, !shared);
      ranks_op(r, RMA_GET, i, 0, (struct shape){0, 8, 0, 0});
      ranks_target(r, EVENT_FLUSH, i, 0, 0);
      ranks_op(r, RMA_PUT, i, 0, (struct shape){0, 8, 0, 0});
      ranks_target(r, EVENT_UNLOCK, i, 0, 0);
      if (wrong && turn == 0 && i < 2) { /* the mistake needs a second shared lock */
        ranks_target(r, EVENT_LOCK, i, 0, 0);
        ranks_op(r, RMA_PUT, i, 0, (struct shape){0, 8, 0, 0});
        ranks_target(r, EVENT_UNLOCK, i, 0, 0);
      }
    }
}

/* Each turn the ranks have a thread for each side, which puts and flushes. The mistake: two of
 * them put to one place. */
static void threads_turn(struct ranks *r, struct torus t, int rank, int wrong) {
  int32_t thread[SIDES];
  for (int side = 0; side < SIDES; side++) {
    int to = neighbour(t, rank, wrong ? 0 : side);
    thread[side] = ranks_thread_begin(r, rank);
    ranks_op(r, RMA_PUT, rank, to, (struct shape){wrong ? 0 : side * EDGE, EDGE, 0, 0});
    ranks_target(r, EVENT_FLUSH, rank, to, 0);
    ranks_thread_end(r, rank);
  }
  for (int side = 0; side < SIDES; side++)
    ranks_thread_join(r, rank, thread[side]);
}

static void threads(struct ranks *r, int turns, int wrong) {
  struct torus t = torus(r->count);
  for (int i = 0; i < r->count; i++)
    ranks_target(r, EVENT_LOCK_ALL, i, -1, 0);
  for (int turn = 0; turn < turns; turn++) {
    for (int i = 0; i < r->count; i++)
      threads_turn(r, t, i, wrong && turn == turns / 2 && i == r->count / 2);
    ranks_together(r, EVENT_ALL, 0);
    for (int i = 0; i < r->count; i++) {
      ranks_target(r, EVENT_SYNC, i, -1, 0);
      read_halo(r, i, 0);
    }
    ranks_together(r, EVENT_ALL, 0);
  }
  for (int i = 0; i < r->count; i++)
    ranks_target(r, EVENT_UNLOCK_ALL, i, -1, 0);
}

const struct workload workloads[] = {
    {"halo-message", "sends and receives", SLUG_RMA_RACE, message, 10, 3},
    {"halo-passive", "puts, flush, messages", SLUG_RMA_LOCAL_RACE, passive, 10, 3},
    {"halo-passive-all", "the same, MPI_Allreduce every 5 turns", SLUG_RMA_LOCAL_RACE,
     passive_all, 10, 11},
    {"halo-fence", "puts, two fences", SLUG_RMA_LOCAL_RACE, fence, 10, 3},
    {"halo-pscw", "post, start, puts, complete, wait", SLUG_RMA_LOCAL_RACE, active, 10, 3},
    {"halo-pscw-all", "the same, MPI_Allreduce every 5 turns", SLUG_RMA_LOCAL_RACE, active_all,
     10, 11},
    {"random", "accumulates under lock_all, flush", SLUG_RMA_RACE, random_updates, 10, 5},
    {"tasks", "a counter at rank 0 under an exclusive lock", SLUG_RMA_RACE, tasks, 5, 2},
    {"halo-threads", "puts and flushes of four new threads, MPI_Barrier", SLUG_RMA_RACE,
     threads, 10, 3},
};
const int workload_count = sizeof workloads / sizeof *workloads;
