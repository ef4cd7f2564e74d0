/* Handles of objects that MPI itself has made: of predefined datatypes, the group of nobody,
 * what datatypes are made of, copies of communicators, groups and info objects of windows,
 * handles that were numbers of Fortran meanwhile. */
#include "case.h"

static void datatypes(void) {
  int integers[8], n, d, t, combiner, bytes;
  MPI_Aint addresses[8];
  MPI_Datatype pair, pairs, part[1], match,
      types[] = {MPI_CHAR, MPI_LONG_DOUBLE, MPI_2INT, MPI_DOUBLE_INT, MPI_PACKED};
  MPI_Type_contiguous(2, MPI_INT, &pair);
  MPI_Type_vector(2, 1, 3, pair, &pairs);
  MPI_Type_free(&pair);
  MPI_Type_get_envelope(pairs, &n, &t, &d, &combiner);
  MPI_Type_get_contents(pairs, n, t, d, integers, addresses, part);
  MPI_Type_size(part[0], &bytes);
  MPI_Type_free(&part[0]);
  MPI_Type_free(&pairs);
  MPI_Type_match_size(MPI_TYPECLASS_INTEGER, 4, &match);
  MPI_Type_size(match, &bytes);
  MPI_Type_size(MPI_Type_f2c(MPI_Type_c2f(MPI_DOUBLE)), &bytes);
  for (size_t i = 0; i < sizeof types / sizeof *types; i++)
    MPI_Type_size(types[i], &bytes);
}

static void groups(void) {
  MPI_Win win;
  MPI_Group group;
  MPI_Info info;
  MPI_Errhandler handler;
  int n;
  MPI_Win_create(NULL, 0, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_get_group(win, &group);
  MPI_Group_size(MPI_Group_f2c(MPI_Group_c2f(group)), &n);
  MPI_Group_free(&group);
  MPI_Group_size(MPI_GROUP_EMPTY, &n);
  MPI_Win_get_info(win, &info);
  MPI_Info_get_nkeys(MPI_Info_f2c(MPI_Info_c2f(info)), &n);
  MPI_Info_free(&info);
  MPI_Info_get_nkeys(MPI_INFO_ENV, &n);
  MPI_Win_get_errhandler(win, &handler);
  MPI_Win_set_errhandler(win, handler);
  MPI_Errhandler_free(&handler);
  MPI_Win_free(&win);
}

static int copy(MPI_Comm old, int key, void *extra, void *in, void *out, int *flag) {
  int n;
  (void)key, (void)extra;
  MPI_Comm_size(old, &n);
  *(void **)out = in;
  *flag = 1;
  return MPI_SUCCESS;
}

int main(void) {
  MPI_Comm comm, parent;
  MPI_Request request;
  int key, x = 0, n;
  begin();
  datatypes();
  groups();
  MPI_Comm_get_parent(&parent);
  if (parent != MPI_COMM_NULL)
    MPI_Comm_size(parent, &n);
  MPI_Comm_create_keyval(copy, MPI_COMM_NULL_DELETE_FN, &key, NULL);
  MPI_Comm_set_attr(MPI_COMM_WORLD, key, &x);
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  MPI_Barrier(MPI_Comm_f2c(MPI_Comm_c2f(comm)));
  MPI_Isend(&x, 1, MPI_INT, MPI_PROC_NULL, 0, comm, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Comm_free(&comm);
  MPI_Comm_delete_attr(MPI_COMM_WORLD, key);
  MPI_Comm_free_keyval(&key);
  MPI_Finalize();
}
