! Puts without an epoch, by mpi_f08.
program main
  use mpi_f08
  use, intrinsic :: iso_c_binding, only: c_ptr, c_f_pointer
  implicit none
  real, pointer, asynchronous :: memory(:)
  real, asynchronous :: value
  integer :: rank
  type(MPI_Win) :: win
  type(c_ptr) :: base
  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Win_allocate(16_MPI_ADDRESS_KIND, 4, MPI_INFO_NULL, MPI_COMM_WORLD, base, win)
  call MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN)
  call c_f_pointer(base, memory, [4])
  value = 1
  if (rank == 0) then
    call MPI_Put(value, 1, MPI_REAL, 1, 0_MPI_ADDRESS_KIND, 1, MPI_REAL, win) ! expect: op-outside-epoch
  end if
  call MPI_Win_free(win)
  call MPI_Finalize()
end program
