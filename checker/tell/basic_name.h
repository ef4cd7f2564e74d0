/* basic_name.h: predefined datatypes and operations in words. */
#ifndef FENCEPOST_BASIC_NAME_H
#define FENCEPOST_BASIC_NAME_H

#include "checker/core/state.h"

const char *basic_name(unsigned basic);
const char *reduce_name(unsigned reduce);

#endif
