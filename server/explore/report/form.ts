import { html, type Html } from '../../../data/html.ts'
import type { ShownReport } from '../../access/reports/reports.ts'
import { reportKinds, type ReportKind } from '../../access/store/schema.ts'
import { linesField, textField } from '../../console/parts/fields.ts'
import type { FilledIn } from '../../console/visitor.ts'
import { longDate } from '../parts/words.ts'
import { longest } from './fields.ts'

/** The words of each kind of report: in the form, and in the notice of the farm's page. */
const words: Record<ReportKind, { choice: string; made: string }> = {
  closed: { choice: 'It has closed permanently', made: 'Reported closed' },
  moved: { choice: 'It moved', made: 'Reported moved' },
  hours: { choice: 'The hours are wrong', made: 'Hours reported wrong' },
  other: { choice: 'Something else is wrong', made: 'A mistake was reported' },
}

/** The notice of reports that are being checked; null = there are none. */
export const reportNotice = (reports: readonly ShownReport[]): Html | null =>
  reports.length === 0
    ? null
    : html`<p class="notice" id="reported">
        ${reports.map(({ kind, at, closed_at }, place) => {
          const end =
            closed_at === null
              ? 'being checked'
              : `checked on ${longDate(closed_at)}; the next update has the change`
          return html`${place > 0 ? ' ' : ''}<strong>${words[kind].made} on ${longDate(at)}</strong
            >, ${end}.`
        })}
      </p>`

/** The form of a report, as it was sent before with its mistakes. */
export const reportForm = (farm_id: string, form: FilledIn = { given: {}, errors: [] }): Html =>
  html`<form class="report" id="report" method="post" action="/farms/${farm_id}/reports">
    <fieldset>
      <legend>What is wrong?</legend>
      ${form.errors.some(({ parameter }) => parameter === 'kind') ? html`<p class="mistake">Choose one of the four.</p>` : null}
      ${reportKinds.map(
        (kind) =>
          html`<label class="choice"
            ><input
              type="radio"
              name="kind"
              value="${kind}"
              required
              ${form.given['kind'] === kind ? html`checked` : null}
            />
            ${words[kind].choice}</label
          >`,
      )}
    </fieldset>
    ${linesField(form, {
      name: 'note',
      label: 'What do you know? (optional)',
      hint: html`At most ${longest.note} characters. Only the person who checks it reads this.`,
    })}
    ${textField(form, {
      name: 'link',
      label: 'A page that shows it (optional)',
      hint: html`Such as the farm’s own page.`,
      type: 'url',
      isOptional: true,
      longest: longest.link,
    })}
    ${textField(form, {
      name: 'email',
      label: 'Your email address (optional)',
      hint: html`You get one mail with the result. We then delete your address, and after 90 days in
      any case.`,
      type: 'email',
      isOptional: true,
      longest: longest.email,
    })}
    <p><button>Send the report</button></p>
  </form>`

export const reportSection = (farm_id: string): Html =>
  html`<details>
    <summary>Closed? Something wrong?</summary>
    ${reportForm(farm_id)}
  </details>`
