/* sentence.h: text that grows as it is written.
 *
 * `text` ends with NUL, is NULL before the first sentence_add, and belongs to whoever has the
 * struct sentence: free it. When memory runs out `failed` is set, and nothing more is added. */
#ifndef FENCEPOST_SENTENCE_H
#define FENCEPOST_SENTENCE_H

#include <stddef.h>

struct sentence {
  char *text;
  size_t length, room;
  int failed;
};

void sentence_add(struct sentence *s, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
