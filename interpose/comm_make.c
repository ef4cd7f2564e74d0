/* comm_make.c: the calls that make and free communicators. */
#include <string.h>
#include "comm.h"
#include "world.h"

/* The call under way in this thread. */
static __thread struct {
  struct comm_origin origin;
  MPI_Comm *out;
  int known;
} making;
static __thread struct comm *freeing;

static void make_of(struct frame *f, MPI_Comm parent, MPI_Comm *out) {
  (void)f;
  making.origin = (struct comm_origin){COMM_CHILD, comm_find(parent), 0};
  making.out = out;
  making.known = making.origin.parent != NULL;
}

static void make_apart(enum comm_way way, uint64_t more, MPI_Comm *out) {
  making.origin = (struct comm_origin){way, NULL, more};
  making.out = out;
  making.known = 1;
}

/* Threads that do this at once use different tags (section 6.4.2), and only they may do it in
 * another order than other processes. */
static uint64_t tag_of(int tag) {
  return world.concurrent ? (uint64_t)(uint32_t)tag + 1 : 0;
}

static void make_group(struct frame *f, MPI_Comm parent, int tag, MPI_Comm *out) {
  make_of(f, parent, out);
  making.origin.way = COMM_GROUP;
  making.origin.more = tag_of(tag);
}

#ifndef FENCEPOST_OPENMPI
static uint64_t text_hash(const char *text) {
  uint64_t h = 14695981039346656037u;
  while (text && *text)
    h = (h ^ (unsigned char)*text++) * 1099511628211u;
  return h;
}
#endif

void comm_leave_make(struct frame *f) {
  if (making.known && f->rc == MPI_SUCCESS && making.out)
    comm_made(&making.origin, *making.out);
  making.known = 0;
}

void comm_leave_get_parent(struct frame *f) {
  struct args_Comm_get_parent *a = f->args;
  if (f->rc != MPI_SUCCESS || *a->parent == MPI_COMM_NULL || comm_find(*a->parent))
    return;
  comm_made(&(struct comm_origin){COMM_CONNECT, NULL, 0}, *a->parent);
}

#define MAKE(Name, statement)                                                                  \
  void comm_enter_##Name(struct frame *f);                                                     \
  void comm_enter_##Name(struct frame *f) {                                                    \
    struct args_##Name *a = f->args;                                                           \
    statement;                                                                                 \
  }

MAKE(Comm_dup, make_of(f, a->comm, a->newcomm))
MAKE(Comm_dup_with_info, make_of(f, a->comm, a->newcomm))
/* The new handle is written by the call itself, as Fortran needs it. */
MAKE(Comm_idup, make_of(f, a->comm, a->newcomm))
MAKE(Comm_split, make_of(f, a->comm, a->newcomm))
MAKE(Comm_split_type, make_of(f, a->comm, a->newcomm))
MAKE(Comm_create, make_of(f, a->comm, a->newcomm))
MAKE(Comm_create_group, make_group(f, a->comm, a->tag, a->newcomm))
MAKE(Cart_create, make_of(f, a->comm_old, a->comm_cart))
MAKE(Cart_sub, make_of(f, a->comm, a->newcomm))
MAKE(Graph_create, make_of(f, a->comm_old, a->comm_graph))
MAKE(Dist_graph_create, make_of(f, a->comm_old, a->comm_dist_graph))
MAKE(Dist_graph_create_adjacent, make_of(f, a->comm_old, a->comm_dist_graph))
MAKE(Intercomm_create, make_apart(COMM_INTER, tag_of(a->tag), a->newintercomm))
MAKE(Intercomm_merge, make_of(f, a->intercomm, a->newintracomm))
MAKE(Comm_accept, make_apart(COMM_CONNECT, 0, a->newcomm))
MAKE(Comm_connect, make_apart(COMM_CONNECT, 0, a->newcomm))
MAKE(Comm_join, make_apart(COMM_CONNECT, 0, a->intercomm))
MAKE(Comm_spawn, make_apart(COMM_CONNECT, 0, a->intercomm))
MAKE(Comm_spawn_multiple, make_apart(COMM_CONNECT, 0, a->intercomm))
#ifndef FENCEPOST_OPENMPI
MAKE(Comm_idup_with_info, make_of(f, a->comm, a->newcomm))
MAKE(Comm_create_from_group, make_apart(COMM_FROM_GROUP, text_hash(a->stringtag), a->newcomm))
MAKE(Intercomm_create_from_groups,
     make_apart(COMM_INTER, text_hash(a->stringtag), a->newintercomm))
MAKE(X_Comm_shrink, make_of(f, a->comm, a->newcomm))
#endif

static void release(MPI_Comm *handle) {
  freeing = handle ? comm_take(*handle) : NULL;
}

void comm_enter_free(struct frame *f) {
  struct args_Comm_free *a = f->args;
  release(a->comm);
}

void comm_enter_disconnect(struct frame *f) {
  struct args_Comm_disconnect *a = f->args;
  release(a->comm);
}

void comm_leave_free(struct frame *f) {
  if (freeing && f->rc == MPI_SUCCESS)
    comm_drop(freeing);
  else if (freeing)
    comm_return(freeing);
  freeing = NULL;
}
