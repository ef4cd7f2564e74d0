! Eigenvalues of the second difference with PARPACK: the vector is in parts, one at each process.
program main
  use mpi
  implicit none
  integer, parameter :: part = 100, wanted = 4, basis = 20
  integer :: ido, info, iparam(11), ipntr(11), rank, size, ierr, left, right
  double precision :: resid(part), v(part, basis), workd(3 * part), workl(basis * (basis + 8)), halo(2)
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, size, ierr)
  left = merge(MPI_PROC_NULL, rank - 1, rank == 0)
  right = merge(MPI_PROC_NULL, rank + 1, rank == size - 1)
  ido = 0; info = 1; iparam = 0; iparam(1) = 1; iparam(3) = 300; iparam(7) = 1
  resid = [(mod(ierr * 7 + rank * 13, 11) + 1d0, ierr = 1, part)]
  do
    call pdsaupd(MPI_COMM_WORLD, ido, 'I', part, 'LM', wanted, 1d-6, resid, basis, v, part, iparam, ipntr, &
                 workd, workl, basis * (basis + 8), info)
    if (abs(ido) /= 1) exit
    call multiply(workd(ipntr(1):ipntr(1) + part - 1), workd(ipntr(2):ipntr(2) + part - 1))
  end do
  if (rank == 0) print '(i0, a, i0)', info, ' converged: ', iparam(5)
  call MPI_Finalize(ierr)
contains
  subroutine multiply(x, y)
    double precision, intent(in) :: x(part)
    double precision, intent(out) :: y(part)
    halo = 0
    call MPI_Sendrecv(x(part), 1, MPI_DOUBLE_PRECISION, right, 0, halo(1), 1, MPI_DOUBLE_PRECISION, left, 0, &
                      MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
    call MPI_Sendrecv(x(1), 1, MPI_DOUBLE_PRECISION, left, 0, halo(2), 1, MPI_DOUBLE_PRECISION, right, 0, &
                      MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
    y = 2 * x
    y(2:) = y(2:) - x(:part - 1)
    y(:part - 1) = y(:part - 1) - x(2:)
    y(1) = y(1) - halo(1)
    y(part) = y(part) - halo(2)
  end subroutine
end program
