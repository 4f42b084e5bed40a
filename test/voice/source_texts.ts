import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript5'

/** A text that users may read, and the line where its program holds it. */
export type SourceText = { file: string; line: number; text: string }

const root = join(import.meta.dirname, '../..')

/**
 * Every prose string of the program: errors, descriptions, help, pages, mails, log lines. A value that
 * is filled in stands as `{}`. Strings joined by `+` are one text; markup is left out.
 */
export const sourceTexts = (): SourceText[] =>
  globSync('{data,pipeline,server}/**/*.{ts,js}', { cwd: root, exclude: ['**/vocabulary/*.json'] })
    .toSorted()
    .filter((file) => !lists.some((each) => file.startsWith(each)))
    .flatMap((file) => textsOf(file, readFileSync(join(root, file), 'utf8')))

/** The prose strings of one program. */
export function textsOf(file: string, source: string): SourceText[] {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true)
  const texts: SourceText[] = []
  const add = (node: ts.Node, text: string) => {
    const line = tree.getLineAndCharacterOfPosition(node.getStart()).line + 1
    if (sql.test(text)) return
    for (const piece of pieces(text)) texts.push({ file, line, text: piece })
  }
  const visit = (node: ts.Node): void => {
    if (isCode(node)) return
    const text = textOf(node)
    if (text !== null) add(node, text)
    if (!ts.isBinaryExpression(node) || text === null) node.forEachChild(visit)
    else filledIn(node).forEach(visit)
  }
  visit(tree)
  return texts
}

/** Statements in SQL, names of modules and types are not for users. */
function isCode(node: ts.Node): boolean {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return true
  if (ts.isTaggedTemplateExpression(node)) return node.tag.getText() !== 'html'
  return ts.isTypeNode(node)
}

/** The text of a literal, a template, or a chain of them; null = none of these. */
function textOf(node: ts.Node): string | null {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text
  if (ts.isTemplateExpression(node))
    return node.head.text + node.templateSpans.map(({ literal }) => `{}${literal.text}`).join('')
  if (!ts.isBinaryExpression(node) || node.operatorToken.kind !== ts.SyntaxKind.PlusToken)
    return null
  const [left, right] = [textOf(node.left), textOf(node.right)]
  return left === null && right === null ? null : `${left ?? '{}'}${right ?? '{}'}`
}

/** What a chain of strings fills in, since it may hold other texts. */
const filledIn = (node: ts.Node): ts.Node[] => {
  if (ts.isTemplateExpression(node)) return node.templateSpans.map(({ expression }) => expression)
  if (ts.isBinaryExpression(node)) return [...filledIn(node.left), ...filledIn(node.right)]
  return textOf(node) === null ? [node] : []
}

const blocks =
  /<\/?(?:p|h[1-6]|li|ul|ol|dl|dt|dd|td|th|tr|table|thead|tbody|caption|div|section|nav|main|header|footer|form|label|button|option|legend|fieldset|summary|details|figure|figcaption|title|script|style|svg|text|input|select|br|hr)\b[^>]*>/g
const shownAttributes = /\b(?:title|aria-label|alt|placeholder)="([^"]*)"/g

/** The texts of a literal: those between tags and in attributes that are shown, if it is markup. */
function pieces(text: string): string[] {
  const shown = text.includes('<')
    ? [
        ...text
          .replaceAll(/<\/?code>/g, '`')
          .replaceAll(blocks, '\n\n')
          .replaceAll(/<[^>]*>/g, '')
          .split('\n\n'),
        ...[...text.matchAll(shownAttributes)].map(([, value]) => value!),
      ]
    : text.split(/\n\n|\n(?= *(?:-|npm |[A-Z]))| {3,}/)
  return shown.map((piece) => piece.replaceAll(/\s+/g, ' ').trim()).filter(isProse)
}

/** Statements, and pieces of statements, in a literal without a tag. */
const sql =
  /\b(?:select|unnest|coalesce|lambda|union all|nulls (?:first|last)|(?:group|order|partition) by [\w.(]|is (?:not )?null(?: |$)|not null|create (?:or replace )?(?:temp\w* )?(?:table|view|schema|index|trigger)|drop table|copy \w+\.|begin (?:exclusive|immediate)|read_parquet|insert into \w+)\b|::\w+\[?|\(\{\}\)$|^[^ ]*[(){}'"*.][^]*\bas "?[\w{}]+"?,?$|\bend as\b|\bwhen [\w.{}]+ (?:is|then|=)|"\{\}" is|(?:arg_m(?:in|ax)|list_\w+|count|to_json|h3_cell_at|map_from_entries)\(/

/** Prose has two words side by side, one of them in lowercase; paths, lists of columns and styles are not prose. */
const isProse = (text: string): boolean =>
  /[A-Za-z’']{2,}[,:]? (?:[`{“][^ ]* )?[a-z]{2,}/.test(text) &&
  !/^[\w.#:-]+ ?\{|^(?:[a-z]+-)+[a-z]+ |^\w+_\w+(?: \w+_\w+)+/.test(text)

/** Words of names and invented farms, which no user reads as sentences. */
const lists = ['data/sample/', 'pipeline/resolve/match/listings/words.ts']
