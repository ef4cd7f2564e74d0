/* grids.c: rules of single calls: topologies (chapter 7), groups (section 6.3), requests, keys
 * of attributes. */
#include <string.h>
#include "walk.h"
#include "forms.h"
#include "interpose/data/type.h"

#define ARGS(Name) const struct args_##Name *a = w->f->args

static int topology(MPI_Comm comm) {
  int kind = MPI_UNDEFINED;
  return REAL(Topo_test)(comm, &kind) == MPI_SUCCESS ? kind : MPI_UNDEFINED;
}

static void needs(struct argument_look *w, MPI_Comm comm, int kind) {
  enum { GRID, GRAPH, DISTRIBUTED };
  w->place = 1;
  if (w->comm && !w->comm->inter && topology(comm) != kind)
    walk_say(w, ARGUMENT_NO_TOPOLOGY,
             kind == MPI_CART    ? GRID
             : kind == MPI_GRAPH ? GRAPH
                                 : DISTRIBUTED,
             0);
}

static void cart_create(struct argument_look *w) {
  ARGS(Cart_create);
  int64_t product = 1;
  for (int i = 0; a->dims && i < a->ndims; i++) {
    if (a->dims[i] <= 0) {
      walk_say_at(w, 3, ARGUMENT_INVALID, a->dims[i], 0);
      return;
    }
    if (__builtin_mul_overflow(product, (int64_t)a->dims[i], &product))
      return;
  }
  if (w->comm && !w->comm->inter && a->ndims >= 0 && a->dims && product > w->comm->size)
    walk_say_at(w, 3, ARGUMENT_GRID, product, w->comm->size);
}

static void cart_shift(struct argument_look *w) {
  ARGS(Cart_shift);
  int dims = 0;
  needs(w, a->comm, MPI_CART);
  if (!w->found && w->comm && REAL(Cartdim_get)(a->comm, &dims) == MPI_SUCCESS &&
      (a->direction < 0 || a->direction >= dims))
    walk_say_at(w, 2, ARGUMENT_INVALID, a->direction, 0);
}

static void cart_coords(struct argument_look *w) {
  ARGS(Cart_coords);
  needs(w, a->comm, MPI_CART);
  if (w->comm && (a->rank < 0 || a->rank >= w->comm->size))
    walk_say_at(w, 2, ARGUMENT_RANK_OUTSIDE, a->rank, w->comm->size);
}

/* Coordinates of a dimension that is not periodic lie in the grid. */
static void cart_rank(struct argument_look *w) {
  enum { MOST = 16 };
  int dims[MOST], periods[MOST], own[MOST], n = 0;
  ARGS(Cart_rank);
  needs(w, a->comm, MPI_CART);
  if (w->found || !w->comm || REAL(Cartdim_get)(a->comm, &n) != MPI_SUCCESS || n > MOST ||
      REAL(Cart_get)(a->comm, n, dims, periods, own) != MPI_SUCCESS)
    return;
  for (int i = 0; i < n && a->coords && !w->found; i++)
    if (!periods[i] && (a->coords[i] < 0 || a->coords[i] >= dims[i]))
      walk_say_at(w, 2, ARGUMENT_INVALID, a->coords[i], 0);
}

static void dims_create(struct argument_look *w) {
  ARGS(Dims_create);
  int64_t product = 1;
  if (a->nnodes <= 0)
    walk_say_at(w, 1, ARGUMENT_INVALID, a->nnodes, 0);
  for (int i = 0; a->dims && i < a->ndims && !w->found; i++) {
    if (a->dims[i] < 0)
      walk_say_at(w, 3, ARGUMENT_INVALID, a->dims[i], 0);
    else if (a->dims[i] > 0 && __builtin_mul_overflow(product, (int64_t)a->dims[i], &product))
      return;
  }
  if (!w->found && a->dims && product > 0 && a->nnodes % product)
    walk_say_at(w, 3, ARGUMENT_GRID_DIVIDES, product, a->nnodes);
}

/* Ranks of a group, each at most once. */
static void group_ranks(struct argument_look *w, MPI_Group group, int n, const int *ranks) {
  int size = 0;
  if (group == MPI_GROUP_NULL || n < 0 || !ranks || w->found ||
      REAL(Group_size)(group, &size) != MPI_SUCCESS)
    return;
  for (int i = 0; i < n && !w->found; i++) {
    if (ranks[i] < 0 || ranks[i] >= size)
      walk_say_at(w, 3, ARGUMENT_RANK_NOT_IN_GROUP, ranks[i], size);
    for (int k = 0; k < i && n <= 128 && !w->found; k++)
      if (ranks[k] == ranks[i])
        walk_say_at(w, 3, ARGUMENT_RANK_TWICE, ranks[i], 0);
  }
}

static void null_request(struct argument_look *w, const MPI_Request *request) {
  if (request && *request == MPI_REQUEST_NULL)
    walk_say_at(w, 1, ARGUMENT_REQUEST_NULL, 0, 0);
}

static void start_all(struct argument_look *w) {
  ARGS(Startall);
  for (int i = 0; a->array_of_requests && i < a->count && !w->found; i++)
    if (a->array_of_requests[i] == MPI_REQUEST_NULL)
      walk_say_at(w, 2, ARGUMENT_REQUEST_NULL, 0, 0);
}

