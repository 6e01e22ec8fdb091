// Measures its own reads and opens of /workspace/data, and prints the nanoseconds of one: {"read": n, "open": n}.
#include <fcntl.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>
#include <wasi/api.h>

enum { READS = 20000, OPENS = 4000 };

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1e9 + time.tv_nsec;
}

int main(void) {
  char bytes[16];
  int file = open("/workspace/data", O_RDONLY);
  if (file < 0) return 2;
  double begin = now();
  for (int i = 0; i < READS; i++) {
    if (read(file, bytes, sizeof bytes) != sizeof bytes) return 3;
  }
  double read_ns = (now() - begin) / READS;
  close(file);
  begin = now();
  for (int i = 0; i < OPENS; i++) {
    // The interface's own functions: the C library's `open` asks for the folder's rights besides, each time.
    __wasi_fd_t other;
    if (__wasi_path_open(3, 0, "data", 0, __WASI_RIGHTS_FD_READ, 0, 0, &other) != 0) return 4;
    if (__wasi_fd_close(other) != 0) return 5;
  }
  printf("{\"read\": %.1f, \"open\": %.1f}\n", read_ns, (now() - begin) / OPENS);
  return 0;
}
