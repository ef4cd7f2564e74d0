/* sentence.h: text that grows as it is written: by rows of sentences.def, sentence_add(s, NAME,
 * arguments of its format).
 *
 * `text` ends with NUL, is NULL before the first sentence_add, and belongs to whoever has the
 * struct sentence: free it. When memory runs out `failed` is set, and nothing more is added. */
#ifndef FENCEPOST_SENTENCE_H
#define FENCEPOST_SENTENCE_H

#include <stddef.h>
#include "vocabulary.h"

struct sentence {
  char *text;
  size_t length, room;
  int failed;
};

#define sentence_add(s, name, ...) sentence_put(s, WORDS_##name, ##__VA_ARGS__)
void sentence_put(struct sentence *s, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
