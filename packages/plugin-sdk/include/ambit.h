/*
 * ambit.h: what a WebAssembly plugin in C needs, in one header. Build with wasi-libc for wasm32-wasi (preview1).
 *
 * == The two forms of run.wasm =====================================================================================
 *
 * Command: the module exports `_start`, which runs once per tool call in a fresh instance. Standard input holds one
 * JSON object, {"tool": "<name>", "arguments": {...}}, to its end. Standard output is the tool's result: JSON text, else taken
 * as a string. Exit code 0 is success. After another one the call ends in the error that standard output holds as
 * {"error": {...}} in the form of a JSON-RPC answer (so that a refusal can be handed on as it came), else in GUEST_EXITED.
 * Standard error goes to the log.
 *
 * Reactor: the module exports `_initialize` (optional), `memory` and
 *
 *     void ambit_turn(void);
 *
 * and its state lives between turns. Before a turn the host puts JSON-RPC 2.0 messages on standard input, one a line;
 * the guest reads what is there (a read never waits: it gives 0 when nothing is left), writes messages of its own to
 * standard output, one a line, and returns. An answer from the host to a written request is a line of a later turn.
 * `escouade-turn` is taken as another name of the export.
 *
 * == The synchronous door ==========================================================================================
 *
 * Both forms may import one function, module "ambit", field "call" (also taken: "escouade" / "call"):
 *
 *     (func (import "ambit" "call")
 *       (param $request i32) (param $request_length i32) (param $answer i32) (param $answer_capacity i32) (result i32))
 *
 * It hands over one JSON-RPC 2.0 request, as UTF-8 text without a line end, and waits for the answer's text.
 *
 *   - Result: the answer's length in bytes, whatever the capacity. Exactly min(length, capacity) bytes are written to
 *     $answer; no terminating zero is added. 0: there is no answer, since the message was a notification.
 *   - An answer longer than the capacity is kept: a call with $request_length 0 sends nothing, and gives the last
 *     answer again from its start, so a guest can make room and fetch it. Each sent message replaces what is kept.
 *     With nothing kept, the result is 0.
 *   - What goes wrong in the call itself comes as a JSON-RPC error in the answer. A message past the bounds (8 MiB, 64
 *     levels deep) is answered with an error and `"id": null`.
 *   - A range outside the memory traps, and a host that ends the instance never returns.
 *
 * Names of the calls, their parameters and results: the page "The calls", or schemas/calls.json of @ambit/api-types.
 */
#ifndef AMBIT_H
#define AMBIT_H

#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The raw import. See "The synchronous door" above. */
__attribute__((import_module("ambit"), import_name("call"))) extern int32_t
ambit_call(const char *request, uint32_t request_length, char *answer, uint32_t answer_capacity);

/* Marks the reactor's export: AMBIT_TURN { ... } defines `ambit_turn`. */
#define AMBIT_TURN __attribute__((export_name("ambit_turn"))) void ambit_turn(void)

/* A piece of text inside a larger one; not terminated by a zero. `at` is NULL where there is none. */
typedef struct {
    const char *at;
    size_t length;
} ambit_text;

static inline ambit_text ambit_text_of(const char *text) { return (ambit_text){text, strlen(text)}; }

/* == Writing JSON ================================================================================================== */

/* A growing buffer. Start from AMBIT_WRITER; `failed` is set when memory ran out, and nothing is added after that. */
typedef struct {
    char *at;
    size_t length;
    size_t capacity;
    int failed;
} ambit_writer;

#define AMBIT_WRITER {NULL, 0, 0, 0}

static inline void ambit_put_bytes(ambit_writer *writer, const char *bytes, size_t length) {
    if (writer->failed) return;
    if (length > writer->capacity - writer->length) {
        size_t wanted = writer->length + length;
        size_t capacity = writer->capacity == 0 ? 256 : writer->capacity;
        while (capacity < wanted && capacity < SIZE_MAX / 2) capacity *= 2;
        char *grown = wanted < length || capacity < wanted ? NULL : (char *)realloc(writer->at, capacity);
        if (grown == NULL) {
            writer->failed = 1;
            return;
        }
        writer->at = grown;
        writer->capacity = capacity;
    }
    if (length > 0) memcpy(writer->at + writer->length, bytes, length);
    writer->length += length;
}

