! A program stores to a local array that an MPI_Isend under way still reads; optimised.
! case: levels=compiled cflags=-O2
program f90_local
  use mpi
  implicit none
  integer :: rank, request, error
  integer, asynchronous :: a(10)
  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  a = rank
  if (rank == 0) then
    call MPI_Isend(a, 10, MPI_INTEGER, 1, 0, MPI_COMM_WORLD, request, error) ! site: buffer-race
    a(3) = 77 ! expect: buffer-race
    call MPI_Wait(request, MPI_STATUS_IGNORE, error)
  else
    call MPI_Recv(a, 10, MPI_INTEGER, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE, error)
  end if
  call MPI_Finalize(error)
end program
