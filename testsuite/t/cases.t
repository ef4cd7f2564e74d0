#!/bin/sh
# The marked programs under Fencepost, on both MPIs. BUILD names the build directory.
here=$(cd "$(dirname "$0")" && pwd)
build=${BUILD:-$here/../../build}
# Many wait more than they work: two at a time would leave the processors idle.
# The matrices of rules/ and buffers/ take longer: make check-rules.
exec "$here/../runner.py" --jobs 4 --build "$build/testsuite" --fencepost "$build/fencepost" \
  --skip 'rules/*' --skip 'buffers/*'
