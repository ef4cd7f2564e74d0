/* buffers_parts.c: partitioned communication. */
#include "buffers.h"

void parts(void) {
#ifdef MPICH_VERSION
  int other[8], next = (rank + 1) % size, before = (rank + size - 1) % size, flag = 0;
  MPI_Request send, receive;
  MPI_Psend_init(m, 4, 2, MPI_INT, next, 3, MPI_COMM_WORLD, MPI_INFO_NULL, &send);
  MPI_Precv_init(other, 4, 2, MPI_INT, before, 3, MPI_COMM_WORLD, MPI_INFO_NULL, &receive);
  MPI_Start(&receive);
  MPI_Start(&send);
  expect("Pready", "P R", "2-4");
  MPI_Pready(1, send);
  expect("Pready_range", "P R", "4-6");
  expect("Pready_range", "P R", "6-8");
  MPI_Pready_range(2, 3, send);
  int list[] = {0};
  expect("Pready_list", "P R", "0-2");
  MPI_Pready_list(1, list, send);
  for (int i = 0; i < 4; i++)
    expect("Wait", "end", "");
  MPI_Wait(&send, MPI_STATUS_IGNORE);
  MPI_Wait(&receive, MPI_STATUS_IGNORE);
  MPI_Request_free(&send);
  MPI_Request_free(&receive);

  MPI_Psend_init(other, 2, 2, MPI_INT, next, 3, MPI_COMM_WORLD, MPI_INFO_NULL, &send);
  MPI_Precv_init(m, 2, 2, MPI_INT, before, 3, MPI_COMM_WORLD, MPI_INFO_NULL, &receive);
  expect("Start", "P W", "0-2");
  expect("Start", "P W", "2-4");
  MPI_Start(&receive);
  MPI_Start(&send);
  MPI_Pready_range(0, 1, send);
  expect("Parrived", "end", "");
  while (!flag)
    MPI_Parrived(receive, 1, &flag);
  MPI_Wait(&send, MPI_STATUS_IGNORE);
  expect("Wait", "end", "");
  MPI_Wait(&receive, MPI_STATUS_IGNORE);
  MPI_Request_free(&send);
  MPI_Request_free(&receive);
#endif
}