/* Adds text as it is: braces, commas, keys that need no escape. */
static inline void ambit_put(ambit_writer *writer, const char *text) { ambit_put_bytes(writer, text, strlen(text)); }

/* Adds a JSON string: quotes, and escapes where they are needed. The bytes must be UTF-8. */
static inline void ambit_put_string(ambit_writer *writer, const char *bytes, size_t length) {
    ambit_put(writer, "\"");
    size_t from = 0;
    for (size_t i = 0; i < length; i++) {
        unsigned char byte = (unsigned char)bytes[i];
        if (byte >= 0x20 && byte != '"' && byte != '\\') continue;
        char escape[8];
        int units = byte == '"' || byte == '\\' ? snprintf(escape, sizeof escape, "\\%c", byte) : snprintf(escape, sizeof escape, "\\u%04x", byte);
        ambit_put_bytes(writer, bytes + from, i - from);
        ambit_put_bytes(writer, escape, (size_t)units);
        from = i + 1;
    }
    ambit_put_bytes(writer, bytes + from, length - from);
    ambit_put(writer, "\"");
}

static inline void ambit_put_integer(ambit_writer *writer, int64_t value) {
    char digits[24];
    ambit_put_bytes(writer, digits, (size_t)snprintf(digits, sizeof digits, "%lld", (long long)value));
}

static inline void ambit_free(ambit_writer *writer) {
    free(writer->at);
    *writer = (ambit_writer)AMBIT_WRITER;
}

/* == Reading JSON ================================================================================================== */

static inline const char *ambit_skip_space(const char *at, const char *end) {
    while (at < end && (*at == ' ' || *at == '\t' || *at == '\n' || *at == '\r')) at++;
    return at;
}

/* The end of the string whose opening quote is at `at`, or NULL. */
static inline const char *ambit_skip_string(const char *at, const char *end) {
    for (at++; at < end; at++) {
        if (*at == '\\') at++;
        else if (*at == '"') return at + 1;
    }
    return NULL;
}

/* The end of the value at `at`, or NULL. Needs no stack of its own, however deep the value is. */
static inline const char *ambit_skip_value(const char *at, const char *end) {
    size_t depth = 0;
    while (at < end) {
        if (*at == '"') {
            at = ambit_skip_string(at, end);
            if (at == NULL) return NULL;
            if (depth == 0) return at;
        } else if (*at == '{' || *at == '[') {
            depth++, at++;
        } else if (*at == '}' || *at == ']') {
            if (depth == 0) return at;
            at++;
            if (--depth == 0) return at;
        } else if (depth == 0) {
            while (at < end && *at != ',' && *at != '}' && *at != ']' && *at != ' ' && *at != '\t' && *at != '\n' && *at != '\r') at++;
            return at;
        } else {
            at++;
        }
    }
    return depth == 0 ? at : NULL;
}

/*
 * The value of one key of a JSON object, as it stands in the text; none where the text is no object or has no such key.
 * Keys are compared as they are written, so look only for keys without escapes. The last one of the same name counts.
 */
static inline ambit_text ambit_field(ambit_text object, const char *key) {
    ambit_text found = {NULL, 0};
    if (object.at == NULL) return found;
    const char *end = object.at + object.length;
    const char *at = ambit_skip_space(object.at, end);
    size_t key_length = strlen(key);
    if (at >= end || *at != '{') return found;
    at = ambit_skip_space(at + 1, end);
    while (at < end && *at == '"') {
        const char *name = at + 1;
        const char *after = ambit_skip_string(at, end);
        if (after == NULL) return found;
        const char *colon = ambit_skip_space(after, end);
        if (colon >= end || *colon != ':') return found;
        const char *value = ambit_skip_space(colon + 1, end);
        const char *value_end = ambit_skip_value(value, end);
        if (value_end == NULL || value_end == value) return found;
        if ((size_t)(after - 1 - name) == key_length && memcmp(name, key, key_length) == 0) {
            found.at = value;
            found.length = (size_t)(value_end - value);
        }
        at = ambit_skip_space(value_end, end);
        if (at >= end || *at != ',') return found;
        at = ambit_skip_space(at + 1, end);
    }
    return found;
}

