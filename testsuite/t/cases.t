#!/bin/sh
# The marked programs under Fencepost, on both MPIs. BUILD names the build directory.
here=$(cd "$(dirname "$0")" && pwd)
build=${BUILD:-$here/../../build}
# The matrices of rules/ and buffers/ take longer: make check-rules.
exec "$here/../runner.py" --build "$build/testsuite" --fencepost "$build/fencepost" \
  --skip 'rules/*' --skip 'buffers/*'
