! MPI_Free_mem is given memory of MPI_Alloc_mem.
program alloc_other
  use mpi_f08
  use, intrinsic :: iso_c_binding
  implicit none
  type(c_ptr) :: at
  integer, pointer :: values(:)
  integer :: i
  call MPI_Init()
  do i = 1, 3
    call MPI_Alloc_mem(400_MPI_ADDRESS_KIND, MPI_INFO_NULL, at)
    call c_f_pointer(at, values, [100])
    values = i
    call MPI_Free_mem(values)
  end do
  call MPI_Finalize()
end program
