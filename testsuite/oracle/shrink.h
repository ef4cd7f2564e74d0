/* shrink.h: makes a program smaller while the checker and the judge still disagree. */
#ifndef ORACLE_SHRINK_H
#define ORACLE_SHRINK_H

#include "program.h"

void shrink(struct program *p);

#endif
