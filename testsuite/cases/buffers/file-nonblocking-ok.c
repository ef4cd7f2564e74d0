/* Files are read and written while the program does something else: MPI has others do it, whose
 * accesses are not the program's. */
/* case: levels=mpi,pages */
#include "case.h"
#include <unistd.h>

static MPI_File file;

/* Buffers small and large, which are seen in other ways. */
static void check(int count, int *into, const int *from) {
  MPI_Offset at = (MPI_Offset)rank * count * (MPI_Offset)sizeof *into;
  MPI_Request request;
  int got = 0;
/* The next accesses of other processes come after these. */
#define SYNC                                                                                   \
  MPI_File_sync(file);                                                                         \
  MPI_Barrier(MPI_COMM_WORLD);                                                                 \
  MPI_File_sync(file)
#define DONE(call)                                                                             \
  call;                                                                                        \
  usleep(3000);                                                                                \
  MPI_Wait(&request, MPI_STATUS_IGNORE);                                                       \
  SYNC
#define SPLIT(begin, end)                                                                      \
  begin;                                                                                       \
  usleep(3000);                                                                                \
  end;                                                                                         \
  SYNC
#define SEEK(where) MPI_File_seek(file, where, MPI_SEEK_SET)
  DONE(MPI_File_iwrite_at(file, at, from, count, MPI_INT, &request));
  DONE(MPI_File_iread_at(file, at, into, count, MPI_INT, &request));
  got += into[0] == from[0];
  SEEK(at);
  DONE(MPI_File_iwrite(file, from, count, MPI_INT, &request));
  SEEK(at);
  DONE(MPI_File_iread(file, into, count, MPI_INT, &request));
  got += into[count - 1] == from[count - 1];
  MPI_File_seek_shared(file, 0, MPI_SEEK_SET);
  DONE(MPI_File_iwrite_shared(file, from, count, MPI_INT, &request));
  MPI_File_seek_shared(file, 0, MPI_SEEK_SET);
  DONE(MPI_File_iread_shared(file, into, count, MPI_INT, &request));
  got += into[0] >= 0;
  SEEK(at);
  DONE(MPI_File_iwrite_all(file, from, count, MPI_INT, &request));
  SEEK(at);
  DONE(MPI_File_iread_all(file, into, count, MPI_INT, &request));
  got += into[0] == from[0];
  DONE(MPI_File_iwrite_at_all(file, at, from, count, MPI_INT, &request));
  DONE(MPI_File_iread_at_all(file, at, into, count, MPI_INT, &request));
  got += into[0] == from[0];
  SEEK(at);
  SPLIT(MPI_File_write_all_begin(file, from, count, MPI_INT),
        MPI_File_write_all_end(file, from, MPI_STATUS_IGNORE));
  SEEK(at);
  SPLIT(MPI_File_read_all_begin(file, into, count, MPI_INT),
        MPI_File_read_all_end(file, into, MPI_STATUS_IGNORE));
  got += into[0] == from[0];
  SPLIT(MPI_File_write_at_all_begin(file, at, from, count, MPI_INT),
        MPI_File_write_at_all_end(file, from, MPI_STATUS_IGNORE));
  SPLIT(MPI_File_read_at_all_begin(file, at, into, count, MPI_INT),
        MPI_File_read_at_all_end(file, into, MPI_STATUS_IGNORE));
  got += into[0] == from[0];
  MPI_File_seek_shared(file, 0, MPI_SEEK_SET);
  SPLIT(MPI_File_write_ordered_begin(file, from, count, MPI_INT),
        MPI_File_write_ordered_end(file, from, MPI_STATUS_IGNORE));
  MPI_File_seek_shared(file, 0, MPI_SEEK_SET);
  SPLIT(MPI_File_read_ordered_begin(file, into, count, MPI_INT),
        MPI_File_read_ordered_end(file, into, MPI_STATUS_IGNORE));
  got += into[0] == from[0];
  if (!rank)
    printf("%d: %d\n", count, got);
}

int main(void) {
  static int from[3000], into[3000];
  char name[32];
  begin();
  snprintf(name, sizeof name, "/tmp/file-%d", (int)getpid());
  MPI_Bcast(name, sizeof name, MPI_CHAR, 0, MPI_COMM_WORLD);
  MPI_File_open(MPI_COMM_WORLD, name,
                MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL,
                &file);
  MPI_File_preallocate(file, 1 << 17); /* Open MPI asks again for ever where a file ends */
  for (int i = 0; i < 3000; i++)
    from[i] = 1000 * rank + i;
  int one = 0; /* debug registers are there before the threads are that MPI has work done by */
  MPI_Request request;
  MPI_Irecv(&one, 1, MPI_INT, !rank, 0, MPI_COMM_WORLD, &request);
  MPI_Send(&rank, 1, MPI_INT, !rank, 0, MPI_COMM_WORLD);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  for (int round = 0; round < 3; round++) {
    int few[5] = {0};
    check(5, few, from + 3);
    check(7, into + 2, from);
    check(3000, into, from);
  }
  MPI_File_close(&file);
  MPI_Finalize();
}
