#define _GNU_SOURCE
#include "unseen_order.h"
#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <string.h>
#include <unistd.h>
#include "interpose/arch/unseen_code.h"
#include "interpose/hooks/hooks.h"
#include "interpose/stack/imports.h"
#include "interpose/tracers/shared/spin.h"

#define SECTIONS 512 /* at most, in a file; with more of them whole segments are looked at */

struct unseen_look {
  unseen_function *look;
  int told; /* hooks of modules that have them tell of atomic operations */
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
                   uintptr_t hi, int hooked) {
  struct unseen_code c = {
      .lo = lo, .hi = hi, .hooked = hooked, .single = u->single, .called = spin_called};
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

struct code_section {
  uintptr_t lo, hi;
  int is_hooks;
};

/* The sections of code of a module. */
struct code_sections {
  int count, hooked; /* hooked: some are hooks */
  struct code_section section[SECTIONS];
};

static int is_hooks(int file, const ElfW(Shdr) * names, const ElfW(Shdr) * s) {
  char name[sizeof HOOKS_CODE + sizeof HOOKS_TELL] = "";
  if (pread(file, name, sizeof name - 1, (off_t)(names->sh_offset + s->sh_name)) <= 0)
    return 0;
  return !strcmp(name, HOOKS_CODE) || !strcmp(name, HOOKS_TELL);
}

static void add_sections(struct code_sections *c, int file, const struct dl_phdr_info *info,
                         const ElfW(Ehdr) * e, const ElfW(Shdr) * header) {
  for (int i = 0; i < e->e_shnum; i++) {
    const ElfW(Shdr) *s = &header[i];
    uintptr_t lo = info->dlpi_addr + s->sh_addr, hi = lo + s->sh_size;
    if (s->sh_type != SHT_PROGBITS || !(s->sh_flags & SHF_EXECINSTR) || lo == hi ||
        !has_rights(info, lo, hi, PF_R | PF_X))
      continue;
    int hooks = e->e_shstrndx < e->e_shnum && is_hooks(file, &header[e->e_shstrndx], s);
    c->section[c->count++] = (struct code_section){lo, hi, hooks};
    c->hooked |= hooks;
  }
}

/* Reads them from the file that the module was loaded from. */
static void read_sections(struct code_sections *c, const struct dl_phdr_info *info) {
  static ElfW(Shdr) header[SECTIONS];
  ElfW(Ehdr) e;
  int file = open(*info->dlpi_name ? info->dlpi_name : "/proc/self/exe", O_RDONLY | O_CLOEXEC);
  if (file < 0)
    return;
  if (pread(file, &e, sizeof e, 0) == sizeof e && !memcmp(e.e_ident, ELFMAG, SELFMAG) &&
      e.e_shentsize == sizeof *header && e.e_shnum <= SECTIONS) {
    size_t size = e.e_shnum * sizeof *header;
    if (pread(file, header, size, (off_t)e.e_shoff) == (ssize_t)size)
      add_sections(c, file, info, &e, header);
  }
  close(file);
}

/* Data may lie between sections of code, and would be taken for instructions. What was linked
 * to a program with hooks, such as a runtime of OpenMP, has none; the hooks themselves do the
 * atomic operations that they tell of. */
static void look_at_module(struct unseen_look *u, const struct dl_phdr_info *info) {
  static struct code_sections c;
  c.count = c.hooked = 0;
  read_sections(&c, info);
  int hooked = c.hooked && u->told;
  for (int i = 0; i < c.count && !u->found; i++)
    if (!hooked || !c.section[i].is_hooks)
      look_at(u, info, c.section[i].lo, c.section[i].hi, hooked);
  for (int i = 0; i < info->dlpi_phnum && !u->found && !c.count; i++) {
    const ElfW(Phdr) *p = &info->dlpi_phdr[i];
    uintptr_t lo = info->dlpi_addr + p->p_vaddr;
    if (p->p_type == PT_LOAD && has_rights(info, lo, lo + p->p_filesz, PF_R | PF_X))
      look_at(u, info, lo, lo + p->p_filesz, 0);
  }
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

static int tells(const struct dl_phdr_info *info) {
  static struct code_sections c;
  c.count = c.hooked = 0;
  read_sections(&c, info);
  return c.hooked;
}

/* What a futex is waited for is an atomic variable: where hooks tell of those (C++20's latches
 * and the like are such code), the futex itself tells nothing more. */
static int each_calls(struct dl_phdr_info *info, size_t size, void *told) {
  (void)size;
  return (!*info->dlpi_name || symbol_calls_mpi(info)) &&
         (symbol_hands_on(info) ||
          (symbol_calls_kernel(info) && !(*(const int *)told && tells(info))));
}

static const char *unseen_calls(int hooks_tell) {
  return dl_iterate_phdr(each_calls, &hooks_tell)
             ? "the program may order its threads by calls that "
               "are not followed, such as those on "
               "pipes"
             : NULL;
}

const char *unseen_order(int hooks_tell) {
  const char *calls = unseen_calls(hooks_tell);
  if (calls)
    return calls;
  struct unseen_look u = {.look = unseen_find(spin_decoder),
                          .told = hooks_tell,
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

static int at_calls_mpi(struct dl_phdr_info *info, size_t size, void *name) {
  (void)size;
  return !strcmp(info->dlpi_name, name) ? 1 + symbol_calls_mpi(info) : 0;
}

static int is_among(const char *path, const char *const *names) {
  const char *slash = strrchr(path, '/'), *file = slash ? slash + 1 : path;
  while (*names && strncmp(file, *names, strlen(*names)))
    names++;
  return *names != NULL;
}

int unseen_maker(void *const *pc, int depth) {
  static const char *const passes_on[] = {"libstdc++", "libc++", "libc.", "libboost_thread",
                                          NULL};
  static const char *const seen[] = {"libpython", "libgomp", "libomp", "libiomp", NULL};
  for (int i = 0; i < depth; i++) {
    struct dl_find_object found;
    if (_dl_find_object(pc[i], &found))
      return 0;
    char *path = found.dlfo_link_map->l_name;
    if (!is_among(path, passes_on))
      return *path && !is_among(path, seen) && dl_iterate_phdr(at_calls_mpi, path) == 1;
  }
  return 0;
}

uintptr_t unseen_order_at(void) {
  return found_at;
}
