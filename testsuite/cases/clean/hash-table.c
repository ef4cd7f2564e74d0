/* A hash table spread over three processes: slots are taken by compare-and-swap, collisions go
 * to the next slot. */
/* case: ranks=3 */
#include "case.h"

enum { SLOTS = 16, KEYS = 8 };

struct slot {
  int key, value;
};

static int place_key(int key, int *home, MPI_Win win) {
  int empty = 0, was;
  unsigned hash = (unsigned)key * 2654435761u;
  for (unsigned probe = 0;; probe++) {
    int place = (int)((hash + probe) % (unsigned)(SLOTS * size));
    *home = place / SLOTS;
    MPI_Compare_and_swap(&key, &empty, &was, MPI_INT, *home, 2 * (place % SLOTS), win);
    MPI_Win_flush(*home, win);
    if (was == empty || was == key)
      return place % SLOTS;
  }
}

static void insert(int key, int value, MPI_Win win) {
  int home, slot = place_key(key, &home, win);
  MPI_Accumulate(&value, 1, MPI_INT, home, 2 * slot + 1, 1, MPI_INT, MPI_SUM, win);
  MPI_Win_flush(home, win);
}

int main(void) {
  struct slot *table, *all;
  int count = 0, sum = 0, totals[2], mine[2];
  MPI_Win win;
  begin();
  MPI_Win_allocate(SLOTS * sizeof *table, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &table,
                   &win);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, win);
  for (int i = 0; i < SLOTS; i++)
    STORE(table[i], 0);
  MPI_Win_unlock(rank, win);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_lock_all(0, win);
  for (int key = 1; key <= KEYS; key++)
    insert(key + 4 * rank, key, win);
  MPI_Win_flush_all(win);
  MPI_Win_unlock_all(win);
  MPI_Barrier(MPI_COMM_WORLD);
  all = malloc(SLOTS * sizeof *all);
  MPI_Win_lock(MPI_LOCK_SHARED, (rank + 1) % size, 0, win);
  MPI_Get(all, 2 * SLOTS, MPI_INT, (rank + 1) % size, 0, 2 * SLOTS, MPI_INT, win);
  MPI_Win_unlock((rank + 1) % size, win);
  for (int i = 0; i < SLOTS; i++) {
    count += all[i].key != 0;
    sum += all[i].value;
  }
  mine[0] = count;
  mine[1] = sum;
  MPI_Reduce(mine, totals, 2, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0)
    printf("%d keys, sum %d\n", totals[0], totals[1]);
  free(all);
  MPI_Win_free(&win);
  MPI_Finalize();
}
