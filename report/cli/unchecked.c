#include "unchecked.h"

#include <fcntl.h>
#include <fnmatch.h>
#include <gelf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "report/launch/environment.h"
#include "include/library.h"
#include "report/symbols/frame.h"

/* What is found in an ELF file. */
struct facts {
  int elf, dynamic;    /* dynamic: it names an interpreter, so LD_PRELOAD works */
  int defines, refers; /* it defines MPI_Init or its like; it refers to one */
  int privileged;      /* it has set-user-id or set-group-id, so LD_PRELOAD is ignored */
  char library[64];    /* the MPI library it needs */
};

static int is_init(const char *name) {
  static const char *const names[] = {"MPI_Init", "MPI_Init_thread",  "mpi_init_",
                                      "MPI_INIT", "mpi_init_thread_", NULL};
  for (int i = 0; names[i]; i++)
    if (!strcmp(names[i], name))
      return 1;
  return 0;
}

static void read_symbols(struct facts *f, Elf *elf, Elf_Scn *section, const GElf_Shdr *header) {
  Elf_Data *data = elf_getdata(section, NULL);
  size_t n = data && header->sh_entsize ? header->sh_size / header->sh_entsize : 0;
  GElf_Sym symbol;
  for (size_t i = 0; i < n && gelf_getsym(data, (int)i, &symbol); i++) {
    const char *name = elf_strptr(elf, header->sh_link, symbol.st_name);
    if (!name)
      continue;
    if (is_init(name))
      *(symbol.st_shndx == SHN_UNDEF ? &f->refers : &f->defines) = 1;
    else if (symbol.st_shndx == SHN_UNDEF && !strncmp(name, "MPI_", 4))
      f->refers = 1;
  }
}

static int is_mpi(const char *library) {
  static const char *const begins[] = {
#define SONAME(begin) begin,
#include "include/libraries.def"
  };
  for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
    if (!strncmp(library, begins[i], strlen(begins[i])))
      return 1;
  return 0;
}

static void read_needed(struct facts *f, Elf *elf, Elf_Scn *section, const GElf_Shdr *header) {
  Elf_Data *data = elf_getdata(section, NULL);
  GElf_Dyn entry;
  for (int i = 0; data && gelf_getdyn(data, i, &entry) && entry.d_tag != DT_NULL; i++) {
    const char *name =
        entry.d_tag == DT_NEEDED ? elf_strptr(elf, header->sh_link, entry.d_un.d_val) : NULL;
    if (name && is_mpi(name))
      snprintf(f->library, sizeof f->library, "%s", name);
  }
}

static void read_elf(struct facts *f, Elf *elf) {
  size_t n;
  f->elf = elf_kind(elf) == ELF_K_ELF;
  if (!f->elf || elf_getphdrnum(elf, &n))
    return;
  for (size_t i = 0; i < n; i++) {
    GElf_Phdr header;
    f->dynamic |= gelf_getphdr(elf, (int)i, &header) && header.p_type == PT_INTERP;
  }
  for (Elf_Scn *s = NULL; (s = elf_nextscn(elf, s));) {
    GElf_Shdr header;
    if (!gelf_getshdr(s, &header))
      continue;
    if (header.sh_type == SHT_SYMTAB || header.sh_type == SHT_DYNSYM)
      read_symbols(f, elf, s, &header);
    else if (header.sh_type == SHT_DYNAMIC)
      read_needed(f, elf, s, &header);
  }
}

static int read_file(struct facts *f, const char *path) {
  struct stat st;
  memset(f, 0, sizeof *f);
  int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0)
    return -1;
  if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && (st.st_mode & 0111)) {
    elf_version(EV_CURRENT);
    Elf *elf = elf_begin(fd, ELF_C_READ_MMAP, NULL);
    if (elf)
      read_elf(f, elf);
    elf_end(elf);
    f->privileged = (st.st_mode & (S_ISUID | S_ISGID)) != 0;
  }
  close(fd);
  return f->elf ? 0 : -1;
}

static int is_known(const char *library) {
  for (int i = 0; i < LIBRARIES; i++)
    if (!fnmatch(libraries[i].soname, library, 0))
      return 1;
  return 0;
}

/* "MPICH (lib*.so.12) and Open MPI (libmpi.so.40)" */
static const char *known_ones(char *text, size_t room) {
  size_t n = 0;
  *text = '\0';
  for (int i = 0; i < LIBRARIES && n < room; i++)
    n += (size_t)snprintf(text + n, room - n, "%s%s (%s)",
                          !i                   ? ""
                          : i == LIBRARIES - 1 ? " and "
                                               : ", ",
                          libraries[i].name, libraries[i].soname);
  return text;
}

/* Returns 1 if the file alone explains it. */
static int explain_file(const struct facts *f, const char *name, char *out, size_t n) {
  char known[200];
  if (f->defines && !*f->library)
    snprintf(out, n,
             "%s has MPI linked into it statically: relink it with a shared MPI library", name);
  else if (f->refers && *f->library && !is_known(f->library))
    snprintf(out, n, "%s uses %s; Fencepost knows %s", name, f->library,
             known_ones(known, sizeof known));
  else if (!f->dynamic)
    snprintf(out, n, "%s is linked statically: LD_PRELOAD has no effect on it", name);
  else if (f->privileged)
    snprintf(out, n, "%s is set-user-id or set-group-id: LD_PRELOAD has no effect on it", name);
  else
    return 0;
  return 1;
}

int unchecked_is_launcher(const char *path) {
  static const char *const names[] = {"orterun", "mpiexec", "mpirun", "prterun",
                                      "srun",    "flux",    "aprun",  NULL};
  for (int i = 0; names[i]; i++)
    if (!strncmp(frame_base(path), names[i], strlen(names[i])))
      return 1;
  return 0;
}

/* What a process found out when it called MPI. */
static int explain_run(const char *dir, char *out, size_t n) {
  char path[4096], library[400] = "", known[200];
  snprintf(path, sizeof path, "%s/" LIBRARY_UNKNOWN, dir);
  FILE *file = fopen(path, "re");
  int found = file && fgets(library, sizeof library, file);
  if (file)
    fclose(file);
  if (found)
    snprintf(out, n, "%s is no MPI library that Fencepost knows: it knows %s", library,
             known_ones(known, sizeof known));
  return found;
}

void unchecked_explain(const char *dir, char **argv, char *out, size_t n) {
  char name[200] = "", known[200];
  int uses = 0;
  if (explain_run(dir, out, n))
    return;
  for (int i = 0; argv[i]; i++) {
    struct facts f;
    char *path = environment_program(argv[i]);
    if (path && !unchecked_is_launcher(path) && !read_file(&f, path)) {
      if (explain_file(&f, argv[i], out, n)) {
        free(path);
        return;
      }
      uses |= f.refers;
      if (!*name || f.refers)
        snprintf(name, sizeof name, "%s", argv[i]);
    }
    free(path);
  }
  if (uses)
    snprintf(
        out, n,
        "%s uses MPI, but no process called MPI_Init under Fencepost: it ended before, "
        "LD_PRELOAD was not passed on to it, or its MPI library is none that Fencepost knows: "
        "%s",
        name, known_ones(known, sizeof known));
  else if (*name)
    snprintf(out, n,
             "no process called MPI_Init under Fencepost: %s itself does not use MPI, or "
             "LD_PRELOAD was not passed on",
             name);
  else
    snprintf(out, n,
             "no process called MPI_Init under Fencepost: the program was not started, is not "
             "an MPI "
             "program, or LD_PRELOAD was not passed on to it");
}
