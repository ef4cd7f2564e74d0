/* The kernel reads a file into a window by io_uring, at a time of its own; where the kernel has
 * none, the program reads by itself. */
/* case: levels=compiled,mpi,pages */
#include "case.h"
#include <linux/io_uring.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#define ENTRIES 4
#define RIGHTS (PROT_READ | PROT_WRITE)

static struct io_uring_params ring;
static int uring = -1;
static char *queue, *done;
static struct io_uring_sqe *entry;

static void *map(size_t size, off_t at) {
  return mmap(NULL, size, RIGHTS, MAP_SHARED, uring, at);
}

static int uring_begin(void) {
  uring = (int)syscall(SYS_io_uring_setup, ENTRIES, &ring);
  if (uring < 0)
    return -1;
  queue = map(ring.sq_off.array + ENTRIES * sizeof(unsigned), IORING_OFF_SQ_RING);
  done = map(ring.cq_off.cqes + 2 * ENTRIES * sizeof(struct io_uring_cqe), IORING_OFF_CQ_RING);
  entry = map(ENTRIES * sizeof *entry, IORING_OFF_SQES);
  return queue == MAP_FAILED || done == MAP_FAILED || entry == MAP_FAILED ? -1 : 0;
}

/* Returns as pread does. */
static long uring_read(int fd, void *to, unsigned size) {
  unsigned *tail = (unsigned *)(queue + ring.sq_off.tail);
  unsigned *head = (unsigned *)(done + ring.cq_off.head), at = *tail;
  unsigned place = at & *(unsigned *)(queue + ring.sq_off.ring_mask);
  entry[place] = (struct io_uring_sqe){
      .opcode = IORING_OP_READ, .fd = fd, .addr = (uint64_t)(uintptr_t)to, .len = size};
  ((unsigned *)(queue + ring.sq_off.array))[place] = place;
  __atomic_store_n(tail, at + 1, __ATOMIC_RELEASE);
  if (syscall(SYS_io_uring_enter, uring, 1, 1, IORING_ENTER_GETEVENTS, NULL, 0) != 1)
    return -1;
  struct io_uring_cqe *cqe = (struct io_uring_cqe *)(done + ring.cq_off.cqes);
  long result = cqe[*head & *(unsigned *)(done + ring.cq_off.ring_mask)].res;
  __atomic_store_n(head, *head + 1, __ATOMIC_RELEASE);
  return result;
}

int main(void) {
  static char text[8192];
  char *memory;
  long sum = 0, got = 0;
  MPI_Win win;
  begin();
  FILE *file = tmpfile();
  memset(text, 'x', sizeof text);
  fwrite(text, 1, sizeof text, file);
  fflush(file);
  MPI_Win_allocate(sizeof text, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  memset(memory, 0, sizeof text);
  MPI_Barrier(MPI_COMM_WORLD);
  int has = !uring_begin();
  for (int i = 0; i < 3; i++) {
    MPI_Win_fence(0, win);
    if (rank == 0)
      MPI_Put(text, 8, MPI_CHAR, 1, 8 * i, 8, MPI_CHAR, win);
    MPI_Win_fence(0, win);
    got += has ? uring_read(fileno(file), memory, sizeof text)
               : pread(fileno(file), memory, sizeof text, 0);
  }
  for (size_t i = 0; i < sizeof text; i++)
    sum += memory[i];
  if (rank == 0)
    printf("%ld %ld\n", got, sum);
  MPI_Win_free(&win);
  fclose(file);
  MPI_Finalize();
}
