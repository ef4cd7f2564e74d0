// Needed by loading_middle.cc: its variable is initialised by a constructor that runs later than
// this library's if the loader does what it should.
int &middle_value();
static int seen = middle_value();

int needed_value() {
  return seen;
}
