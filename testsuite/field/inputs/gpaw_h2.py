from ase import Atoms
from gpaw import GPAW
from gpaw.mpi import world

atoms = Atoms('H2', positions=[(0, 0, 0), (0, 0, 0.74)])
atoms.center(vacuum=3.5)
atoms.calc = GPAW(mode='fd', h=0.12, txt=None, maxiter=60)
energy = atoms.get_potential_energy()
if world.rank == 0:
    print(f'{energy:.3f}')
