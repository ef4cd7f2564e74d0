/* Windows are made on the same memory again and again. In between the program does with it what
 * may be done with any memory: reads a file into it, starts processes that change their copies,
 * gives it back to the kernel. */
/* case: levels=mpi,pages */
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>
#include "show.h"

enum { N = 3000, ROUNDS = 12 };

static int *memory, sum;

static void window(int round) {
  int v = 5 + round;
  MPI_Win win;
  MPI_Win_create(memory, N * sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD,
                 &win);
  MPI_Win_fence(0, win);
  if (rank == 0)
    MPI_Put(&v, 1, MPI_INT, 1, 2000, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  if (rank == 1)
    STORE(memory[2000], memory[2000] + 7);
  MPI_Win_fence(0, win);
  sum += memory[2000] * (round + 1);
  MPI_Win_free(&win);
}

/* The child has its own copy. */
static void child(void) {
  int status = 0;
  pid_t pid = fork();
  if (!pid) {
    for (int i = 0; i < N; i++)
      memory[i] = 9;
    _exit(memory[N - 1] + 1);
  }
  waitpid(pid, &status, 0);
  sum += WEXITSTATUS(status) + (memory[1] == 9);
}

static void between(int round) {
  int fd = open("/dev/zero", O_RDONLY), pipes[2];
  memset(memory, 1, N * sizeof *memory);
  sum += read(fd, memory + 100, 4000) == 4000 && memory[100] == 0 && memory[99] == 0x01010101;
  close(fd);
  if (pipe(pipes) || write(pipes[1], memory, 400) != 400 ||
      read(pipes[0], memory + 50, 400) != 400)
    abort();
  close(pipes[0]);
  close(pipes[1]);
  if (round % 3 == 2)
    child();
  if (round % 4 == 3) {
    madvise(memory, 4096, MADV_DONTNEED);
    sum += memory[0];
  }
  if (round == 8) {
    munmap(memory, 4 * 4096);
    void *p = mmap(memory, 4 * 4096, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
    sum += p == memory && memory[2000] == 0;
  }
}

/* Some time after the last window the memory is what it was before the first. */
static void look(void) {
  char line[512], writes = '?';
  int twice = 0;
  usleep(1200000);
  MPI_Barrier(MPI_COMM_WORLD);
  FILE *f = fopen("/proc/self/maps", "r");
  while (f && fgets(line, sizeof line, f)) {
    unsigned long lo, hi, at = (unsigned long)memory;
    twice += strstr(line, "fencepost-window") != NULL;
    sscanf(line, "%lx-%lx", &lo, &hi);
    if (lo <= at && at < hi)
      writes = strchr(line, ' ')[2];
  }
  if (f)
    fclose(f);
  show(writes, writes == 'w' ? twice : 0);
}

int main(void) {
  begin();
  memory = mmap(NULL, 4 * 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  for (int round = 0; round < ROUNDS; round++) {
    window(round);
    between(round);
  }
  show(sum, memory[2000]);
  look();
  for (int round = 0; round < ROUNDS; round++)
    window(round);
  mprotect(memory, 4096, PROT_READ);
  look();
  show(memory[0], memory[2000]);
  MPI_Finalize();
}
