/* edges TRACE: prints what a recorded trace says of happens-before. It prints a line for each
 * event of the rank itself: "mark" (MPI_Win_sync), "release CALL RANK KEY", "void CALL RANK KEY
 * NUMBER" (a release that does not count), "acquire CALL RANK KEY NUMBER", "all CALL enter" and
 * "all CALL leave OK". */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "include/call.h"
#include "include/event.h"
#include "report/journal/trace_file.h"

static void show(const struct event *e, int own) {
  const char *call = call_name(e->call);
  if (e->rank != own)
    return;
  if (e->kind == EVENT_SYNC && e->phase == EVENT_ENTER)
    puts("mark");
  else if (e->kind == EVENT_RELEASE && e->flag & RELEASE_VOID)
    printf("void %s %d %" PRIx64 " %" PRIu64 "\n", call, e->u.edge.rank, e->u.edge.key,
           e->u.edge.number);
  else if (e->kind == EVENT_RELEASE)
    printf("release %s %d %" PRIx64 "\n", call, e->u.edge.rank, e->u.edge.key);
  else if (e->kind == EVENT_ACQUIRE)
    printf("acquire %s %d %" PRIx64 " %" PRIu64 "\n", call, e->u.edge.rank, e->u.edge.key,
           e->u.edge.number);
  else if (e->kind == EVENT_ALL && e->phase == EVENT_ENTER)
    printf("all %s enter\n", call);
  else if (e->kind == EVENT_ALL)
    printf("all %s leave %d\n", call, e->ok);
}

int main(int argc, char **argv) {
  unsigned char head[5], magic[TRACE_MAGIC_SIZE];
  FILE *file = argc == 2 ? fopen(argv[1], "rb") : NULL;
  if (!file || fread(magic, sizeof magic, 1, file) != 1 ||
      memcmp(magic, TRACE_MAGIC, sizeof magic) != 0)
    return 2;
  int own = atoi(strrchr(argv[1], '-') + 1);
  while (fread(head, sizeof head, 1, file) == 1) {
    size_t n = head[1] | (size_t)head[2] << 8 | (size_t)head[3] << 16 | (size_t)head[4] << 24;
    unsigned char *bytes = malloc(n);
    void *scratch = malloc(EVENT_SCRATCH(n));
    struct event e;
    if (!bytes || !scratch || fread(bytes, n, 1, file) != 1)
      return 2;
    if (head[0] == TRACE_EVENT && !event_decode(&e, bytes, n, scratch))
      return 2;
    if (head[0] == TRACE_EVENT)
      show(&e, own);
    free(bytes);
    free(scratch);
  }
  return 0;
}
