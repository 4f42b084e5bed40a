import { counted } from '../../../data/digit_grouping.ts'
import { html, type Html } from '../../../data/html.ts'
import type { Found } from './found.ts'
import { textWith } from './text.ts'
import { pathOf, type View } from './view.ts'

/** Notes about a text's reading: corrected and ignored parts, and other readings as links. */
export function notes(view: View, { namesakes }: Found): Html[] {
  const { reading, leftOut, address } = view
  const found: Html[] = []
  for (const part of reading.parts) {
    const typed = reading.text.slice(part.start, part.end)
    if (part.corrected) found.push(html`“${typed}” is read as ${part.value}.`)
    const others = part.others.flatMap(({ parameter, value }) =>
      parameter === 'near' ? value : [],
    )
    const other = (name: string) =>
      pathOf({ ...address, as: undefined, q: textWith(reading, part, name), page: undefined })
    if (others.length > 0) found.push(html`Not that one? ${links(others.slice(0, 6), other)}`)
  }
  for (const { text, reason } of leftOut)
    found.push(
      reading.nearMe && text === 'near me'
        ? html`“near me” needs your location: press the button beside Where, or enter a ZIP code.`
        : html`“${text}” is left out: ${reason}.`,
    )
  if (reading.unknownPlace !== null)
    found.push(
      html`No place is called “${reading.unknownPlace}”. Enter a ZIP code, or a town and its state:
      “Danville, VT”.`,
    )
  if (namesakes > 0)
    found.push(
      html`Or a name?
        <a href="${pathOf({ q: address.q, as: 'name', filters: {} })}" data-view
          >${counted(namesakes, 'farm')} named “${address.q.trim()}”</a
        >`,
    )
  return found.map((note) => html`<p class="note">${note}</p>`)
}

const links = (names: readonly string[], href: (name: string) => string): Html[] =>
  names.map((name, at) => html`${at > 0 ? ' · ' : ''}<a href="${href(name)}" data-view>${name}</a>`)
