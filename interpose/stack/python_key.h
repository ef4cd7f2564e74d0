/* python_key.h: tells Python stacks apart without their text. The key of a stack is the code
 * object and the instruction of each frame that the text shows, read where CPython keeps them.
 *
 * The thread is inside a call of C. So its own frames do not change, whoever holds the
 * interpreter's lock, and each keeps its code object alive. No reference count is changed.
 * Where the fields of a frame lie depends on CPython's version: see python_layouts.def. Until a
 * key has been compared with a text, the frames are read by a system call, which cannot fault.
 *
 * A code object may be freed and another one be made at its address. So we count how many were
 * freed: our function stands before the one that frees code objects, and a key contains the sum
 * of these counts over its addresses. No count ever goes down, so equal sums mean that each
 * count is equal. */
#ifndef FENCEPOST_PYTHON_KEY_H
#define FENCEPOST_PYTHON_KEY_H

#include <stdint.h>

#define PYTHON_FRAMES 8

struct python_place {
  uintptr_t code, instruction;
};

struct python_key {
  int count; /* 0: no key */
  int none;  /* there is no key because the thread runs no Python now */
  uint64_t deaths;
  struct python_place place[PYTHON_FRAMES]; /* innermost first */
};

struct python_names {
  uintptr_t file, function; /* strings of Python */
  int line;
};

/* Called once, before the others. Returns whether there will be keys. */
int python_key_begin(void);
/* Returns whether the frames of all keys can be trusted: keys have agreed with texts. */
int python_key_proven(void);
/* Returns whether the thread runs no Python, as far as its key tells. That is asked again with
 * a text now and then; `had_frames` tells that the text of a key with `none` had some. */
int python_key_none(const struct python_key *k);
void python_key_had_frames(void);
/* Takes the key of the calling thread, which has this PyThreadState. About 3 ns a frame. */
void python_key_take(struct python_key *k, const void *state);
/* The same of another thread, which may go on meanwhile, or may have freed its state: every
 * field is read by a system call, which cannot fault. */
void python_key_take_other(struct python_key *k, const void *state);
/* Returns whether python_key_take would make that key, which has places; 0 if it cannot be told
 * so fast. */
int python_key_is(const struct python_key *k, const void *state);
/* Returns whether the text says of each place what CPython says of it. Then the key can stand
 * for the text. */
int python_key_agrees(const struct python_key *k, const char *text);
/* Describes a place of the calling thread's stack. Returns whether it is one. */
int python_place_names(const struct python_place *p, struct python_names *names);

#endif
