/* Made by `npm run reference`; do not edit. */
#include "ambit.h"

static void call_net_fetch(void) {
    char *answer = ambit_ask("net/fetch", "{\"url\":\"https://api.example.dev/v1/items\"}", NULL);
    ambit_text result = ambit_field(ambit_text_of(answer == NULL ? "" : answer), "result");
    if (result.at != NULL) ambit_write_all(result.at, result.length);
    free(answer);
}

static void call_net_stream(void) {
    char *answer = ambit_ask("net/stream", "{\"url\":\"https://api.example.dev/v1/events\",\"sse\":true}", NULL);
    ambit_text result = ambit_field(ambit_text_of(answer == NULL ? "" : answer), "result");
    if (result.at != NULL) ambit_write_all(result.at, result.length);
    free(answer);
}

static void call_stream_read(void) {
    char *answer = ambit_ask("stream/read", "{\"stream\":1,\"max\":65536}", NULL);
    ambit_text result = ambit_field(ambit_text_of(answer == NULL ? "" : answer), "result");
    if (result.at != NULL) ambit_write_all(result.at, result.length);
    free(answer);
}

static void call_stream_close(void) {
    char *answer = ambit_ask("stream/close", "{\"stream\":1}", NULL);
    ambit_text result = ambit_field(ambit_text_of(answer == NULL ? "" : answer), "result");
    if (result.at != NULL) ambit_write_all(result.at, result.length);
    free(answer);
}

static void call_ws_open(void) {
    char *answer = ambit_ask("ws/open", "{\"url\":\"wss://api.example.dev/v1/live\"}", NULL);
    ambit_text result = ambit_field(ambit_text_of(answer == NULL ? "" : answer), "result");
    if (result.at != NULL) ambit_write_all(result.at, result.length);
    free(answer);
}

static void call_ws_send(void) {
    char *answer = ambit_ask("ws/send", "{\"socket\":1,\"data\":\"hello\"}", NULL);
    ambit_text result = ambit_field(ambit_text_of(answer == NULL ? "" : answer), "result");
    if (result.at != NULL) ambit_write_all(result.at, result.length);
    free(answer);
}

static void call_ws_receive(void) {
    char *answer = ambit_ask("ws/receive", "{\"socket\":1}", NULL);
    ambit_text result = ambit_field(ambit_text_of(answer == NULL ? "" : answer), "result");
    if (result.at != NULL) ambit_write_all(result.at, result.length);
    free(answer);
}

static void call_ws_close(void) {
    char *answer = ambit_ask("ws/close", "{\"socket\":1,\"code\":1000,\"reason\":\"done\"}", NULL);
    ambit_text result = ambit_field(ambit_text_of(answer == NULL ? "" : answer), "result");
    if (result.at != NULL) ambit_write_all(result.at, result.length);
    free(answer);
}

static void call_tcp_open(void) {
    char *answer = ambit_ask("tcp/open", "{\"host\":\"db.example.dev\",\"port\":5432}", NULL);
    ambit_text result = ambit_field(ambit_text_of(answer == NULL ? "" : answer), "result");
    if (result.at != NULL) ambit_write_all(result.at, result.length);
    free(answer);
}

static void call_tcp_read(void) {
    char *answer = ambit_ask("tcp/read", "{\"socket\":1,\"encoding\":\"base64\"}", NULL);
    ambit_text result = ambit_field(ambit_text_of(answer == NULL ? "" : answer), "result");
    if (result.at != NULL) ambit_write_all(result.at, result.length);
    free(answer);
}

static void call_tcp_write(void) {
    char *answer = ambit_ask("tcp/write", "{\"socket\":1,\"data\":\"AAAACAA=\",\"encoding\":\"base64\"}", NULL);
    ambit_text result = ambit_field(ambit_text_of(answer == NULL ? "" : answer), "result");
    if (result.at != NULL) ambit_write_all(result.at, result.length);
    free(answer);
}

