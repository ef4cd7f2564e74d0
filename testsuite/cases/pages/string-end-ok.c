/* libc's string functions load whole vectors: a put of what follows a string, or a bound, is no
 * business of theirs. */
/* case: levels=mpi,pages cflags=-fno-builtin */
#include "case.h"

#define WORD 16 /* bytes that strings are apart */

static volatile size_t seen;

static void look(char *at) {
  char copy[WORD], next[2 * WORD] = "abc";
  seen += strlen(at) + (size_t)strcmp(at, "abc") + (size_t)strncmp(at, next, 3);
  seen += strnlen(at, 4) + strcspn(at, "c") + strspn(at, "abc");
  seen +=
      strchr(at, 'b') == at + 1 && strrchr(at, 'c') == at + 2 && memchr(at, 'c', 4) == at + 2;
  seen += (size_t)memcmp(at, next, 4) + (strstr(at, "bc") == at + 1);
  strcpy(copy, at);
  strcat(next, at);
  memset(copy, 0, sizeof copy);
  strncpy(copy, at, 3);
  printf("%s %.3s %s %s %d\n", at, at, next, copy, atoi(at));
}

int main(void) {
  char *memory, bytes[WORD] = "0123456789abcde";
  MPI_Win win;
  begin();
  MPI_Win_allocate(8192, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
  for (int i = 0; i < 8192; i += WORD)
    memcpy(memory + i, "abc", 4);
  for (int i = 0; i < 24; i++) { /* at the beginning of a page, and around that of the next */
    int at = i * WORD + (i < 8 ? 0 : 4096 - 16 * WORD);
    MPI_Win_fence(0, win);
    if (rank == 0)
      MPI_Put(bytes, WORD - 4, MPI_BYTE, 1, at + 4, WORD - 4, MPI_BYTE, win);
    else
      look(memory + at);
  }
  MPI_Win_fence(0, win);
  if (rank == 1)
    printf("%zu\n", seen);
  MPI_Win_free(&win);
  MPI_Finalize();
}
