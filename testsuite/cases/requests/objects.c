/* One object of each kind is left when the program ends. */
#include "case.h"

static void add(void *in, void *into, int *n, MPI_Datatype *type) {
  (void)type;
  for (int i = 0; i < *n; i++)
    ((int *)into)[i] += ((int *)in)[i];
}

static void handle_error(MPI_Comm *comm, int *code, ...) {
  (void)comm, (void)code;
}

int main(void) {
  int ranks[] = {0};
  MPI_Comm comm;
  MPI_Datatype type;
  MPI_Group world, group;
  MPI_Op op;
  MPI_Info info;
  MPI_Errhandler errhandler;
  begin();
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);    /* expect: object-not-freed */
  MPI_Type_contiguous(3, MPI_INT, &type); /* expect: object-not-freed */
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 1, ranks, &group); /* expect: object-not-freed */
  MPI_Group_free(&world);
  MPI_Op_create(add, 1, &op);                            /* expect: object-not-freed */
  MPI_Info_create(&info);                                /* expect: object-not-freed */
  MPI_Comm_create_errhandler(handle_error, &errhandler); /* expect: object-not-freed */
  MPI_Finalize();
}
