/** The bytes 0x80 to 0x9F in windows-1252; undefined bytes are control characters. */
export const windows1252 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ'

const byteOf = new Map(Array.from(windows1252, (character, i) => [character, 0x80 + i]))
const toByte = (character: string) => byteOf.get(character) ?? character.charCodeAt(0)

/** A continuation byte of UTF-8, misread as windows-1252 or as Latin-1. */
const next = `[\\x80-\\xbf${windows1252}]`

/**
 * Only lead bytes whose misreading occurs in no real text. `É»`, for example, is left out: it may close a
 * French quotation, and the letter that it would decode to is in no farm's name.
 */
const misread = new RegExp(`[ÂÃÄÅ]${next}|Ê»|[âï]${next}{2}|ð${next}{3}`, 'g')

/** Each misreading doubles the letters' bytes; in `Ãƒƒƒƒ…` each pass would remove a single character. */
const mostMisreadings = 4

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * Restores UTF-8 text that was read as windows-1252 (`farmâ€™s`, `CafÃ©`), up to four times over. Restores
 * windows-1252 text that was read as Latin-1, which has control characters for punctuation.
 */
export function repairMojibake(text: string): string {
  let repaired = text
  for (let times = 0; times < mostMisreadings; times++) {
    const before = repaired
    repaired = before
      .replaceAll(misread, decoded)
      .replaceAll(/[\x80-\x9f]/g, (control) => windows1252[control.charCodeAt(0) - 0x80]!)
    if (repaired === before) break
  }
  return repaired
}

function decoded(sequence: string): string {
  try {
    return utf8.decode(Uint8Array.from(sequence, toByte))
  } catch {
    return sequence
  }
}
