"""Writes an alignment of made-up species: a.phy and a.nex; and short reads: reads.fa.
The arguments are the numbers of species, of letters of each, and of letters of what is read."""
import random
import sys

COUNT, LENGTH, GENOME = map(int, (sys.argv[1:] + ['8', '400', '3000'][len(sys.argv) - 1:]))
random.seed(3)
root = [random.choice('ACGT') for _ in range(LENGTH)]
species = {f't{i}': ''.join(random.choice('ACGT') if random.random() < 0.02 * (1 + (i - 1) % 8) else c for c in root)
           for i in range(1, COUNT + 1)}
with open('a.phy', 'w') as file:
    file.write(f' {COUNT} {LENGTH}\n' + ''.join(f'{name:10}{letters}\n' for name, letters in species.items()))
with open('a.nex', 'w') as file:
    file.write(f'#NEXUS\nbegin data;\ndimensions ntax={COUNT} nchar={LENGTH};\nformat datatype=dna gap=-;\nmatrix\n'
               + ''.join(f'{name:10}{letters}\n' for name, letters in species.items())
               + ';\nend;\nbegin mrbayes;\nset autoclose=yes nowarn=yes seed=3 swapseed=4;\n'
               'mcmc ngen=2000 nchains=2 nruns=2 printfreq=500 samplefreq=100;\nquit;\nend;\n')
genome = ''.join(random.choice('ACGT') for _ in range(GENOME))
with open('reads.fa', 'w') as file:
    for i in range(GENOME // 2):
        at = random.randrange(GENOME - 80)
        file.write(f'>r{i}\n{genome[at:at + 80]}\n')
