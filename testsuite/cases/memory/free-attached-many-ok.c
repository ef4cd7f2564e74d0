/* Of memory attached in one order and detached in another one piece stays until the window is
 * freed. */
#include "case.h"

#define PIECES 50
#define LEFT 17

int main(void) {
  char *piece[PIECES];
  MPI_Win win;
  begin();
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  for (int i = 0; i < PIECES; i++)
    piece[i] = malloc(500);
  for (int i = 0; i < PIECES; i++)
    MPI_Win_attach(win, piece[i * 7 % PIECES], 500);
  for (int i = 0; i < PIECES; i++) {
    int n = i * 11 % PIECES;
    if (n != LEFT) {
      MPI_Win_detach(win, piece[n]);
      free(piece[n]);
    }
  }
  MPI_Win_free(&win);
  free(piece[LEFT]);
  MPI_Finalize();
}
