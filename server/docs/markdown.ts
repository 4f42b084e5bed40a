import { Marked } from 'marked'
import { Html } from '../../data/html.ts'
import { codeBlock } from '../pages/code_blocks.ts'

const languages: Record<string, string> = {
  html: 'HTML',
  js: 'JavaScript',
  json: 'JSON',
  sh: 'Shell',
}

/** The number of blocks of code so far: each has a label of its own. */
let blocks = 0

/** Headings have ids, so that links can name a section; code has a copy button. */
const marked = new Marked({
  renderer: {
    code: ({ text, lang = '' }) =>
      codeBlock(`${languages[lang] ?? 'Example'} ${++blocks}`, 'the code', text).text,
    heading({ tokens, depth, text }) {
      const id = text.toLowerCase().replaceAll(/\W+/g, '-')
      return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`
    },
  },
})

/** A text of our own in Markdown as HTML. It is trusted: markup in it stays markup. */
export function markdown(text: string): Html {
  blocks = 0
  return new Html(marked.parse(text, { async: false }))
}
