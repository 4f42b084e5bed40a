import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Lexer, type Token, type Tokens } from 'marked'

const root = join(import.meta.dirname, '../..')

/** The committed documents: what is written by hand, below no folder of others. */
export const documents = (): string[] =>
  globSync('{*.md,{build,data,pipeline,server,test}/**/*.md}', {
    cwd: root,
    exclude: ['build/*/**', 'test/fixtures/**'],
  }).toSorted()

export const documentTexts = (file: string): string[] =>
  markdownTexts(readFileSync(join(root, file), 'utf8'))

/** The paragraphs, list entries, headings and cells of a document, without code and markup. */
export const markdownTexts = (markdown: string): string[] =>
  new Lexer().lex(markdown).flatMap(blockTexts)

function blockTexts(token: Token): string[] {
  if (token.type === 'list')
    return (token as Tokens.List).items.flatMap(({ tokens }) => tokens.flatMap(blockTexts))
  if (token.type === 'blockquote') return (token.tokens ?? []).flatMap(blockTexts)
  if (token.type === 'table') {
    const { header, rows } = token as Tokens.Table
    return [header, ...rows].flat().map(({ tokens }) => inline(tokens))
  }
  if (['paragraph', 'text', 'heading'].includes(token.type))
    return [inline('tokens' in token ? (token.tokens ?? []) : [])]
  return []
}

const inline = (tokens: Token[]): string =>
  tokens
    .map((token) => {
      if (token.type === 'codespan') return `\`${(token as Tokens.Codespan).text}\``
      if (token.type === 'br') return ' '
      if (token.type === 'html') return ''
      return 'tokens' in token && token.tokens ? inline(token.tokens) : (token as Tokens.Text).text
    })
    .join('')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** The sentences of a text. A full stop ends one where a capital, a digit or code begins the next. */
export const sentencesOf = (text: string): string[] =>
  text
    .split(/(?<=[.!?][)”"]?)\s+(?=[A-Z0-9`“({])/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => /[a-z]{2}/.test(sentence))

/** How many words a sentence has; code counts as one. */
export const wordsOf = (sentence: string): number =>
  sentence
    .replaceAll(/`[^`]*`/g, 'code')
    .split(/[\s/—–]+/)
    .filter((word) => /[\p{L}\d{]/u.test(word)).length
