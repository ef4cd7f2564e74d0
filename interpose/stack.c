#define _GNU_SOURCE
#define UNW_LOCAL_ONLY
#include <dlfcn.h>
#include <jansson.h>
#include <libunwind.h>
#include <link.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>
#include <unistd.h>
#define HASH_NONFATAL_OOM 1
#include <uthash.h>
#include "python.h"
#include "stack.h"
#include "thread.h"
#include "trace.h"
#include "world.h"

#define DEPTH 40

struct stack {
  uint32_t id;
  int defined;
  int count;
  json_t *python; /* frames of the interpreter, or NULL */
  UT_hash_handle hh;
  void *pc[]; /* return addresses, innermost first; the key */
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct stack *stacks, **by_id;
static uint32_t stack_count, stack_room;

/* The text of our own library, whose frames nobody wants to see. */
static uintptr_t own_lo, own_hi;

static int find_own(struct dl_phdr_info *info, size_t size, void *unused) {
  (void)size;
  (void)unused;
  uintptr_t here = (uintptr_t)find_own;
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *p = &info->dlpi_phdr[i];
    uintptr_t lo = info->dlpi_addr + p->p_vaddr;
    if (p->p_type == PT_LOAD && here >= lo && here < lo + p->p_memsz) {
      own_lo = lo;
      own_hi = lo + p->p_memsz;
      return 1;
    }
  }
  return 0;
}

static struct stack *stack_add(void **pc, int count, json_t *python) {
  if (stack_count + 1 >= stack_room) {
    uint32_t room = stack_room ? stack_room * 2 : 256;
    struct stack **grown = realloc(by_id, room * sizeof *grown);
    if (!grown)
      return NULL;
    by_id = grown;
    stack_room = room;
  }
  struct stack *s = calloc(1, sizeof *s + (size_t)count * sizeof *pc);
  if (!s)
    return NULL;
  memcpy(s->pc, pc, (size_t)count * sizeof *pc);
  s->count = count;
  s->python = json_incref(python);
  s->id = ++stack_count;
  by_id[s->id] = s;
  return s;
}

/* With an interpreter the C frames are the same for every line: its own frames tell. */
static uint32_t stack_intern(void **pc, int count, json_t *python) {
  struct stack *s = NULL;
  pthread_mutex_lock(&lock);
  size_t n = (size_t)count * sizeof *pc;
  if (!python) {
    HASH_FIND(hh, stacks, pc, n, s);
    if (!s && (s = stack_add(pc, count, NULL)))
      HASH_ADD_KEYPTR(hh, stacks, s->pc, n, s);
  } else {
    for (uint32_t i = stack_count; i > 0 && !s; i--)
      if (by_id[i]->python && json_equal(by_id[i]->python, python))
        s = by_id[i];
    if (!s)
      s = stack_add(pc, count, python);
  }
  uint32_t id = s ? s->id : 0;
  pthread_mutex_unlock(&lock);
  return id;
}

uint32_t stack_capture(void) {
  void *pc[DEPTH];
  if (!own_hi)
    dl_iterate_phdr(find_own, NULL);
  int count = unw_backtrace(pc, DEPTH), skip = 0;
  while (skip < count && (uintptr_t)pc[skip] >= own_lo && (uintptr_t)pc[skip] < own_hi)
    skip++;
  json_t *python = python_frames();
  uint32_t id = stack_intern(pc + skip, count - skip, python);
  json_decref(python);
  return id;
}

uint32_t stack_capture_thread(const uint64_t *registers) {
  static const int greg[REGISTERS] = {REG_RIP, REG_RSP, REG_RBP, REG_RBX,
                                      REG_R12, REG_R13, REG_R14, REG_R15};
  unw_context_t context;
  unw_cursor_t cursor;
  void *pc[DEPTH];
  int count = 0;
  memset(&context, 0, sizeof context);
  for (int i = 0; i < REGISTERS; i++)
    context.uc_mcontext.gregs[greg[i]] = (greg_t)registers[i];
  if (unw_init_local(&cursor, &context))
    return 0;
  while (count < DEPTH && unw_step(&cursor) > 0) {
    unw_word_t ip;
    if (unw_get_reg(&cursor, UNW_REG_IP, &ip) || !ip)
      break;
    if (ip < own_lo || ip >= own_hi)
      pc[count++] = (void *)ip;
  }
  return stack_intern(pc, count, NULL);
}

