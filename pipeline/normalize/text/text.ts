import { decodeEntities } from './entities.ts'
import { repairMojibake } from './mojibake.ts'
import { withoutUnseen } from './unseen.ts'

/**
 * Makes one clean line of text: windows-1252 read as UTF-8 repaired, HTML and spreadsheet escapes
 * resolved, tags and invisible characters removed, blanks collapsed, Unicode in NFC. Returns null
 * where nothing is left, or only a word for nothing (`nan`, `TBD`, `-`).
 *
 * U+FFFD stays: it says that a character is missing, and no rule says which (`Kaua�i`, `farm�s`); another listing of the farm may
 * (resolve/letters).
 */
export function cleanText(text: string | null): string | null {
  if (text === null) return null
  const clean = isPlain(text) ? text : fixpoint(text, cleanOnce)
  return isNothing(clean) ? null : clean
}

/** Most text is clean already: ASCII with single blanks inside, and nothing that may be an escape. */
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

/** Tags that descriptions hold, those that part words and those that don't; any other `<…>` may be text. */
const blockTag =
  /<\/?(?:article|blockquote|body|br|button|center|dd|div|dl|dt|embed|figcaption|figure|footer|form|h[1-6]|head|header|hr|html|iframe|img|input|li|link|main|meta|nav|object|ol|option|p|param|pre|script|section|select|source|style|table|tbody|td|textarea|tfoot|th|thead|title|tr|ul|video|audio)(?:\s[^<>]*)?\/?>/gi
const inlineTag =
  /<\/?(?:a|abbr|b|big|cite|code|del|em|font|i|ins|label|mark|q|s|small|span|strike|strong|sub|sup|tt|u|[a-z]\w{0,3}:\w+)(?:\s[^<>]*)?\/?>/gi

/** Control characters other than white space, zero-width and direction marks; but not the joiners inside an emoji. */
const invisible =
  /(?!\s)\p{Cc}|[\xad\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]|(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d|\u200d(?!\p{Extended_Pictographic})/gu

/** Escapes of escapes, no deeper: of `&#38;#38;#38;…` each pass resolves one. */
const mostPasses = 10

/** Cleans until nothing changes, so that what an escape was hiding is cleaned too. */
function fixpoint(text: string, step: (text: string) => string): string {
  let [before, after] = [text, step(text)]
  for (let pass = 1; after !== before && pass < mostPasses; pass++)
    [before, after] = [after, step(after)]
  return after
}
