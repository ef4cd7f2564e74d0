/* waiting_collective.c: whose part a collective call needs. */
#include "waiting_part.h"
#include <stdio.h>
#include "interpose/agreement/agreement.h"
#include "interpose/base/args.h"
#include "interpose/base/world.h"
#include "interpose/calls/coll.h"
#include "interpose/calls/poll.h"
#include "interpose/files/file.h"
#include "interpose/handles/gathering.h"

/* For blocking calls: 1 + enum direction. */
static const unsigned char directions[CALLS] = {
#define BLOCKING(Name, direction, ...) [CALL_##Name] = 1 + direction,
#define NONBLOCKING(...)
#define PERSISTENT(...)
#include "interpose/calls/coll.def"
};

static void add_hex(struct wait *w, const char *name, uint64_t value) {
  json_object_set_new(w->json, name, waiting_hex(value));
}

static void add_ranks(json_t *list, const int32_t *rank, int from, int to) {
  for (int i = from; i < to; i++)
    if (rank[i] >= 0 && rank[i] != world.rank)
      json_array_append_new(list, json_integer(rank[i]));
}

static void add_members(json_t *list, const struct comm *c, int from, int to) {
  add_ranks(list, c->rank, from, to);
}

/* On an inter-communicator a process gets its data from the other group, and waits for that
 * group in MPI_Barrier, too (section 5.2.3). `root` is not told, because it means different
 * things in the two groups. */
static void wait_between(struct wait *w, const struct comm *c, int direction, const int *root) {
  json_t *others = json_array();
  if (direction == TO_ALL || direction == IN_PAIRS ||
      (direction == TO_ROOT && root && *root == MPI_ROOT))
    add_ranks(w->peers, c->remote, 0, c->remote_size);
  else if (direction == FROM_ROOT && root && *root >= 0 && *root < c->remote_size)
    add_ranks(w->peers, c->remote, *root, *root + 1);
  add_ranks(others, c->remote, 0, c->remote_size);
  add_members(others, c, 0, c->size);
  json_object_set_new(w->json, "others", others);
}

/* The ranks whose part the call needs: section 5.1. A library may return before other ranks
 * have come to the call, or let ranks pass on the data of others; ranks that the call may wait
 * for only because of this are listed apart. */
static void wait_collective(struct wait *w, unsigned call, const void *args,
                            const struct comm *c) {
  const int *root = args_first(call, args, SHOW_RANK);
  int direction = directions[call] ? directions[call] - 1 : TO_ALL;
  w->kind = "collective";
  if (!c || c->foreign)
    return;
  int rooted = direction == FROM_ROOT || direction == TO_ROOT;
  add_hex(w, "comm", c->id);
  json_object_set_new(w->json, "number", json_integer((json_int_t)c->agreed.calls));
  if (c->inter) {
    wait_between(w, c, direction, root);
    return;
  }
  if (rooted && root)
    json_object_set_new(w->json, "root", json_integer(*root));
  if (direction == TO_ALL || direction == IN_PAIRS) {
    add_members(w->peers, c, 0, c->size);
    return;
  }
  if (direction == TO_ROOT && root && *root == c->me)
    add_members(w->peers, c, 0, c->size);
  else if (direction == FROM_ROOT && root && *root >= 0 && *root < c->size && *root != c->me)
    add_members(w->peers, c, *root, *root + 1);
  else if (direction == UPWARD)
    add_members(w->peers, c, 0, c->me);
  json_t *others = json_array();
  add_members(others, c, 0, c->size);
  json_object_set_new(w->json, "others", others);
}

/* Collective calls that are not counted: the others have come if they are in the same call, on
 * what has the same id. Which of them a process needs is not known; one that waits for long
 * needs some that have not come. */
static void wait_some(struct wait *w, uint64_t id, const int32_t *rank, int n) {
  json_t *others = json_array();
  w->kind = "collective";
  if (id)
    add_hex(w, "comm", id);
  add_ranks(others, rank, 0, n);
  json_object_set_new(w->json, "others", others);
}

static void wait_group(void *context, uint64_t id, const int32_t *rank, int n) {
  wait_some(context, id, rank, n);
}

