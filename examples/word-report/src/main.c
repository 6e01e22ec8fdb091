/*
 * Word report: reads a text from the workspace and tells its words, sentences, reading time and commonest terms.
 * A command-form plugin: one run a call, {"tool", "arguments"} on standard input, the result on standard output.
 */
#include <ambit.h>

#include "count.h"

#define MOST_TERMS 10

/* A usual pace for reading prose on a screen. */
#define WORDS_PER_MINUTE 230.0

/* Ends with an error of the plugin's own. */
static int fail(const char *message) {
  ambit_writer out = AMBIT_WRITER;
  ambit_put(&out, "{\"error\":{\"code\":-32000,\"message\":");
  ambit_put_string(&out, message, strlen(message));
  ambit_put(&out, ",\"data\":{\"code\":\"GUEST_ERROR\"}}}");
  ambit_write_all(out.at, out.length);
  return 1;
}

/*
 * Says why a file could not be opened. The file view alone cannot tell "not there" from "not allowed", so the host is asked
 * about the same path, and its answer is handed on as it came.
 */
static int explain(const char *path) {
  ambit_writer params = AMBIT_WRITER;
  ambit_put(&params, "{\"root\":\"workspace\",\"path\":");
  ambit_put_string(&params, path, strlen(path));
  ambit_put(&params, "}");
  ambit_put_bytes(&params, "", 1);
  char *answer = params.failed ? NULL : ambit_ask("fs/stat", params.at, NULL);
  ambit_text error = answer == NULL ? ambit_text_of("") : ambit_field(ambit_text_of(answer), "error");
  if (error.at == NULL) return fail("The file could not be read.");
  ambit_writer out = AMBIT_WRITER;
  ambit_put(&out, "{\"error\":");
  ambit_put_bytes(&out, error.at, error.length);
  ambit_put(&out, "}");
  ambit_write_all(out.at, out.length);
  return 1;
}

static int count_file(FILE *file, struct count *count) {
  static char piece[64 * 1024];
  size_t length;
  while ((length = fread(piece, 1, sizeof piece, file)) > 0)
    if (!count_piece(count, piece, length)) return 0;
  return !ferror(file) && count_end(count);
}

static void put_report(ambit_writer *out, const char *path, const struct count *count) {
  struct term top[MOST_TERMS + 1];
  size_t terms = terms_top(&count->terms, top, MOST_TERMS);
  char minutes[32];
  snprintf(minutes, sizeof minutes, "%.1f", (double)count->words / WORDS_PER_MINUTE);
  ambit_put(out, "{\"path\":");
  ambit_put_string(out, path, strlen(path));
  ambit_put(out, ",\"words\":");
  ambit_put_integer(out, (int64_t)count->words);
  ambit_put(out, ",\"sentences\":");
  ambit_put_integer(out, (int64_t)count->sentences);
  ambit_put(out, ",\"readingMinutes\":");
  ambit_put(out, minutes);
  ambit_put(out, ",\"terms\":[");
  for (size_t at = 0; at < terms; at++) {
    ambit_put(out, at == 0 ? "{\"term\":" : ",{\"term\":");
    ambit_put_string(out, top[at].text, strlen(top[at].text));
    ambit_put(out, ",\"count\":");
    ambit_put_integer(out, (int64_t)top[at].count);
    ambit_put(out, "}");
  }
  ambit_put(out, "]}");
}

static int report(const char *path) {
  ambit_writer full = AMBIT_WRITER;
  ambit_put(&full, "/workspace/");
  ambit_put(&full, path);
  ambit_put_bytes(&full, "", 1);
  FILE *file = full.failed ? NULL : fopen(full.at, "r");
  if (file == NULL) return explain(path);
  static struct count count;
  int counted = count_file(file, &count);
  fclose(file);
  if (!counted) return fail("The file could not be read to its end.");
  ambit_writer out = AMBIT_WRITER;
  put_report(&out, path, &count);
  if (out.failed || !ambit_write_all(out.at, out.length)) return fail("The report is too large.");
  return 0;
}

int main(void) {
  char *call = ambit_read_all(NULL);
  if (call == NULL) return fail("The call could not be read.");
  char *path = ambit_string(ambit_path(ambit_text_of(call), "arguments.path"), NULL);
  if (path == NULL) return fail("Name the file in \"path\".");
  return report(path);
}
