! A section of an array in a window is assigned while one element is put.
! case: levels=compiled
program array
  use mpi
  implicit none
  integer :: rank, win, ierror
  integer(kind=MPI_ADDRESS_KIND) :: bytes = 800, at = 10
  double precision :: a(100), b(20), v
  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  a = 0
  b = 1
  v = 2
  call MPI_Win_create(a, bytes, 8, MPI_INFO_NULL, MPI_COMM_WORLD, win, ierror)
  call MPI_Win_fence(0, win, ierror)
  if (rank == 0) then
    call MPI_Put(v, 1, MPI_DOUBLE_PRECISION, 1, at, 1, MPI_DOUBLE_PRECISION, win, ierror) ! expect: rma-local-race
  end if
  if (rank == 1) then
    call set(a(1:20), b)
  end if
  call MPI_Win_fence(0, win, ierror)
  call MPI_Win_free(win, ierror)
  if (a(9 + rank) > 77) stop 1 ! or the stores are none
  call MPI_Finalize(ierror)
contains
  subroutine set(to, from)
    double precision, intent(inout) :: to(:)
    double precision, intent(in) :: from(:)
    to(5:15) = from(5:15) ! site: rma-local-race
  end subroutine
end program