struct module {
  uintptr_t pc;
  char path[1024];
  char build_id[64];
  uintptr_t bias;
  int found;
};

static void note_build_id(struct module *m, const unsigned char *at, size_t size) {
  const unsigned char *end = at + size;
  while (at + sizeof(ElfW(Nhdr)) <= end) {
    const ElfW(Nhdr) *n = (const void *)at;
    const unsigned char *name = at + sizeof *n;
    const unsigned char *desc = name + ((n->n_namesz + 3) & ~3u);
    if (desc + n->n_descsz > end)
      return;
    if (n->n_type == NT_GNU_BUILD_ID && n->n_namesz == 4 && !memcmp(name, "GNU", 4)) {
      for (unsigned i = 0; i < n->n_descsz && i < sizeof m->build_id / 2 - 1; i++)
        sprintf(m->build_id + 2 * i, "%02x", desc[i]);
      return;
    }
    at = desc + ((n->n_descsz + 3) & ~3u);
  }
}

static int find_module(struct dl_phdr_info *info, size_t size, void *context) {
  struct module *m = context;
  (void)size;
  for (int i = 0; i < info->dlpi_phnum && !m->found; i++) {
    const ElfW(Phdr) *p = &info->dlpi_phdr[i];
    uintptr_t lo = info->dlpi_addr + p->p_vaddr;
    m->found = p->p_type == PT_LOAD && m->pc >= lo && m->pc < lo + p->p_memsz;
  }
  if (!m->found)
    return 0;
  m->bias = info->dlpi_addr;
  if (*info->dlpi_name) {
    if (!realpath(info->dlpi_name, m->path))
      snprintf(m->path, sizeof m->path, "%s", info->dlpi_name);
  } else {
    ssize_t n = readlink("/proc/self/exe", m->path, sizeof m->path - 1);
    m->path[n > 0 ? n : 0] = 0;
  }
  for (int i = 0; i < info->dlpi_phnum; i++)
    if (info->dlpi_phdr[i].p_type == PT_NOTE && !*m->build_id)
      note_build_id(m, (void *)(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr),
                    info->dlpi_phdr[i].p_memsz);
  return 1;
}

static json_t *frame_json(void *pc) {
  static struct module m; /* too large for a small thread's stack; the lock is held */
  memset(&m, 0, sizeof m);
  m.pc = (uintptr_t)pc - 1; /* the call, not what follows it */
  dl_iterate_phdr(find_module, &m);
  Dl_info d;
  const char *symbol = dladdr((void *)m.pc, &d) ? d.dli_sname : NULL;
  return json_pack("{s:s, s:s, s:I, s:s*}", "module", m.found ? m.path : "?", "build_id",
                   m.build_id, "offset", (json_int_t)((uintptr_t)pc - m.bias), "symbol",
                   symbol);
}

void stack_define(uint32_t id) {
  pthread_mutex_lock(&lock);
  struct stack *s = id && id <= stack_count ? by_id[id] : NULL;
  if (s && !s->defined) {
    s->defined = 1;
    json_t *frames = s->python ? json_copy(s->python) : json_array();
    for (int i = 0; i < s->count; i++)
      json_array_append_new(frames, frame_json(s->pc[i]));
    json_t *record =
        json_pack("{s:s, s:I, s:o}", "record", "stack", "id", (json_int_t)id, "frames", frames);
    trace_json(record);
    journal_write(world.journal, record);
  }
  pthread_mutex_unlock(&lock);
}
