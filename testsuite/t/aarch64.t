#!/bin/sh
# All of interpose/ compiles for the other processor that it knows. What needs headers that Debian
# has for one processor only is compiled by `make check-aarch64`, which also runs it.
here=$(cd "$(dirname "$0")" && pwd)
cd "$here/../.." || exit 1
cc=aarch64-linux-gnu-gcc
if ! command -v $cc >/dev/null; then
  echo "1..0 # SKIP without $cc"
  exit
fi
n=0
failed=0
tell() {
  n=$((n + 1))
  if test "$1" = 0; then
    echo "ok $n - $2"
  else
    echo "not ok $n - $2"
    failed=1
  fi
}
headers="-idirafter /usr/include -idirafter /usr/include/x86_64-linux-gnu"
for mpi in mpich; do # make check-aarch64 builds for all
  mpi_h=$(echo '#include <mpi.h>' | mpicc.$mpi -E -x c - | sed -n 's/.* "\(.*\)\/mpi\.h".*/\1/p' | head -n 1)
  for f in $(find interpose -name '*.c' | grep -v 'arch/x86_64/'); do
    grep -q 'libunwind\|arch/frame.h' "$f" && continue
    $cc -std=gnu11 -Wall -Wextra -Werror -I. -isystem "$mpi_h" -DMPI_LIBRARY=$mpi -DLIBC_OLDEST='""' $headers -fsyntax-only "$f"
    tell $? "$mpi: $f"
  done
done
# nothing outside of its folder knows the processor
grep -rlE '__x86_64__|__aarch64__|\bREG_R[A-Z0-9]+\b|gregs' interpose --exclude-dir=arch >&2
tell $((!$?)) 'interpose/arch/ alone knows which processor it is'
grep -rlE 'OPEN_MPI|MPICH_VERSION|FENCEPOST_OPENMPI' --exclude-dir=mpi --exclude-dir=__pycache__ interpose report checker include >&2
tell $((!$?)) 'interpose/mpi/ alone knows which MPI library it is'
echo "1..$n"
exit $failed
