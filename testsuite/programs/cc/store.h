void store(int *at);
