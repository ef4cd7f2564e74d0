"""Gives marked programs windows of other shapes: the window of each process begins at another place
and has another size and displacement unit (shape.h). What a case expects stays the same, and so do
its line numbers.

Only cases that make all their windows of the usual array in the usual way can be reshaped."""
import re
import zlib

ARRAY = re.compile(r'ALIGNED int memory\[(\d+)\] = \{0\}')
USUAL = re.compile(r'MPI_Win_create\(memory, sizeof memory, sizeof \*memory, MPI_INFO_NULL,\s+MPI_COMM_WORLD, &')
MAKING = re.compile(r'MPI_Win_(?:create|allocate)\w*\(')
WAITING = re.compile(r'\b(?:while|for \(;;)')  # it polls: MPICH must not round its address down
SHAPES = 4 * 7 * 3


def reshaped(name, text, seed):
    """Returns the text of the case and flags, for the shape that name and seed choose; None: the
    case makes its windows in another way."""
    if not ARRAY.search(text) or len(USUAL.findall(text)) != len(MAKING.findall(text)):
        return None
    shape = zlib.crc32(f'{seed} {name}'.encode()) % SHAPES
    odd = int(not WAITING.search(text))
    return (ARRAY.sub(r'enum { MEMORY = \1 }; ALIGNED int memory_room[MEMORY + 13] = {0}', text),
            f'-DSHAPE={shape} -DSHAPE_ODD={odd}')


def write(folder, cases, seed):
    """Writes the cases that can be reshaped; yields (path, flags of the compiler)."""
    for case in cases:
        text = reshaped(case.name, case.path.read_text(), seed) if case.path.suffix == '.c' else None
        if text is None:
            continue
        path = folder / f'{case.name}.c'
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists() or path.read_text() != text[0]:
            path.write_text(text[0])
        yield path, text[1]
