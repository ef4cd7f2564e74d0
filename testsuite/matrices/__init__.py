"""Makes marked programs that are alike from templates, when the tests run. NAME.py has tables from
which it computes its programs; NAME.tmpl spells out what differs (twins.py reads it). A program has
a name as if it were a file in cases/, and is written to cases/ in the tests' build folder."""
import os
import pathlib
import tempfile

from . import arguments, compiled_accesses, letters, local_accesses, promises, threads, twins, two_origins

HERE = pathlib.Path(__file__).resolve().parent


def cells():
    """Yields (AREA/NAME, text) of the programs that belong to the areas of cases/."""
    yield from local_accesses.cells()
    yield from two_origins.cells()
    yield from arguments.cells()
    yield from letters.cells()
    yield from promises.cells()
    for template in sorted(HERE.glob('*.tmpl')):
        yield from twins.cells(template.read_text())


MATRICES = {'accesses': compiled_accesses.cells, 'threads': threads.cells,
            'threads-pages': threads.pages_cells}


def write(folder, programs):
    """Writes the programs that are missing or have changed; returns their paths. Other runs may
    read them at the same time, so each file appears as a whole."""
    paths = []
    for name, text in programs:
        path = folder / (name if pathlib.Path(name).suffix in ('.c', '.cc') else f'{name}.c')
        if not path.exists() or path.read_text() != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            with tempfile.NamedTemporaryFile('w', dir=path.parent, delete=False) as new:
                new.write(text)
            os.replace(new.name, path)
        paths.append(path)
    return paths
