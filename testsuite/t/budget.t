#!/bin/sh
# --exact: how much is seen of pages that are accessed often, and what the report says about that.
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
# Prints: findings; pages that were opened.
summary() {
  python3 -c 'import json, sys
r = json.load(open("report.json"))
p = [w for w in r["run"]["precision"] if "--exact" in str(w)]
print(len([f for f in r["findings"] if f["id"] == "rma-local-race"]), 1 if p else 0)'
}
if ! test -e "$build/libfencepost-decode.so"; then
  echo "1..0 # SKIP without Zydis"
  exit
fi
for mpi in mpich openmpi; do
  mpicc.$mpi -g -O1 -o budget.$mpi "$here/../programs/budget.c" || exit 1
  run() {
    timeout 600 "$build/fencepost" run --quiet --output=report.json "$@" \
      mpiexec.$mpi -n 2 ./budget.$mpi >/dev/null 2>&1
  }
  run --trace=pages --exact=all
  test "$(summary)" = "1 0"
  ok $? "$mpi: all is seen"
  run --trace=pages
  test "$(summary)" = "0 1"
  ok $? "$mpi: of a large window the first 64 accesses to a page; the report says so"
  run --trace=pages --exact=2000
  test "$(summary)" = "1 0"
  ok $? "$mpi: 2000 are enough"
  mpicc.$mpi -g -O1 -w -o sweep.$mpi "$here/../programs/sweep.c" || exit 1
  sweep() {
    timeout 600 "$build/fencepost" run --quiet --output=report.json --trace=pages \
      mpiexec.$mpi -n 2 ./sweep.$mpi "$1" >/dev/null 2>&1
  }
  sweep loads
  found=$?
  test "$(summary)" = "1 1" && test $found = 66
  ok $? "$mpi: loads leave stores their own accesses"
  sweep again
  found=$? # nothing is unseen if rank 1 hears of the operations early the first time, too
  case $(summary) in "1 "[01]) test $found = 66 ;; *) false ;; esac
  ok $? "$mpi: the second time a page is seen exactly that an operation has accessed"
  sweep apart
  found=$?
  test "$(summary)" = "0 0" && test $found = 0
  ok $? "$mpi: where operations and accesses share no page nothing is left unseen"
done

# Two million loads and stores cost more than the second that is always allowed, on any machine. If
# every one is seen, fewer cost as much.
mpicc.mpich -g -O1 -o rest.mpich "$here/../programs/rest.c" || exit 1
run_rest() {
  count=$1
  shift
  timeout 600 "$build/fencepost" run --quiet --output=report.json --trace=pages "$@" \
    mpiexec.mpich -n 2 ./rest.mpich "$count" >/dev/null 2>&1
}
run_rest 1000000
test "$(summary)" = "2 1" && grep -q "had cost" report.json
ok $? "after a second's worth windows are open until there is time again; the report says so"
run_rest 250000 --exact=all
test "$(summary)" = "3 0"
ok $? "with --exact=all they are not"
for bad in 0 none 1.5 -3 "" 12x; do
  out=$("$build/fencepost" run --trace=pages --exact="$bad" true 2>&1)
  test $? = 2 && test "$(echo "$out" | wc -l)" = 1
  ok $? "--exact='$bad' is refused in one line"
done
"$build/fencepost" run --trace=mpi --exact=5 true 2>/dev/null
test $? = 2
ok $? "--exact at another level is refused"
echo "1..$n"
