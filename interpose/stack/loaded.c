#define _GNU_SOURCE
#include "loaded.h"
#include <dlfcn.h>
#include <link.h>
#include <string.h>
#include <sys/auxv.h>
#include "exports.h"

/* What the kernel has mapped, the program and the loader, may have holes between its segments.
 * Then each of these counts as mapped for itself, and the file's header is elsewhere. */
static void headers_find(struct dl_phdr_info *info, const struct dl_find_object *found) {
  const ElfW(Ehdr) *header = found->dlfo_map_start;
  if (!*info->dlpi_name) {
    info->dlpi_phdr = (const void *)getauxval(AT_PHDR);
    info->dlpi_phnum = (ElfW(Half))getauxval(AT_PHNUM);
    return;
  }
  if (info->dlpi_addr == getauxval(AT_BASE))
    header = (const void *)info->dlpi_addr;
  if (!memcmp(header->e_ident, ELFMAG, SELFMAG) && header->e_phentsize == sizeof(ElfW(Phdr))) {
    info->dlpi_phdr = (const void *)((const char *)header + header->e_phoff);
    info->dlpi_phnum = header->e_phnum;
  }
}

int loaded_at(uintptr_t address, struct dl_phdr_info *info, struct loaded_range *at) {
  struct dl_find_object found;
  if (_dl_find_object((void *)address, &found))
    return -1;
  memset(info, 0, sizeof *info);
  info->dlpi_addr = found.dlfo_link_map->l_addr;
  info->dlpi_name = found.dlfo_link_map->l_name;
  headers_find(info, &found);
  if (at)
    *at = (struct loaded_range){(uintptr_t)found.dlfo_map_start, (uintptr_t)found.dlfo_map_end};
  return 0;
}

/* The loader has made addresses of the offsets, but not where the table cannot be written (the
 * code that the kernel maps). */
struct exports exports_of(const struct link_map *object) {
  struct exports e = {0};
  uintptr_t bias = object->l_addr;
  for (const ElfW(Dyn) *d = object->l_ld; d && d->d_tag != DT_NULL; d++) {
    const void *at =
        (const void *)(d->d_un.d_ptr < bias ? bias + d->d_un.d_ptr : d->d_un.d_ptr);
    if (d->d_tag == DT_SYMTAB)
      e.symbols = at;
    else if (d->d_tag == DT_STRTAB)
      e.names = at;
    else if (d->d_tag == DT_STRSZ)
      e.names_size = d->d_un.d_val;
    else if (d->d_tag == DT_GNU_HASH)
      e.gnu = at;
    else if (d->d_tag == DT_HASH)
      e.sysv = at;
    else if (d->d_tag == DT_VERSYM)
      e.versions = at;
  }
  return e;
}

/* Exported symbols are at the end of the table, in the order of their buckets: the last bucket
 * that is not empty leads to the last symbol. */
static uint32_t gnu_end(const uint32_t *table, uint32_t *first) {
  uint32_t buckets = table[0], filter = table[2], end = 0;
  const uint32_t *bucket = table + 4 + filter * (sizeof(ElfW(Addr)) / sizeof *table);
  const uint32_t *chain = bucket + buckets;
  *first = table[1];
  for (uint32_t i = 0; i < buckets; i++)
    end = bucket[i] > end ? bucket[i] : end;
  if (!end)
    return 0;
  while (!(chain[end - *first] & 1))
    end++;
  return end + 1;
}

uint32_t exports_end(const struct exports *e, uint32_t *first) {
  *first = 0;
  if (!e->symbols || !e->names)
    return 0;
  return e->gnu ? gnu_end(e->gnu, first) : e->sysv ? e->sysv[1] : 0;
}

static int is_named(const struct exports *e, uint32_t i, const char *name) {
  enum { HIDDEN = 0x8000 }; /* of several versions, not the one that is taken by default */
  const ElfW(Sym) *s = &e->symbols[i];
  int type = ELF64_ST_TYPE(s->st_info);
  return s->st_shndx != SHN_UNDEF && s->st_name < e->names_size && type != STT_TLS &&
         type != STT_GNU_IFUNC && !(e->versions && e->versions[i] & HIDDEN) &&
         !strcmp(e->names + s->st_name, name);
}

/* Returns the number of the symbol, 0 if there is none. */
static uint32_t gnu_find(const struct exports *e, const char *name) {
  const uint32_t *table = e->gnu;
  uint32_t hash = 5381, buckets = table[0], first = table[1], filter = table[2];
  const uint32_t *bucket = table + 4 + filter * (sizeof(ElfW(Addr)) / sizeof *table);
  const uint32_t *chain = bucket + buckets;
  for (const unsigned char *c = (const unsigned char *)name; *c; c++)
    hash = hash * 33 + *c;
  uint32_t i = buckets ? bucket[hash % buckets] : 0;
  for (; i >= first && i; i++) {
    if ((chain[i - first] | 1) == (hash | 1) && is_named(e, i, name))
      return i;
    if (chain[i - first] & 1)
      break;
  }
  return 0;
}

static uint32_t sysv_find(const struct exports *e, const char *name) {
  for (uint32_t i = 1; i < e->sysv[1]; i++)
    if (is_named(e, i, name))
      return i;
  return 0;
}

void *loaded_export(const struct link_map *object, const char *name) {
  struct exports e = exports_of(object);
  if (!e.symbols || !e.names || (!e.gnu && !e.sysv))
    return NULL;
  uint32_t i = e.gnu ? gnu_find(&e, name) : sysv_find(&e, name);
  return i ? (void *)(object->l_addr + e.symbols[i].st_value) : NULL;
}

const char *loaded_text(const struct link_map *object, long tag, int n) {
  struct exports e = exports_of(object);
  for (const ElfW(Dyn) *d = object->l_ld; e.names && d && d->d_tag != DT_NULL; d++)
    if (d->d_tag == tag && !n--)
      return d->d_un.d_val < e.names_size ? e.names + d->d_un.d_val : NULL;
  return NULL;
}
