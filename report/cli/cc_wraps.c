#include "cc_wraps.h"

#include <fcntl.h>
#include <gelf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const names[] = {
#define WRAPPED(name) #name,
#include "interpose/hooks/wrap.def"
#undef WRAPPED
};
#define NAMES (sizeof names / sizeof *names)

/* What the symbols of a file say of a name. Where our function was linked, which calls the one
 * that it replaces, that one is either the program's or still undefined. Static functions of
 * the program, which nobody else can call, are in the table as well. */
enum { DEFINED = 1, UNDEFINED = 2, REPLACED = 4 };

static void note_symbol(unsigned char *of, const char *name, int undefined) {
  int ours = !strncmp(name, "__wrap_", 7);
  for (size_t k = 0; k < NAMES; k++)
    if (!strcmp(name + (ours ? 7 : 0), names[k]))
      of[k] |= ours ? REPLACED : undefined ? UNDEFINED : DEFINED;
}

static void read_symbols(unsigned char *of, Elf *elf, Elf_Scn *section,
                         const GElf_Shdr *header) {
  Elf_Data *data = elf_getdata(section, NULL);
  size_t n = data && header->sh_entsize ? header->sh_size / header->sh_entsize : 0;
  GElf_Sym symbol;
  for (size_t i = 0; i < n && gelf_getsym(data, (int)i, &symbol); i++) {
    const char *given = elf_strptr(elf, header->sh_link, symbol.st_name);
    char name[64];
    if (!given)
      continue;
    snprintf(name, sizeof name, "%.*s", (int)strcspn(given, "@"), given); /* without version */
    note_symbol(of, name, symbol.st_shndx == SHN_UNDEF);
  }
}

/* Returns how many the file defines itself, and marks them. */
static int find_own(char *own, const char *linked) {
  int fd = open(linked, O_RDONLY | O_CLOEXEC), n = 0;
  unsigned char of[NAMES] = {0};
  if (fd < 0)
    return 0;
  elf_version(EV_CURRENT);
  Elf *elf = elf_begin(fd, ELF_C_READ_MMAP, NULL);
  for (Elf_Scn *s = NULL; elf && (s = elf_nextscn(elf, s));) {
    GElf_Shdr header;
    if (gelf_getshdr(s, &header) &&
        (header.sh_type == SHT_SYMTAB || header.sh_type == SHT_DYNSYM))
      read_symbols(of, elf, s, &header);
  }
  elf_end(elf);
  close(fd);
  for (size_t k = 0; k < NAMES; k++)
    n += own[k] = of[k] == (DEFINED | REPLACED);
  return n;
}

/* The hooks refer to functions that are left out by their other names, too. */
static char *option(const char *own) {
  char *text = NULL;
  size_t room;
  FILE *out = open_memstream(&text, &room);
  if (!out)
    return NULL;
  fputs("-Wl", out);
  for (size_t k = 0; k < NAMES; k++)
    if (own[k])
      fprintf(out, ",--defsym=__real_%s=%s", names[k], names[k]);
    else
      fprintf(out, ",--wrap=%s", names[k]);
  if (!fclose(out))
    return text;
  free(text);
  return NULL;
}

char *cc_wraps(void) {
  static const char none[NAMES];
  return option(none);
}

char *cc_wraps_without(const char *linked) {
  char own[NAMES] = {0};
  return find_own(own, linked) ? option(own) : NULL;
}
