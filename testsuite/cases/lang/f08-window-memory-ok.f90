! Memory of a window is read before the window is freed.
program main
  use mpi_f08
  use iso_c_binding
  implicit none
  type(MPI_Win) :: win
  type(c_ptr) :: base
  integer, pointer :: memory(:)
  call MPI_Init()
  call MPI_Win_allocate_shared(80000_MPI_ADDRESS_KIND, 4, MPI_INFO_NULL, MPI_COMM_WORLD, base, win)
  call c_f_pointer(base, memory, [20000])
  memory(5000) = 1
  print *, memory(5000)
  call MPI_Win_free(win)
  call MPI_Finalize()
end program
