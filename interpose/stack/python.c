/* python.c: asks CPython itself for its stack, by the function that its fault handler uses.
 * That function needs neither the interpreter's lock nor memory, and writes text to a file
 * descriptor. If CPython does not export it, the frames are read here (python_write.h). */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "python.h"
#include "python_write.h"
#include "report/journal/size_limit.h"

static const char *(*dump)(int fd, void *state);
static void *(*state_of_thread)(void);
static int memory = -1;

_Atomic enum python python_found;

static void find(void) {
  dump = (const char *(*)(int, void *))dlsym(RTLD_DEFAULT, "_Py_DumpTraceback");
  state_of_thread = (void *(*)(void))dlsym(RTLD_DEFAULT, "PyGILState_GetThisThreadState");
  if (dump && state_of_thread)
    memory = memfd_create("fencepost-python", MFD_CLOEXEC);
  int keys = state_of_thread && python_key_begin();
  if (memory < 0 && !keys)
    state_of_thread = NULL;
  atomic_store_explicit(&python_found, state_of_thread ? PYTHON_PRESENT : PYTHON_ABSENT,
                        memory_order_release);
}

int python_look(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, find);
  return state_of_thread != NULL;
}

void *python_state(void) {
  return python_here() ? state_of_thread() : NULL;
}

const void *python_code(void) {
  return (const void *)state_of_thread;
}

/* A line looks like:   File "/path/name.py", line 12 in function */
static json_t *parse_line(char *line) {
  static const char head[] = "  File \"", middle[] = "\", line ", in[] = " in ";
  if (strncmp(line, head, sizeof head - 1))
    return NULL;
  char *file = line + sizeof head - 1, *end = strstr(file, middle);
  if (!end)
    return NULL;
  *end = 0;
  int number = 0;
  char *function = strstr(end + 1, in);
  if (sscanf(end + sizeof middle - 1, "%d", &number) != 1 || !function)
    return NULL;
  return json_pack("{s:s, s:i, s:s}", "file", file, "line", number, "function",
                   function + sizeof in - 1);
}

/* The text has no headline, and is cut after the first frames: frames behind them would make
 * stacks differ that reports show as the same. */
static size_t cut(char *text) {
  char *from = strstr(text, "  File \""), *at = from;
  for (int line = 0; from && line < PYTHON_FRAMES && *at; line++)
    at += strcspn(at, "\n") + (at[strcspn(at, "\n")] != 0);
  size_t n = (size_t)(at - from);
  if (n)
    memmove(text, from, n);
  text[n] = 0;
  return n;
}

static size_t text_of_dump(char text[PYTHON_TEXT]) {
  static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  void *state = python_state();
  if (!state)
    return 0;
  pthread_mutex_lock(&lock);
  ssize_t n = -1;
  struct size_limit limit;
  size_limit_hold(&limit);
  if (!ftruncate(memory, 0) && !lseek(memory, 0, SEEK_SET)) {
    dump(memory, state);
    n = pread(memory, text, PYTHON_TEXT - 1, 0);
  }
  size_limit_release(&limit);
  pthread_mutex_unlock(&lock);
  if (n <= 0)
    return 0;
  text[n] = 0;
  return cut(text);
}

/* CPython's own function writes to a file, which is slow, so it is asked until its texts have
 * agreed with what we read. */
size_t python_text(char text[PYTHON_TEXT], const struct python_key *k) {
  size_t n = memory < 0 || python_key_proven() ? python_write(text, PYTHON_TEXT, k) : 0;
  return n || memory < 0 ? n : text_of_dump(text);
}

json_t *python_frames(const char *text) {
  json_t *frames = json_array();
  char *copy = strdup(text), *rest = NULL;
  for (char *line = copy ? strtok_r(copy, "\n", &rest) : NULL; line;
       line = strtok_r(NULL, "\n", &rest)) {
    json_t *frame = parse_line(line);
    if (frame)
      json_array_append_new(frames, frame);
  }
  free(copy);
  return frames;
}
