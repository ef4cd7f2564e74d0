/* preload.c: libfencepost.so, the library that LD_PRELOAD names. It knows no MPI: it exports
 * every MPI_X and PMPI_X as a jump through a slot. The first call finds which MPI library is
 * mapped, loads the half of Fencepost built for it and fills the slots. A program that never
 * calls MPI pays for the mapping only. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "include/call.h"
#include "include/library.h"
#include "interpose/arch/trampoline.h"
#include "interpose/hooks/modules.h"
#include "mapped.h"

#define EXPORT __attribute__((visibility("default")))

TRAMPOLINE_SLOTS;
#define CALL(ret, name, ...) TRAMPOLINE("MPI_", #name)
#define CALL_MPIX(ret, name, ...) TRAMPOLINE("MPIX_", #name)
#include "include/calls.def"

TRAMPOLINE_LAZY;

extern void *fencepost_slots[CALLS];
__attribute__((visibility("hidden"))) void *fencepost_resolve(void **slot);

static pthread_once_t once = PTHREAD_ONCE_INIT;

/* From now on addresses may mean other code. */
static atomic_uint unloads;

EXPORT int dlclose(void *handle) {
  static int (*_Atomic real)(void *);
  int (*function)(void *) = real;
  if (!function)
    real = function = (int (*)(void *))dlsym(RTLD_NEXT, "dlclose");
  unloads++;
  int rc = function(handle);
  unloads++;
  return rc;
}

/* Libraries under MPI take dlclose over in every module's table of addresses, and call libc's
 * themselves. Code that a compiler's start files were linked to calls this when it is unloaded,
 * and every module when the program ends. */
EXPORT void __cxa_finalize(void *module);
void __cxa_finalize(void *module) {
  static void (*_Atomic real)(void *);
  void (*function)(void *) = real;
  if (!function)
    real = function = (void (*)(void *))dlsym(RTLD_NEXT, "__cxa_finalize");
  unloads++;
  function(module);
  unloads++;
}

/* Calls that the other half wants to know of. */
static struct hooks_calls calls = {
    .order = {&order_makers, &order_hooks, &order_early, &order_silent},
    .stacks = &given_stacks};

static void freeing(void *memory, size_t size, unsigned call, const void *caller) {
  hooks_free *hook = atomic_load_explicit(&calls.freed, memory_order_relaxed);
  if (hook)
    hook(memory, size, call, caller);
}

EXPORT void free(void *memory) {
  static __thread int asking;
  void (*function)(void *) = atomic_load_explicit(&calls.next_free, memory_order_relaxed);
  if (!function && asking)
    return; /* dlsym drops the text of the last error: either it is freed below, or this loses
               it once */
  if (!function) {
    asking = 1;
    calls.next_free = function = (void (*)(void *))dlsym(RTLD_NEXT, "free");
    asking = 0;
  }
  freeing(memory, 0, CALL_FREE, __builtin_return_address(0));
  function(memory);
}

EXPORT void *realloc(void *memory, size_t size) {
  void *(*function)(void *, size_t) =
      atomic_load_explicit(&calls.next_realloc, memory_order_relaxed);
  if (!function)
    calls.next_realloc = function = (void *(*)(void *, size_t))dlsym(RTLD_NEXT, "realloc");
  freeing(memory, 0, CALL_REALLOC, __builtin_return_address(0));
  return function(memory, size);
}

/* Libraries under MPI ask the dynamic linker for munmap and its like, and overwrite what they
 * find with code of their own. What they find must be libc's function. So ours have a version
 * that is not the default one: a call of the function comes here, a lookup by name does not. */
#define CALLED(ours, name) __asm__(".symver " #ours ", " #name "@" LIBC_OLDEST ", remove")
#define REAL(type, name)                                                                       \
  static type *_Atomic real;                                                                   \
  type *function = atomic_load_explicit(&real, memory_order_relaxed);                          \
  if (!function)                                                                               \
  real = function = (type *)dlsym(RTLD_NEXT, name)

typedef int unmap_call(void *, size_t);
typedef void *remap_call(void *, size_t, size_t, int, ...);
typedef void *map_call(void *, size_t, int, int, int, off_t);

