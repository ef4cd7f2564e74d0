/* Makes one mistake at rank 0, which then ends as argv[1] says. The other ranks
 * wait for it, but with _exit all ranks end in this way. */
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int is(char **argv, const char *how) {
  return argv[1] && !strcmp(argv[1], how);
}

static int is_launcher(const char *name) {
  return !strncmp(name, "mpiexec", 7) || !strncmp(name, "orterun", 7) ||
         !strncmp(name, "prterun", 7);
}

/* Returns the process of mpiexec, which is the parent or the grandparent. */
static pid_t launcher(void) {
  char path[64], name[64] = "";
  int parent = getppid();
  while (parent > 1) {
    snprintf(path, sizeof path, "/proc/%d/stat", parent);
    FILE *f = fopen(path, "r");
    int pid = 0, next = 0;
    if (!f || fscanf(f, "%d (%63[^)]) %*c %d", &pid, name, &next) != 3)
      abort();
    fclose(f);
    if (is_launcher(name))
      return pid;
    parent = next;
  }
  abort();
}

int main(int argc, char **argv) {
  int rank, value = 1, *memory;
  MPI_Win win;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Win_allocate(sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory,
                   &win);
  MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
  if (rank == 0)
    MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win); /* outside an epoch */
  MPI_Barrier(MPI_COMM_WORLD);
  if (is(argv,
         "_exit")) /* all ranks: otherwise a launcher may report a rank that it has killed */
    _exit(3);
  if (rank == 0) {
    if (is(argv, "abort"))
      MPI_Abort(MPI_COMM_WORLD, 3);
    if (is(argv, "exit")) {
      usleep(500000); /* the others wait by then */
      exit(3);
    }
    if (is(argv, "segv"))
      raise(SIGSEGV);
    if (is(argv, "kill"))
      raise(SIGKILL);
    if (is(argv, "kill-mpiexec"))
      kill(launcher(), SIGKILL);
    if (is(argv, "fail")) /* the message is too long */
      MPI_Sendrecv(&value, 1, MPI_INT, 0, 0, NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD,
                   MPI_STATUS_IGNORE);
    if (is(argv, "hang"))
      MPI_Recv(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (is(argv, "kill-mpiexec"))
      sleep(60);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_free(&win);
  if (rank == 0)
    puts("at the end");
  MPI_Finalize();
  return is(argv, "return") ? 5 : 0;
}
