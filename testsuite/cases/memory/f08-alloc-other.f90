! MPI_Free_mem is given memory of MPI_Alloc_mem, and then a part of such memory.
! case: status=any exit=any
program alloc_other
  use mpi_f08
  use, intrinsic :: iso_c_binding
  implicit none
  type(c_ptr) :: at
  integer, pointer :: values(:)
  call MPI_Init()
  call MPI_Alloc_mem(400_MPI_ADDRESS_KIND, MPI_INFO_NULL, at)
  call c_f_pointer(at, values, [100])
  values = 1
  call MPI_Free_mem(values)
  call MPI_Alloc_mem(400_MPI_ADDRESS_KIND, MPI_INFO_NULL, at)
  call c_f_pointer(at, values, [100])
  call MPI_Free_mem(values(5)) ! expect: alloc-mem-unpaired
  call MPI_Finalize()
end program
