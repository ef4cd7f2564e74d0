/* A communicator of all processes by an MPI-4 session, without MPI_Init. */
#ifndef SESSION_H
#define SESSION_H

#include "case.h"

static MPI_Session session;
static MPI_Comm comm;

static inline void session_begin(void) {
  MPI_Group group;
  MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session);
  MPI_Group_from_session_pset(session, "mpi://WORLD", &group);
  MPI_Comm_create_from_group(group, "case", MPI_INFO_NULL, MPI_ERRORS_RETURN, &comm);
  MPI_Group_free(&group);
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
}

static inline void session_free(void) {
  MPI_Comm_free(&comm);
}

static inline void session_over(void) {
  MPI_Session_finalize(&session);
}

static inline void session_end(void) {
  session_free();
  session_over();
}

#endif
