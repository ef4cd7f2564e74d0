! The buffer of a receive is an automatic array of a subroutine that returns after the wait.
! case: levels=mpi,pages,compiled
program automatic
  use mpi
  implicit none
  integer :: rank, request, ierr
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call begin(37, 1 - rank, request)
  call MPI_Finalize(ierr)
contains
  subroutine begin(n, peer, request)
    integer, intent(in) :: n, peer
    integer, intent(out) :: request
    integer :: values(n), ierr
    values = 0
    call MPI_Irecv(values, n, MPI_INTEGER, peer, 0, MPI_COMM_WORLD, request, ierr)
    call MPI_Send(rank, 0, MPI_INTEGER, 1 - rank, 0, MPI_COMM_WORLD, ierr)
    call MPI_Wait(request, MPI_STATUS_IGNORE, ierr)
  end subroutine
end program
