/* buffers.c: makes MPI calls on window memory, and writes down what the standard says each
 * reads and writes there. testsuite/accesses.c prints the same of a recorded trace. It needs
 * three ranks; its argument is a folder for the expectations (a file each) and the file of
 * MPI-IO. */
#include "buffers.h"

int rank, size;
int m[ROOM];
static FILE *out;

/* Returns text that names ints of the window, such as "0-4". */
char *range(int lo, int hi) {
  static char text[16][32];
  static int next;
  char *t = text[next++ % 16];
  snprintf(t, sizeof text[0], "%d-%d", lo, hi);
  return t;
}

void expect(const char *call, const char *what, const char *bytes) {
  if (bytes)
    fprintf(out, "MPI_%s %s%s%s\n", call, what, *bytes ? " " : "", bytes);
}

/* Ranges that are separated by ';' are accesses of their own. Of a range that is both read and
 * written (`w`) only the write is expected. */
static void reads(const char *call, const char *what, const char *r, const char *w) {
  char copy[128], *state = NULL;
  if (!r)
    return;
  snprintf(copy, sizeof copy, "%s", r);
  for (char *t = strtok_r(copy, ";", &state); t; t = strtok_r(NULL, ";", &state))
    if (!w || strcmp(t, w))
      expect(call, what, t);
}

void expect_now(const char *call, const char *r, const char *w) {
  reads(call, "R", r, NULL);
  expect(call, "W", w);
}

void expect_pending(const char *call, const char *r, const char *w) {
  reads(call, "P R", r, w);
  expect(call, "P W", w);
}

void expect_end(const char *call, const char *r, const char *w) {
  if (r || w)
    expect(call, "end", "");
}

/* Completes a request, each time by another call. `r` and `w` are its pending accesses.
 * MPI_Testall is not used, because MPICH's fails with an error for collective operations. */
void finish(MPI_Request *request, const char *r, const char *w) {
  static int way;
  int flag = 0, index, count;
  static const char *const names[] = {"Wait", "Waitall", "Waitany", "Waitsome",
                                      "Test", "Testany", "Testsome"};
  expect_end(names[way % 7], r, w);
  switch (way++ % 7) {
  case 0:
    MPI_Wait(request, MPI_STATUS_IGNORE);
    break;
  case 1:
    MPI_Waitall(1, request, MPI_STATUSES_IGNORE);
    break;
  case 2:
    MPI_Waitany(1, request, &index, MPI_STATUS_IGNORE);
    break;
  case 3:
    MPI_Waitsome(1, request, &count, &index, MPI_STATUSES_IGNORE);
    break;
  case 4:
    while (!flag)
      MPI_Test(request, &flag, MPI_STATUS_IGNORE);
    break;
  case 5:
    while (!flag)
      MPI_Testany(1, request, &index, &flag, MPI_STATUS_IGNORE);
    break;
  case 6:
    for (count = 0; !count;)
      MPI_Testsome(1, request, &count, &index, MPI_STATUSES_IGNORE);
  }
}

/* Returns a datatype of every second int. */
MPI_Datatype second(int n) {
  MPI_Datatype t;
  MPI_Type_vector(n, 1, 2, MPI_INT, &t);
  MPI_Type_commit(&t);
  return t;
}

static void test_free(void) {
  int token;
  MPI_Request request, receive;
  MPI_Irecv(&token, 1, MPI_INT, 0, 7, MPI_COMM_SELF, &receive);
  expect("Issend", "P R", "5-6");
  MPI_Issend(m + 5, 1, MPI_INT, 0, 7, MPI_COMM_SELF, &request);
  expect("Request_free", "free", "");
  MPI_Request_free(&request);
  MPI_Wait(&receive, MPI_STATUS_IGNORE);
  expect("Irecv", "P W", "5-6");
  MPI_Irecv(m + 5, 1, MPI_INT, 0, 7, MPI_COMM_SELF, &request);
  MPI_Cancel(&request);
  expect("Wait", "end", "");
  MPI_Wait(&request, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv) {
  char path[4096];
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  snprintf(path, sizeof path, "%s/expected-%d", argv[1], rank);
  out = fopen(path, "w");
  if (!out || size != 3)
    MPI_Abort(MPI_COMM_WORLD, 1);
  /* there is no window yet, so nothing is expected */
  MPI_Allreduce(MPI_IN_PLACE, m, 4, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  MPI_Win_create(m, sizeof m, sizeof *m, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  calls(argv[1]);
#ifdef MPICH_VERSION
  calls_c(argv[1]);
  parts();
#endif
  test_free();
  MPI_Win_free(&win);
  MPI_Allreduce(MPI_IN_PLACE, m, 4, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  fclose(out);
  MPI_Finalize();
}
