#define _GNU_SOURCE
#include "unseen_order.h"
#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "interpose/arch/unseen_code.h"
#include "interpose/stack/imports.h"
#include "interpose/tracers/shared/spin.h"

#define SECTIONS 512 /* at most, in a file; with more of them whole segments are looked at */

struct unseen_look {
  unseen_function *look;
  uintptr_t single, python;
  enum unseen_means found;
  uintptr_t at;
};

static uintptr_t found_at;

/* Returns whether memory is in one segment of the module that has these rights. */
static int has_rights(const struct dl_phdr_info *info, uintptr_t lo, uintptr_t hi,
                      unsigned rights) {
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *p = &info->dlpi_phdr[i];
    uintptr_t begin = info->dlpi_addr + p->p_vaddr;
    if (p->p_type == PT_LOAD && (p->p_flags & rights) == rights && lo >= begin && lo <= hi &&
        hi <= begin + p->p_memsz)
      return 1;
  }
  return 0;
}

static int look_at(struct unseen_look *u, const struct dl_phdr_info *info, uintptr_t lo,
                   uintptr_t hi) {
  struct unseen_code c = {.lo = lo, .hi = hi, .single = u->single, .called = spin_called};
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *p = &info->dlpi_phdr[i];
    uintptr_t begin = info->dlpi_addr + p->p_vaddr;
    if (p->p_type == PT_GNU_RELRO && has_rights(info, begin, begin + p->p_memsz, PF_R)) {
      c.linked_lo = begin;
      c.linked_hi = begin + p->p_memsz;
    }
  }
  u->found = u->look(&c, &u->at);
  return u->found != UNSEEN_NONE;
}

/* Reads the section headers of the file that the module was loaded from. Returns how many there
 * are; 0: there are none. */
static int read_sections(const struct dl_phdr_info *info, ElfW(Shdr) * sections) {
  ElfW(Ehdr) e;
  int file = open(*info->dlpi_name ? info->dlpi_name : "/proc/self/exe", O_RDONLY | O_CLOEXEC);
  int count = 0;
  if (file < 0)
    return 0;
  if (pread(file, &e, sizeof e, 0) == sizeof e && !memcmp(e.e_ident, ELFMAG, SELFMAG) &&
      e.e_shentsize == sizeof *sections && e.e_shnum <= SECTIONS) {
    size_t size = e.e_shnum * sizeof *sections;
    count = pread(file, sections, size, (off_t)e.e_shoff) == (ssize_t)size ? e.e_shnum : 0;
  }
  close(file);
  return count;
}

/* Data may lie between sections of code, and would be taken for instructions. */
static int look_at_sections(struct unseen_look *u, const struct dl_phdr_info *info,
                            const ElfW(Shdr) * sections, int count) {
  int looked = 0;
  for (int i = 0; i < count && !u->found; i++) {
    const ElfW(Shdr) *s = &sections[i];
    uintptr_t lo = info->dlpi_addr + s->sh_addr;
    if (s->sh_type == SHT_PROGBITS && s->sh_flags & SHF_EXECINSTR && s->sh_size &&
        has_rights(info, lo, lo + s->sh_size, PF_R | PF_X)) {
      look_at(u, info, lo, lo + s->sh_size);
      looked = 1;
    }
  }
  return looked;
}

static void look_at_module(struct unseen_look *u, const struct dl_phdr_info *info) {
  ElfW(Shdr) *sections = malloc(SECTIONS * sizeof *sections);
  int count = sections ? read_sections(info, sections) : 0;
  if (!look_at_sections(u, info, sections, count))
    for (int i = 0; i < info->dlpi_phnum && !u->found; i++) {
      const ElfW(Phdr) *p = &info->dlpi_phdr[i];
      uintptr_t lo = info->dlpi_addr + p->p_vaddr;
      if (p->p_type == PT_LOAD && has_rights(info, lo, lo + p->p_filesz, PF_R | PF_X))
        look_at(u, info, lo, lo + p->p_filesz);
    }
  free(sections);
}

static int each(struct dl_phdr_info *info, size_t size, void *look) {
  struct unseen_look *u = look;
  int is_executable = !*info->dlpi_name;
  (void)size;
  if (symbol_calls_mpi(info) ||
      (is_executable && !has_rights(info, u->python, u->python, PF_R)))
    look_at_module(u, info);
  return u->found != UNSEEN_NONE;
}

static int each_calls(struct dl_phdr_info *info, size_t size, void *unused) {
  (void)size, (void)unused;
  return (!*info->dlpi_name || symbol_calls_mpi(info)) && symbol_hands_on(info);
}

const char *unseen_calls(void) {
  return dl_iterate_phdr(each_calls, NULL) ? "the program may order its threads by calls that "
                                             "are not followed, such as those on "
                                             "pipes"
                                           : NULL;
}

const char *unseen_order(void) {
  const char *calls = unseen_calls();
  if (calls)
    return calls;
  struct unseen_look u = {.look = unseen_find(spin_decoder),
                          .single = (uintptr_t)dlsym(RTLD_DEFAULT, "__libc_single_threaded"),
                          .python = (uintptr_t)dlsym(RTLD_DEFAULT, "Py_BytesMain")};
  if (!u.look)
    return "the program may order its threads by means that are not seen at this trace level: "
           "its code cannot be looked at";
  dl_iterate_phdr(each, &u);
  found_at = u.found ? u.at : 0;
  switch (u.found) {
  case UNSEEN_ATOMICS:
    return "the program may order its threads by atomic operations, which are not seen at this "
           "trace level";
  case UNSEEN_WAITS:
    return "the program may order its threads by waiting for variables to change, which is not "
           "seen at this trace level";
  default:
    return NULL;
  }
}

uintptr_t unseen_order_at(void) {
  return found_at;
}
