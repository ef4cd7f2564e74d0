#!/usr/bin/python3
"""A sample of what `make check-redteam` grades: programs that try to steal a grade, and unusual
programs that are right."""
import argparse
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / 'redteam'))
import check  # noqa: E402

check.main(argparse.Namespace(mpi=['mpich'], only=None, sample=True, twice=False))
