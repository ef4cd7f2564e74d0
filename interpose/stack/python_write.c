#define _GNU_SOURCE
#include "python_write.h"
#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include "python_key.h"

/* Read strings that are kept alive elsewhere; these functions change no reference count. */
static intptr_t (*length_of)(uintptr_t string);
static uint32_t (*letter_of)(uintptr_t string, intptr_t i);

struct room {
  char *text;
  size_t used, size;
};

static void find_strings(void) {
  length_of = (intptr_t(*)(uintptr_t))dlsym(RTLD_DEFAULT, "PyUnicode_GetLength");
  letter_of = (uint32_t(*)(uintptr_t, intptr_t))dlsym(RTLD_DEFAULT, "PyUnicode_ReadChar");
}

/* Adds text; a text that does not fit fills the buffer up. */
static void put(struct room *r, const char *format, unsigned value) {
  size_t left = r->size - r->used;
  int n = snprintf(r->text + r->used, left, format, value);
  r->used += n < 0 || (size_t)n >= left ? left : (size_t)n;
}

/* Escapes characters as CPython does in tracebacks of faults. */
static void put_string(struct room *r, uintptr_t string) {
  intptr_t n = length_of(string);
  for (intptr_t i = 0; i < n && r->used < r->size; i++) {
    uint32_t c = letter_of(string, i);
    if (c >= ' ' && c < 127)
      r->text[r->used++] = (char)c;
    else
      put(r, c < 256 ? "\\x%02x" : c < 65536 ? "\\u%04x" : "\\U%08x", c);
  }
}

static void put_frame(struct room *r, const struct python_names *names) {
  put(r, "  File \"", 0);
  put_string(r, names->file);
  put(r, "\", line %u in ", (unsigned)names->line);
  put_string(r, names->function);
  put(r, "\n", 0);
}

size_t python_write(char *text, size_t room, const struct python_key *k) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, find_strings);
  struct room r = {text, 0, room};
  struct python_names names;
  for (int i = 0; i < k->count; i++) {
    if (!length_of || !letter_of || !python_place_names(&k->place[i], &names))
      return 0;
    size_t before = r.used;
    put_frame(&r, &names);
    if (r.used == r.size) { /* the last frame did not fit as a whole */
      r.used = before;
      break;
    }
  }
  text[r.used] = '\0';
  return r.used;
}
