/* A field is stored through pointers to a struct that lies in the window, beside a put to it. */
/* case: levels=compiled */
#include "case.h"

struct particle {
  int id;
  struct {
    float x, y;
  } at;
};
static struct particle *memory;

int main(void) {
  MPI_Win win;
  begin();
  MPI_Win_allocate(1024, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  MPI_Win_fence(0, win);
  if (rank == 0) {
    float v = 1;
    MPI_Put(&v, 1, MPI_FLOAT, 1, sizeof *memory + 8, 1, MPI_FLOAT, win); /* expect: rma-local-race */
  } else {
    struct particle *p = memory + 1;
    float *y = &p->at.y;
    *y = 2; /* site: rma-local-race */
  }
  MPI_Win_fence(0, win);
  MPI_Win_free(&win);
  MPI_Finalize();
}
