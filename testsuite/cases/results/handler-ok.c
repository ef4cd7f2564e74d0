/* Error handlers of the program's own are told: of a communicator, a window, a file, and of the
 * communicator of a request. */
#include "case.h"

static int told;

static void on_comm(MPI_Comm *comm, int *code, ...) {
  (void)comm, (void)code;
  told++;
}

static void on_win(MPI_Win *win, int *code, ...) {
  (void)win, (void)code;
  told++;
}

static void on_file(MPI_File *file, int *code, ...) {
  (void)file, (void)code;
  told++;
}

int main(void) {
  int v[2] = {0, 0}, flag, key, old;
  void *value;
  MPI_Win win;
  MPI_Errhandler of_comm, of_win, of_file;
  MPI_Request request;
  MPI_File file;
  begin();
  MPI_Win_create_keyval(MPI_WIN_NULL_COPY_FN, MPI_WIN_NULL_DELETE_FN, &key, NULL);
  old = key;
  MPI_Comm_create_errhandler(on_comm, &of_comm);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, of_comm);
  MPI_Errhandler_free(&of_comm);
  MPI_Win_create_errhandler(on_win, &of_win);
  MPI_File_create_errhandler(on_file, &of_file);
  MPI_File_set_errhandler(MPI_FILE_NULL, of_file);
  MPI_Win_create(NULL, 0, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_set_errhandler(win, of_win);
  if (rank == 0) {
    MPI_Send(v, 2, MPI_INT, 1, 0, MPI_COMM_WORLD);
    MPI_Send(v, 2, MPI_INT, 1, 0, MPI_COMM_WORLD);
  } else {
    MPI_Recv(v, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Irecv(v, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  MPI_File_open(MPI_COMM_SELF, "no such file", MPI_MODE_RDONLY, MPI_INFO_NULL, &file);
  MPI_Win_free_keyval(&key);
  MPI_Win_get_attr(win, old, &value, &flag);
  MPI_Win_free(&win);
  MPI_Errhandler_free(&of_win);
  MPI_Errhandler_free(&of_file);
  if (rank)
    printf("%d\n", told);
  MPI_Finalize();
}
