#define _GNU_SOURCE
#include "imports.h"
#include <link.h>
#include <string.h>
#include <strings.h>
#include "interpose/base/mpi_call.h"
#include "interpose/base/world.h"

struct tables {
  const ElfW(Sym) * symbols;
  const char *names;
  const uint32_t *hash; /* in the format of GNU */
  struct {
    const ElfW(Rela) * at;
    size_t bytes;
  } relocations[2]; /* of data, of calls */
};

typedef int wanted_name(const char *name, const void *of);

/* Names of MPI that begin with one of these two count. Most names are none. */
static int is_one(const char *name, const void *of) {
  const char *const *starts = of;
  name += *name == 'P' || *name == 'p';
  if ((name[0] | ' ') != 'm' || (name[1] | ' ') != 'p')
    return 0;
  return !strncasecmp(name, starts[0], strlen(starts[0])) ||
         !strncasecmp(name, starts[1], strlen(starts[1]));
}

static int is_among(const char *name, const void *names) {
  for (const char *const *one = names; *one; one++)
    if (!strcmp(name, *one))
      return 1;
  return 0;
}

static int begins_among(const char *name, const void *starts) {
  for (const char *const *one = starts; *one; one++)
    if (!strncmp(name, *one, strlen(*one)))
      return 1;
  return 0;
}

/* MPI libraries and their plug-ins refer to all of MPI, so they tell nothing about the
 * program. */
static int is_library(const char *path) {
  return real_module(path) || strstr(path, "/libfencepost");
}

static struct tables tables_of(const ElfW(Dyn) * d) {
  struct tables t;
  memset(&t, 0, sizeof t);
  for (; d->d_tag != DT_NULL; d++)
    switch (d->d_tag) {
    case DT_SYMTAB:
      t.symbols = (const void *)d->d_un.d_ptr;
      break;
    case DT_STRTAB:
      t.names = (const void *)d->d_un.d_ptr;
      break;
    case DT_GNU_HASH:
      t.hash = (const void *)d->d_un.d_ptr;
      break;
    case DT_RELA:
      t.relocations[0].at = (const void *)d->d_un.d_ptr;
      break;
    case DT_RELASZ:
      t.relocations[0].bytes = d->d_un.d_val;
      break;
    case DT_JMPREL:
      t.relocations[1].at = (const void *)d->d_un.d_ptr;
      break;
    case DT_PLTRELSZ:
      t.relocations[1].bytes = d->d_un.d_val;
      break;
    default:
      break;
    }
  return t;
}

static const ElfW(Dyn) * dynamic_of(const struct dl_phdr_info *info) {
  for (int i = 0; i < info->dlpi_phnum; i++)
    if (info->dlpi_phdr[i].p_type == PT_DYNAMIC)
      return (const void *)(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr);
  return NULL;
}

static int is_wanted(const struct tables *t, size_t symbol, wanted_name *wanted,
                     const void *of) {
  const ElfW(Sym) *s = &t->symbols[symbol];
  return symbol && s->st_shndx == SHN_UNDEF && wanted(t->names + s->st_name, of);
}

/* Returns how many symbols come before those that can be found in the file, the second word of
 * its hash table: of a library, all that it refers to. 1 also if it defines none. */
static size_t undefined_symbols(const struct tables *t) {
  return t->hash ? t->hash[1] : 0;
}

static int count_symbols(const struct tables *t, wanted_name *wanted, const void *of,
                         int most) {
  int n = 0;
  for (size_t i = 0; i < undefined_symbols(t) && n < most; i++)
    n += is_wanted(t, i, wanted, of);
  return n;
}

static int count_relocations(const struct tables *t, wanted_name *wanted, const void *of,
                             int most) {
  int n = 0;
  for (int k = 0; k < 2; k++)
    for (size_t i = 0;
         t->relocations[k].at && i < t->relocations[k].bytes / sizeof(ElfW(Rela)) && n < most;
         i++)
      n += is_wanted(t, ELF64_R_SYM(t->relocations[k].at[i].r_info), wanted, of);
  return n;
}

/* Counts references to names that are wanted, up to `most`. A library may have a million
 * relocations, and its symbols are few. What an executable refers to may be anywhere among
 * its symbols, because others can find it there. */
static int count(const struct dl_phdr_info *info, wanted_name *wanted, const void *of,
                 int most) {
  const ElfW(Dyn) *dynamic = dynamic_of(info);
  if (!dynamic || is_library(info->dlpi_name) || !strncmp(info->dlpi_name, "linux-vdso", 10))
    return 0;
  struct tables t = tables_of(dynamic);
  if (!t.symbols || !t.names)
    return 0;
  return *info->dlpi_name && undefined_symbols(&t) > 1
             ? count_symbols(&t, wanted, of, most)
             : count_relocations(&t, wanted, of, most);
}

static int refers(const struct dl_phdr_info *info, wanted_name *wanted, const void *of) {
  return count(info, wanted, of, 1);
}

static int look(struct dl_phdr_info *info, size_t size, void *starts) {
  (void)size;
  return refers(info, is_one, starts);
}

