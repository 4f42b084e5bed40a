/**
 * How lines that are much alike are stored. A phrase is a text that many lines have; the phrases are stored
 * once, and a line is literals and numbers of phrases in turn:
 *
 * - one byte: the length of the literal, up to `longestLiteral`, maybe 0,
 * - the literal,
 * - two bytes, little-endian: the number of the phrase that follows; phrase 0 is empty.
 *
 * A line ends after a literal or after a phrase.
 */
export const longestLiteral = 0xff

/** The maximum number of phrases. */
export const mostPhrases = 0x10000
