! Unlocks a target that was locked; by mpif.h.
program main
  implicit none
  include 'mpif.h'
  integer :: memory(4), rank, win, error
  integer(kind=MPI_ADDRESS_KIND) :: bytes
  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  memory = 0
  bytes = 16
  call MPI_Win_create(memory, bytes, 4, MPI_INFO_NULL, MPI_COMM_WORLD, win, error)
  call MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN, error)
  if (rank == 0) then
    call MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win, error)
    call MPI_Win_unlock(1, win, error)
  end if
  call MPI_Win_free(win, error)
  call MPI_Finalize(error)
end program
