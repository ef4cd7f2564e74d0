#!/usr/bin/python3
"""What interpose/ says of datatypes, against what each MPI library does with random ones."""
from live import MPIS, done
from units import unit

for mpi in MPIS:
    unit(f'datatype-{mpi}', prefix=f'{mpi}: ', launcher=(f'mpiexec.{mpi}', '-n', '1'),
         env={'ASAN_OPTIONS': 'detect_leaks=0'})  # the libraries leak by themselves
done()
