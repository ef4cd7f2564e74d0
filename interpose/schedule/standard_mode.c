/* standard_mode.c: sends that wait for their receives. "A send in standard mode ... may be
 * started whether or not a matching receive was posted. It may complete before a matching
 * receive is posted" (section 3.4): it need not, and a program that relies on it is unsafe. */
#include "interpose/base/mpi_call.h"
#include "schedule.h"

#define INSTEAD(NAME, Call) fn_##Call instead_##Call;
#include "choices.def"

int instead_Send(const void *buf, int count, MPI_Datatype type, int rank, int tag,
                 MPI_Comm comm) {
  uint64_t hash;
  return (schedule_takes(CHOICE_SYNCHRONOUS, &hash) ? REAL(Ssend) : REAL(Send))(
      buf, count, type, rank, tag, comm);
}

int instead_Isend(const void *buf, int count, MPI_Datatype type, int rank, int tag,
                  MPI_Comm comm, MPI_Request *request) {
  uint64_t hash;
  return (schedule_takes(CHOICE_SYNCHRONOUS, &hash) ? REAL(Issend) : REAL(Isend))(
      buf, count, type, rank, tag, comm, request);
}
