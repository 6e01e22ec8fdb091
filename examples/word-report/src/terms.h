/* A count for every term of a text. */
#ifndef TERMS_H
#define TERMS_H

#include <stddef.h>

/* Longest term kept whole, in bytes; what is longer is cut there. */
#define TERM_BYTES 64

struct term {
  char text[TERM_BYTES + 1];
  unsigned long count;
};

struct terms {
  struct term *slots;
  size_t capacity; /* a power of two */
  size_t used;
};

/* Counts one term. Returns 0 when memory is out, and 1 otherwise. */
int terms_add(struct terms *terms, const char *text, size_t length);

/* Puts the `most` commonest terms into `top`, the commonest first and equals by name; returns how many there are. */
size_t terms_top(const struct terms *terms, struct term *top, size_t most);

void terms_free(struct terms *terms);

#endif