static void call_tcp_close(void) {
    char *answer = ambit_ask("tcp/close", "{\"socket\":1}", NULL);
    ambit_text result = ambit_field(ambit_text_of(answer == NULL ? "" : answer), "result");
    if (result.at != NULL) ambit_write_all(result.at, result.length);
    free(answer);
}

static void call_fs_read(void) {
    char *answer = ambit_ask("fs/read", "{\"root\":\"workspace\",\"path\":\"guide.md\"}", NULL);
    ambit_text result = ambit_field(ambit_text_of(answer == NULL ? "" : answer), "result");
    if (result.at != NULL) ambit_write_all(result.at, result.length);
    free(answer);
}

static void call_fs_write(void) {
    char *answer = ambit_ask("fs/write", "{\"root\":\"temp\",\"path\":\"notes.txt\",\"data\":\"hello\"}", NULL);
    ambit_text result = ambit_field(ambit_text_of(answer == NULL ? "" : answer), "result");
    if (result.at != NULL) ambit_write_all(result.at, result.length);
    free(answer);
}

static void call_fs_stat(void) {
    char *answer = ambit_ask("fs/stat", "{\"root\":\"workspace\",\"path\":\"guide.md\"}", NULL);
    ambit_text result = ambit_field(ambit_text_of(answer == NULL ? "" : answer), "result");
    if (result.at != NULL) ambit_write_all(result.at, result.length);
    free(answer);
}

static void call_fs_list(void) {
    char *answer = ambit_ask("fs/list", "{\"root\":\"workspace\",\"path\":\"\"}", NULL);
    ambit_text result = ambit_field(ambit_text_of(answer == NULL ? "" : answer), "result");
    if (result.at != NULL) ambit_write_all(result.at, result.length);
    free(answer);
}

static void call_fs_canon(void) {
    char *answer = ambit_ask("fs/canon", "{\"root\":\"workspace\",\"path\":\"guide.md\"}", NULL);
    ambit_text result = ambit_field(ambit_text_of(answer == NULL ? "" : answer), "result");
    if (result.at != NULL) ambit_write_all(result.at, result.length);
    free(answer);
}

static void call_kv_get(void) {
    char *answer = ambit_ask("kv/get", "{\"key\":\"last-run\"}", NULL);
    ambit_text result = ambit_field(ambit_text_of(answer == NULL ? "" : answer), "result");
    if (result.at != NULL) ambit_write_all(result.at, result.length);
    free(answer);
}

static void call_kv_set(void) {
    char *answer = ambit_ask("kv/set", "{\"key\":\"last-run\",\"value\":1}", NULL);
    ambit_text result = ambit_field(ambit_text_of(answer == NULL ? "" : answer), "result");
    if (result.at != NULL) ambit_write_all(result.at, result.length);
    free(answer);
}

static void call_kv_delete(void) {
    char *answer = ambit_ask("kv/delete", "{\"key\":\"last-run\"}", NULL);
    ambit_text result = ambit_field(ambit_text_of(answer == NULL ? "" : answer), "result");
    if (result.at != NULL) ambit_write_all(result.at, result.length);
    free(answer);
}

static void call_kv_list(void) {
    char *answer = ambit_ask("kv/list", "{\"prefix\":\"last-\"}", NULL);
    ambit_text result = ambit_field(ambit_text_of(answer == NULL ? "" : answer), "result");
    if (result.at != NULL) ambit_write_all(result.at, result.length);
    free(answer);
}

static void call_storage_get(void) {
    char *answer = ambit_ask("storage/get", "{\"collection\":\"notes\",\"id\":\"n1\"}", NULL);
    ambit_text result = ambit_field(ambit_text_of(answer == NULL ? "" : answer), "result");
    if (result.at != NULL) ambit_write_all(result.at, result.length);
    free(answer);
}

