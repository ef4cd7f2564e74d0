/* Prints everything a program can see of its MPI library: return codes of right and wrong calls,
 * statuses, errno, calls of error handlers, children, callbacks in MPI_Finalize. The output must
 * be the same with and without Fencepost. Rank 0 only, to keep the order. */
#include <errno.h>
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static int rank, handled, children;
static MPI_Win last;

static void show(const char *what, int rc) {
  int class = MPI_SUCCESS;
  if (rc)
    MPI_Error_class(rc, &class);
  if (!rank)
    printf("%s: class %d, errno %d\n", what, class, errno);
}

static void on_error(MPI_Win *win, int *code, ...) {
  (void)win;
  (void)code;
  handled++;
}

static void on_child(int signal) {
  (void)signal;
  children++;
}

/* Runs inside MPI_Finalize, where the standard still allows MPI calls. */
static int on_delete(MPI_Comm comm, int key, void *value, void *extra) {
  (void)comm;
  (void)key;
  (void)value;
  (void)extra;
  int unlocked = MPI_Win_unlock_all(last), freed = MPI_Win_free(&last);
  if (!rank)
    printf("closing in MPI_Finalize: %d %d\n", unlocked, freed);
  return MPI_SUCCESS;
}

static void statuses(void) {
  int value = rank, other = 1 - rank, n, flag;
  MPI_Status s;
  MPI_Request r[2];
  memset(&s, 0, sizeof s);
  MPI_Sendrecv_replace(&value, 1, MPI_INT, other, 5, other, 5, MPI_COMM_WORLD, &s);
  MPI_Get_count(&s, MPI_INT, &n);
  if (!rank)
    printf("status: %d %d %d, value %d\n", s.MPI_SOURCE, s.MPI_TAG, n, value);
  MPI_Irecv(&value, 1, MPI_INT, other, 6, MPI_COMM_WORLD, &r[0]);
  MPI_Isend(&other, 1, MPI_INT, other, 6, MPI_COMM_WORLD, &r[1]);
  MPI_Status both[2];
  MPI_Waitall(2, r, both);
  MPI_Test_cancelled(&both[0], &flag);
  if (!rank)
    printf("statuses: %d %d %d, null %d\n", both[0].MPI_SOURCE, both[0].MPI_TAG, flag,
           r[0] == MPI_REQUEST_NULL);
}

static void windows(void) {
  int *memory, value = 7, got = 0, *model, flag;
  MPI_Win win;
  MPI_Errhandler handler;
  MPI_Win_allocate(64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_create_errhandler(on_error, &handler);
  MPI_Win_set_errhandler(win, handler);
  MPI_Errhandler_free(&handler);
  MPI_Win_get_attr(win, MPI_WIN_MODEL, &model, &flag);
  errno = 77;
  show("fence", MPI_Win_fence(0, win));
  show("put", MPI_Put(&value, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win));
  show("bad rank", MPI_Put(&value, 1, MPI_INT, 99, 0, 1, MPI_INT, win));
  show("bad count", MPI_Put(&value, -1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win));
  show("null type", MPI_Put(&value, 1, MPI_DATATYPE_NULL, 1 - rank, 0, 1, MPI_INT, win));
  show("proc null", MPI_Put(&value, 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT, win));
  show("fence", MPI_Win_fence(0, win));
  show("get", MPI_Get(&got, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win));
  show("fence", MPI_Win_fence(MPI_MODE_NOSUCCEED, win));
  if (!rank)
    printf("got %d, here %d, handled %d, model known %d\n", got, memory[0], handled, flag);
  show("free", MPI_Win_free(&win));
  if (!rank)
    printf("null %d, handled %d\n", win == MPI_WIN_NULL, handled);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  show("null comm", MPI_Win_create(&value, 4, 4, MPI_INFO_NULL, MPI_COMM_NULL, &win));
}

static void processes(void) {
  int status = 0;
  signal(SIGCHLD, on_child);
  fflush(stdout);
  pid_t child = fork();
  if (!child) {
    if (!rank)
      printf("child\n");
    exit(9);
  }
  while (waitpid(child, &status, 0) < 0 && errno == EINTR)
    ;
  if (!rank)
    printf("child ended with %d, signals %d, others %d\n", WEXITSTATUS(status), children,
           (int)waitpid(-1, &status, WNOHANG));
}

int main(int argc, char **argv) {
  int key, *memory, provided, initialized;
  MPI_Initialized(&initialized);
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (!rank)
    printf("%d %d %s\n", initialized, argc, getenv("LD_LIBRARY_PATH") ? "path" : "no path");
  statuses();
  windows();
  processes();
  MPI_Win_allocate(64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &last);
  MPI_Win_lock_all(0, last);
  MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, on_delete, &key, NULL);
  MPI_Comm_set_attr(MPI_COMM_SELF, key, NULL);
  MPI_Comm_free_keyval(&key);
  MPI_Finalize();
  int children_before = children;
  if (!rank)
    printf("at the end: signals %d, finalized %d\n", children_before,
           MPI_Finalized(&initialized) == MPI_SUCCESS && initialized);
  return 0;
}
