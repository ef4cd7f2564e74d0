/* comm_make.c: the calls that make and free communicators. */
#include <pthread.h>
#include <stdlib.h>
#include "coll.h"
#include "include/hash.h"
#include "bsend_buffer.h"
#include "info.h"
#include "interpose/agreement/agreement.h"
#include "interpose/handles/gathering.h"
#include "interpose/handles/maker.h"
#include "interpose/handles/object.h"
#include "interpose/base/world.h"

enum { GROUP_TAGS_MOST = 32 };

/* The call under way in this thread. */
static __thread struct {
  struct comm_origin origin;
  MPI_Comm *out;
  int known;
  uint32_t assertions;   /* by the info that the call is given */
  struct agreed *agreed; /* of MPI_Comm_create_group; NULL: it is not compared */
} making;
static __thread struct comm *freeing;

static void prepare(enum comm_way way, MPI_Comm parent, uint64_t more, MPI_Comm *out) {
  making.origin = (struct comm_origin){way, comm_find(parent), 0, more};
  making.out = out;
  making.assertions = 0;
  making.known = making.origin.parent || (way != COMM_CHILD && way != COMM_GROUP);
}

static void make_of(struct frame *f, MPI_Comm parent, MPI_Comm *out, MPI_Request *request) {
  prepare(COMM_CHILD, parent, 0, out);
  coll_begin_making(f, parent, request);
}

/* The call itself writes the new handle, as Fortran needs it. */
static void make_twin(struct frame *f, MPI_Comm parent, MPI_Comm *out, MPI_Request *request) {
  make_of(f, parent, out, request);
  making.origin.twin = 1;
}

static void make_apart(struct frame *f, enum comm_way way, uint64_t more, MPI_Comm *out) {
  prepare(way, MPI_COMM_NULL, more, out);
  coll_begin_making(f, MPI_COMM_NULL, NULL);
}

static void make_with(MPI_Info info) {
  making.assertions = info_assertions(info, 0);
}

/* The calls of MPI_Comm_create_group on a communicator with one tag, which are in one order at
 * all processes that make them. */
struct group_calls {
  uint64_t key;
  struct agreed agreed;
  UT_hash_handle hh;
};
static struct group_calls *group_calls;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static uint64_t group_key(const struct comm *c, int tag) {
  return promise_mix(promise_mix(c->id, CALL_Comm_create_group), tag);
}

static struct agreed *group_agreed(const struct comm *c, int tag) {
  struct group_calls *g;
  uint64_t key = group_key(c, tag);
  calls_lock(&lock);
  HASH_FIND(hh, group_calls, &key, sizeof key, g);
  if (!g && HASH_COUNT(group_calls) < GROUP_TAGS_MOST && (g = calloc(1, sizeof *g))) {
    g->key = g->agreed.id = key;
    g->agreed.size = c->size;
    HASH_ADD(hh, group_calls, key, sizeof g->key, g);
  }
  calls_unlock(&lock);
  return g ? &g->agreed : NULL;
}

/* Before MPI_Comm_create_group, which may wait for ever if the groups differ. */
static void promise_group(struct frame *f, MPI_Comm parent, int tag) {
  struct comm *c = comm_find(parent);
  making.agreed = NULL;
  struct agreed *of = c && c->id ? group_agreed(c, tag) : NULL;
  unsigned kind = of ? coll_promise_group(f, c, of) : 0;
  if (!kind)
    return;
  making.agreed = of;
  agreement_note_shared(of, kind);
}

/* All processes of the group get to know all others (section 6.4.2). The edges of this call
 * have keys made from what the processes know of the communicator before it exists. */
static void make_group(struct frame *f, enum comm_way way, MPI_Comm parent, MPI_Group group,
                       uint64_t more, uint64_t key, MPI_Comm *out) {
  int size = 0;
  make_apart(f, way, more, out);
  prepare(way, parent, more, out);
  int none = group == MPI_GROUP_NULL || object_over(OBJECT_GROUP, &group, NULL);
  int32_t *rank = making.known && !none ? comm_group_ranks(group, &size) : NULL;
  if (rank) {
    coll_begin_group(f, rank, size, comm_foresee(&making.origin, rank, size));
    gathering_begin(f->thread, key, rank, size);
  }
  free(rank);
}

/* Threads that make such calls at once use different tags (section 6.4.2). Only such calls may
 * be made in another order than at other processes. */
static uint64_t tag_of(int tag) {
  return world.concurrent ? (uint64_t)(uint32_t)tag + 1 : 0;
}

#if HAS_MPI4
static uint64_t text_hash(const char *text) {
  uint64_t h = 14695981039346656037u;
  while (text && *text)
    h = (h ^ (unsigned char)*text++) * 1099511628211u;
  return h;
}
#endif

void comm_leave_make(struct frame *f) {
  gathering_end(f->thread);
  coll_leave(f);
  if (making.known && f->rc == MPI_SUCCESS && making.out)
    comm_made(&making.origin, *making.out);
  struct comm *made = making.assertions && making.known ? comm_known(*making.out) : NULL;
  if (made && f->rc == MPI_SUCCESS)
    comm_assert(made, making.assertions);
  making.known = 0;
}

void comm_leave_create_group(struct frame *f) {
  if (making.agreed && f->rc != MPI_SUCCESS)
    agreement_failed(making.agreed, coll_refused(f->rc));
  making.agreed = NULL;
  comm_leave_make(f);
}

/* Whether the communicator exists is known only when the request completes. */
struct coming {
  struct pending_request pending; /* first */
  MPI_Comm comm;
};

