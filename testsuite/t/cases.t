#!/bin/sh
# The marked programs under Fencepost, half of them on each MPI; of those that testsuite/matrices
# makes a third. BUILD names the build directory.
here=$(cd "$(dirname "$0")" && pwd)
build=${BUILD:-$here/../../build}
every=3
[ -z "$WHOLE" ] || every=1
# Many wait more than they work: two at a time would leave the processors idle.
# `make check-whole` runs all that are made, `make check-cases` all of them on both MPIs, `make
# check-rules` the matrices of rules/ and buffers/.
exec "$here/../runner.py" --one-mpi --made-every "$every" --jobs 4 --build "$build/testsuite" \
  --fencepost "$build/fencepost" --made-skip 'rules/*' --made-skip 'buffers/*'
