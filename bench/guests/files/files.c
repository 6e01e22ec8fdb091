// Measures its own reads and opens of /workspace/data, and prints the nanoseconds of one: {"read": n, "open": n}. Both are the
// median of short batches, since whoever is put aside by the system in the middle of a batch measures that.
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>
#include <wasi/api.h>

enum { BATCHES = 40, READS = 500, OPENS = 100 };

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1e9 + time.tv_nsec;
}

static int by_size(const void *a, const void *b) {
  double left = *(const double *)a, right = *(const double *)b;
  return (left > right) - (left < right);
}

static double median(double *times) {
  qsort(times, BATCHES, sizeof *times, by_size);
  return times[BATCHES / 2];
}

int main(void) {
  char bytes[16];
  double reads[BATCHES], opens[BATCHES];
  int file = open("/workspace/data", O_RDONLY);
  if (file < 0) return 2;
  for (int batch = 0; batch < BATCHES; batch++) {
    double begin = now();
    for (int i = 0; i < READS; i++) {
      if (read(file, bytes, sizeof bytes) != sizeof bytes) return 3;
    }
    reads[batch] = (now() - begin) / READS;
  }
  close(file);
  for (int batch = 0; batch < BATCHES; batch++) {
    double begin = now();
    for (int i = 0; i < OPENS; i++) {
      // The interface's own functions: the C library's `open` asks for the folder's rights besides, each time.
      __wasi_fd_t other;
      if (__wasi_path_open(3, 0, "data", 0, __WASI_RIGHTS_FD_READ, 0, 0, &other) != 0) return 4;
      if (__wasi_fd_close(other) != 0) return 5;
    }
    opens[batch] = (now() - begin) / OPENS;
  }
  printf("{\"read\": %.1f, \"open\": %.1f}\n", median(reads), median(opens));
  return 0;
}
