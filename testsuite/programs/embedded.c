/* A program with a Python interpreter in it: it calls MPI before Python runs, from Python, and
 * when Python has returned. Each communicator that it leaves over is a finding. */
#include <Python.h>
#include <mpi.h>

#define TIMES 100

static MPI_Comm left[4];
static int count;

void synchronize(void) {
  MPI_Barrier(MPI_COMM_SELF);
}

void leave(void) {
  MPI_Comm_dup(MPI_COMM_SELF, &left[count++]);
}

static void first(void) {
  MPI_Comm_dup(MPI_COMM_SELF, &left[count++]);
}

static void last(void) {
  MPI_Comm_dup(MPI_COMM_SELF, &left[count++]);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  Py_Initialize();
  for (int i = 0; i < TIMES; i++)
    synchronize();
  first();
  PyRun_SimpleString("import ctypes\nown = ctypes.CDLL(None)");
  for (int i = 0; i < TIMES; i++) /* compiled anew each time */
    PyRun_SimpleString("own.synchronize()");
  PyRun_SimpleString("\n\nown.leave()");
  PyRun_SimpleString("def inner():\n  own.leave()\n\ninner()");
  for (int i = 0; i < TIMES; i++)
    synchronize();
  last();
  Py_Finalize();
  MPI_Finalize();
}
