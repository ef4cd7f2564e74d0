#include "info.h"
#include <string.h>
#include "include/event.h"
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

/* The keys of section 11.2.1: returns which of `bits` a value sets. */
static const struct {
  const char *key;
  uint32_t bits;
  uint32_t (*set)(const char *value, uint32_t bits);
} keys[] = {{"no_locks", INFO_NO_LOCKS, bits_true},
            {"same_size", INFO_SAME_SIZE, bits_true},
            {"same_disp_unit", INFO_SAME_DISP_UNIT, bits_true},
            {"accumulate_ops", INFO_SAME_OP, bits_ops},
            {"accumulate_ordering", INFO_UNORDERED, bits_ordering}};

uint32_t info_bits(MPI_Info info, uint32_t before) {
  uint32_t bits = before;
  if (info == MPI_INFO_NULL || object_over(OBJECT_INFO, &info, NULL))
    return bits;
  for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
    char value[64] = "";
    int flag = 0;
    if (!REAL(Info_get)(info, keys[i].key, sizeof value - 1, value, &flag) && flag)
      bits = (bits & ~keys[i].bits) | keys[i].set(value, keys[i].bits);
  }
  return bits;
}
