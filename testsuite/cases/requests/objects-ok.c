/* Every object is freed as often as it was made. */
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
  MPI_Group world[2], group;
  MPI_File file;
  MPI_Op op;
  MPI_Info info;
  MPI_Errhandler errhandler;
  begin();
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  MPI_Type_contiguous(3, MPI_INT, &type);
  MPI_Comm_group(MPI_COMM_WORLD, &world[0]);
  MPI_Comm_group(MPI_COMM_WORLD, &world[1]);
  MPI_Group_incl(world[0], 1, ranks, &group);
  MPI_File_open(MPI_COMM_SELF, "/dev/null", MPI_MODE_RDONLY, MPI_INFO_NULL, &file);
  MPI_File_close(&file);
  MPI_Group_free(&group);
  MPI_Group_free(&world[0]);
  MPI_Group_free(&world[1]);
  MPI_Group_incl(MPI_GROUP_EMPTY, 0, ranks, &group); /* is MPI_GROUP_EMPTY */
  MPI_Op_create(add, 1, &op);
  MPI_Info_create(&info);
  MPI_Comm_create_errhandler(handle_error, &errhandler);
  MPI_Comm_set_errhandler(comm, errhandler);
  MPI_Op_free(&op);
  MPI_Info_free(&info);
  MPI_Errhandler_free(&errhandler); /* the communicator has it still */
  MPI_Type_free(&type);
  MPI_Comm_free(&comm);
  MPI_Finalize();
}
