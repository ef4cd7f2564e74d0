/* A program with a Python interpreter in it: it calls MPI before Python runs, from Python, and
 * when Python has returned. Each communicator that it leaves over is a finding. It prints how
 * often memory was read by system calls while no Python had run yet. */
#define _GNU_SOURCE
#include <Python.h>
#include <mpi.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#define TIMES 100 /* more often than python-lines.t allows reads */

static MPI_Comm left[4];
static int count, reads;

/* Fencepost's calls come here, too, because symbols of the program come first. */
ssize_t process_vm_readv(pid_t process, const struct iovec *to, unsigned long parts,
                         const struct iovec *from, unsigned long parts_from,
                         unsigned long flags) {
  reads++;
  return syscall(SYS_process_vm_readv, process, to, parts, from, parts_from, flags);
}

void synchronize(void) {
  int in, out = 0;
  MPI_Request requests[2];
  MPI_Irecv(&in, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &requests[0]);
  MPI_Isend(&out, 1, MPI_INT, 0, 0, MPI_COMM_SELF, &requests[1]);
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
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
  reads = 0;
  for (int i = 0; i < TIMES; i++)
    synchronize();
  printf("%d\n", reads);
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
