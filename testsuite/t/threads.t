#!/bin/sh
# Threads of one process: the unit test of what orders them, and some programs of `make
# check-threads`, others with clang's OpenMP.
here=$(cd "$(dirname "$0")" && pwd)
build=${BUILD:-$here/../../build}
n=1
failed=0
if out=$("$build/unit/order"); then
  echo "ok 1 - what has happened before"
else
  echo "not ok 1 - what has happened before"
  echo "$out" | sed 's/^/# /'
  failed=1
fi
some() {
  n=$((n + 1))
  if out=$(MPICH_CC=$1 OMPI_CC=$1 "$here/../runner.py" --build "$build/testsuite/threads-$1" \
    --fencepost "$build/fencepost" --matrix=threads --one-mpi --sample "$2" --seed "$3" --only "$4"); then
    echo "ok $n - $1, $4: $(echo "$out" | grep -c '^ok') runs"
  else
    echo "not ok $n - $1, $4"
    echo "$out" | grep -v '^ok' | sed 's/^/# /'
    failed=1
  fi
}
some gcc 12 1 'threads-[ps]*'
some gcc 8 2 'threads-openmp/*'
if echo 'int main(void) { return 0; }' | clang -fopenmp -x c - -o /dev/null 2>/dev/null; then
  some clang 6 3 'threads-openmp/*'
  # the runtime tells nothing: nobody is accused
  OMP_TOOL=disabled some clang 4 4 'threads-openmp/*-ok'
fi
echo "1..$n"
exit $failed
