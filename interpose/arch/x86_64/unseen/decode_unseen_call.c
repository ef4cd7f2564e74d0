/* decode_unseen_call.c: functions that a loop that waits may call (unseen_code.h). */
#define _GNU_SOURCE
#include <string.h>
#include <strings.h>
#include "decode_unseen_part.h"

#define VARIABLES 8
#define LONGEST 64 /* instructions of a function that only looks */
#define DEEPEST 4  /* calls within each other */

static int is_callable(const char *name, int *sleeps, int *output) {
  enum { SLEEPS = 1 };
  static const struct {
    const char *name;
    int8_t sleeps, output;
  } known[] = {{"sched_yield", SLEEPS, -1},
               {"pthread_yield", SLEEPS, -1},
               {"thrd_yield", SLEEPS, -1},
               {"usleep", SLEEPS, -1},
               {"sleep", SLEEPS, -1},
               {"nanosleep", SLEEPS, 1},
               {"clock_nanosleep", SLEEPS, 3},
               {"thrd_sleep", SLEEPS, 1},
               {"clock_gettime", 0, 1},
               {"gettimeofday", 0, 0},
               {"time", 0, 0},
               {"omp_get_wtime", 0, -1},
               {"MPI_Wtime", 0, -1},
               {"MPI_Test", 0, 1},
               {"MPI_Testall", 0, 2},
               {"MPI_Testany", 0, 3},
               {"MPI_Testsome", 0, 2},
               {"MPI_Iprobe", 0, 3},
               {"MPI_Improbe", 0, 3},
               {"MPI_Request_get_status", 0, 1},
               {"MPI_Request_get_status_all", 0, 2},
               {"MPI_Request_get_status_any", 0, 3},
               {"MPI_Request_get_status_some", 0, 2},
               {"puts", 0, -1},
               {"putchar", 0, -1},
               {"fflush", 0, -1},
               {"printf", 0, -1},
               {"fprintf", 0, -1},
               {"__printf_chk", 0, -1},
               {"__fprintf_chk", 0, -1}};
  size_t length = strlen(name);
  if (!strncasecmp(name, "PMPI_", 5)) {
    name++;
    length--;
  }
  length -= length && name[length - 1] == '_'; /* Fortran's */
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (!strncasecmp(name, known[i].name, length) && !known[i].name[length]) {
      *sleeps |= known[i].sleeps;
      *output = known[i].output;
      return 1;
    }
  return 0;
}

int unseen_callable(struct sweep *w, uintptr_t at, int indirect, int *sleeps, int *output) {
  struct unseen_name *n = &w->name[at / 8 % UNSEEN_NAMES];
  if (n->at != at)
    *n = (struct unseen_name){at, w->c->called(at, indirect)};
  return n->name && is_callable(n->name, sleeps, output);
}

int unseen_is_inside(const struct sweep *w, uintptr_t at) {
  return at >= w->c->lo && at < w->c->hi;
}

/* Notes that the code goes on at `to`. Returns 0 if there are too many such places. */
static int ahead_add(struct unseen_ahead *a, uintptr_t to) {
  if (a->count == UNSEEN_AHEAD)
    return 0;
  a->at[a->count++] = to;
  return 1;
}

int unseen_comes_to(struct unseen_ahead *a, const struct spin_step *t) {
  for (int i = 0; i < a->count && !a->here; i++)
    a->here = a->at[i] == t->at;
  int here = a->here;
  if (is_branch(t) && t->target > t->at && !ahead_add(a, t->target))
    return 0;
  a->here &= !is_branch(t) || is_condition(t);
  return here;
}

static const int8_t arguments_in[] = {REG_RDI, REG_RSI, REG_RDX, REG_RCX, REG_R8, REG_R9};

/* Notes which arguments are read before anything else is put into their registers. */
static void note_arguments(const struct spin_step *t, unsigned *written, unsigned *arguments) {
  unsigned now = 0;
  for (int i = 0; i < t->in.operand_count; i++) {
    const ZydisDecodedOperand *op = &t->op[i];
    int8_t number[2] = {-1, -1};
    if (op->type == ZYDIS_OPERAND_TYPE_REGISTER)
      number[0] = decode_greg(op->reg.value);
    if (is_memory(op)) {
      number[0] = decode_greg(op->mem.base);
      number[1] = decode_greg(op->mem.index);
    }
    for (int k = 0; k < 2; k++)
      if (number[k] >= 0 && (is_memory(op) || reads(op)) && !(*written >> number[k] & 1))
        *arguments |= 1u << number[k];
    if (op->type == ZYDIS_OPERAND_TYPE_REGISTER && writes(op) && number[0] >= 0)
      now |= 1u << number[0];
  }
  *written |= now;
}

/* Registers and variables of the frame that hold addresses in it. Without optimisation also a
 * function that only looks makes itself such. */
