"""Prints a grid of 60 by 60 vertices as a source graph of Scotch."""
SIDE = 60
rows = []
for i in range(SIDE * SIDE):
    x, y = i % SIDE, i // SIDE
    near = [i + d for d, inside in ((-1, x > 0), (1, x < SIDE - 1), (-SIDE, y > 0), (SIDE, y < SIDE - 1)) if inside]
    rows.append(' '.join(map(str, [len(near), *near])))
print(f'0\n{SIDE * SIDE} {sum(int(row.split()[0]) for row in rows)}\n0 000')
print('\n'.join(rows))
