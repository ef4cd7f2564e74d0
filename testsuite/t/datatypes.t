#!/bin/sh
# What interpose/ says of datatypes, against what each MPI library does with random ones.
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
# the libraries leak by themselves
export ASAN_OPTIONS=detect_leaks=0
n=0
bad=0
for mpi in mpich openmpi; do
  command -v mpicc.$mpi >/dev/null || continue
  n=$((n + 1))
  sources=
  for part in data/type data/shape data/contents data/runs entry/scratch entry/thread \
      tracers/leaf stack/unwind stack/own_stack stack/fault_stack arch/x86_64/gate_arena; do
    sources="$sources $root/interpose/$part.c"
  done
  if mpicc.$mpi -std=gnu11 -g -O1 -fsanitize=address,undefined -fno-sanitize-recover=undefined \
      -I"$root" -DMPI_LIBRARY=$mpi -o "$dir/$mpi" "$root/testsuite/unit/datatype.c" \
      "$root/testsuite/unit/datatype_random.c" $sources -lunwind >"$dir/log" 2>&1 &&
      mpiexec.$mpi -n 1 "$dir/$mpi" >>"$dir/log" 2>&1; then
    echo "ok $n - $mpi"
  else
    echo "not ok $n - $mpi"
    grep -v '^ok' "$dir/log" | sed 's/^/#   /'
    bad=1
  fi
done
echo "1..$n"
exit $bad
