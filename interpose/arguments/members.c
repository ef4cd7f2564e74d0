/* members.c: rules of single calls: who belongs to groups, communicators and graphs (chapters 6
 * and 7), and which kind of communicator a call needs. */
#include "walk.h"
#include "forms.h"
#include "interpose/base/aside.h"

#define ARGS(Name) const struct args_##Name *a = w->f->args

static int group_size(MPI_Group group) {
  int size = 0;
  if (group == MPI_GROUP_NULL || REAL(Group_size)(group, &size) != MPI_SUCCESS)
    return -1;
  return size;
}

static void translate(struct argument_look *w) {
  ARGS(Group_translate_ranks);
  int size = group_size(a->group1);
  for (int i = 0; size >= 0 && a->ranks1 && i < a->n && !w->found; i++)
    if (a->ranks1[i] != MPI_PROC_NULL && (a->ranks1[i] < 0 || a->ranks1[i] >= size))
      walk_say_at(w, 3, ARGUMENT_RANK_NOT_IN_GROUP, a->ranks1[i], size);
}

/* Section 6.3.2: all ranks of each range are valid. */
static void ranges(struct argument_look *w, MPI_Group group, int n, int (*range)[3]) {
  int size = group_size(group);
  for (int i = 0; size >= 0 && range && i < n && !w->found; i++) {
    int64_t first = range[i][0], last = range[i][1], step = range[i][2];
    if (!step) {
      walk_say_at(w, 3, ARGUMENT_INVALID, 0, 0);
      return;
    }
    if (first < 0 || first >= size)
      walk_say_at(w, 3, ARGUMENT_RANK_NOT_IN_GROUP, first, size);
    if ((step > 0) != (first <= last) && first != last)
      continue; /* it has no rank at all */
    int64_t end = first + (last - first) / step * step;
    if (end < 0 || end >= size)
      walk_say_at(w, 3, ARGUMENT_RANK_NOT_IN_GROUP, end, size);
  }
}

/* Section 7.5.3. */
static void graph(struct argument_look *w, int nodes, const int *index, const int *edges) {
  int last = 0;
  if (w->comm && !w->comm->inter && nodes > w->comm->size)
    walk_say_at(w, 2, ARGUMENT_GRID, nodes, w->comm->size);
  for (int i = 0; index && i < nodes && !w->found; i++) {
    if (index[i] < last)
      walk_say_at(w, 3, ARGUMENT_INVALID, index[i], 0);
    last = index[i];
  }
  for (int i = 0; edges && i < last && !w->found; i++)
    if (edges[i] < 0 || edges[i] >= nodes)
      walk_say_at(w, 4, ARGUMENT_RANK_OUTSIDE, edges[i], nodes);
}

static void nodes(struct argument_look *w, int place, int64_t n, const int *rank) {
  for (int64_t i = 0; w->comm && rank && i < n && !w->found; i++)
    if (rank[i] < 0 || rank[i] >= w->comm->size)
      walk_say_at(w, place, ARGUMENT_RANK_OUTSIDE, rank[i], w->comm->size);
}

static void not_negative(struct argument_look *w, int place, int64_t n, const int *number) {
  for (int64_t i = 0;
       number && number != mpi_unweighted && number != mpi_weights_empty && i < n && !w->found;
       i++)
    if (number[i] < 0)
      walk_say_at(w, place, ARGUMENT_INVALID, number[i], 0);
}

/* Section 7.5.4. */
static void adjacent(struct argument_look *w) {
  ARGS(Dist_graph_create_adjacent);
  nodes(w, 3, a->indegree, a->sources);
  not_negative(w, 4, a->indegree, a->sourceweights);
  nodes(w, 6, a->outdegree, a->destinations);
  not_negative(w, 7, a->outdegree, a->destweights);
}

static void distributed(struct argument_look *w) {
  ARGS(Dist_graph_create);
  int64_t edges = 0;
  if (a->n < 0)
    walk_say_at(w, 2, ARGUMENT_INVALID, a->n, 0);
  nodes(w, 3, a->n, a->sources);
  not_negative(w, 4, a->n, a->degrees);
  for (int i = 0; a->degrees && i < a->n && !w->found; i++)
    edges += a->degrees[i];
  nodes(w, 5, edges, a->destinations);
  not_negative(w, 6, edges, a->weights);
}

/* Section 6.6.2. What the two leaders give counts at them alone. */
static void between(struct argument_look *w) {
  ARGS(Intercomm_create);
  const struct comm *local = comm_find(a->local_comm);
  if (!local)
    return;
  if (a->local_leader < 0 || a->local_leader >= local->size) {
    walk_say_at(w, 2, ARGUMENT_RANK_OUTSIDE, a->local_leader, local->size);
    return;
  }
  const struct comm *peer = local->me == a->local_leader ? comm_find(a->peer_comm) : NULL;
  if (!peer)
    return;
  if (a->remote_leader < 0 || a->remote_leader >= peer->remote_size)
    walk_say_at(w, 4, ARGUMENT_RANK_OUTSIDE, a->remote_leader, peer->remote_size);
  for (int i = 0; !peer->foreign && !local->foreign && i < local->size && !w->found; i++)
    if (local->rank[i] == peer->remote[a->remote_leader])
      walk_say_at(w, 4, ARGUMENT_OWN_GROUP, a->remote_leader, 0);
}

/* `inter`: which kind the call needs. */
static void kind(struct argument_look *w, int inter) {
  const struct comm *c = w->comm;
  if (c && !c->inter != !inter)
    walk_say_at(w, 1, inter ? ARGUMENT_INTRA : ARGUMENT_INTER, 0, 0);
}

static void kinds(struct argument_look *w) {
  switch (w->f->call) {
  case CALL_Comm_remote_size:
  case CALL_Comm_remote_group:
  case CALL_Intercomm_merge:
    kind(w, 1);
    break;
  case CALL_Scan:
  case CALL_Iscan:
  case CALL_Exscan:
  case CALL_Iexscan:
  case CALL_Cart_create:
  case CALL_Cart_map:
  case CALL_Graph_create:
  case CALL_Graph_map:
  case CALL_Dist_graph_create:
  case CALL_Dist_graph_create_adjacent:
  case CALL_Intercomm_create:
    kind(w, 0);
    break;
  default:
    break;
  }
}

void walk_members(struct argument_look *w) {
#define ON(Name, body)                                                                         \
  case CALL_##Name: {                                                                          \
    ARGS(Name);                                                                                \
    body;                                                                                      \
    break;                                                                                     \
  }
  kinds(w);
  if (w->found)
    return;
  switch (w->f->call) {
  case CALL_Group_translate_ranks:
    translate(w);
    break;
    ON(Group_range_incl, ranges(w, a->group, a->n, a->ranges))
    ON(Group_range_excl, ranges(w, a->group, a->n, a->ranges))
    ON(Graph_create, graph(w, a->nnodes, a->indx, a->edges))
    ON(Graph_map, graph(w, a->nnodes, a->indx, a->edges))
  case CALL_Dist_graph_create:
    distributed(w);
    break;
  case CALL_Dist_graph_create_adjacent:
    adjacent(w);
    break;
  case CALL_Intercomm_create:
    between(w);
    break;
  default:
    break;
  }
}
