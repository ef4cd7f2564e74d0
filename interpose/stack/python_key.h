/* python_key.h: what tells one Python stack from another without its text: the code object and
 * the instruction of each frame that the text shows, read where CPython keeps them.
 *
 * The thread is inside a call of C, so its own frames stay as they are, whoever holds the
 * interpreter's lock, and each keeps its code object alive. No count of references is touched.
 * Where frames have what depends on CPython's version: python_layouts.def. Until a key has been
 * compared with a text they are read by system call, which cannot fault.
 *
 * A code object may be freed and another be made at its address. Ours counts deaths: it stands
 * before the function that frees code objects, and a key has how many of its addresses' had
 * been freed: none of that number goes back, so equal sums are equal numbers. */
#ifndef FENCEPOST_PYTHON_KEY_H
#define FENCEPOST_PYTHON_KEY_H

#include <stdint.h>

#define PYTHON_FRAMES 8

struct python_place {
  uintptr_t code, instruction;
};

struct python_key {
  int count; /* 0: no key */
  uint64_t deaths;
  struct python_place place[PYTHON_FRAMES]; /* innermost first */
};

struct python_names {
  uintptr_t file, function; /* strings of Python */
  int line;
};

/* Once, before the others. Whether there will be keys. */
int python_key_begin(void);
/* Of the calling thread, whose PyThreadState that is. About 3 ns a frame. */
void python_key_take(struct python_key *k, const void *state);
/* Whether the text says of each place what CPython says of it: then the key stands for it. */
int python_key_agrees(const struct python_key *k, const char *text);
/* Of a place of the calling thread's stack. Whether it is one. */
int python_place_names(const struct python_place *p, struct python_names *names);

#endif