int symbol_calls_mpi(const struct dl_phdr_info *info) {
  static const char *const starts[] = {"mpi_", "mpi_"};
  return refers(info, is_one, starts);
}

int symbol_hands_on(const struct dl_phdr_info *info) {
  static const char *const names[] = {
      "pipe",       "pipe2",        "socketpair",    "eventfd",        "eventfd_read",
      "signalfd",   "sigwait",      "sigwaitinfo",   "sigtimedwait",   "pause",
      "sigsuspend", "semop",        "semtimedop",    "mq_receive",     "msgrcv",
      "mkfifo",     "inotify_init", "inotify_init1", "timerfd_create", NULL};
  /* GLib, Qt, oneTBB, libuv: they have futexes of their own. */
  static const char *const libraries[] = {"g_mutex_",
                                          "g_rec_mutex_",
                                          "g_rw_lock_",
                                          "g_cond_",
                                          "g_once_",
                                          "g_bit_",
                                          "g_async_queue_",
                                          "g_thread_pool_",
                                          "g_atomic_",
                                          "_ZN6QMutex",
                                          "_ZN11QBasicMutex",
                                          "_ZN14QWaitCondition",
                                          "_ZN10QSemaphore",
                                          "_ZN14QReadWriteLock",
                                          "_ZN11QThreadPool",
                                          "_ZN3tbb",
                                          "uv_async_",
                                          "uv_queue_work",
                                          NULL};
  return refers(info, is_among, names) || refers(info, begins_among, libraries);
}

int symbol_calls_kernel(const struct dl_phdr_info *info) {
  static const char *const names[] = {"syscall", NULL};
  return refers(info, is_among, names);
}

static int look_times(struct dl_phdr_info *info, size_t size, void *names) {
  (void)size;
  return (!*info->dlpi_name || symbol_calls_mpi(info)) && refers(info, is_among, names);
}

int symbol_times(void) {
  static const char *names[] = {"clock_gettime",
                                "gettimeofday",
                                "time",
                                "clock",
                                "times",
                                "ftime",
                                "getrusage",
                                "MPI_Wtime",
                                "PMPI_Wtime",
                                "mpi_wtime_",
                                "nanosleep",
                                "clock_nanosleep",
                                "usleep",
                                "sleep",
                                "poll",
                                "select",
                                "omp_get_wtime",
                                "_gfortran_system_clock_4",
                                "_gfortran_system_clock_8",
                                "_gfortran_cpu_time_8",
                                "_gfortran_date_and_time",
                                "_ZNSt6chrono3_V212steady_clock3nowEv",
                                "_ZNSt6chrono3_V212system_clock3nowEv",
                                NULL};
  return dl_iterate_phdr(look_times, names);
}

int symbol_synchronous(void) {
  static const char *starts[] = {"mpi_ssend", "mpi_issend"};
  return dl_iterate_phdr(look, starts);
}

int symbol_windows(void) {
  static const char *starts[] = {"mpi_win_create", "mpi_win_allocate"};
  return dl_iterate_phdr(look, starts);
}

/* A file that refers to so many functions of MPI passes calls on for a program in another
 * language. mpi4py 3.1 refers to 363. */
#define MANY 250
struct ready_look {
  const char *const starts[2], *all[2];
  int found; /* enum ready */
};

static int look_ready(struct dl_phdr_info *info, size_t size, void *looks) {
  struct ready_look *r = looks;
  (void)size;
  if (!refers(info, is_one, r->starts))
    return 0;
  r->found = count(info, is_one, r->all, MANY) == MANY ? READY_BOUND : READY;
  return r->found == READY;
}

int symbol_ready(void) {
  struct ready_look r = {{"mpi_rsend", "mpi_irsend"}, {"mpi_", "mpi_"}, READY_NONE};
  dl_iterate_phdr(look_ready, &r);
  return r.found;
}

struct pointed {
  uintptr_t pointer;
  const char *name;
};

static int find_pointer(struct dl_phdr_info *info, size_t size, void *pointed) {
  struct pointed *p = pointed;
  const ElfW(Dyn) *dynamic = NULL;
  (void)size;
  for (int i = 0; i < info->dlpi_phnum; i++)
    if (info->dlpi_phdr[i].p_type == PT_LOAD &&
        p->pointer - info->dlpi_addr - info->dlpi_phdr[i].p_vaddr < info->dlpi_phdr[i].p_memsz)
      dynamic = dynamic_of(info);
  if (!dynamic)
    return 0;
  struct tables t = tables_of(dynamic);
  for (int k = 0; k < 2 && t.symbols && t.names; k++)
    for (size_t i = 0; t.relocations[k].at && i < t.relocations[k].bytes / sizeof(ElfW(Rela));
         i++)
      if (info->dlpi_addr + t.relocations[k].at[i].r_offset == p->pointer)
        p->name = t.names + t.symbols[ELF64_R_SYM(t.relocations[k].at[i].r_info)].st_name;
  return 1;
}

const char *symbol_at(uintptr_t pointer) {
  struct pointed p = {pointer, NULL};
  dl_iterate_phdr(find_pointer, &p);
  return p.name;
}
