/* buffers_calls.c: messages, packing, files. */
#include "buffers.h"

#define SELF 0, 1, MPI_COMM_SELF

static int other[64];

static MPI_Request posted(void) {
  MPI_Request request;
  MPI_Irecv(other, 16, MPI_INT, SELF, &request);
  return request;
}

static void done(MPI_Request request) {
  MPI_Wait(&request, MPI_STATUS_IGNORE);
}

#define SENDS(Name, name)                                                                      \
  do {                                                                                         \
    MPI_Request to = posted(), request;                                                        \
    expect_now(NAME(Name), "0-4", NULL);                                                       \
    MPI(Name)(m, 4, MPI_INT, SELF);                                                            \
    done(to);                                                                                  \
    MPI(Name)(m, 4, MPI_INT, MPI_PROC_NULL, 1, MPI_COMM_SELF);                                 \
    MPI(Name)(other, 4, MPI_INT, MPI_PROC_NULL, 1, MPI_COMM_SELF);                             \
    to = posted();                                                                             \
    expect_pending(NAME(I##name), "4-6", NULL);                                                \
    MPI(I##name)(m + 4, 2, MPI_INT, SELF, &request);                                           \
    finish(&request, "", NULL);                                                                \
    done(to);                                                                                  \
    MPI_Datatype type = second(3);                                                             \
    MPI(Name##_init)(m + 8, 1, type, SELF, &request);                                          \
    MPI_Type_free(&type);                                                                      \
    for (int i = 0; i < 2; i++) {                                                              \
      to = posted();                                                                           \
      expect_pending(i ? "Startall" : "Start", "8-9,10-11,12-13", NULL);                       \
      if (i)                                                                                   \
        MPI_Startall(1, &request);                                                             \
      else                                                                                     \
        MPI_Start(&request);                                                                   \
      finish(&request, "", NULL);                                                              \
      done(to);                                                                                \
    }                                                                                          \
    MPI_Request_free(&request);                                                                \
  } while (0)

static MPI_Request sent(int n) {
  MPI_Request request;
  MPI_Isend(other, n, MPI_INT, SELF, &request);
  return request;
}

static void receives(void) {
  MPI_Status status;
  MPI_Message message;
  MPI_Datatype type = second(2);
  MPI_Request from = sent(4), request;
  expect_now(NAME(Recv), NULL, "0-4");
  MPI(Recv)(m, 8, MPI_INT, SELF, MPI_STATUS_IGNORE);
  done(from);
  from = sent(3);
  expect_now(NAME(Recv), NULL, "0-3");
  MPI(Recv)(m, 3, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_SELF, &status);
  done(from);
  from = sent(4); /* it receives only four of the ints that three items of `type` can take */
  expect_now(NAME(Recv), NULL, "8-9,10-12,13-14");
  MPI(Recv)(m + 8, 3, type, SELF, &status);
  done(from);
  from = sent(0);
  MPI(Recv)(m, 8, MPI_INT, SELF, &status);
  done(from);
  MPI(Recv)(m, 8, MPI_INT, MPI_PROC_NULL, 1, MPI_COMM_SELF, &status);
  from = sent(4);
  expect_pending(NAME(Irecv), NULL, "0-8");
  MPI(Irecv)(m, 8, MPI_INT, SELF, &request);
  finish(&request, NULL, "");
  done(from);
  MPI(Recv_init)(m + 8, 2, type, SELF, &request);
  from = sent(4);
  expect_pending("Start", NULL, "8-9,10-12,13-14");
  MPI_Start(&request);
  finish(&request, NULL, "");
  done(from);
  MPI_Request_free(&request);
  from = sent(2);
  MPI_Mprobe(SELF, &message, &status);
  expect_now(NAME(Mrecv), NULL, "2-4");
  MPI(Mrecv)(m + 2, 4, MPI_INT, &message, MPI_STATUS_IGNORE);
  done(from);
  from = sent(2);
  MPI_Mprobe(SELF, &message, &status);
  expect_pending(NAME(Imrecv), NULL, "2-6");
  MPI(Imrecv)(m + 2, 4, MPI_INT, &message, &request);
  finish(&request, NULL, "");
  done(from);
  MPI_Mprobe(MPI_PROC_NULL, 1, MPI_COMM_SELF, &message, &status);
  MPI(Mrecv)(m + 2, 4, MPI_INT, &message, &status);
  MPI_Type_free(&type);
}

static void both_ways(void) {
  expect_now(NAME(Sendrecv), "0-2", "4-6");
  MPI(Sendrecv)(m, 2, MPI_INT, 0, 1, m + 4, 4, MPI_INT, SELF, MPI_STATUS_IGNORE);
  expect_now(NAME(Sendrecv), "0-2", NULL);
  MPI(Sendrecv)(m, 2, MPI_INT, 0, 1, other, 4, MPI_INT, SELF, MPI_STATUS_IGNORE);
  MPI(Sendrecv)
  (m, 2, MPI_INT, MPI_PROC_NULL, 1, m + 4, 4, MPI_INT, MPI_PROC_NULL, 1, MPI_COMM_SELF,
   MPI_STATUS_IGNORE);
  expect_now(NAME(Sendrecv_replace), "3-6", "3-6");
  MPI(Sendrecv_replace)(m + 3, 3, MPI_INT, 0, 1, SELF, MPI_STATUS_IGNORE);
#ifdef MPICH_VERSION
  MPI_Request request;
  expect_pending(NAME(Isendrecv), "0-2", "4-8");
  MPI(Isendrecv)(m, 2, MPI_INT, 0, 1, m + 4, 4, MPI_INT, SELF, &request);
  finish(&request, "", "");
  expect_pending(NAME(Isendrecv_replace), "3-6", "3-6");
  MPI(Isendrecv_replace)(m + 3, 3, MPI_INT, 0, 1, SELF, &request);
  finish(&request, "", "");
#endif
}

static void packing(void) {
#ifdef LARGE
  MPI_Count at = 4, aint = 8;
#else
  int at = 4;
  MPI_Aint aint = 8;
#endif
  expect_now(NAME(Pack), "0-3", "17-20");
  MPI(Pack)(m, 3, MPI_INT, m + 16, 64, &at, MPI_COMM_SELF);
  expect_now(NAME(Unpack), "20-22", "4-6");
  MPI(Unpack)(m + 16, 64, &at, m + 4, 2, MPI_INT, MPI_COMM_SELF);
  expect_now(NAME(Pack_external), "0-3", "18-21");
  MPI(Pack_external)("external32", m, 3, MPI_INT, m + 16, 64, &aint);
  expect_now(NAME(Unpack_external), "21-22", "4-5");
  MPI(Unpack_external)("external32", m + 16, 64, &aint, m + 4, 1, MPI_INT);
  expect_now(NAME(Reduce_local), "0-2;4-6", "4-6");
  MPI(Reduce_local)(m, m + 4, 2, MPI_INT, MPI_SUM);
}

#define READ_WRITE(Name, ...)                                                                  \
  do {                                                                                         \
    MPI_Barrier(MPI_COMM_WORLD);                                                               \
    MPI_File_seek(file, 0, MPI_SEEK_SET);                                                      \
    expect_now(NAME(File_write##Name), "0-4", NULL);                                           \
    MPI(File_write##Name)(file, __VA_ARGS__ m, 4, MPI_INT, MPI_STATUS_IGNORE);                 \
    MPI_File_seek(file, 0, MPI_SEEK_SET);                                                      \
    MPI_Barrier(MPI_COMM_WORLD);                                                               \
    MPI_File_seek_shared(file, 0, MPI_SEEK_SET);                                               \
    expect_now(NAME(File_read##Name), NULL, "8-12");                                           \
    MPI(File_read##Name)(file, __VA_ARGS__ m + 8, 4, MPI_INT, MPI_STATUS_IGNORE);              \
  } while (0)
#define IREAD_WRITE(Name, ...)                                                                 \
  do {                                                                                         \
    expect_pending(NAME(File_iwrite##Name), "0-4", NULL);                                      \
    MPI(File_iwrite##Name)(file, __VA_ARGS__ m, 4, MPI_INT, &request);                         \
    finish(&request, "", NULL);                                                                \
    expect_pending(NAME(File_iread##Name), NULL, "8-12");                                      \
    MPI(File_iread##Name)(file, __VA_ARGS__ m + 8, 4, MPI_INT, &request);                      \
    finish(&request, NULL, "");                                                                \
  } while (0)
#define SPLIT(Name, ...)                                                                       \
  do {                                                                                         \
    expect_pending(NAME(File_write##Name##_begin), "0-4", NULL);                               \
    MPI(File_write##Name##_begin)(file, __VA_ARGS__ m, 4, MPI_INT);                            \
    expect("File_write" #Name "_end", "end", "");                                              \
    MPI_File_write##Name##_end(file, m, MPI_STATUS_IGNORE);                                    \
    expect_pending(NAME(File_read##Name##_begin), NULL, "8-12");                               \
    MPI(File_read##Name##_begin)(file, __VA_ARGS__ m + 8, 4, MPI_INT);                         \
    expect("File_read" #Name "_end", "end", "");                                               \
    MPI_File_read##Name##_end(file, m + 8, MPI_STATUS_IGNORE);                                 \
  } while (0)

static void files(const char *folder) {
  char path[4096];
  MPI_File file;
  MPI_Request request;
  MPI_Status status;
  snprintf(path, sizeof path, "%s/file", folder);
  MPI_File_open(MPI_COMM_WORLD, path, MPI_MODE_RDWR | MPI_MODE_CREATE, MPI_INFO_NULL, &file);
  MPI_File_set_size(file, 4096);
  MPI_File_set_atomicity(file, 1); /* all ranks access the same bytes */
  READ_WRITE();
  READ_WRITE(_at, 64, );
  READ_WRITE(_all);
  READ_WRITE(_at_all, 64, );
  READ_WRITE(_shared);
  READ_WRITE(_ordered);
  IREAD_WRITE();
  IREAD_WRITE(_at, 64, );
  IREAD_WRITE(_all);
  IREAD_WRITE(_at_all, 64, );
  IREAD_WRITE(_shared);
  SPLIT(_all);
  SPLIT(_at_all, 64, );
  SPLIT(_ordered);
  expect_now(NAME(File_read_at), NULL, "8-10"); /* the file ends there */
  MPI(File_read_at)(file, 4096 - 8, m + 8, 4, MPI_INT, &status);
  MPI_File_close(&file);
}

void LIKE(calls)(const char *folder) {
  static char room[4096];
  void *detached;
  int bytes;
  MPI_Buffer_attach(room, sizeof room);
  SENDS(Send, send);
  SENDS(Bsend, bsend);
  SENDS(Ssend, ssend);
  SENDS(Rsend, rsend);
  MPI_Buffer_detach(&detached, &bytes);
  receives();
  both_ways();
  packing();
  files(folder);
  LIKE(collectives)();
}
