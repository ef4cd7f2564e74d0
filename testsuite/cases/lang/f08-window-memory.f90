! Memory of a window is read after the window was freed; Fortran's own handler prints a stack.
! case: status=crashed
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
  call MPI_Win_free(win) ! site: window-stale
  print *, memory(5000) ! expect: window-stale
  call MPI_Finalize()
end program