/* Goes down through objects: ambit_path(message, "params.arguments.path"). Keys that hold a dot are out of its reach. */
static inline ambit_text ambit_path(ambit_text value, const char *path) {
    char key[128];
    while (*path != '\0' && value.at != NULL) {
        const char *dot = strchr(path, '.');
        size_t length = dot == NULL ? strlen(path) : (size_t)(dot - path);
        if (length >= sizeof key) {
            value.at = NULL;
            break;
        }
        memcpy(key, path, length);
        key[length] = '\0';
        value = ambit_field(value, key);
        path += dot == NULL ? length : length + 1;
    }
    return value;
}

static inline int ambit_hex4(const char *at, uint32_t *unit) {
    *unit = 0;
    for (int i = 0; i < 4; i++) {
        char c = at[i];
        uint32_t digit = c >= '0' && c <= '9' ? (uint32_t)(c - '0') : (c | 32) >= 'a' && (c | 32) <= 'f' ? (uint32_t)((c | 32) - 'a' + 10) : 16;
        if (digit == 16) return 0;
        *unit = *unit * 16 + digit;
    }
    return 1;
}

static inline size_t ambit_utf8(uint32_t point, char *out) {
    if (point < 0x80) return out[0] = (char)point, 1;
    if (point < 0x800) return out[0] = (char)(0xc0 | point >> 6), out[1] = (char)(0x80 | (point & 63)), 2;
    if (point < 0x10000) {
        out[0] = (char)(0xe0 | point >> 12), out[1] = (char)(0x80 | (point >> 6 & 63)), out[2] = (char)(0x80 | (point & 63));
        return 3;
    }
    out[0] = (char)(0xf0 | point >> 18), out[1] = (char)(0x80 | (point >> 12 & 63));
    out[2] = (char)(0x80 | (point >> 6 & 63)), out[3] = (char)(0x80 | (point & 63));
    return 4;
}

/* One escape at `at` (just after the backslash) as UTF-8; returns where it ends, or NULL. A lone surrogate becomes U+FFFD. */
static inline const char *ambit_unescape(const char *at, const char *end, char *out, size_t *length) {
    static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
    const char *plain = at < end && *at != '\0' ? strchr(from, *at) : NULL;
    if (plain != NULL) return out[0] = to[plain - from], *length = 1, at + 1;
    uint32_t unit, low;
    if (at >= end || *at != 'u' || end - at < 5 || !ambit_hex4(at + 1, &unit)) return NULL;
    at += 5;
    if (unit >= 0xd800 && unit < 0xdc00 && end - at >= 6 && at[0] == '\\' && at[1] == 'u' && ambit_hex4(at + 2, &low) && low >= 0xdc00 && low < 0xe000) {
        unit = 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00);
        at += 6;
    }
    if (unit >= 0xd800 && unit < 0xe000) unit = 0xfffd;
    return *length = ambit_utf8(unit, out), at;
}

/*
 * A JSON string's content in UTF-8, terminated by a zero, in memory of its own (free it); NULL where the value is no
 * well-formed string or memory ran out. `length`, where given, gets the bytes before the zero: the content may hold zeros.
 */
static inline char *ambit_string(ambit_text value, size_t *length) {
    if (value.at == NULL || value.length < 2 || value.at[0] != '"' || value.at[value.length - 1] != '"') return NULL;
    const char *at = value.at + 1, *end = value.at + value.length - 1;
    char *out = (char *)malloc(value.length), *to = out; /* an escape is never shorter than what it stands for */
    while (out != NULL && at < end) {
        if (*at != '\\') {
            *to++ = *at++;
            continue;
        }
        size_t units = 0;
        at = ambit_unescape(at + 1, end, to, &units);
        if (at == NULL) return free(out), NULL;
        to += units;
    }
    if (out == NULL) return NULL;
    *to = '\0';
    if (length != NULL) *length = (size_t)(to - out);
    return out;
}

/* A JSON number that is a whole one of 64 bits. Returns 0 where it isn't. */
static inline int ambit_integer(ambit_text value, int64_t *number) {
    char digits[24];
    char *end;
    if (value.at == NULL || value.length == 0 || value.length >= sizeof digits) return 0;
    memcpy(digits, value.at, value.length);
    digits[value.length] = '\0';
    errno = 0;
    *number = strtoll(digits, &end, 10);
    return *end == '\0' && errno == 0;
}

/* == Messages ====================================================================================================== */

