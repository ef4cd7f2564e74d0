/* never_together NAME: ranks that can never go on, because only some come to a call that makes
 * or uses something together. */
#include "standing.h"

static MPI_Comm copy(void) {
  MPI_Comm comm;
  MPI_Comm_dup(WORLD, &comm);
  return comm;
}

static MPI_Group first_two(void) {
  MPI_Group world, two;
  MPI_Comm_group(WORLD, &world);
  MPI_Group_incl(world, 2, (int[]){0, 1}, &two);
  MPI_Group_free(&world);
  return two;
}

static void group_made(int tag, int takes_part) {
  MPI_Group two = first_two();
  MPI_Comm comm;
  if (rank < 2 && takes_part)
    MPI_Comm_create_group(WORLD, two, tag, &comm);
  MPI_Barrier(WORLD);
}

static void group(void) {
  group_made(1, rank == 0);
}

static void group_tags(void) {
  group_made(1 + rank, 1);
}

static MPI_File file(void) {
  MPI_File file;
  MPI_File_open(WORLD, "never.data", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                MPI_INFO_NULL, &file);
  return file;
}

/* Open MPI waits for all of them. */
static void disconnect(void) {
  MPI_Comm comm = copy();
  if (rank == 1)
    MPI_Recv(in, 1, MPI_INT, 0, 1, WORLD, NONE);
  MPI_Comm_disconnect(&comm);
  if (rank == 0)
    MPI_Send(&value, 1, MPI_INT, 1, 1, WORLD);
}

static void file_open(void) {
  if (rank == 0)
    file();
  MPI_Barrier(WORLD);
}

static void file_write(void) {
  MPI_File f = file();
  if (rank == 0)
    MPI_File_write_all(f, in, 8, MPI_INT, NONE);
  else if (rank == 1)
    MPI_Recv(in, 1, MPI_INT, 0, 1, WORLD, NONE);
  MPI_Barrier(WORLD);
}

/* MPICH's ROMIO needs all of them in the wait; Open MPI writes what it has. */
static void file_begun(void) {
  MPI_File f = file();
  MPI_Request request;
  if (rank == 1)
    MPI_Recv(in, 1, MPI_INT, 0, 1, WORLD, NONE);
  MPI_File_iwrite_all(f, in, 8, MPI_INT, &request);
  MPI_Wait(&request, NONE);
  if (rank == 0)
    MPI_Send(&value, 1, MPI_INT, 1, 1, WORLD);
}

static void file_ordered(void) {
  MPI_File f = file();
  if (rank == 1)
    MPI_File_write_ordered(f, in, 8, MPI_INT, NONE);
  MPI_Barrier(WORLD);
}

static void file_close(void) {
  MPI_File f = file();
  if (rank == 0)
    MPI_File_close(&f);
  MPI_Barrier(WORLD);
}

static void bridge_tags(void) {
  MPI_Comm half, bridge = copy(), inter;
  MPI_Comm_split(WORLD, rank % 2, 0, &half);
  MPI_Intercomm_create(half, 0, bridge, !(rank % 2), rank % 2, &inter);
}

static void bridge_alone(void) {
  MPI_Comm half, bridge = copy(), inter;
  MPI_Comm_split(WORLD, rank % 2, 0, &half);
  if (rank % 2)
    MPI_Recv(in, 1, MPI_INT, before, 1, WORLD, NONE);
  MPI_Intercomm_create(half, 0, bridge, !(rank % 2), 1, &inter);
}

static void window_made(void) {
  MPI_Comm some;
  MPI_Win win;
  MPI_Comm_split(WORLD, rank < 2 ? 0 : MPI_UNDEFINED, 0, &some);
  if (rank == 1)
    MPI_Recv(in, 1, MPI_INT, 0, 1, WORLD, NONE);
  if (rank < 2)
    MPI_Win_create(in, sizeof in, 4, MPI_INFO_NULL, some, &win);
}

static const struct program programs[] = {{"group", group},
                                          {"group-tags", group_tags},
                                          {"disconnect", disconnect},
                                          {"file-open", file_open},
                                          {"file-write", file_write},
                                          {"file-begun", file_begun},
                                          {"file-ordered", file_ordered},
                                          {"file-close", file_close},
                                          {"bridge-tags", bridge_tags},
                                          {"bridge-alone", bridge_alone},
                                          {"window-made", window_made}};

int main(int count, char **words) {
  STAND(words[count > 1], MPI_THREAD_SINGLE);
  return 0;
}
