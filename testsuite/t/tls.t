#!/bin/sh
# Libraries that are loaded while a program runs may need room for variables of threads at fixed
# offsets, of which glibc keeps 1664 bytes. The program's own must find theirs there, too.
here=$(cd "$(dirname "$0")" && pwd)
build=${BUILD:-$here/../../build}
build=$(cd "$build" && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit 1
set -a
. "$here/../openmpi.env"
set +a
n=0
ok() {
  n=$((n + 1))
  if test "$1" = 0; then echo "ok $n - $2"; else echo "not ok $n - $2"; fi
}
cat >late.c <<'END'
__thread char room[600] __attribute__((tls_model("initial-exec")));
char *of_thread(void) { return room; }
END
cat >program.c <<'END'
#include <dlfcn.h>
#include <mpi.h>
#include <stdio.h>
static void load(void) { puts(dlopen("./late.so", RTLD_NOW) ? "loaded" : dlerror()); }
int main(int argc, char **argv) {
  if (argc > 1)
    load();
  MPI_Init(&argc, &argv);
  if (argc == 1)
    load();
  MPI_Finalize();
}
END
cc -shared -fPIC -o late.so late.c || exit 1
for mpi in mpich openmpi; do
  mpicc.$mpi -o program.$mpi program.c || exit 1
  for when in "" before; do
    out=$("$build/fencepost" run --quiet ./program.$mpi $when 2>&1)
    test $? = 0 && test "$out" = loaded
    ok $? "$mpi: a library with 600 bytes, loaded ${when:-after} MPI_Init"
  done
done
echo "1..$n"
