"""The MPI libraries that tests run with: those of include/libraries.def. Of the standard's own interface
there is one only where something has made mpicc.abi (abi_wrappers)."""
import pathlib
import re
import shutil

TABLE = pathlib.Path(__file__).resolve().parent.parent / 'include/libraries.def'
ALL = dict(re.findall(r'^LIBRARY\((\w+), "[^"]*", "([^"]*)"', TABLE.read_text(), re.M))  # by id, what each exports
SETTINGS = pathlib.Path(__file__).resolve().parent / 'openmpi.env'
OPENMPI = dict(re.findall(r'^(\w+)=(.*)', SETTINGS.read_text(), re.M))  # the environment of tests under Open MPI
MPIS = tuple(mpi for mpi in ALL if mpi != 'abi' or shutil.which('mpicc.abi'))
