import { html, type Html } from '../../data/html.ts'
import { inline } from '../console/parts/shown.ts'

/** What the description has of Markdown: paragraphs, headings of the second level, and code. */
export const markdown = (text: string): Html =>
  html`${text.split(/\n\n+/).map((block) => {
    const heading = /^## (.+)$/.exec(block)?.[1]
    return heading === undefined
      ? html`<p>${inline(block)}</p>`
      : html`<h2 id="${idOf(heading)}">${heading}</h2>`
  })}`

const idOf = (heading: string) => heading.toLowerCase().replaceAll(/\W+/g, '-')
