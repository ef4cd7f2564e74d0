! The runtime of Fortran has handlers of signals, and the program can never go on nevertheless.
! case: status=hung exit=any timeout=60
program deadlock
  use mpi
  implicit none
  integer :: rank, ierr, x(4)
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  x = rank
  if (rank == 0) then
    call MPI_Recv(x, 4, MPI_INTEGER, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr) ! expect: deadlock
  else
    call MPI_Ssend(x, 4, MPI_INTEGER, 0, 0, MPI_COMM_WORLD, ierr) ! site: deadlock
  end if
  call MPI_Finalize(ierr)
end program
