import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript5'
import type { SourceText } from './source_texts.ts'

const root = join(import.meta.dirname, '../..')

/** The comments of the rooms' programs, style sheets and statements. */
export const comments = (): SourceText[] =>
  globSync('{data,pipeline,server}/**/*.{ts,js,cjs,css,sql}', { cwd: root })
    .toSorted()
    .flatMap((file) => commentsOf(file, readFileSync(join(root, file), 'utf8')))

/** The paragraphs and list entries of one file's comments, without marks. */
export function commentsOf(file: string, source: string): SourceText[] {
  const lineAt = (position: number) => source.slice(0, position).split('\n').length
  return gapsOf(file, source).flatMap(({ start, text }) =>
    [...text.matchAll(file.endsWith('.sql') ? ofSql : ofCode)].flatMap(({ 0: comment, index }) =>
      paragraphs(comment).map((text) => ({ file, line: lineAt(start + index), text })),
    ),
  )
}

/** Adjacent `//` or `--` lines are one comment. */
const ofCode = /\/\*[^]*?\*\/|\/\/.*(?:\n *\/\/.*)*/g
const ofSql = /--.*(?:\n *--.*)*/g

const paragraphs = (comment: string): string[] =>
  comment
    .replaceAll(/^ *(?:\/\*\*?|\*\/|\*|\/\/|--)|\*\/$/gm, '')
    .split(/\n\s*\n|\n(?= *- )/)
    .map((text) => text.replace(/^ *- /, '').replaceAll(/\s+/g, ' ').trim())
    .filter((text) => text !== '')

/** The parts of a source that may hold comments: in programs, the space before each token. */
function gapsOf(file: string, source: string): { start: number; text: string }[] {
  if (/\.(?:css|sql)$/.test(file)) return [{ start: 0, text: source }]
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true)
  const gaps = (node: ts.Node): { start: number; text: string }[] => {
    const children = node.getChildren().filter((child) => !ts.isJSDoc(child))
    if (children.length > 0) return children.flatMap(gaps)
    return [{ start: node.pos, text: source.slice(node.pos, node.getStart(tree)) }]
  }
  return gaps(tree)
}
