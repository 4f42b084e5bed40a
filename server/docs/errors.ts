import { html, type Html } from '../../data/html.ts'
import { codeBlock } from '../pages/code_blocks.ts'
import { section } from '../pages/page.ts'
import { inline } from '../pages/shown.ts'
import { table } from '../pages/parts.ts'
import { exampleDocument, problemPath } from '../http/problem.ts'
import { problemTypes, type ProblemKind } from '../http/problem_types.ts'

const kinds = Object.keys(problemTypes) as ProblemKind[]

/** The type of failure of a name; undefined where there is none. */
export const kindNamed = (name: string): ProblemKind | undefined =>
  kinds.find((kind) => kind === name)

export const errorTitle = (kind: ProblemKind): string =>
  `${problemTypes[kind].status} ${problemTypes[kind].title}`

export const errorList = (): Html =>
  html`<p>
      Every failure is a JSON document of the media type <code>application/problem+json</code> (<a
        href="https://www.rfc-editor.org/rfc/rfc9457"
        >RFC 9457</a
      >). Its <code>type</code> is the address of one of these pages. To tell failures apart in a
      program, compare the last segment of <code>type</code>, or the status.
    </p>
    ${table(
      'Types of failure',
      ['Status', 'Type', 'Meaning'],
      kinds.map((kind) => [
        String(problemTypes[kind].status),
        html`<a href="${problemPath(kind)}"><code>${kind}</code></a>`,
        html`<span class="said">${inline(problemTypes[kind].meaning)}</span>`,
      ]),
      'stacks',
    )}`

/** What one type of failure means, and what to do about it. `site`: as that of problem documents. */
export function errorPage(kind: ProblemKind, site: string): Html {
  const { meaning, remedy } = problemTypes[kind]
  const example = JSON.stringify(exampleDocument(kind, site), null, 2)
  return html`<p class="lead">${inline(meaning)}</p>
    ${section('remedy', 'What to do', html`<p>${inline(remedy)}</p>`)}
    ${section('example', 'Example', codeBlock('Document', 'the document', example))}
    <p class="small"><a href="/docs/errors">All types of failure</a></p>`
}
