/* The header of the library in foreign_mpi.c. Its handles have other types than those of known
 * MPI libraries. */
int MPI_Init(int *argc, char ***argv);
int MPI_Comm_rank(long comm, int *rank);
int MPI_Send(const void *buffer, int n, char type, int to, int tag, long comm);
int MPI_Recv(void *buffer, int n, char type, int from, int tag, long comm, void *status);
int MPI_Finalize(void);
int MPI_Barrier(long comm); /* the library does not have it */
double MPI_Wtime(void);
double PMPI_Wtime(void);
