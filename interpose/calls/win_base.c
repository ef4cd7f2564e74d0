#include "win_base.h"
#include "interpose/base/world.h"

enum { PAGE = 4096 }; /* the two views of a page begin at multiples of this */

void win_base_look(MPI_Win handle, uint64_t base, int64_t size) {
  void *library = NULL;
  int flag = 0;
  if (world.displaced || size <= 0 ||
      REAL(Win_get_attr)(handle, MPI_WIN_BASE, &library, &flag) || !flag ||
      ((uintptr_t)library ^ base) % PAGE == 0)
    return;
  world.displaced = 1;
  world_note(json_pack(
      "{s:s, s:s}", "record", "precision", "text",
      "this MPI library accesses a window of the program at another address than the one where "
      "it "
      "begins (its MPI_WIN_BASE differs), so one-sided operations reach other memory. That is "
      "a "
      "mistake of the library: results may be wrong though the program is right. It does not "
      "happen to windows that begin at a multiple of 16 bytes: aligned variables, or "
      "MPI_Win_allocate with sizes that are multiples of 16"));
}
