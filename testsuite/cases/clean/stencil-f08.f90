! Exchanges the halo of a 1-D stencil by post, start, complete and wait, in Fortran 2008.
! case: ranks=3
program stencil
  use mpi_f08
  use, intrinsic :: iso_c_binding, only: c_ptr, c_f_pointer
  implicit none
  integer, parameter :: cells = 8, steps = 10
  double precision, pointer, asynchronous :: u(:)
  double precision :: next(cells), part, total
  integer :: rank, nranks, step, i, count, others(2)
  type(MPI_Win) :: win
  type(MPI_Group) :: world, neighbours
  type(c_ptr) :: base
  integer(MPI_ADDRESS_KIND), parameter :: first = 0, last = cells + 1
  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Comm_size(MPI_COMM_WORLD, nranks)
  call MPI_Win_allocate((cells + 2) * 8_MPI_ADDRESS_KIND, 8, MPI_INFO_NULL, MPI_COMM_WORLD, base, win)
  call c_f_pointer(base, u, [cells + 2])
  u = 0
  if (rank == 0) u(2) = 64
  count = 0
  if (rank > 0) then
    count = count + 1
    others(count) = rank - 1
  end if
  if (rank < nranks - 1) then
    count = count + 1
    others(count) = rank + 1
  end if
  call MPI_Comm_group(MPI_COMM_WORLD, world)
  call MPI_Group_incl(world, count, others, neighbours)
  do step = 1, steps
    call MPI_Win_post(neighbours, 0, win)
    call MPI_Win_start(neighbours, 0, win)
    if (rank > 0) call MPI_Put(u(2), 1, MPI_DOUBLE_PRECISION, rank - 1, last, 1, MPI_DOUBLE_PRECISION, win)
    if (rank < nranks - 1) then
      call MPI_Put(u(cells + 1), 1, MPI_DOUBLE_PRECISION, rank + 1, first, 1, MPI_DOUBLE_PRECISION, win)
    end if
    call MPI_Win_complete(win)
    call MPI_Win_wait(win)
    do i = 1, cells
      next(i) = (u(i) + 2 * u(i + 1) + u(i + 2)) / 4
    end do
    u(2:cells + 1) = next
  end do
  part = sum(u(2:cells + 1))
  call MPI_Reduce(part, total, 1, MPI_DOUBLE_PRECISION, MPI_SUM, 0, MPI_COMM_WORLD)
  if (rank == 0) print '(f12.6)', total
  call MPI_Group_free(world)
  call MPI_Group_free(neighbours)
  call MPI_Win_free(win)
  call MPI_Finalize()
end program
