// The ranks compute parts of a sum, and pass pieces of an array around.
func parts(n)
{
  for (total = 0., k = 1; k <= n; k++) {
    x = span(mp_rank, mp_rank + 1., 20000);
    part = avg(1. / (1. + x * x + k));
    all = mp_handin(part, sum);
    if (!mp_rank) total += all;
    else if (mp_rank == 1) mp_send, 0, x(1:1000), indgen(k);
    if (!mp_rank && mp_size > 1) {
      y = mp_recv(1);
      z = mp_recv(1);
      total += y(0) + sum(z);
    }
  }
  if (!mp_rank) write, format="%.10g\n", total;
}
parts, 15000;
