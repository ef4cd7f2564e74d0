#include "info.h"
#include <string.h>
#include "include/event.h"
#include "interpose/base/mpi_frame.h"
#include "interpose/handles/comm.h"
#include "interpose/handles/invalid.h"
#include "interpose/handles/object.h"

/* Returns whether the list of words contains this one. */
static int lists(const char *list, const char *word) {
  size_t n = strlen(word);
  while (*list) {
    list += strspn(list, ", ");
    size_t length = strcspn(list, ", ");
    if (length == n && !strncmp(list, word, n))
      return 1;
    list += length;
  }
  return 0;
}

static uint32_t bits_true(const char *value, uint32_t bits) {
  return strcmp(value, "true") ? 0 : bits;
}

static uint32_t bits_ops(const char *value, uint32_t bits) {
  return strcmp(value, "same_op") ? 0 : bits;
}

static uint32_t bits_ordering(const char *value, uint32_t bits) {
  (void)bits;
  return (lists(value, "raw") ? 0 : INFO_UNORDERED_RAW) |
         (lists(value, "war") ? 0 : INFO_UNORDERED_WAR) |
         (lists(value, "waw") ? 0 : INFO_UNORDERED_WAW);
}

struct key {
  const char *name;
  uint32_t bits;
  uint32_t (*set)(const char *value, uint32_t bits); /* returns which of `bits` a value sets */
};

static uint32_t read_keys(const struct key *keys, size_t n, MPI_Info info, uint32_t before) {
  uint32_t bits = before;
  if (info == MPI_INFO_NULL || object_over(OBJECT_INFO, &info, NULL) ||
      handle_invalid(OBJECT_INFO, &info))
    return bits;
  for (size_t i = 0; i < n; i++) {
    char value[64] = "";
    int flag = 0;
    if (!REAL(Info_get)(info, keys[i].name, sizeof value - 1, value, &flag) && flag)
      bits = (bits & ~keys[i].bits) | keys[i].set(value, keys[i].bits);
  }
  return bits;
}

/* Section 11.2.1. */
uint32_t info_bits(MPI_Info info, uint32_t before) {
  static const struct key keys[] = {{"no_locks", INFO_NO_LOCKS, bits_true},
                                    {"same_size", INFO_SAME_SIZE, bits_true},
                                    {"same_disp_unit", INFO_SAME_DISP_UNIT, bits_true},
                                    {"accumulate_ops", INFO_SAME_OP, bits_ops},
                                    {"accumulate_ordering", INFO_UNORDERED, bits_ordering}};
  return read_keys(keys, sizeof keys / sizeof *keys, info, before);
}

/* Section 7.4.4 of MPI-4.0. The fourth, mpi_assert_allow_overtaking, forbids no call. */
uint32_t info_assertions(MPI_Info info, uint32_t before) {
  static const struct key keys[] = {{"mpi_assert_no_any_source", COMM_NO_ANY_SOURCE, bits_true},
                                    {"mpi_assert_no_any_tag", COMM_NO_ANY_TAG, bits_true},
                                    {"mpi_assert_exact_length", COMM_EXACT_LENGTH, bits_true}};
  return read_keys(keys, sizeof keys / sizeof *keys, info, before);
}

void comm_leave_set_info(struct frame *f);
void comm_leave_set_info(struct frame *f) {
  const struct args_Comm_set_info *a = f->args;
  struct comm *c = f->rc == MPI_SUCCESS ? comm_find(a->comm) : NULL;
  if (c)
    comm_assert(c, info_assertions(a->info, c->assertions));
}
