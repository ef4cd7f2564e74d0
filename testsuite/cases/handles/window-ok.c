/* Windows are freed and made anew; attribute functions are given the one that is being freed.
 */
#include "case.h"

static int deleted(MPI_Win win, int key, void *value, void *extra) {
  char name[MPI_MAX_OBJECT_NAME];
  int n;
  (void)key;
  (void)value;
  (void)extra;
  return MPI_Win_get_name(win, name, &n);
}

int main(void) {
  int *memory, key;
  MPI_Win win, copy;
  begin();
  MPI_Win_create_keyval(MPI_WIN_NULL_COPY_FN, deleted, &key, NULL);
  for (int i = 0; i < 10; i++) {
    MPI_Win_allocate(16 + i, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    MPI_Win_set_attr(win, key, NULL);
    copy = win;
    MPI_Win_lock(MPI_LOCK_SHARED, !rank, 0, copy);
    MPI_Win_unlock(!rank, copy);
    MPI_Win_free(&win);
  }
  MPI_Win_free_keyval(&key);
  MPI_Finalize();
}
