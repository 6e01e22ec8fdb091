#include "terms.h"

#include <stdlib.h>
#include <string.h>

static size_t hash(const char *text, size_t length) {
  size_t value = 2166136261u;
  for (size_t at = 0; at < length; at++) value = (value ^ (unsigned char)text[at]) * 16777619u;
  return value;
}

static struct term *slot_of(const struct terms *terms, const char *text, size_t length) {
  size_t at = hash(text, length) & (terms->capacity - 1);
  for (;;) {
    struct term *slot = &terms->slots[at];
    if (slot->count == 0) return slot;
    if (strlen(slot->text) == length && memcmp(slot->text, text, length) == 0) return slot;
    at = (at + 1) & (terms->capacity - 1);
  }
}

static int grow(struct terms *terms) {
  struct terms larger = {0};
  larger.capacity = terms->capacity == 0 ? 1024 : terms->capacity * 2;
  larger.slots = calloc(larger.capacity, sizeof *larger.slots);
  if (larger.slots == NULL) return 0;
  for (size_t at = 0; at < terms->capacity; at++) {
    const struct term *old = &terms->slots[at];
    if (old->count > 0) *slot_of(&larger, old->text, strlen(old->text)) = *old;
  }
  larger.used = terms->used;
  free(terms->slots);
  *terms = larger;
  return 1;
}

int terms_add(struct terms *terms, const char *text, size_t length) {
  if (terms->used * 2 >= terms->capacity && !grow(terms)) return 0;
  struct term *slot = slot_of(terms, text, length);
  if (slot->count++ == 0) {
    memcpy(slot->text, text, length);
    slot->text[length] = '\0';
    terms->used++;
  }
  return 1;
}

static int comes_before(const struct term *left, const struct term *right) {
  if (left->count != right->count) return left->count > right->count;
  return strcmp(left->text, right->text) < 0;
}

size_t terms_top(const struct terms *terms, struct term *top, size_t most) {
  size_t found = 0;
  for (size_t at = 0; at < terms->capacity; at++) {
    const struct term *term = &terms->slots[at];
    if (term->count == 0) continue;
    size_t place = found;
    while (place > 0 && comes_before(term, &top[place - 1])) place--;
    if (place >= most) continue;
    size_t last = found < most ? found : most - 1;
    memmove(&top[place + 1], &top[place], (last - place) * sizeof *top);
    top[place] = *term;
    if (found < most) found++;
  }
  return found;
}

void terms_free(struct terms *terms) {
  free(terms->slots);
  memset(terms, 0, sizeof *terms);
}