struct look_frame {
  unsigned registers; /* a bit for each greg_t number */
  int64_t variable[VARIABLES];
  int variables;
};

static const struct spin_walk any_frame = {.rbp_is_frame = 1};

static int8_t general(const ZydisDecodedOperand *op) {
  return op->type == ZYDIS_OPERAND_TYPE_REGISTER ? decode_greg(op->reg.value) : -1;
}

static int variable_of(const struct look_frame *f, const ZydisDecodedOperand *op) {
  for (int i = 0; i < f->variables && is_slot(&any_frame, op); i++)
    if (f->variable[i] == op->mem.disp.value)
      return i;
  return -1;
}

static void follow_addresses(struct look_frame *f, const struct spin_step *t) {
  const ZydisDecodedOperand *to = &t->op[0], *from = &t->op[1];
  int moves = t->in.mnemonic == ZYDIS_MNEMONIC_MOV;
  int into = general(to), of = moves ? general(from) : -1;
  int is_address = (t->in.mnemonic == ZYDIS_MNEMONIC_LEA && is_slot(&any_frame, from)) ||
                   (of >= 0 && f->registers >> of & 1) ||
                   (moves && is_memory(from) && variable_of(f, from) >= 0);
  int variable = moves && is_memory(to) ? variable_of(f, to) : -1;
  for (int i = 0; i < SPIN_GENERAL; i++)
    if (f->registers >> i & 1 && writes_register(t, i))
      f->registers &= ~(1u << i);
  if (into >= 0 && is_address)
    f->registers |= 1u << into;
  if (variable >= 0 && !is_address)
    f->variable[variable] = f->variable[--f->variables];
  else if (moves && is_address && variable < 0 && is_slot(&any_frame, to) &&
           f->variables < VARIABLES)
    f->variable[f->variables++] = to->mem.disp.value;
}

/* Returns whether all that the instruction stores is in the frame. */
static int stores_in_frame(const struct look_frame *f, const struct spin_step *t, int *loads) {
  for (int i = 0; i < t->in.operand_count; i++) {
    const ZydisDecodedOperand *op = &t->op[i];
    if (!is_memory(op) || op->mem.type == ZYDIS_MEMOP_TYPE_AGEN || is_slot(&any_frame, op))
      continue;
    int8_t base = decode_greg(op->mem.base);
    if (writes(op) &&
        (base < 0 || op->mem.index != ZYDIS_REGISTER_NONE || !(f->registers >> base & 1)))
      return 0;
    *loads |= reads(op);
  }
  return 1;
}

struct look_at { /* a function, and those that it calls */
  struct sweep *w;
  int loads, sleeps;
};

static int looks(struct look_at *l, uintptr_t at, int depth, unsigned *arguments);

static int callee_looks(struct look_at *l, const struct spin_step *t, int depth) {
  unsigned arguments = 0;
  int output = -1;
  if (!t->target || depth == DEEPEST)
    return 0;
  if (unseen_is_inside(l->w, t->target))
    return looks(l, t->target, depth + 1, &arguments);
  return unseen_callable(l->w, t->target, 0, &l->sleeps, &output) && output < 0;
}

static int looks(struct look_at *l, uintptr_t at, int depth, unsigned *arguments) {
  struct unseen_ahead ahead = {.here = 1};
  struct look_frame f = {0};
  struct spin_step t;
  uintptr_t furthest = at;
  unsigned written = 0, all = 0;
  for (int i = 0; i < LONGEST && step_at(&l->w->code, at, &t); i++, at = t.next) {
    if (!unseen_comes_to(&ahead, &t))
      continue; /* it handles exceptions */
    note_arguments(&t, &written, &all);
    if (t.in.meta.category == ZYDIS_CATEGORY_RET && t.at >= furthest) {
      for (size_t k = 0; k < sizeof arguments_in; k++)
        *arguments |= all & 1u << arguments_in[k];
      return 1;
    }
    if (is_call(&t) ? !callee_looks(l, &t, depth)
                    : t.in.attributes & ZYDIS_ATTRIB_HAS_LOCK ||
                          t.in.meta.category == ZYDIS_CATEGORY_SYSCALL ||
                          !stores_in_frame(&f, &t, &l->loads))
      return 0;
    follow_addresses(&f, &t);
    if (is_branch(&t) && t.target < t.next)
      return 0;
    if (is_branch(&t) && t.target > furthest)
      furthest = t.target;
  }
  return 0;
}

int unseen_looks(struct sweep *w, uintptr_t at, unsigned *arguments, int *loads, int *sleeps) {
  struct look_at l = {.w = w};
  *arguments = 0;
  if (!looks(&l, at, 0, arguments))
    return 0;
  *loads |= l.loads;
  *sleeps |= l.sleeps;
  return 1;
}