/* All of standard input, terminated by a zero, in memory of its own; NULL where it can't be read or memory ran out. */
static inline char *ambit_read_all(size_t *length) {
    ambit_writer all = AMBIT_WRITER;
    char piece[4096];
    ssize_t got;
    while ((got = read(0, piece, sizeof piece)) > 0) ambit_put_bytes(&all, piece, (size_t)got);
    ambit_put_bytes(&all, "", 1);
    if (got < 0 || all.failed) return ambit_free(&all), NULL;
    if (length != NULL) *length = all.length - 1;
    return all.at;
}

/*
 * Takes the next line off a text that ambit_read_all gave, for the reactor form: each turn's lines are whole.
 * Returns 0 when none is left.
 */
static inline int ambit_next_line(ambit_text *rest, ambit_text *line) {
    while (rest->length > 0) {
        const char *end = (const char *)memchr(rest->at, '\n', rest->length);
        size_t length = end == NULL ? rest->length : (size_t)(end - rest->at);
        line->at = rest->at;
        line->length = length;
        size_t step = end == NULL ? length : length + 1;
        rest->at += step;
        rest->length -= step;
        if (length > 0) return 1;
    }
    return 0;
}

/* Writes all of a buffer to standard output. Returns 0 where it could not. */
static inline int ambit_write_all(const char *bytes, size_t length) {
    while (length > 0) {
        ssize_t done = write(1, bytes, length);
        if (done <= 0) return 0;
        bytes += done;
        length -= (size_t)done;
    }
    return 1;
}

/*
 * Makes one call and waits for its answer, the whole JSON-RPC message in memory of its own (free it). `params` is JSON
 * text. NULL where memory ran out. Take it apart with ambit_path: "result.data", or "error.data.code".
 */
static inline char *ambit_ask(const char *method, const char *params, size_t *length) {
    ambit_writer request = AMBIT_WRITER;
    ambit_put(&request, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":");
    ambit_put_string(&request, method, strlen(method));
    ambit_put(&request, ",\"params\":");
    ambit_put(&request, params);
    ambit_put(&request, "}");
    size_t capacity = 4096;
    char *answer = request.failed ? NULL : (char *)malloc(capacity + 1);
    int32_t got = answer == NULL ? 0 : ambit_call(request.at, (uint32_t)request.length, answer, (uint32_t)capacity);
    ambit_free(&request);
    if (answer == NULL) return NULL;
    if ((size_t)got > capacity) {
        free(answer);
        answer = (char *)malloc((size_t)got + 1);
        if (answer == NULL) return NULL;
        got = ambit_call("", 0, answer, (uint32_t)got);
    }
    answer[got] = '\0';
    if (length != NULL) *length = (size_t)got;
    return answer;
}

/* Writes one whole line: `{"jsonrpc":"2.0","id":<id>,` and then the buffer's text. Frees the buffer. */
static inline int ambit_write_answer(ambit_text id, ambit_writer *rest) {
    ambit_writer line = AMBIT_WRITER;
    ambit_put(&line, "{\"jsonrpc\":\"2.0\",\"id\":");
    ambit_put_bytes(&line, id.at, id.length);
    ambit_put(&line, ",");
    ambit_put_bytes(&line, rest->at, rest->length);
    ambit_put(&line, "}\n");
    int done = !rest->failed && !line.failed && ambit_write_all(line.at, line.length);
    return ambit_free(&line), ambit_free(rest), done;
}

/* Answers a request of the host's: `id` as it stood in the request, `result` as JSON text. */
static inline int ambit_answer(ambit_text id, const char *result) {
    ambit_writer rest = AMBIT_WRITER;
    ambit_put(&rest, "\"result\":");
    ambit_put(&rest, result);
    return ambit_write_answer(id, &rest);
}

/* Answers a request with a failure of the plugin's own (GUEST_ERROR). */
static inline int ambit_answer_error(ambit_text id, const char *message) {
    ambit_writer rest = AMBIT_WRITER;
    ambit_put(&rest, "\"error\":{\"code\":-32000,\"message\":");
    ambit_put_string(&rest, message, strlen(message));
    ambit_put(&rest, ",\"data\":{\"code\":\"GUEST_ERROR\"}}");
    return ambit_write_answer(id, &rest);
}

#ifdef __cplusplus
}
#endif

#endif /* AMBIT_H */
