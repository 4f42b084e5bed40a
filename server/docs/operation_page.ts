import { html, type Html } from '../../data/html.ts'
import { codeTabs } from '../pages/code_blocks.ts'
import { section } from '../pages/page.ts'
import { inline } from '../pages/shown.ts'
import { table } from '../pages/parts.ts'
import type { ProblemDocument } from '../http/problem.ts'
import type { OpenApiDocument } from '../openapi/model.ts'
import { parametersOf, type Parameter } from './example.ts'
import { markdown } from './markdown.ts'
import { credentialOf, programsOf } from './programs.ts'
import type { Question } from './questions.ts'
import { recordedAnswer, recordedMistakes } from './recorded.ts'
import { answerOf, bodyOf, schemaIn, type Operation } from './reference.ts'
import { bodyTable, givenRow, schemaTable } from './schema_table.ts'
import { tryForm, type TryFormTiers } from './try_form.ts'

/** An operation's page: its whole part of the document. */
export function operationPage(
  document: OpenApiDocument,
  each: Operation,
  asker: TryFormTiers,
  question: Question,
  publicUrl: string,
): Html {
  const { operation } = each
  const parameters = parametersOf(each)
  return html`<p class="lead">${inline(operation.summary ?? '')}.</p>
    ${operation.description === undefined ? null : markdown(operation.description)}
    ${(operation as { 'x-tier'?: string })['x-tier'] === 'paid' ? html`<p class="notice">For paid keys.</p>` : null}
    ${codeTabs('request', 'The language of the request', programsOf(document, each, question, publicUrl))}
    ${credentialOf(each) === 'session' ? ofSession : null} ${recordedAnswer(each)}
    ${tryForm(each, asker, question)}
    ${parameters.length === 0 ? null : parameterSection(document, parameters)}
    ${bodySection(document, each)} ${answerSection(document, each)} ${failureSection(each)}`
}

const ofSession = html`<p>
  <a href="/docs/askToSignIn"><code>POST /v1/sign-in</code></a> and
  <a href="/docs/openSession"><code>POST /v1/sessions</code></a> open a session. Put its token into
  <code>FARM_SESSION</code>.
</p>`

const parameterSection = (document: OpenApiDocument, parameters: readonly Parameter[]): Html =>
  section(
    'parameters',
    'Parameters',
    table(
      'Parameters of the request',
      ['Name', 'Meaning'],
      parameters.map((own) => givenRow(document, own, placeOf(own))),
      'stacks',
    ),
  )

const placeOf = ({ in: place }: Parameter): string =>
  place === 'header' ? ', a header field' : place === 'path' ? ', in the path' : ''

function bodySection(document: OpenApiDocument, each: Operation): Html | null {
  const body = bodyOf(each)
  if (body === undefined) return null
  const { anyOf } = body as { anyOf?: unknown[] }
  return section(
    'body',
    'Body',
    html`${(anyOf ?? [body]).map((one) => {
      const own = schemaIn(document, one)
      return bodyTable(document, own, own.description ?? 'Fields of the body')
    })}`,
  )
}

function answerSection(document: OpenApiDocument, each: Operation): Html | null {
  const { status, schema, types } = answerOf(document, each)
  if (status === undefined) return null
  const others = types.filter((type) => type !== 'application/json')
  const formats =
    others.length > 0 &&
    html`<p class="small">
      Also as ${others.map((type, at) => html`${at > 0 ? ', ' : ''}<code>${type}</code>`)}.
    </p>`
  return section(
    'answer',
    `Answer ${status}`,
    html`${
      schema === undefined
        ? null
        : html`<details class="entry">
            <summary>Every field of the answer</summary>
            ${schemaTable(document, schema, 'Fields of the answer')}
          </details>`
    }
    ${formats || null}`,
  )
}

function failureSection({ id, operation }: Operation): Html | null {
  const failures = Object.entries(operation.responses).filter(([status]) => status >= '4')
  if (failures.length === 0) return null
  return section(
    'failures',
    'Failures',
    table(
      'Failures by status',
      ['Status', 'Name', 'For example'],
      failures.map(([status, { description, content }]) => {
        const { type, title, detail } = content!['application/problem+json']!
          .example as ProblemDocument
        const own =
          status === '400'
            ? recordedMistakes[id]
            : description.startsWith(`${title}: `) && description.slice(title.length + 2)
        return [
          status,
          html`<a href="${type}">${title}</a>`,
          html`<span class="said">${inline(own || detail)}</span>`,
        ]
      }),
      'stacks',
    ),
  )
}
