import { windows1252 } from './mojibake.ts'

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
export function decodeEntities(text: string): string {
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
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : null
}
