"""What include/libraries.def says of MPI libraries and launchers."""
import pathlib
import re

_HERE = pathlib.Path(__file__).resolve().parent
_FILES = (_HERE / 'libraries.def', _HERE.parents[1] / 'include/libraries.def')
_TEXT = next(f for f in _FILES if f.exists()).read_text()

NAMES = tuple(re.findall(r'^LIBRARY\((\w+),', _TEXT, re.M))
RANKS = tuple(name.encode() + b'=' for name in re.findall(r'^LAUNCHER\("(\w+)"', _TEXT, re.M))
BOXED = dict(re.findall(r'^BOXED\("(\w+)", "([^"]*)"\)', _TEXT, re.M))
