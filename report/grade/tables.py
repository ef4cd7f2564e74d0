"""What the tables in include/ say: MPI libraries and launchers, trace levels."""
import pathlib
import re

_HERE = pathlib.Path(__file__).resolve().parent


def _text(name):
    """Beside us once it is installed."""
    files = (_HERE / name, _HERE.parents[1] / 'include' / name)
    return next(f for f in files if f.exists()).read_text()


_TEXT = _text('libraries.def')
LIBRARIES = tuple(re.findall(r'^LIBRARY\((\w+),', _TEXT, re.M))
RANKS = tuple(name.encode() + b'=' for name in re.findall(r'^LAUNCHER\("(\w+)"', _TEXT, re.M))
BOXED = dict(re.findall(r'^BOXED\("(\w+)", "([^"]*)"\)', _TEXT, re.M))
LEVELS = tuple(re.findall(r'^TRACER\(\w+, (\w+),', _text('tracers.def'), re.M))