static void on_complete(struct pending_request *p, struct frame *f, const MPI_Status *status,
                        int ok) {
  struct maker maker;
  struct comm *c = comm_known(((struct coming *)p)->comm);
  (void)f;
  (void)status;
  if (c)
    c->coming = 0;
  if (!ok && request_maker(p, &maker))
    object_unmade(OBJECT_COMM, &((struct coming *)p)->comm, &maker);
}

static void on_drop(struct pending_request *p, struct frame *f) {
  (void)f;
  free(p);
}

static void leave_twin(struct frame *f, const MPI_Comm *out, const MPI_Request *request) {
  comm_leave_make(f);
  struct coming *c = f->rc == MPI_SUCCESS && out && request ? malloc(sizeof *c) : NULL;
  if (!c) /* then an object too many is noted if the call fails */
    return;
  *c = (struct coming){{.complete = on_complete, .drop = on_drop}, *out};
  if (!request_follow(*request, &c->pending, 0)) {
    free(c);
    return;
  }
  struct comm *twin = comm_known(*out);
  if (twin)
    twin->coming = 1;
}

void comm_leave_get_parent(struct frame *f) {
  struct args_Comm_get_parent *a = f->args;
  if (f->rc != MPI_SUCCESS || *a->parent == MPI_COMM_NULL || comm_find(*a->parent))
    return;
  comm_made(&(struct comm_origin){.way = COMM_CONNECT}, *a->parent);
}

#define MAKE(Name, statement)                                                                  \
  void comm_enter_##Name(struct frame *f);                                                     \
  void comm_enter_##Name(struct frame *f) {                                                    \
    struct args_##Name *a = f->args;                                                           \
    statement;                                                                                 \
  }

#define LEAVE_TWIN(Name)                                                                       \
  void comm_leave_##Name(struct frame *f);                                                     \
  void comm_leave_##Name(struct frame *f) {                                                    \
    const struct args_##Name *a = f->args;                                                     \
    leave_twin(f, a->newcomm, a->request);                                                     \
  }

MAKE(Comm_dup, make_twin(f, a->comm, a->newcomm, NULL))
MAKE(Comm_dup_with_info, make_twin(f, a->comm, a->newcomm, NULL); make_with(a->info))
MAKE(Comm_idup, make_twin(f, a->comm, a->newcomm, a->request))
LEAVE_TWIN(Comm_idup)
MAKE(Comm_split, make_of(f, a->comm, a->newcomm, NULL))
MAKE(Comm_split_type, make_of(f, a->comm, a->newcomm, NULL); make_with(a->info))
MAKE(Comm_create, make_of(f, a->comm, a->newcomm, NULL))
MAKE(Comm_create_group, promise_group(f, a->comm, a->tag);
     const struct comm *c = comm_find(a->comm);
     make_group(f, COMM_GROUP, a->comm, a->group, tag_of(a->tag), c ? group_key(c, a->tag) : 0,
                a->newcomm))
MAKE(Cart_create, make_of(f, a->comm_old, a->comm_cart, NULL))
MAKE(Cart_sub, make_of(f, a->comm, a->newcomm, NULL))
MAKE(Graph_create, make_of(f, a->comm_old, a->comm_graph, NULL))
MAKE(Dist_graph_create, make_of(f, a->comm_old, a->comm_dist_graph, NULL); make_with(a->info))
MAKE(Dist_graph_create_adjacent, make_of(f, a->comm_old, a->comm_dist_graph, NULL);
     make_with(a->info))
MAKE(Intercomm_create, make_apart(f, COMM_INTER, tag_of(a->tag), a->newintercomm))
MAKE(Intercomm_merge, make_of(f, a->intercomm, a->newintracomm, NULL))
MAKE(Comm_accept, make_apart(f, COMM_CONNECT, 0, a->newcomm))
MAKE(Comm_connect, make_apart(f, COMM_CONNECT, 0, a->newcomm))
MAKE(Comm_join, make_apart(f, COMM_CONNECT, 0, a->intercomm))
MAKE(Comm_spawn, make_apart(f, COMM_CONNECT, 0, a->intercomm))
MAKE(Comm_spawn_multiple, make_apart(f, COMM_CONNECT, 0, a->intercomm))
#if HAS_MPI4
MAKE(Comm_idup_with_info, make_twin(f, a->comm, a->newcomm, a->request); make_with(a->info))
LEAVE_TWIN(Comm_idup_with_info)
MAKE(Comm_create_from_group,
     make_group(f, COMM_FROM_GROUP, MPI_COMM_NULL, a->group, text_hash(a->stringtag),
                text_hash(a->stringtag), a->newcomm);
     make_with(a->info))
MAKE(Intercomm_create_from_groups,
     make_apart(f, COMM_INTER, text_hash(a->stringtag), a->newintercomm);
     make_with(a->info))
#endif
#if HAS_STREAMS
/* Its processes may be threads, and which messages match is chosen by streams. */
void comm_enter_unfollowed(struct frame *f);
void comm_enter_unfollowed(struct frame *f) {
  (void)f;
  world_off("communicators of MPICH's streams and threads are not followed", 0);
}
#endif
#if HAS_FAULTS
MAKE(X_Comm_shrink, make_of(f, a->comm, a->newcomm, NULL))
#endif

static void release(struct frame *f, MPI_Comm *handle) {
  if (handle)
    attach_over(f, *handle);
  freeing = handle ? comm_take(*handle) : NULL;
}

void comm_enter_free(struct frame *f) {
  struct args_Comm_free *a = f->args;
  release(f, a->comm);
}

void comm_enter_disconnect(struct frame *f) {
  struct args_Comm_disconnect *a = f->args;
  release(f, a->comm);
}

void comm_leave_free(struct frame *f) {
  if (freeing)
    comm_taken(freeing, f->rc == MPI_SUCCESS);
  freeing = NULL;
}
