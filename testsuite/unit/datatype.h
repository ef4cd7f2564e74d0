/* datatype.h: random datatypes of every constructor, for datatype.c. */
#ifndef DATATYPE_H
#define DATATYPE_H

#include <mpi.h>

void random_seed(unsigned seed);
int random_below(int n);
/* Returns a committed datatype, nested at most `depth` deep. `text` gets its description. */
MPI_Datatype random_datatype(int depth, char *text, int room);

/* Frees it, with what interpose/ does then. */
void forget(MPI_Datatype *type);

#endif
