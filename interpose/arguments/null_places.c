/* null_places.c: null pointers where a call stores a result or takes a list (section 2.5.1).
 * Where MPI has names for "none" (MPI_STATUS_IGNORE, MPI_UNWEIGHTED), those may be null
 * pointers. */
#include <string.h>
#include "walk.h"

static int is_one_of(const char *name, const char *const *names) {
  while (*names && strcmp(*names, name) != 0)
    names++;
  return *names != NULL;
}

/* Returns how long the list is, if a number of the call tells. */
static int64_t list_length(const struct argument_look *w) {
  return w->class == CLASS_TYPE && w->count >= 0 ? w->count : w->number;
}

/* MPI_T calls, MPI_Init and texts of length 0 need no place. */
static int needs_place(const struct argument_look *w) {
  switch (w->f->call) {
  case CALL_Init:
  case CALL_Init_thread:
  case CALL_Type_get_contents: /* a length for each of three lists */
    return 0;
  default:
    return w->class != CLASS_TOOL && w->class != CLASS_F2C && w->class != CLASS_DYN;
  }
}

/* Results that are lists. */
void walk_result(struct argument_look *w) {
  static const char *const lists[] = {"dims",         "periods",          "coords",  "indx",
                                      "edges",        "neighbors",        "sources", "ranks2",
                                      "destinations", "array_of_indices", NULL};
  if (strstr(w->name, "weights") || !needs_place(w) ||
      (is_one_of(w->name, lists) && list_length(w) <= 0))
    return;
  walk_say(w, ARGUMENT_POINTER, 0, 0);
}

/* Of some lists another list tells how long they are. */
void walk_list(struct argument_look *w) {
  static const char *const others[] = {"edges", "coords", "remain_dims", NULL};
  if ((w->class != CLASS_GROUP && w->class != CLASS_TOPO && w->class != CLASS_TYPE &&
       w->class != CLASS_REQ) ||
      strstr(w->name, "weights") || is_one_of(w->name, others) || list_length(w) <= 0 ||
      (w->f->call == CALL_Dist_graph_create && !strcmp(w->name, "destinations")))
    return;
  walk_say(w, ARGUMENT_POINTER, 0, 0);
}

void walk_status(struct argument_look *w, const MPI_Status *status, int read) {
  if (w->class != CLASS_F2C && (read || MPI_STATUS_IGNORE) &&
      (!status || (read && status == MPI_STATUS_IGNORE)))
    walk_say(w, ARGUMENT_POINTER, 0, 0);
}
