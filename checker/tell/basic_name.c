/* basic_name.c: predefined datatypes and operations in words. */
#include "include/basic.h"
#include "basic_name.h"

static const char *const names[BASICS] = {
#define BASIC(name, class) [BASIC_##name] = "MPI_" #name,
#include "include/basics.def"
};

const char *basic_name(unsigned basic) {
  if (basic == BASIC_MIXED)
    return "a mixture of predefined datatypes";
  return basic < BASICS && names[basic] ? names[basic] : "a datatype of MPI_Type_create_f90";
}

const char *reduce_name(unsigned reduce) {
  static const char *const reduce_names[] = {
      [REDUCE_NONE] = "no operation", [REDUCE_MAX] = "MPI_MAX",
      [REDUCE_MIN] = "MPI_MIN",       [REDUCE_SUM] = "MPI_SUM",
      [REDUCE_PROD] = "MPI_PROD",     [REDUCE_LAND] = "MPI_LAND",
      [REDUCE_BAND] = "MPI_BAND",     [REDUCE_LOR] = "MPI_LOR",
      [REDUCE_BOR] = "MPI_BOR",       [REDUCE_LXOR] = "MPI_LXOR",
      [REDUCE_BXOR] = "MPI_BXOR",     [REDUCE_MINLOC] = "MPI_MINLOC",
      [REDUCE_MAXLOC] = "MPI_MAXLOC", [REDUCE_REPLACE] = "MPI_REPLACE",
      [REDUCE_NO_OP] = "MPI_NO_OP",   [REDUCE_USER] = "an operation of the user"};
  return reduce <= REDUCE_USER ? reduce_names[reduce] : "an unknown operation";
}
