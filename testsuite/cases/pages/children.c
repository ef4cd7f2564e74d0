/* Processes are started while there is a window, by names that lie in it. */
/* case: levels=mpi,pages */
#include "case.h"
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

int main(void) {
  char *memory;
  MPI_Win win;
  begin();
  MPI_Win_allocate(8192, 1, MPI_INFO_NULL, MPI_COMM_WORLD, (void *)&memory, &win);
  int *status = (int *)(memory + 4000), sum = 0;
  for (int i = 0; !rank && i < 5; i++) {
    char **words = (char **)(memory + 512);
    words[0] = strcpy(memory, "/bin/sh");
    words[1] = strcpy(memory + 100, "-c");
    words[2] = strcpy(memory + 200, "exit 7");
    words[3] = NULL;
    pid_t *child = (pid_t *)(memory + 1000);
    posix_spawn(child, words[0], NULL, NULL, words, environ);
    waitpid(*child, status, 0);
    sum += WEXITSTATUS(*status);
    *child = vfork();
    if (!*child) {
      execv(words[0], words);
      _exit(1);
    }
    waitpid(*child, status, 0);
    sum += WEXITSTATUS(*status);
    sum += WEXITSTATUS(system(words[2]));
    FILE *f = popen(strcpy(memory + 300, "echo 20"), "r");
    fscanf(f, "%d", (int *)(memory + 2000));
    pclose(f);
    sum += *(int *)(memory + 2000);
    memory[3000] = 1;
    *child = fork();
    if (!*child)
      _exit(memory[3000] + (memory[0] == '/'));
    waitpid(*child, status, 0);
    sum += WEXITSTATUS(*status);
  }
  if (!rank)
    printf("%d\n", sum);
  MPI_Win_free(&win);
  MPI_Finalize();
}