/* Returns whether the call would be refused, because then nothing changes. */
static void unmapping(void *memory, size_t size, unsigned call, const void *caller) {
  if (size && !((uintptr_t)memory % 4096))
    freeing(memory, size, call, caller);
}

EXPORT unmap_call fencepost_munmap;
CALLED(fencepost_munmap, munmap);
int fencepost_munmap(void *memory, size_t size) {
  REAL(unmap_call, "munmap");
  unmapping(memory, size, CALL_MUNMAP, __builtin_return_address(0));
  return function(memory, size);
}

EXPORT remap_call fencepost_mremap;
CALLED(fencepost_mremap, mremap);
/* Memory that neither moves nor shrinks stays what it is. */
void *fencepost_mremap(void *memory, size_t size, size_t wanted, int flags, ...) {
  REAL(remap_call, "mremap");
  va_list more;
  va_start(more, flags);
  void *to = flags & MREMAP_FIXED ? va_arg(more, void *) : NULL;
  va_end(more);
  size_t kept = to || (flags & MREMAP_MAYMOVE && wanted > size) ? 0 : wanted;
  if (kept < size)
    unmapping((char *)memory + kept, size - kept, CALL_MREMAP, __builtin_return_address(0));
  return function(memory, size, wanted, flags, to);
}

