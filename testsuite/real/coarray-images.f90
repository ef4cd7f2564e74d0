! Coarrays: pairs of images synchronise, events are posted and waited for, components are allocated.
program images
  use iso_fortran_env, only: event_type
  implicit none
  type part
    integer, allocatable :: values(:)
  end type
  type(event_type) :: ready[*]
  type(part) :: mine[*]
  integer :: ring(100)[*], me, n, next, before
  me = this_image()
  n = num_images()
  next = 1 + mod(me, n)
  before = 1 + mod(me + n - 2, n)
  ring = 0
  sync all
  ring(:)[next] = me
  if (next == before) then
    sync images(next)
  else
    sync images([before, next])
  end if
  if (any(ring /= before)) error stop 'ring'
  allocate(mine%values(8))
  mine%values = 3 * me
  sync all
  if (mine[next]%values(5) /= 3 * next) error stop 'component'
  event post(ready[next])
  event wait(ready)
  sync all
  print *, 'image', me, 'of', n, 'has', ring(7)
end program
