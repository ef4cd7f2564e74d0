"""Neutrons are scattered by cylinders on a surface, in BornAgain; each process computes some points."""
import bornagain as ba
import numpy
from bornagain import deg, nm
from mpi4py import MPI

world = MPI.COMM_WORLD
vacuum = ba.HomogeneousMaterial('vacuum', 0, 0)
grain = ba.HomogeneousMaterial('grain', 6e-4, 2e-8)
ground = ba.HomogeneousMaterial('ground', 6e-6, 2e-8)
layout = ba.ParticleLayout()
layout.addParticle(ba.Particle(grain, ba.FormFactorCylinder(5 * nm, 4 * nm)))
lattice = ba.InterferenceFunction2DLattice(ba.BasicLattice2D(12 * nm, 12 * nm, 90 * deg, 0))
lattice.setDecayFunction(ba.FTDecayFunction2DCauchy(60 * nm, 60 * nm, 0))
layout.setInterferenceFunction(lattice)
top, bottom = ba.Layer(vacuum), ba.Layer(ground)
top.addLayout(layout)
sample = ba.MultiLayer()
sample.addLayer(top)
sample.addLayer(bottom)
simulation = ba.GISASSimulation()
simulation.setDetectorParameters(700, -2 * deg, 2 * deg, 700, 0, 2 * deg)
simulation.setBeamParameters(0.1 * nm, 0.2 * deg, 0)
simulation.beam().setIntensity(1e8)
simulation.setSample(sample)
for _ in range(4):
    simulation.runMPISimulation()
if world.rank == 0:
    seen = numpy.array(simulation.result().array())
    print(seen.shape, f'{seen.sum():.6e} {seen.max():.6e}')
