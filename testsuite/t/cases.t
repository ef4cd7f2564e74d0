#!/bin/sh
# The marked programs under Fencepost, half of them on each MPI. BUILD names the build directory.
here=$(cd "$(dirname "$0")" && pwd)
build=${BUILD:-$here/../../build}
# Many wait more than they work: two at a time would leave the processors idle.
# `make check-cases` runs all of them on both MPIs, `make check-rules` the matrices of rules/ and
# buffers/.
exec "$here/../runner.py" --one-mpi --jobs 4 --build "$build/testsuite" \
  --fencepost "$build/fencepost" --skip 'rules/*' --skip 'buffers/*'
