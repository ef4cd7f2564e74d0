// A static variable with a guard: whoever runs the constructors of this library in the midst of its
// initialisation, for another library, initialises it in itself.
int needed_value();

struct value {
  int n;
  value() : n(42) {
  }
};

int &middle_value() {
  static value v;
  return v.n;
}

static int seen = middle_value();

extern "C" int loading_value() {
  return seen + needed_value();
}
