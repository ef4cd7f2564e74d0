#include "significant.h"
#include <string.h>
#include "interpose/base/args.h"
#include "interpose/base/mpi_call.h"
#include "interpose/handles/comm.h"

static int is_root(const struct comm *c, int root) {
  return c->inter ? root == MPI_ROOT : root == c->me;
}

int significant_root(const struct frame *f) {
  const int *root = args_first(f->call, f->args, SHOW_RANK);
  const MPI_Comm *handle = args_first(f->call, f->args, SHOW_COMM);
  const struct comm *c = handle ? comm_find(*handle) : NULL;
  return !root || (c && is_root(c, *root));
}

int significant_result(const struct frame *f) {
  const MPI_Comm *handle = args_first(f->call, f->args, SHOW_COMM);
  const struct comm *c = handle ? comm_find(*handle) : NULL;
  return strstr(call_name(f->call), "xscan") ? c && c->me > 0 : significant_root(f);
}

int significant_data(const struct frame *f, int n) {
  unsigned call = f->call;
  const int *root = args_first(call, f->args, SHOW_RANK);
  const MPI_Comm *handle = args_first(call, f->args, SHOW_COMM);
  int one = args_first(call, f->args, SHOW_TYPE) && !args_nth(call, f->args, SHOW_TYPE, 1);
  void *const *buffer = one ? NULL : args_nth(call, f->args, SHOW_POINTER, n);
  const struct comm *c = handle ? comm_find(*handle) : NULL;
  if (!c || (buffer && *buffer == MPI_IN_PLACE))
    return 0;
  if (!root)
    return 1;
  if (strstr(call_name(call), "ather"))
    return n ? is_root(c, *root) : !c->inter || !is_root(c, *root);
  if (strstr(call_name(call), "catter"))
    return n ? !c->inter || !is_root(c, *root) : is_root(c, *root);
  return *root != MPI_PROC_NULL;
}
