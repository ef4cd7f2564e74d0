// Puts without an epoch, from a C++ member function template.
#include "case.h"

#include <vector>

template <class T> class Field {
  std::vector<T> cells_;
  MPI_Win win_;

public:
  explicit Field(int cells) : cells_(cells) {
    MPI_Win_create(cells_.data(), cells * sizeof(T), sizeof(T), MPI_INFO_NULL, MPI_COMM_WORLD,
                   &win_);
    errors_return(win_);
  }
  ~Field() {
    MPI_Win_free(&win_);
  }
  void set(int target, int index, const T &value) {
    MPI_Put(&value, sizeof value, MPI_BYTE, target, index, // expect: op-outside-epoch
            sizeof value, MPI_BYTE, win_);
  }
};

int main() {
  begin();
  {
    Field<double> field(4);
    if (rank == 0)
      field.set(1, 2, 3.5);
  }
  MPI_Finalize();
}
