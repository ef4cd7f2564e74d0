/* A buffer that level pages no longer watches, because its line has made thousands of messages,
 * lies between two that it does. The program stores in the former while it is sent. */
/* case: levels=pages registers=yes */
#include "case.h"

enum { ROUNDS = 20000 };

static struct page { int to[256], from[4], too[256]; } page __attribute__((aligned(4096)));

int main(void) {
  int got[4], sent[256] = {0};
  MPI_Request r[3];
  begin();
  int other = 1 - rank;
  for (int i = 0; i <= ROUNDS; i++) {
    if (i == ROUNDS) {
      MPI_Irecv(page.to, 256, MPI_INT, other, 2, MPI_COMM_WORLD, &r[1]);
      MPI_Irecv(page.too, 256, MPI_INT, other, 3, MPI_COMM_WORLD, &r[2]);
    }
    MPI_Issend(page.from, 4, MPI_INT, other, 1, MPI_COMM_WORLD, &r[0]); // site: buffer-race
    if (i == ROUNDS)
      STORE(page.from[2], 1); /* expect: buffer-race */
    MPI_Recv(got, 4, MPI_INT, other, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Wait(&r[0], MPI_STATUS_IGNORE);
  }
  MPI_Send(sent, 256, MPI_INT, other, 2, MPI_COMM_WORLD);
  MPI_Send(sent, 256, MPI_INT, other, 3, MPI_COMM_WORLD);
  MPI_Waitall(2, r + 1, MPI_STATUSES_IGNORE);
  MPI_Finalize();
}
