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
slots="slots*.c decode*.c region.c arena.c strings.c bounce.c copy.c operand.c xstate.c"

unit() {
  name=$1
  shift
  sources=
  for f; do sources="$sources interpose/$f"; done
  ${CC:-gcc} -std=gnu11 -g -O1 -Wall -Wextra -Werror $flags -Iinclude -o "$dir/$name" \
    testsuite/unit/$name*.c $sources -lZydis -lpthread && "$dir/$name" $arguments
}