#define MAPS(ours, name)                                                                       \
  EXPORT map_call ours;                                                                        \
  CALLED(ours, name);                                                                          \
  void *ours(void *memory, size_t size, int rights, int flags, int file, off_t at) {           \
    REAL(map_call, #name);                                                                     \
    if ((flags & MAP_FIXED) == MAP_FIXED)                                                      \
      unmapping(memory, size, CALL_MMAP, __builtin_return_address(0));                         \
    return function(memory, size, rights, flags, file, at);                                    \
  }
MAPS(fencepost_mmap, mmap)
MAPS(fencepost_mmap64, mmap64)

typedef ssize_t vm_call(pid_t, const struct iovec *, unsigned long, const struct iovec *,
                        unsigned long, unsigned long);

static ssize_t vm_move(int write, vm_call *real, pid_t pid, const struct iovec *local,
                       unsigned long locals, const struct iovec *remote, unsigned long remotes,
                       unsigned long flags) {
  hooks_remote *hook = calls.remote;
  ssize_t asked = 0, done = real(pid, local, locals, remote, remotes, flags);
  for (unsigned long i = 0; hook && done >= 0 && i < locals; i++)
    asked += (ssize_t)local[i].iov_len;
  if (!hook || (done < 0 ? errno != EFAULT : done >= asked))
    return done;
  return hook(write, pid, local, locals, remote, remotes, done);
}

#define VM(name, write)                                                                        \
  EXPORT ssize_t name(pid_t pid, const struct iovec *local, unsigned long locals,              \
                      const struct iovec *remote, unsigned long remotes,                       \
                      unsigned long flags) {                                                   \
    static vm_call *_Atomic real;                                                              \
    vm_call *function = real;                                                                  \
    if (!function)                                                                             \
      real = function = (vm_call *)dlsym(RTLD_NEXT, #name);                                    \
    return vm_move(write, function, pid, local, locals, remote, remotes, flags);               \
  }
VM(process_vm_readv, 0)
VM(process_vm_writev, 1)

static void trap_asked(int number) {
  void (*hook)(void) = number == SIGTRAP ? calls.trap : NULL;
  if (hook)
    hook();
}

static void action_made(int number, const struct sigaction *set, struct sigaction *was) {
  hooks_action *hook = calls.action;
  if (hook)
    hook(number, set, was);
}

EXPORT int sigaction(int number, const struct sigaction *action, struct sigaction *old) {
  static int (*_Atomic real)(int, const struct sigaction *, struct sigaction *);
  int (*function)(int, const struct sigaction *, struct sigaction *) = real;
  if (!function)
    real = function = (int (*)(int, const struct sigaction *, struct sigaction *))dlsym(
        RTLD_NEXT, "sigaction");
  trap_asked(number);
  int failed = function(number, action, old);
  if (!failed)
    action_made(number, action, old);
  return failed;
}

EXPORT sighandler_t signal(int number, sighandler_t handler) {
  static sighandler_t (*_Atomic real)(int, sighandler_t);
  sighandler_t (*function)(int, sighandler_t) = real;
  if (!function)
    real = function = (sighandler_t(*)(int, sighandler_t))dlsym(RTLD_NEXT, "signal");
  trap_asked(number);
  struct sigaction set = {.sa_handler = handler},
                   was = {.sa_handler = function(number, handler)};
  if (was.sa_handler != SIG_ERR)
    action_made(number, &set, &was);
  return was.sa_handler;
}

/* Open MPI calls it for each error that is fatal, and for MPI_Abort. Its end of the process
 * runs no handlers of exit, and often a launcher is faster. */
EXPORT int ompi_mpi_abort(void *comm, int code);
int ompi_mpi_abort(void *comm, int code) {
  void (*hook)(int) = calls.fatal;
  hooks_fatal *function = calls.next_fatal;
  if (!function)
    function = (hooks_fatal *)dlsym(RTLD_NEXT, "ompi_mpi_abort");
  if (hook)
    hook(code);
  return function ? function(comm, code) : (abort(), 0);
}

/* MPICH ends the process for an error, or for MPI_Abort, so: it prints this and has the
 * launcher end all, which is mostly faster than its own exit. */
EXPORT int fputs(const char *text, FILE *to) {
  static int (*_Atomic real)(const char *, FILE *);
  int (*function)(const char *, FILE *) = real;
  void (*hook)(int) = calls.fatal;
  if (!function)
    real = function = (int (*)(const char *, FILE *))dlsym(RTLD_NEXT, "fputs");
  if (hook && to == stderr && !strncmp(text, "Abort(", 6))
    hook(atoi(text + 6));
  return function(text, to);
}

static void ending(int code, const char *how, const void *caller) {
  hooks_end *hook = calls.end;
  if (hook)
    hook(code, how, caller);
}

/* These are called in handlers of signals and in children of vfork, where dlsym must not be. */
#define ENDS(name)                                                                             \
  static void (*next_##name)(int);                                                             \
  EXPORT void name(int code) {                                                                 \
    ending(code, #name, __builtin_return_address(0));                                          \
    if (next_##name)                                                                           \
      next_##name(code);                                                                       \
    for (;;)                                                                                   \
      syscall(SYS_exit_group, code);                                                           \
  }
ENDS(_exit)
ENDS(_Exit)

/* What it was called with. Its end is told by the last of its handlers, because another one may
 * call MPI_Finalize. */
static struct {
  int code;
  const void *caller;
} quick;

EXPORT void quick_exit(int code) {
  void (*function)(int) = (void (*)(int))dlsym(RTLD_NEXT, "quick_exit");
  quick.code = code;
  quick.caller = __builtin_return_address(0);
  function(code);
  abort(); /* it does not return */
}

static void quick_end(void) {
  ending(quick.code, "quick_exit", quick.caller);
}

/* The handlers run from the last one to the first one that was registered. */
__attribute__((constructor)) static void ends_find(void) {
  next__exit = (void (*)(int))dlsym(RTLD_NEXT, "_exit");
  next__Exit = (void (*)(int))dlsym(RTLD_NEXT, "_Exit");
  at_quick_exit(quick_end);
}

EXPORT int sched_yield(void) {
  static int (*_Atomic real)(void);
  int (*function)(void) = calls.yield;
  if (!function)
    function = real;
  if (!function)
    real = function = (int (*)(void))dlsym(RTLD_NEXT, "sched_yield");
  return function();
}

EXPORT int pthread_cancel(pthread_t thread) {
  typedef int cancel_call(pthread_t);
  calls.cancelled = 1;
  void (*hook)(pthread_t) = calls.cancel;
  if (hook)
    hook(thread);
  REAL(cancel_call, "pthread_cancel");
  return function(thread);
}

/* libunwind calls it at each of its steps (stack/unwinder.h). */
EXPORT int sigprocmask(int how, const sigset_t *set, sigset_t *old) {
  typedef int mask_call(int, const sigset_t *, sigset_t *);
  int (*hook)(sigset_t *) = calls.mask;
  if (hook && hook(old))
    return 0;
  REAL(mask_call, "sigprocmask");
  return function(how, set, old);
}

/* For modules that were built with `fencepost cc`. */
static struct hooks_modules modules = {.lock = PTHREAD_MUTEX_INITIALIZER};

EXPORT void fencepost_hooks_enter(struct hooks *h);
EXPORT void fencepost_hooks_leave(struct hooks *h);
EXPORT void fencepost_hooks_target(const void *function);
void fencepost_hooks_target(const void *function) {
  hooks_target *hook = calls.target;
  if (hook)
    hook(function);
}

void fencepost_hooks_enter(struct hooks *h) {
  pthread_mutex_lock(&modules.lock);
  h->next = modules.first;
  modules.first = h;
  if (modules.enter)
    modules.enter(h);
  pthread_mutex_unlock(&modules.lock);
}

void fencepost_hooks_leave(struct hooks *h) {
  pthread_mutex_lock(&modules.lock);
  struct hooks **at = &modules.first;
  while (*at && *at != h)
    at = &(*at)->next;
  if (*at)
    *at = h->next;
  if (modules.leave)
    modules.leave(h);
  pthread_mutex_unlock(&modules.lock);
}

static int half_path(char *path, size_t room, const struct library *l) {
  Dl_info info;
  if (!dladdr((void *)fencepost_resolve, &info))
    return 0;
  const char *slash = strrchr(info.dli_fname, '/');
  int folder = slash ? (int)(slash - info.dli_fname) : 1;
  int n = snprintf(path, room, "%.*s/libfencepost-%s.so", folder, slash ? info.dli_fname : ".",
                   l->id);
  return n > 0 && (size_t)n < room;
}

/* Without our half for its library the program runs unchecked. */
static void fill_plain(void *mpi) {
  for (unsigned i = 0; i < CALLS; i++) {
    void *function = dlsym(mpi, call_name(i));
    if (function)
      fencepost_slots[i] = function;
  }
}

static void attach_half(void *mpi, const struct library *l) {
  char path[4096];
  int found = half_path(path, sizeof path, l);
  void *half = found ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : NULL;
  hooks_attach *enter = half ? (hooks_attach *)dlsym(half, "fencepost_attach") : NULL;
  if (!enter)
    fprintf(stderr, "fencepost: not checking: %s\n",
            found ? dlerror() : "its path is too long");
  fill_plain(mpi);
  if (enter)
    enter(mpi, fencepost_slots, &unloads, &modules, &calls);
}

static int attached;

static void attach(void) {
  struct mapped mpi = mapped_find();
  attached = mpi.handle != NULL;
  if (attached)
    attach_half(mpi.handle, mpi.library);
}

/* Tells `fencepost run`, for the report. All ranks have the same library. */
static void note_unknown(const char *path) {
  const char *dir = getenv("FENCEPOST_DIR");
  char name[4096];
  if (!dir || (size_t)snprintf(name, sizeof name, "%s/" LIBRARY_UNKNOWN, dir) >= sizeof name)
    return;
  int file = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
  if (file >= 0) {
    dprintf(file, "%s", path);
    close(file);
  }
}

/* The MPI library is unknown to us, or known by a function that it does not have. Then the call
 * is left to the program. */
static void tell_unknown(void *function) {
  static atomic_int told;
  const char *quiet = getenv("FENCEPOST_QUIET");
  Dl_info info;
  if (attached || atomic_exchange(&told, 1) || !dladdr(function, &info))
    return;
  note_unknown(info.dli_fname);
  if (!quiet || !strcmp(quiet, "0"))
    fprintf(stderr, "fencepost: not checking: %s is no MPI library that Fencepost knows\n",
            info.dli_fname);
}

void *fencepost_resolve(void **slot) {
  void *lazy = *slot;
  const char *name = call_name((unsigned)(slot - fencepost_slots));
  pthread_once(&once, attach);
  if (*slot != lazy)
    return *slot;
  void *function = mapped_function(name);
  if (!function) { /* the same message as from the dynamic linker */
    fprintf(stderr, "fencepost: symbol lookup error: undefined symbol: %s\n", name);
    _exit(127);
  }
  tell_unknown(function);
  return *slot = function;
}
