import {
  askedFields,
  flagFields,
  type AskedField,
} from '../../../data/schema/tables/history/comparability.ts'
import { given, statement, stepsOf, type Step } from '../../database/step.ts'

const step = stepsOf(import.meta.url)

/**
 * Makes `published.comparability`, what each edition asked and how its rows answer, and
 * `comparability.events`, the event of each edition.
 */
export const comparabilitySteps: Step[] = [
  given(
    'comparability.fields',
    { field: 'VARCHAR', place: 'INTEGER' },
    askedFields.map((field, place) => ({ field, place })),
  ),
  statement('comparability.read_answers', answersAsRead()),
  step('comparability.complete'),
  step('published.comparability', { drops: ['comparability.read_answers'] }),
  step('comparability.columns'),
  step('comparability.stays'),
  step('comparability.events', { drops: ['comparability.stays', 'comparability.columns'] }),
]

/** Makes the answers of rows whose format has no columns, from the values as read. */
function answersAsRead(): string {
  const counts = askedFields.map((field) => {
    const [value, no] = [valueOf(field), flagFields.includes(field) ? `"${field}" = []` : 'false']
    return `{field: '${field}', stated: count(*) filter (${value} and not coalesce(${no}, false)),
      "no": count(*) filter (${no})}`
  })
  return `
    with counted as (
      select input, series, count(*) as rows, [${counts.join(', ')}] as answers
      from intake.rows
      where input not in (select input from intake.answers)
      group by input, series
    )
    select input, series, rows, unnest(answers, max_depth := 2)
    from counted`
}

/** True if a row has a value of a field, in SQL. */
function valueOf(field: AskedField): string {
  if (field === 'hours') return '(hours is not null or hours_json is not null)'
  if (field === 'county') return 'stated_county is not null'
  return `"${field}" is not null`
}