/* A process that has begun as many calls has done its part: others may still write to the file.
 */
static void wait_counted(struct wait *w, uint64_t id, uint64_t calls, const struct comm *c) {
  if (!calls || c->foreign)
    return;
  wait_some(w, id, c->rank, c->size);
  json_object_set_new(w->json, "number", json_integer((json_int_t)calls));
}

static void wait_file(void *context, const struct file *file) {
  wait_counted(context, waiting_agreed(file->agreed.id), file->agreed.calls, file->comm);
}

/* Returns whether the call is collective on a file. */
static int file_of(unsigned call, const void *args, MPI_File *file) {
  switch (call) {
#define ON_COMM(...)
#define ON_WIN(...)
#define ON_FILE(Name, handle, ...)                                                             \
  case CALL_##Name: {                                                                          \
    const struct args_##Name *a = args;                                                        \
    *file = handle;                                                                            \
    return 1;                                                                                  \
  }
#include "interpose/calls/agreed_calls.def"
  default:
    return 0;
  }
}

/* What is outside may have to come to the root; the other processes wait for the root. */
static void wait_connect(struct wait *w, unsigned call, const void *args,
                         const struct comm *c) {
  const int *root = args_first(call, args, SHOW_RANK);
  if (c && !c->inter && !c->foreign && root && *root >= 0 && *root < c->size && *root != c->me)
    wait_some(w, 0, c->rank + *root, 1);
}

/* Calls that bring two groups together: the leaders of the groups wait for each other, and the
 * others for theirs. */
static void wait_leader(struct wait *w, const struct args_Intercomm_create *a,
                        const struct comm *c) {
  const struct comm *bridge = comm_known(a->peer_comm);
  int leads = c && c->me == a->local_leader;
  w->kind = "collective";
  if (leads && bridge && !bridge->foreign && a->remote_leader >= 0 &&
      a->remote_leader < bridge->remote_size) {
    add_hex(w, "comm", poll_mix(bridge->id, (uint64_t)a->tag));
    add_ranks(w->peers, bridge->remote, a->remote_leader, a->remote_leader + 1);
  } else if (c && !leads && !c->foreign && a->local_leader >= 0 && a->local_leader < c->size) {
    add_hex(w, "comm", c->id); /* the leader waits on the bridge */
    add_ranks(w->peers, c->rank, a->local_leader, a->local_leader + 1);
  }
}

/* Collective calls that make a communicator from another one, which counts them among its
 * calls. */
static int makes(unsigned call) {
  return IN(call, CALL_Comm_dup, CALL_Comm_dup_with_info, CALL_Comm_split, CALL_Comm_split_type,
            CALL_Comm_create, CALL_Cart_create, CALL_Cart_sub, CALL_Graph_create,
            CALL_Dist_graph_create, CALL_Dist_graph_create_adjacent, CALL_Intercomm_merge);
}

static int makes_window(unsigned call) {
  return IN(call, CALL_Win_create, CALL_Win_allocate, CALL_Win_allocate_shared,
            CALL_Win_create_dynamic, CALL_Win_create_c, CALL_Win_allocate_c,
            CALL_Win_allocate_shared_c);
}

/* Also those that make a window of it. They count among its collective calls. */
static int is_on_comm(unsigned call) {
  return waiting_is_coll(call) || makes(call) || makes_window(call) ||
         IN(call, CALL_Comm_disconnect, CALL_Comm_free, CALL_Comm_set_info);
}

void wait_together(struct wait *w, unsigned call, const void *args, const struct comm *c,
                   const struct thread *t) {
  MPI_File file;
  if (is_on_comm(call)) {
    wait_collective(w, call, args, c);
  } else if (call == CALL_Intercomm_create) {
    wait_leader(w, args, c);
  } else if (call == CALL_File_open) {
    if (c)
      wait_counted(w, c->id, c->agreed.calls, c);
  } else if (IN(call, CALL_Comm_spawn, CALL_Comm_spawn_multiple, CALL_Comm_accept,
                CALL_Comm_connect)) {
    wait_connect(w, call, args, c);
  } else if (file_of(call, args, &file)) {
    file_each(file, w, wait_file);
  } else {
    gathering_tell(t, w, wait_group);
  }
}
