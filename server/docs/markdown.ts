import { html, type Html } from '../../data/html.ts'

/** Text of the description with its `code` in spans of code. */
export const inline = (text: string): Html =>
  html`${text
    .split('`')
    .map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : html`${part}`))}`

/** What the description has of Markdown: paragraphs, headings of the second level, and code. */
export const markdown = (text: string): Html =>
  html`${text.split(/\n\n+/).map((block) => {
    const heading = /^## (.+)$/.exec(block)?.[1]
    return heading === undefined
      ? html`<p>${inline(block)}</p>`
      : html`<h2 id="${idOf(heading)}">${heading}</h2>`
  })}`

const idOf = (heading: string) => heading.toLowerCase().replaceAll(/\W+/g, '-')
