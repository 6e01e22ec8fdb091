#include "count.h"

#include <ctype.h>
#include <string.h>

/* Words too common to say anything about a text, sorted. */
static const char *const common[] = {
    "about", "all", "also", "and", "any", "are", "but", "can", "does", "each", "for", "from", "has", "have", "how", "into", "its",
    "more", "not", "one", "only", "other", "out", "over", "than", "that", "the", "their", "them", "then", "there", "these", "they",
    "this", "was", "were", "what", "when", "where", "which", "who", "will", "with", "you", "your"};

static int is_common(const char *word, size_t length) {
  for (size_t at = 0; at < sizeof common / sizeof *common; at++)
    if (strlen(common[at]) == length && memcmp(common[at], word, length) == 0) return 1;
  return 0;
}

/* Letters, digits, and every byte of a character beyond ASCII. */
static int is_word_byte(unsigned char byte) { return isalnum(byte) || byte >= 0x80; }

static int end_word(struct count *count) {
  if (!count->in_word) return 1;
  count->in_word = 0;
  count->words++;
  count->open_sentence = 1;
  size_t length = count->word_bytes;
  count->word_bytes = 0;
  if (length < 3 || is_common(count->word, length)) return 1;
  return terms_add(&count->terms, count->word, length);
}

static void end_sentence(struct count *count) {
  if (!count->open_sentence) return;
  count->open_sentence = 0;
  count->sentences++;
}

static int is_mark(unsigned char byte) { return byte == '.' || byte == '!' || byte == '?'; }

static int is_closing(unsigned char byte) { return byte == '"' || byte == '\'' || byte == ')' || byte == ']'; }

int count_piece(struct count *count, const char *piece, size_t length) {
  for (size_t at = 0; at < length; at++) {
    unsigned char byte = (unsigned char)piece[at];
    if (is_word_byte(byte)) {
      count->in_word = 1;
      count->after_mark = 0;
      if (count->word_bytes < TERM_BYTES) count->word[count->word_bytes++] = (char)tolower(byte);
      continue;
    }
    if (!end_word(count)) return 0;
    /* A mark inside a word, as in "guide.md", ends nothing: space must follow, after closing quotes or brackets at most. */
    if (count->after_mark && isspace(byte)) end_sentence(count);
    count->after_mark = is_mark(byte) || (count->after_mark && is_closing(byte));
  }
  return 1;
}

int count_end(struct count *count) {
  if (!end_word(count)) return 0;
  end_sentence(count);
  return 1;
}
