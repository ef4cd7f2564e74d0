! Coarrays over MPI's windows: puts and gets between image barriers, neighbours, a critical section,
! sums, atomics. Each image owns what it stores until it synchronises.
program coarray
  use iso_fortran_env, only: atomic_int_kind
  implicit none
  integer, parameter :: n = 1000
  integer :: a(n)[*], total[*], got(n), me, images, i, sum
  integer(atomic_int_kind) :: counter[*], count
  real, allocatable :: halo(:)[:]
  me = this_image()
  images = num_images()
  a = me
  total = 0
  call atomic_define(counter, 0)
  allocate(halo(0:n + 1)[*])
  halo = real(me)
  sync all
  got = a(:)[1 + mod(me, images)]
  if (any(got /= 1 + mod(me, images))) error stop 'get'
  sync all
  a(1:10)[1 + mod(me, images)] = -me
  sync all
  if (any(a(1:10) /= -(1 + mod(me + images - 2, images)))) error stop 'put'
  if (a(11) /= me) error stop 'put beyond'
  do i = 1, 20
    if (me > 1) halo(n + 1)[me - 1] = halo(1)
    if (me < images) halo(0)[me + 1] = halo(n)
    sync all
    halo(1:n) = halo(1:n) + 1
    sync all
  end do
  critical
    total[1] = total[1] + me
  end critical
  call atomic_add(counter[1], me)
  sync all
  sum = me
  call co_sum(sum)
  call atomic_ref(count, counter[1])
  if (me == 1) print *, 'sums', sum, total, count
  call co_max(sum)
  sync all
  print *, 'image', me, 'of', images, halo(0), halo(1), halo(n + 1), sum
end program
