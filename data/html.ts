/** A piece of HTML: its text is markup, and is not escaped again. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Piece = Html | readonly Html[] | string | number | null | undefined

/**
 * Makes HTML from a template. Text and numbers are escaped, lists of HTML are joined, null and
 * undefined add nothing.
 */
export const html = (strings: TemplateStringsArray, ...pieces: Piece[]): Html =>
  new Html(strings.reduce((text, next, index) => text + markup(pieces[index - 1]) + next))

function markup(piece: Piece): string {
  if (piece === null || piece === undefined) return ''
  if (piece instanceof Html) return piece.text
  if (typeof piece === 'object') return piece.map(({ text }) => text).join('')
  return String(piece).replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
