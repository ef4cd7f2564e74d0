# For unit tests of what level pages knows of instructions, which know no MPI: `unit NAME FILE...`
# builds testsuite/unit/NAME*.c with the files of interpose/ and runs it with $arguments; $flags are the compiler's.
cd "$(dirname "$0")/../.." || exit 1
if ! test -e /usr/include/Zydis/Zydis.h; then
  echo "1..0 # SKIP libzydis-dev is not installed"
  exit
fi
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

# A slot, and all that an instruction may need that does without.
arch=arch/x86_64
pages=tracers/pages
slots="$arch/slots*.c $arch/decode*.c $pages/region.c $arch/arena.c $arch/strings.c
       $arch/bounce.c $arch/program_memory.c $arch/operand.c $arch/xstate.c"

unit() {
  name=$1
  shift
  sources=
  for f in "$@"; do
    for one in $f; do sources="$sources interpose/$one"; done
  done
  ${CC:-gcc} -std=gnu11 -g -O1 -Wall -Wextra -Werror $flags -I. -o "$dir/$name" \
    testsuite/unit/$name*.c $sources -lZydis -lpthread && "$dir/$name" $arguments
}
