#define _GNU_SOURCE
#include "result.h"
#include <pthread.h>
#include "../include/error_class.h"
#include "code.h"
#include "misuse.h"
#include "mpi_call.h"
#include "spin.h"
#include "stack.h"
#include "world.h"

#define KNOWN 256 /* places */
#define FOUND 64

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct {
  uintptr_t pc;
  int code;
} known[KNOWN];
static int known_count;

static struct {
  uint32_t stack;
  uint16_t call;
} found[FOUND];
static unsigned found_count;

/* Numbers of error classes are the library's own. */
static int name_of(int code) {
  static const int classes[ERROR_CLASSES] = {
#define CLASS(name) [ERROR_##name] = name,
#include "../include/error_class.def"
#undef CLASS
  };
  int class;
  if (REAL(Error_class)(code, &class) != MPI_SUCCESS)
    return ERROR_MPI_ERR_UNKNOWN;
  for (int i = 0; i < ERROR_CLASSES; i++)
    if (classes[i] == class)
      return i;
  return ERROR_MPI_ERR_UNKNOWN;
}

/* Whether the place has not failed so before. */
static int is_new(uintptr_t pc, int code) {
  int i = 0;
  pthread_mutex_lock(&lock);
  while (i < known_count && (known[i].pc != pc || known[i].code != code))
    i++;
  int new = i == known_count &&i < KNOWN;
  if (new) {
    known[known_count].pc = pc;
    known[known_count++].code = code;
  }
  pthread_mutex_unlock(&lock);
  return new;
}

void result_found(const struct finding *f, int rank) {
  pthread_mutex_lock(&lock);
  for (int i = 0; i < f->locations; i++)
    if (f->location[i].site.rank == rank) {
      found[found_count % FOUND].stack = f->location[i].site.stack;
      found[found_count++ % FOUND].call = f->location[i].site.call;
    }
  pthread_mutex_unlock(&lock);
}

static int is_found(uint32_t stack, unsigned call) {
  int is = 0;
  pthread_mutex_lock(&lock);
  for (unsigned i = 0; i < FOUND && i < found_count; i++)
    is |= found[i].stack == stack && found[i].call == call;
  pthread_mutex_unlock(&lock);
  return is;
}

static int is_ignored(uintptr_t pc) {
  static result_function *look;
  static int begun;
  uint8_t code[RESULT_BEFORE + RESULT_AFTER];
  size_t before = RESULT_BEFORE;
  if (!begun) {
    look = (result_function *)spin_decoder(RESULT_FUNCTION);
    begun = 1;
  }
  if (!look)
    return 0;
  size_t all = code_around(code, pc, &before, RESULT_AFTER);
  return all && !look(&(struct result_code){pc, pc - before, pc - before + all, code});
}

void result_failed(struct frame *f, int code) {
  uintptr_t pc = f->thread->registers[REG_CALLER];
  if (f->depth || !is_new(pc, code) || !is_ignored(pc))
    return;
  uint32_t stack = stack_capture(f->thread);
  if (!is_found(stack, f->call))
    misuse_feed_of(f, MISUSE_RESULT, &(struct maker){.call = (uint16_t)f->call}, name_of(code),
                   code);
}
