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
  /^(|nan|null|undefined|none|n\/?a|n\.a\.|t\.?b\.?[ad]\.?|unknown|not (available|applicable)|#n\/a|#[a-z/0]{3,6}[!?]|[-–—.?_*/,\ufffd ]+)$/i.test(
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

/** Beginnings and ends of invisible parts: slash and name of a tag, or neither for a comment. */
const marks = /<!--|-->|<(\/?)(script|style)(?:\s[^<>]*)?>/gi

/**
 * Replaces each comment, script and style sheet with a blank, from its beginning to the next matching end. A
 * beginning without an end stays.
 */
function withoutUnseen(text: string): string {
  if (!text.includes('<')) return text
  const found = Array.from(text.matchAll(marks), ({ 0: mark, 1: slash, 2: name, index }) => ({
    index,
    end: index + mark.length,
    isEnd: mark === '-->' || slash === '/',
    kind: name?.toLowerCase() ?? 'comment',
  }))
  const lastEnd = new Map(
    found.filter(({ isEnd }) => isEnd).map(({ kind, index }) => [kind, index]),
  )
  let [seen, at] = ['', 0]
  let open: string | null = null
  for (const { index, end, isEnd, kind } of found) {
    if (open === null && !isEnd && index < (lastEnd.get(kind) ?? 0)) {
      seen += `${text.slice(at, index)} `
      open = kind
    } else if (isEnd && kind === open) {
      open = null
      at = end
    }
  }
  return seen + text.slice(at)
}

/** Names of U+00A0 to U+00FF, in order (HTML 4, section 24.2). */
const latin1 =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml'

const named = new Map<string, string>([
  ...latin1.split(' ').map((name, i): [string, string] => [name, String.fromCharCode(0xa0 + i)]),
  ...Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }),
  ...Object.entries({ lsquo: '‘', rsquo: '’', sbquo: '‚', ldquo: '“', rdquo: '”', bdquo: '„' }),
  ...Object.entries({ ndash: '–', mdash: '—', hellip: '…', bull: '•', trade: '™', euro: '€' }),
  ...Object.entries({ ensp: ' ', emsp: ' ', thinsp: ' ', zwnj: '', zwj: '', lrm: '', rlm: '' }),
])

/**
 * Replaces HTML character references, by name (`&eacute;`) or number (`&#233;`, `&#xE9;`), even if their `&`
 * was escaped again (`&amp;eacute;`). Names outside HTML 4 stay.
 */
function decodeEntities(text: string): string {
  return text
    .replaceAll(/&(?:amp;)+/g, '&')
    .replaceAll(/&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|(\w+));/g, (whole, decimal, hex, name) =>
      name
        ? (named.get(name) ?? whole)
        : (character(decimal ? Number(decimal) : parseInt(hex, 16)) ?? whole),
    )
}

/** Numbers 128 to 159 mean windows-1252, as browsers read them (HTML Standard, 13.2.5.80). */
function character(code: number): string | null {
  if (code >= 0x80 && code <= 0x9f) return windows1252[code - 0x80]!
  return code <= 0x10ffff ? String.fromCodePoint(code) : null
}

/** The bytes 0x80 to 0x9F in windows-1252; undefined bytes are control characters. */
const windows1252 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ'

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
function repairMojibake(text: string): string {
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
