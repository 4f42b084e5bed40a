import { decodeEntities } from './entities.ts'
import { repairMojibake } from './mojibake.ts'
import { withoutUnseen } from './unseen.ts'

/**
 * Makes one clean line of text: repairs UTF-8 read as windows-1252, resolves HTML and spreadsheet escapes,
 * removes tags and invisible characters, collapses blanks, and applies Unicode NFC. Returns null if nothing
 * is left, or only a word for nothing (`nan`, `TBD`, `-`).
 *
 * U+FFFD stays: it marks a lost character, which another listing may restore (`Kaua�i`; see resolve/letters).
 */
export function cleanText(text: string | null): string | null {
  if (text === null) return null
  const clean = isPlain(text) ? text : fixpoint(text, cleanOnce)
  return isNothing(clean) ? null : clean
}

/** Most text is already clean: ASCII with single blanks inside, and no possible escape. */
const isPlain = (text: string) => !/[^ -~]|[&<\\]|_x|^ | $| {2}/.test(text)

const isNothing = (text: string) =>
  text.length < 16 &&
  /^(|nan|null|undefined|none|n\/?a|n\.a\.|t\.?b\.?[ad]\.?|unknown|not (available|applicable)|[-–—.?_*/,\ufffd ]+)$/i.test(
    text,
  )

function cleanOnce(text: string): string {
  const plain = decodeEntities(repairMojibake(text.toWellFormed()))
    .replaceAll(/_x([\da-f]{4})_/gi, (_, hex) => String.fromCharCode(parseInt(hex, 16)))
    .replaceAll(/(?<!\\)\\+(?=['"])/g, '')
  return withoutUnseen(plain)
    .replaceAll(blockTag, ' ')
    .replaceAll(inlineTag, '')
    .replaceAll(invisible, '')
    .replaceAll(/\s+/g, ' ')
    .normalize('NFC')
    .trim()
}

/**
 * Tags found in descriptions, block tags (which separate words) and inline tags; any other `<…>` may be text.
 */
const blockTag =
  /<\/?(?:article|blockquote|body|br|button|center|dd|div|dl|dt|embed|figcaption|figure|footer|form|h[1-6]|head|header|hr|html|iframe|img|input|li|link|main|meta|nav|object|ol|option|p|param|pre|script|section|select|source|style|table|tbody|td|textarea|tfoot|th|thead|title|tr|ul|video|audio)(?:\s[^<>]*)?\/?>/gi
const inlineTag =
  /<\/?(?:a|abbr|b|big|cite|code|del|em|font|i|ins|label|mark|q|s|small|span|strike|strong|sub|sup|tt|u|[a-z]\w{0,3}:\w+)(?:\s[^<>]*)?\/?>/gi

/**
 * Control characters other than white space, zero-width and direction marks; except joiners inside an emoji.
 */
const invisible =
  /(?!\s)\p{Cc}|[\xad\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]|(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d|\u200d(?!\p{Extended_Pictographic})/gu

/** Limits escapes of escapes: each pass resolves one of `&#38;#38;#38;…`. */
const mostPasses = 10

/** Cleans until nothing changes, so that text hidden by an escape is cleaned too. */
function fixpoint(text: string, step: (text: string) => string): string {
  let [before, after] = [text, step(text)]
  for (let pass = 1; after !== before && pass < mostPasses; pass++)
    [before, after] = [after, step(after)]
  return after
}