static void call_storage_put(void) {
    char *answer = ambit_ask("storage/put", "{\"collection\":\"notes\",\"id\":\"n1\",\"data\":{\"title\":\"First\",\"stars\":3}}", NULL);
    ambit_text result = ambit_field(ambit_text_of(answer == NULL ? "" : answer), "result");
    if (result.at != NULL) ambit_write_all(result.at, result.length);
    free(answer);
}

static void call_storage_delete(void) {
    char *answer = ambit_ask("storage/delete", "{\"collection\":\"notes\",\"id\":\"n1\"}", NULL);
    ambit_text result = ambit_field(ambit_text_of(answer == NULL ? "" : answer), "result");
    if (result.at != NULL) ambit_write_all(result.at, result.length);
    free(answer);
}

static void call_storage_query(void) {
    char *answer = ambit_ask("storage/query", "{\"collection\":\"notes\",\"where\":{\"stars\":{\"gte\":3}},\"orderBy\":{\"field\":\"stars\",\"direction\":\"desc\"},\"limit\":10}", NULL);
    ambit_text result = ambit_field(ambit_text_of(answer == NULL ? "" : answer), "result");
    if (result.at != NULL) ambit_write_all(result.at, result.length);
    free(answer);
}

static void call_storage_count(void) {
    char *answer = ambit_ask("storage/count", "{\"collection\":\"notes\",\"where\":{\"stars\":3}}", NULL);
    ambit_text result = ambit_field(ambit_text_of(answer == NULL ? "" : answer), "result");
    if (result.at != NULL) ambit_write_all(result.at, result.length);
    free(answer);
}

static void call_storage_getMany(void) {
    char *answer = ambit_ask("storage/getMany", "{\"collection\":\"notes\",\"ids\":[\"n1\",\"n2\"]}", NULL);
    ambit_text result = ambit_field(ambit_text_of(answer == NULL ? "" : answer), "result");
    if (result.at != NULL) ambit_write_all(result.at, result.length);
    free(answer);
}

static void call_storage_putMany(void) {
    char *answer = ambit_ask("storage/putMany", "{\"collection\":\"notes\",\"items\":[{\"id\":\"n1\",\"data\":{\"title\":\"First\",\"stars\":3}}]}", NULL);
    ambit_text result = ambit_field(ambit_text_of(answer == NULL ? "" : answer), "result");
    if (result.at != NULL) ambit_write_all(result.at, result.length);
    free(answer);
}

static void call_storage_deleteMany(void) {
    char *answer = ambit_ask("storage/deleteMany", "{\"collection\":\"notes\",\"ids\":[\"n1\",\"n2\"]}", NULL);
    ambit_text result = ambit_field(ambit_text_of(answer == NULL ? "" : answer), "result");
    if (result.at != NULL) ambit_write_all(result.at, result.length);
    free(answer);
}

static void call_proc_spawn(void) {
    char *answer = ambit_ask("proc/spawn", "{\"argv\":[\"git\",\"status\",\"--short\"]}", NULL);
    ambit_text result = ambit_field(ambit_text_of(answer == NULL ? "" : answer), "result");
    if (result.at != NULL) ambit_write_all(result.at, result.length);
    free(answer);
}

static void call_proc_read(void) {
    char *answer = ambit_ask("proc/read", "{\"process\":1}", NULL);
    ambit_text result = ambit_field(ambit_text_of(answer == NULL ? "" : answer), "result");
    if (result.at != NULL) ambit_write_all(result.at, result.length);
    free(answer);
}

static void call_proc_write(void) {
    char *answer = ambit_ask("proc/write", "{\"process\":1,\"data\":\"\",\"end\":true}", NULL);
    ambit_text result = ambit_field(ambit_text_of(answer == NULL ? "" : answer), "result");
    if (result.at != NULL) ambit_write_all(result.at, result.length);
    free(answer);
}

