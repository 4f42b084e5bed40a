/**
 * A lost letter (U+FFFD, one or three for the bytes of UTF-8) between a letter and `s` at a word's end. `Caf�s`
 * and `ros�s` lost another letter.
 */
const lostApostrophe =
  /(?<=\p{L})(?<!\b(?:caf|ros))(?:\ufffd|\ufffd{3})(?=s(?![\p{L}\p{N}\ufffd]))/giu

/** Restores the apostrophes of a text: `Farmer�s Market` becomes `Farmer’s Market`. */
export const withApostrophes = (damaged: string): string => damaged.replaceAll(lostApostrophe, '’')
