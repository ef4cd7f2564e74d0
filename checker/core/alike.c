/* alike.c: which predefined datatypes go with each other, and which reductions are defined for
 * them. Part of include/check.h. */
#include "include/basic.h"
#include "include/check.h"

enum class { CLASS_NONE, INTEGER, FLOATING, LOGICAL, COMPLEX, BYTE, MULTI, PAIR, OTHER };

static const unsigned char classes[BASICS] = {
#define BASIC(name, class) [BASIC_##name] = class,
#include "include/basics.def"
};

/* Returns whether a reduction operation is defined for the datatype (section 5.9.2). */
static const unsigned reductions[] = {
#define ON(class) (1u << class)
    [REDUCE_MAX] = ON(INTEGER) | ON(FLOATING) | ON(MULTI),
    [REDUCE_MIN] = ON(INTEGER) | ON(FLOATING) | ON(MULTI),
    [REDUCE_SUM] = ON(INTEGER) | ON(FLOATING) | ON(COMPLEX) | ON(MULTI),
    [REDUCE_PROD] = ON(INTEGER) | ON(FLOATING) | ON(COMPLEX) | ON(MULTI),
    [REDUCE_LAND] = ON(INTEGER) | ON(LOGICAL),
    [REDUCE_LOR] = ON(INTEGER) | ON(LOGICAL),
    [REDUCE_LXOR] = ON(INTEGER) | ON(LOGICAL),
    [REDUCE_BAND] = ON(INTEGER) | ON(BYTE) | ON(MULTI),
    [REDUCE_BOR] = ON(INTEGER) | ON(BYTE) | ON(MULTI),
    [REDUCE_BXOR] = ON(INTEGER) | ON(BYTE) | ON(MULTI),
    [REDUCE_MINLOC] = ON(PAIR),
    [REDUCE_MAXLOC] = ON(PAIR),
};

int check_reduces(unsigned reduce, unsigned basic) {
  return reduce >= sizeof reductions / sizeof *reductions || !reductions[reduce] ||
         basic >= BASICS || !classes[basic] || (reductions[reduce] & ON(classes[basic]));
}

int check_compares(unsigned basic) {
  const unsigned legal = ON(INTEGER) | ON(LOGICAL) | ON(MULTI) | ON(BYTE);
  return basic >= BASICS || !classes[basic] || (legal & ON(classes[basic]));
}

/* Bytes go with everything: many programs send so what they receive as what it is. */
static int is_vague(unsigned basic) {
  return basic >= BASICS || !classes[basic] || classes[basic] == BYTE ||
         classes[basic] == OTHER;
}

static int is_character(unsigned basic) {
  return basic == BASIC_CHAR || basic == BASIC_WCHAR || basic == BASIC_CHARACTER;
}

static int is_unsigned(unsigned basic) {
  switch (basic) {
  case BASIC_UNSIGNED_CHAR:
  case BASIC_UNSIGNED_SHORT:
  case BASIC_UNSIGNED:
  case BASIC_UNSIGNED_LONG:
  case BASIC_UNSIGNED_LONG_LONG:
  case BASIC_UINT8_T:
  case BASIC_UINT16_T:
  case BASIC_UINT32_T:
  case BASIC_UINT64_T:
    return 1;
  default:
    return 0;
  }
}

int check_vague(unsigned basic) {
  return (is_vague(basic) && !is_character(basic)) || classes[basic] == PAIR;
}

int check_alike(unsigned basic, unsigned size, unsigned other, unsigned other_size) {
  /* Characters are taken for small numbers, but not for others. */
  if (is_character(basic) ? is_character(other) || !is_vague(other)
                          : is_character(other) && !is_vague(basic))
    return !size || !other_size || size == other_size;
  if (basic == other || is_vague(basic) || is_vague(other))
    return 1;
  /* Two of MPI_INT are one of MPI_2INT. */
  if ((classes[basic] == PAIR) != (classes[other] == PAIR))
    return 1;
  unsigned a = classes[basic] == MULTI ? INTEGER : classes[basic];
  unsigned b = classes[other] == MULTI ? INTEGER : classes[other];
  /* Names for one type of the same language are taken for each other: MPI_INT, MPI_INT32_T. */
  return a == b && is_unsigned(basic) == is_unsigned(other) &&
         (!size || !other_size || size == other_size);
}