static void call_proc_kill(void) {
    char *answer = ambit_ask("proc/kill", "{\"process\":1}", NULL);
    ambit_text result = ambit_field(ambit_text_of(answer == NULL ? "" : answer), "result");
    if (result.at != NULL) ambit_write_all(result.at, result.length);
    free(answer);
}

static void call_timer_set(void) {
    char *answer = ambit_ask("timer/set", "{\"ms\":1000}", NULL);
    ambit_text result = ambit_field(ambit_text_of(answer == NULL ? "" : answer), "result");
    if (result.at != NULL) ambit_write_all(result.at, result.length);
    free(answer);
}

static void call_timer_cancel(void) {
    char *answer = ambit_ask("timer/cancel", "{\"timer\":1}", NULL);
    ambit_text result = ambit_field(ambit_text_of(answer == NULL ? "" : answer), "result");
    if (result.at != NULL) ambit_write_all(result.at, result.length);
    free(answer);
}

static void call_secrets_get(void) {
    char *answer = ambit_ask("secrets/get", "{\"name\":\"token\"}", NULL);
    ambit_text result = ambit_field(ambit_text_of(answer == NULL ? "" : answer), "result");
    if (result.at != NULL) ambit_write_all(result.at, result.length);
    free(answer);
}

static void call_log(void) {
    char *answer = ambit_ask("log", "{\"level\":\"info\",\"message\":\"started\"}", NULL);
    ambit_text result = ambit_field(ambit_text_of(answer == NULL ? "" : answer), "result");
    if (result.at != NULL) ambit_write_all(result.at, result.length);
    free(answer);
}

static const struct {
    const char *method;
    void (*run)(void);
} all[] = {
    {"net/fetch", call_net_fetch},
    {"net/stream", call_net_stream},
    {"stream/read", call_stream_read},
    {"stream/close", call_stream_close},
    {"ws/open", call_ws_open},
    {"ws/send", call_ws_send},
    {"ws/receive", call_ws_receive},
    {"ws/close", call_ws_close},
    {"tcp/open", call_tcp_open},
    {"tcp/read", call_tcp_read},
    {"tcp/write", call_tcp_write},
    {"tcp/close", call_tcp_close},
    {"fs/read", call_fs_read},
    {"fs/write", call_fs_write},
    {"fs/stat", call_fs_stat},
    {"fs/list", call_fs_list},
    {"fs/canon", call_fs_canon},
    {"kv/get", call_kv_get},
    {"kv/set", call_kv_set},
    {"kv/delete", call_kv_delete},
    {"kv/list", call_kv_list},
    {"storage/get", call_storage_get},
    {"storage/put", call_storage_put},
    {"storage/delete", call_storage_delete},
    {"storage/query", call_storage_query},
    {"storage/count", call_storage_count},
    {"storage/getMany", call_storage_getMany},
    {"storage/putMany", call_storage_putMany},
    {"storage/deleteMany", call_storage_deleteMany},
    {"proc/spawn", call_proc_spawn},
    {"proc/read", call_proc_read},
    {"proc/write", call_proc_write},
    {"proc/kill", call_proc_kill},
    {"timer/set", call_timer_set},
    {"timer/cancel", call_timer_cancel},
    {"secrets/get", call_secrets_get},
    {"log", call_log},
};

int main(void) {
    char *input = ambit_read_all(NULL);
    if (input == NULL) return 1;
    ambit_text tool = ambit_path(ambit_text_of(input), "tool");
    if (tool.length == sizeof "\"digest\"" - 1 && memcmp(tool.at, "\"digest\"", tool.length) == 0) return ambit_write_all(EXAMPLES_DIGEST, sizeof EXAMPLES_DIGEST - 1) ? 0 : 1;
    char *method = ambit_string(ambit_path(ambit_text_of(input), "arguments.method"), NULL);
    free(input);
    for (size_t at = 0; method != NULL && at < sizeof all / sizeof *all; at++)
        if (strcmp(all[at].method, method) == 0) return all[at].run(), free(method), 0;
    free(method);
    return 1;
}
