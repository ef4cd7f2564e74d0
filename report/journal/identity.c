#include "identity.h"

#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

void identity_start(struct identity_text *t, const char *slug, const char *flavor) {
  t->text = NULL;
  t->out = open_memstream(&t->text, &t->n);
  if (t->out)
    fprintf(t->out, "%s\x1f%s", slug, flavor);
}

void identity_call(struct identity_text *t, const char *call) {
  if (t->out)
    fprintf(t->out, "\x1e%s", call);
}

void identity_place(struct identity_text *t, const char *word) {
  if (t->out)
    fprintf(t->out, "\x1f%s", word);
}

char *identity_end(struct identity_text *t) {
  return t->out && !fclose(t->out) ? t->text : NULL;
}

void identity_kind(uint64_t kind[2], const char *const *words, size_t n) {
  for (int half = 0; half < 2; half++) {
    kind[half] = (uint64_t)half;
    for (size_t i = 0; i < n; i++)
      kind[half] = XXH3_64bits_withSeed(words[i], strlen(words[i]), kind[half] + n - i);
  }
}
