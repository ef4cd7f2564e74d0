"""Writes an alignment of eight made-up species: a.phy and a.nex; and short reads: reads.fa."""
import random

random.seed(3)
root = [random.choice('ACGT') for _ in range(400)]
species = {f't{i}': ''.join(random.choice('ACGT') if random.random() < 0.02 * i else c for c in root)
           for i in range(1, 9)}
with open('a.phy', 'w') as file:
    file.write(' 8 400\n' + ''.join(f'{name:10}{letters}\n' for name, letters in species.items()))
with open('a.nex', 'w') as file:
    file.write('#NEXUS\nbegin data;\ndimensions ntax=8 nchar=400;\nformat datatype=dna gap=-;\nmatrix\n'
               + ''.join(f'{name:10}{letters}\n' for name, letters in species.items())
               + ';\nend;\nbegin mrbayes;\nset autoclose=yes nowarn=yes seed=3 swapseed=4;\n'
               'mcmc ngen=2000 nchains=2 nruns=2 printfreq=500 samplefreq=100;\nquit;\nend;\n')
genome = ''.join(random.choice('ACGT') for _ in range(3000))
with open('reads.fa', 'w') as file:
    for i in range(1500):
        at = random.randrange(2920)
        file.write(f'>r{i}\n{genome[at:at + 80]}\n')
