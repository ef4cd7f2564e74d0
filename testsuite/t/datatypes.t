#!/usr/bin/python3
"""Compares what interpose/ says of random datatypes with what each MPI library does with them."""
from live import MPIS, done
from units import unit

for mpi in MPIS:
    unit(f'datatype-{mpi}', prefix=f'{mpi}: ', launcher=(f'mpiexec.{mpi}', '-n', '1'),
         env={'ASAN_OPTIONS': 'detect_leaks=0'})  # the libraries leak by themselves
done()
