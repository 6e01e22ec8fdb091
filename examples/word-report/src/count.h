/* Counts words, sentences and terms of a text that comes in pieces. */
#ifndef COUNT_H
#define COUNT_H

#include <stddef.h>
#include "terms.h"

struct count {
  unsigned long words;
  unsigned long sentences;
  struct terms terms;
  /* The word being read; longer ones are cut for the terms, and count as one word all the same. */
  char word[TERM_BYTES];
  size_t word_bytes;
  int in_word;
  /* A word has come since the last sentence ended. */
  int open_sentence;
  /* The last thing that was no closing quote or bracket was a mark that can end a sentence. */
  int after_mark;
};

/* Takes the next piece of the text. Returns 0 when memory is out, and 1 otherwise. */
int count_piece(struct count *count, const char *piece, size_t length);

/* Ends the last word and the last sentence. */
int count_end(struct count *count);

#endif
