! All eigenvalues of a symmetric matrix of 3000 rows with ELPA.
program main
  use mpi
  use elpa
  implicit none
  integer, parameter :: n = 3000, block = 16
  integer :: ierr, rank, size, columns, mine, info, i, j, row, col, descriptor
  integer, external :: numroc
  double precision, allocatable :: a(:, :), z(:, :), values(:)
  class(elpa_t), pointer :: e
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, size, ierr)
  mine = numroc(n, block, 0, 0, 1)
  columns = numroc(n, block, rank, 0, size)
  allocate (a(mine, columns), z(mine, columns), values(n))
  do j = 1, columns
    col = ((j - 1) / block * size + rank) * block + mod(j - 1, block) + 1
    do i = 1, n
      a(i, j) = 1d0 / (i + col) + merge(2d0, 0d0, i == col)
    end do
  end do
  if (elpa_init(20180525) /= elpa_ok) call MPI_Abort(MPI_COMM_WORLD, 1, ierr)
  e => elpa_allocate(info)
  call e%set("na", n, info)
  call e%set("nev", n, info)
  call e%set("local_nrows", mine, info)
  call e%set("local_ncols", columns, info)
  call e%set("nblk", block, info)
  call e%set("mpi_comm_parent", MPI_COMM_WORLD, info)
  call e%set("process_row", 0, info)
  call e%set("process_col", rank, info)
  info = e%setup()
  call e%eigenvectors(a, values, z, info)
  if (rank == 0) print '(i0, 2f10.5)', info, values(1), values(n)
  call elpa_deallocate(e, info)
  call elpa_uninit(info)
  call MPI_Finalize(ierr)
end program