static void key(struct argument_look *w, const int *keyval) {
  if (keyval && *keyval == MPI_KEYVAL_INVALID)
    walk_say_at(w, 1, ARGUMENT_KEY, 0, 0);
}

/* Section 7.6; a graph of MPI_Graph_create has to be symmetric. */
static void needs_any(struct argument_look *w) {
  enum { ANY = 3 };
  int kind = !w->comm || w->comm->inter ? MPI_UNDEFINED : topology(w->comm->handle);
  const struct neighbours *n = kind == MPI_GRAPH ? comm_neighbours(w->comm) : NULL;
  if (w->comm && kind == MPI_UNDEFINED)
    walk_say(w, ARGUMENT_NO_TOPOLOGY, ANY, 0);
  else if (n && n->one >= 0)
    walk_say(w, ARGUMENT_UNEVEN, n->one, n->other);
}

static void split(struct argument_look *w) {
  ARGS(Comm_split);
  if (a->color < 0 && a->color != MPI_UNDEFINED)
    walk_say_at(w, 2, ARGUMENT_INVALID, a->color, 0);
}

/* Section 8.5: texts are only for codes and classes that the program has added. */
static void new_code(struct argument_look *w, int code) {
  if (code <= MPI_ERR_LASTCODE)
    walk_say_at(w, 1, ARGUMENT_INVALID, code, 0);
}

/* What programs call most often has no rules of its own. */
static int has_rules(const struct argument_look *w) {
  switch (w->f->call) {
  case CALL_Barrier:
  case CALL_Bcast:
  case CALL_Reduce:
  case CALL_Allreduce:
  case CALL_Scatter:
  case CALL_Type_commit:
  case CALL_Type_contiguous:
  case CALL_Type_vector:
  case CALL_Type_create_hindexed:
  case CALL_Type_create_resized:
  case CALL_Type_create_struct:
  case CALL_Type_size:
  case CALL_Type_get_extent:
  case CALL_Op_create:
  case CALL_Comm_rank:
  case CALL_Comm_size:
    return 0;
  case CALL_Gather:
  case CALL_Allgather:
  case CALL_Alltoall: /* none unless equal parts can overlap */
    return w->data[1].significant && !type_is_spaced(w->data[1].type);
  default:
    return w->class != CLASS_P2P;
  }
}

void walk_call(struct argument_look *w) {
  if (!has_rules(w))
    return;
#define ON(Name, body)                                                                         \
  case CALL_##Name: {                                                                          \
    ARGS(Name);                                                                                \
    (void)a;                                                                                   \
    body;                                                                                      \
    break;                                                                                     \
  }
  switch (w->f->call) {
    ON(Cart_create, cart_create(w))
    ON(Cart_shift, cart_shift(w))
    ON(Cart_coords, cart_coords(w))
    ON(Cart_rank, cart_rank(w))
    ON(Cart_get, needs(w, a->comm, MPI_CART))
    ON(Cart_sub, needs(w, a->comm, MPI_CART))
    ON(Cartdim_get, needs(w, a->comm, MPI_CART))
    ON(Graph_get, needs(w, a->comm, MPI_GRAPH))
    ON(Graphdims_get, needs(w, a->comm, MPI_GRAPH))
    ON(Graph_neighbors, needs(w, a->comm, MPI_GRAPH))
    ON(Graph_neighbors_count, needs(w, a->comm, MPI_GRAPH))
    ON(Dist_graph_neighbors, needs(w, a->comm, MPI_DIST_GRAPH))
    ON(Dist_graph_neighbors_count, needs(w, a->comm, MPI_DIST_GRAPH))
    ON(Dims_create, dims_create(w))
    ON(Add_error_string, new_code(w, a->errorcode))
    ON(Group_incl, group_ranks(w, a->group, a->n, a->ranks))
    ON(Group_excl, group_ranks(w, a->group, a->n, a->ranks))
    ON(Cancel, null_request(w, a->request))
    ON(Request_free, null_request(w, a->request))
    ON(Start, null_request(w, a->request))
    ON(Startall, start_all(w))
    ON(Comm_split, split(w))
    ON(Comm_free_keyval, key(w, a->comm_keyval))
    ON(Type_free_keyval, key(w, a->type_keyval))
    ON(Win_free_keyval, key(w, a->win_keyval))
    ON(Keyval_free, key(w, a->keyval))
    FORMS(Neighbor_allgather, neighbor_allgather)
    FORMS(Neighbor_allgatherv, neighbor_allgatherv)
    FORMS(Neighbor_alltoall, neighbor_alltoall)
    FORMS(Neighbor_alltoallv, neighbor_alltoallv)
    FORMS(Neighbor_alltoallw, neighbor_alltoallw)
    needs_any(w);
    break;
  default:
    break;
  }
  if (!w->found)
    walk_members(w);
  if (!w->found)
    walk_layout(w);
  if (!w->found)
    walk_keys(w);
  if (!w->found && w->class == CLASS_IO)
    walk_file(w);
}
