/* exports.h: the table of the symbols that an object exports, where the loader has mapped it.
 * It lasts as long as the object is mapped. */
#ifndef FENCEPOST_EXPORTS_H
#define FENCEPOST_EXPORTS_H

#include <link.h>
#include <stdint.h>

struct exports {
  const ElfW(Sym) * symbols;
  const char *names;
  size_t names_size;
  const uint32_t *gnu, *sysv;  /* hash tables: only they tell how many symbols there are */
  const ElfW(Half) * versions; /* of the symbols; NULL: they have none */
};

struct exports exports_of(const struct link_map *object);
/* Returns the number of the symbol behind the last one; `first`: the first one's. */
uint32_t exports_end(const struct exports *e, uint32_t *first);

#endif
