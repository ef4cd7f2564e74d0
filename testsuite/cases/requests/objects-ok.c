/* Every object is freed as often as it was made. */
#include "case.h"

int main(void) {
  int ranks[] = {0};
  MPI_Comm comm;
  MPI_Datatype type;
  MPI_Group world[2], group;
  MPI_File file;
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
  MPI_Type_free(&type);
  MPI_Comm_free(&comm);
  MPI_Finalize();
}
