/* Three processes append elements of their own to one list in a dynamic window and walk it. */
/* case: ranks=3 options="--memory-model=separate" */
#include "case.h"
#include <stddef.h>

enum { EACH = 4 };

struct pointer {
  int owner;
  MPI_Aint disp;
};

struct element {
  struct pointer next;
  int value;
};

static const struct pointer nil = {-1, 0};
static struct element mine[EACH + 1];

static struct pointer attach(int i, int value, MPI_Win win) {
  struct pointer p = {rank, 0};
  STORE(mine[i].next.owner, nil.owner);
  STORE(mine[i].next.disp, nil.disp);
  STORE(mine[i].value, value);
  MPI_Win_attach(win, &mine[i], sizeof mine[i]);
  MPI_Win_sync(win);
  MPI_Get_address(&mine[i], &p.disp);
  return p;
}

/* Where the element is whose owner is known: its displacement may come a little later. */
static MPI_Aint await(struct pointer tail, MPI_Win win) {
  MPI_Aint at = tail.disp + offsetof(struct element, next.disp), disp;
  do {
    MPI_Get_accumulate(NULL, 0, MPI_AINT, &disp, 1, MPI_AINT, tail.owner, at, 1, MPI_AINT,
                       MPI_NO_OP, win);
    MPI_Win_flush(tail.owner, win);
  } while (disp == nil.disp);
  return disp;
}

/* Returns the new tail. */
static struct pointer append(struct pointer tail, struct pointer fresh, MPI_Win win) {
  for (;;) {
    MPI_Aint at = tail.disp + offsetof(struct element, next);
    int owner;
    MPI_Compare_and_swap(&fresh.owner, &nil.owner, &owner, MPI_INT, tail.owner,
                         at + offsetof(struct pointer, owner), win);
    MPI_Win_flush(tail.owner, win);
    if (owner == nil.owner) {
      MPI_Accumulate(&fresh.disp, 1, MPI_AINT, tail.owner, at + offsetof(struct pointer, disp),
                     1, MPI_AINT, MPI_REPLACE, win);
      MPI_Win_flush(tail.owner, win);
      return fresh;
    }
    tail = (struct pointer){owner, await(tail, win)};
  }
}

int main(void) {
  struct pointer head, tail;
  struct element copy;
  int sum = 0;
  MPI_Win win;
  begin();
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_lock_all(0, win);
  head = attach(EACH, 0, win);
  head.owner = 0;
  MPI_Bcast(&head.disp, 1, MPI_AINT, 0, MPI_COMM_WORLD);
  tail = head;
  for (int i = 0; i < EACH; i++)
    tail = append(tail, attach(i, i + 1, win), win);
  MPI_Barrier(MPI_COMM_WORLD);
  while (head.owner >= 0) {
    MPI_Get(&copy, sizeof copy, MPI_BYTE, head.owner, head.disp, sizeof copy, MPI_BYTE, win);
    MPI_Win_flush(head.owner, win);
    sum += copy.value;
    head = copy.next;
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_unlock_all(win);
  if (rank == 0)
    printf("%d\n", sum);
  for (int i = 0; i <= EACH; i++)
    MPI_Win_detach(win, &mine[i]);
  MPI_Win_free(&win);
  MPI_Finalize();
}
