import { html, type Html } from '../../../data/html.ts'
import type { ParameterError } from '../../http/problem.ts'
import { inline, sentence } from '../../pages/shown.ts'

type Form = { given: Record<string, unknown>; errors: readonly ParameterError[] }
type Field = { name: string; label: string; hint: Html }
type TextField = Field & {
  type?: 'text' | 'email' | 'url'
  isOptional?: true
  longest?: number
  autocomplete?: 'email'
}

/** A field for a line of text, with its previous value and its error. */
export const textField = (form: Form, field: TextField): Html =>
  html`<p>
      <label for="${field.name}">${field.label}</label>
      <input
        id="${field.name}"
        name="${field.name}"
        type="${field.type ?? 'text'}"
        ${field.isOptional ? null : html`required`}
        maxlength="${field.longest ?? 100}"
        autocomplete="${field.autocomplete ?? 'off'}"
        value="${given(form, field)}"
        ${description(form, field)}
      />
    </p>
    ${notes(form, field)}`

/** A field for several lines, with its previous value and its error; `lines`: the lines shown. */
export const linesField = (form: Form, field: Field, lines = 3): Html =>
  html`<p>
      <label for="${field.name}">${field.label}</label>
      <textarea
        id="${field.name}"
        name="${field.name}"
        rows="${lines}"
        autocomplete="off"
        spellcheck="false"
        ${description(form, field)}
      >
${given(form, field)}</textarea>
    </p>
    ${notes(form, field)}`

function given({ given }: Form, { name }: Field): string {
  const value = given[name]
  return typeof value === 'string' ? value : ''
}

const mistakeIn = ({ errors }: Form, { name }: Field) =>
  errors.find(({ parameter }) => parameter === name)?.message

/** Links a field to its hint and its error, and focuses a field with an error. */
const description = (form: Form, field: Field): Html =>
  mistakeIn(form, field) === undefined
    ? html`aria-describedby="${field.name}-hint"`
    : html`aria-describedby="${field.name}-mistake ${field.name}-hint" aria-invalid="true" autofocus`

function notes(form: Form, field: Field): Html {
  const mistake = mistakeIn(form, field)
  return html`${
      mistake === undefined
        ? null
        : html`<p class="mistake" id="${field.name}-mistake">${inline(sentence(mistake))}</p>`
    }
    <p class="small" id="${field.name}-hint">${field.hint}</p>`
}
