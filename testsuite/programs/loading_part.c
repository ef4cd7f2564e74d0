/* A library that calls the program when it is loaded and when it is unloaded. */
void loading(void);

__attribute__((constructor, destructor)) static void call(void) {
  loading();
}
