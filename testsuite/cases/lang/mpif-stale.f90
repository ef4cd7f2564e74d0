! A copy of a handle is waited for after the request was completed, by mpif.h.
! case: mpi=openmpi status=any exit=any
program main
  implicit none
  include 'mpif.h'
  integer, asynchronous :: value
  integer :: rank, ierror
  integer :: request, copy
  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  if (rank == 0) then
    call MPI_Irecv(value, 1, MPI_INTEGER, 1, 3, MPI_COMM_WORLD, request, ierror)
    copy = request
    call MPI_Wait(request, MPI_STATUS_IGNORE, ierror)
    call again(copy)
  else
    call MPI_Send(rank, 1, MPI_INTEGER, 0, 3, MPI_COMM_WORLD, ierror)
  end if
  call MPI_Finalize(ierror)
contains
  subroutine again(handle)
    integer :: handle
    integer :: status(MPI_STATUS_SIZE)
    integer :: error
    call MPI_Wait(handle, status, error) ! expect: request-stale
    if (error /= MPI_SUCCESS) stop 1
  end subroutine
end program
