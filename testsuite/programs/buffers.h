/* buffers.h: what the parts of buffers.c share. */
#ifndef BUFFERS_H
#define BUFFERS_H

#include <mpi.h>
#ifndef MPICH_VERSION
#include <mpi-ext.h>
#endif
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROOM = 256 };
extern int rank, size;
extern int m[ROOM];

char *range(int lo, int hi);
void expect(const char *call, const char *what, const char *bytes);
void expect_now(const char *call, const char *r, const char *w);
void expect_pending(const char *call, const char *r, const char *w);
void expect_end(const char *call, const char *r, const char *w);
void finish(MPI_Request *request, const char *r, const char *w);
MPI_Datatype second(int n);

void calls(const char *folder);
void calls_c(const char *folder); /* the calls with large counts */
void collectives(void);
void collectives_c(void);
void parts(void);

/* The same source is compiled for calls with large counts and for those without. */
#ifdef LARGE
#define LIKE(name) name##_c
typedef MPI_Count count_t;
typedef MPI_Aint displ_t, displ_w;
#else
#define LIKE(name) name
typedef int count_t;
typedef int displ_t;
#endif
#define TEXT_(x) #x
#define TEXT(x) TEXT_(x)
#define NAME(name) TEXT(LIKE(name))
#define MPI(name) LIKE(MPI_##name)

#endif
