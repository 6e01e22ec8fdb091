/* The guest of the WebAssembly workloads: answers at once, or times its own calls to the host. */
#include <ambit.h>
#include <time.h>

static double micros(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec * 1e6 + (double)now.tv_nsec / 1e3;
}

/* Asks for one stored value so many times, and answers with the microseconds of each. */
static void ask(ambit_text id, ambit_text arguments) {
  static const char request[] = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"kv/get\",\"params\":{\"key\":\"last-run\"}}";
  static char answer[4096];
  int64_t times = 0;
  ambit_integer(ambit_field(arguments, "times"), &times);
  ambit_writer samples = AMBIT_WRITER;
  ambit_put(&samples, "[");
  for (int64_t at = 0; at < times; at++) {
    double start = micros();
    ambit_call(request, sizeof request - 1, answer, sizeof answer);
    char sample[32];
    ambit_put_bytes(&samples, sample, (size_t)snprintf(sample, sizeof sample, at == 0 ? "%.3f" : ",%.3f", micros() - start));
  }
  ambit_put_bytes(&samples, "]", 2);
  ambit_answer(id, samples.at);
  ambit_free(&samples);
}

static void take(ambit_text message) {
  ambit_text id = ambit_field(message, "id");
  if (id.at == NULL) return;
  ambit_text tool = ambit_path(message, "params.tool");
  if (tool.length == 5 && memcmp(tool.at, "\"ask\"", 5) == 0) ask(id, ambit_path(message, "params.arguments"));
  else ambit_answer(id, "{\"protocolVersion\":1}");
}

AMBIT_TURN {
  static char input[65536];
  ssize_t length = read(0, input, sizeof input);
  ambit_text rest = {input, length > 0 ? (size_t)length : 0}, line;
  while (ambit_next_line(&rest, &line)) take(line);
}
