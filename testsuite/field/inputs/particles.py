"""Writes images of two shapes, turned and noisy, as a stack of MRC with its table for RELION."""
import math
import random
import struct

SIDE, COUNT, PIXEL = 32, 240, 4.0
random.seed(11)


def image(kind, turn):
    dots = [(7, 0), (-5, 3), (1, -6)] if kind else [(0, 0), (8, 1), (-8, -1), (2, 7)]
    at = [(x * math.cos(turn) - y * math.sin(turn), x * math.sin(turn) + y * math.cos(turn)) for x, y in dots]
    half = SIDE / 2
    for j in range(SIDE):
        for i in range(SIDE):
            yield sum(4 * math.exp(-((i - half - x) ** 2 + (j - half - y) ** 2) / 5) for x, y in at) + random.gauss(0, 1)


with open('p.mrcs', 'wb') as stack:
    head = bytearray(1024)
    struct.pack_into('<10i', head, 0, SIDE, SIDE, COUNT, 2, 0, 0, 0, SIDE, SIDE, COUNT)
    struct.pack_into('<6f', head, 40, SIDE * PIXEL, SIDE * PIXEL, COUNT * PIXEL, 90, 90, 90)
    struct.pack_into('<3i3f', head, 64, 1, 2, 3, -2, 9, 0)
    head[208:216] = b'MAP DA\0\0'
    stack.write(head)
    for n in range(COUNT):
        stack.write(struct.pack(f'<{SIDE * SIDE}f', *image(n % 2, n * 0.7)))

with open('p.star', 'w') as table:
    table.write(f'''data_optics

loop_
_rlnOpticsGroup #1
_rlnOpticsGroupName #2
_rlnImagePixelSize #3
_rlnImageSize #4
_rlnImageDimensionality #5
_rlnVoltage #6
_rlnSphericalAberration #7
_rlnAmplitudeContrast #8
1 all {PIXEL} {SIDE} 2 300 2.7 0.1

data_particles

loop_
_rlnImageName #1
_rlnMicrographName #2
_rlnOpticsGroup #3
''')
    for n in range(COUNT):
        table.write(f'{n + 1:06d}@p.mrcs {n // 10}.mrc 1\n')
