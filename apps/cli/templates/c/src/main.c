/*
 * A command: one run a call. The call stands on standard input as {"tool", "arguments"}, the result is what is printed.
 */
#include <ambit.h>

int main(void) {
  char *call = ambit_read_all(NULL);
  char *name = call == NULL ? NULL : ambit_string(ambit_path(ambit_text_of(call), "arguments.name"), NULL);
  if (name == NULL) return 1;
  ambit_writer greeting = AMBIT_WRITER;
  ambit_put(&greeting, "Hello, ");
  ambit_put(&greeting, name);
  ambit_put(&greeting, "!");
  ambit_writer out = AMBIT_WRITER;
  ambit_put(&out, "{\"text\":");
  ambit_put_string(&out, greeting.at, greeting.length);
  ambit_put(&out, "}");
  return greeting.failed || out.failed || !ambit_write_all(out.at, out.length);
}
