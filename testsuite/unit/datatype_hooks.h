/* datatype_hooks.h: the constructors of datatypes, with what interpose/ does at such calls. Now
 * and then that is left out: then the MPI library is asked how the datatype was made. */
#ifndef DATATYPE_HOOKS_H
#define DATATYPE_HOOKS_H

#include "interpose/base/args.h"
#include "interpose/base/world.h"

/* Returns whether the next call has them. */
int hooks_next(void);

void type_enter_free(struct frame *f);

#define MADE(Name, ...)                                                                        \
  do {                                                                                         \
    extern void type_leave_##Name(struct frame *f);                                            \
    struct args_##Name a_ = {__VA_ARGS__};                                                     \
    struct frame f_ = {.args = &a_, .rc = (MPI_##Name)(__VA_ARGS__)};                          \
    if (hooks_next())                                                                          \
      type_leave_##Name(&f_);                                                                  \
  } while (0)

#define MPI_Type_contiguous(...) MADE(Type_contiguous, __VA_ARGS__)
#define MPI_Type_vector(...) MADE(Type_vector, __VA_ARGS__)
#define MPI_Type_create_hvector(...) MADE(Type_create_hvector, __VA_ARGS__)
#define MPI_Type_create_resized(...) MADE(Type_create_resized, __VA_ARGS__)
#define MPI_Type_dup(...) MADE(Type_dup, __VA_ARGS__)
#define MPI_Type_indexed(...) MADE(Type_indexed, __VA_ARGS__)
#define MPI_Type_create_hindexed(...) MADE(Type_create_hindexed, __VA_ARGS__)
#define MPI_Type_create_indexed_block(...) MADE(Type_create_indexed_block, __VA_ARGS__)
#define MPI_Type_create_hindexed_block(...) MADE(Type_create_hindexed_block, __VA_ARGS__)
#define MPI_Type_create_struct(...) MADE(Type_create_struct, __VA_ARGS__)
#define MPI_Type_create_subarray(...) MADE(Type_create_subarray, __VA_ARGS__)

#endif
