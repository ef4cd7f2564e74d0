/* shared_handles.c: handles that the library gives to several operations at once. */
#include "request.h"
#include "interpose/base/world.h"

enum { LEARN_TAG = 7 };
MPI_Request request_shared_handle = MPI_REQUEST_NULL, request_sent_handle = MPI_REQUEST_NULL;

/* Two operations at a time that have one handle share it. */
static void learn_sent(void) {
  MPI_Request r[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
  char byte[3] = {0};
  for (int i = 0; i < 2; i++)
    REAL(Isend)(&byte[i], 1, MPI_BYTE, world_place(world.rank), LEARN_TAG, world.comm, &r[i]);
  if (r[0] == r[1])
    request_sent_handle = r[0];
  for (int i = 0; i < 2; i++)
    REAL(Recv)
  (&byte[2], 1, MPI_BYTE, world_place(world.rank), LEARN_TAG, world.comm, MPI_STATUS_IGNORE);
  for (int i = 0; i < 2; i++)
    REAL(Wait)(&r[i], MPI_STATUS_IGNORE);
}

/* The library is asked once for the handles that it gives to every operation that is complete
 * at once. */
void requests_begin(void) {
  MPI_Request r = MPI_REQUEST_NULL;
  char byte = 0;
  if (world.alone || REAL(Isend)(&byte, 1, MPI_BYTE, MPI_PROC_NULL, 0, world.comm, &r))
    return;
  request_shared_handle = r;
  REAL(Wait)(&r, MPI_STATUS_IGNORE);
  learn_sent();
}
