/* Processes of MPI-4 sessions, in the way that the first argument names. */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

static MPI_Session session(void) {
  MPI_Session s;
  MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &s);
  return s;
}

static MPI_Comm all_of(MPI_Session s, const char *name, int turned) {
  MPI_Group all, group;
  MPI_Comm comm;
  int n, range[1][3] = {{0, 0, 1}};
  MPI_Group_from_session_pset(s, "mpi://WORLD", &all);
  MPI_Group_size(all, &n);
  range[0][turned ? 0 : 1] = n - 1;
  range[0][2] = turned ? -1 : 1;
  MPI_Group_range_incl(all, 1, range, &group);
  MPI_Comm_create_from_group(group, name, MPI_INFO_NULL, MPI_ERRORS_RETURN, &comm);
  MPI_Group_free(&group);
  MPI_Group_free(&all);
  return comm;
}

/* Processes 0 and 1 put into the same place. */
static void race(MPI_Comm comm) {
  int *memory, value = 1, rank;
  MPI_Win win;
  MPI_Comm_rank(comm, &rank);
  MPI_Win_allocate(16, sizeof *memory, MPI_INFO_NULL, comm, &memory, &win);
  MPI_Win_fence(0, win);
  if (rank < 2)
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
}

static void race_and_free(MPI_Comm comm) {
  race(comm);
  MPI_Comm_free(&comm);
}

int main(int argc, char **argv) {
  const char *how = argc > 1 ? argv[1] : "";
  MPI_Session s, other;
  MPI_Comm comm, own;
  if (!strcmp(how, "init")) {
    MPI_Init(NULL, NULL);
    s = session();
  } else {
    s = session();
  }
  if (!strcmp(how, "turned")) {
    race_and_free(all_of(s, "a", 1));
  } else if (!strcmp(how, "beside")) { /* the first session ends first */
    other = session();
    comm = all_of(s, "a", 0);
    own = all_of(other, "b", 0);
    MPI_Comm_free(&comm);
    MPI_Session_finalize(&s);
    race_and_free(own);
    s = other;
  } else if (!strcmp(how, "again")) { /* one after the other, while one lasts */
    for (int i = 0; i < 3; i++) {
      other = session();
      race_and_free(all_of(other, "a", 0));
      MPI_Session_finalize(&other);
    }
  } else if (!strcmp(how, "late")) { /* MPI_Init after a session */
    MPI_Init(NULL, NULL);
    race(MPI_COMM_WORLD);
  } else if (strcmp(how, "never")) {
    race_and_free(all_of(s, "a", 0));
  }
  MPI_Session_finalize(&s);
  if (!strcmp(how, "late") || !strcmp(how, "init"))
    MPI_Finalize();
  printf("done\n");
}
