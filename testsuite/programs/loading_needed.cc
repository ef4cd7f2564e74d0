// Needed by loading_middle.cc, so its constructor runs first. It asks that library, whose own
// constructors have yet to run, for a static variable of a function.
int &middle_value();
static int seen = middle_value();

int needed_value() {
  return seen;
}
