import { counted, groupDigits } from '../../../data/digit_grouping.ts'
import { html, type Html } from '../../../data/html.ts'
import { section } from '../../pages/page.ts'
import { bars, table, type Cell } from '../../pages/parts.ts'
import { asWords, countAndShare, percentOf } from '../../pages/shown.ts'
import { isPaid, type StateCoverage } from '../../query/coverage_by_state.ts'
import { capital, stateName } from '../parts/words.ts'
import type { StatsFigures } from './figures.ts'

/** The fields shown for each state. */
export const fieldsByState = [
  'lat',
  'address',
  'products',
  'hours_json',
  'prices',
  'phone',
  'website',
  'payment_methods',
  'practices',
  'certifications',
  'delivery_options',
] as const
type Field = (typeof fieldsByState)[number]

const names: Partial<Record<string, string>> = {
  lat: 'location',
  hours: 'hours as text',
  hours_json: 'opening hours',
  opening_hours: 'hours as OpenStreetMap text',
  phone: 'telephone',
  updated_at: 'last update',
  payment_methods: 'payment',
  delivery_options: 'delivery',
}

const nameOfField = (field: string): string => names[field] ?? asWords(field)

/** A field's heading and figures: `Opening hours known`, and `1,234 farms (14.9 %)`. */
export function headline(figures: StatsFigures, field: Field): [string, string] {
  const farms = counted(figures.coverage[field]?.count ?? 0, 'farm')
  return [`${capital(nameOfField(field))} known`, `${farms} (${knownShare(figures, field)})`]
}

/** The share of farms with a known value of a field. */
export const knownShare = ({ coverage, totals }: StatsFigures, field: Field): string =>
  percentOf(coverage[field]?.count ?? 0, totals.farms)

type NameState = (state: string | null) => Html | string

export const nameOfState = (state: string | null): string =>
  state === null ? 'not known' : stateName(state)

/** The number of farms with a known value of each field, in all and in each state. */
export const coverageSection = (
  figures: StatsFigures,
  byState: readonly StateCoverage[],
  nameState: NameState = nameOfState,
): Html =>
  section(
    'coverage',
    'Known fields',
    html`<p>
        An unknown field was not collected. Unknown never means no: a farm whose practices are not
        known may well be organic.
      </p>
      ${byField(figures)}
      <h3 id="states">By state</h3>
      ${stateTable(byState, nameState)}
      <p class="small">
        Shares of the farms in the state. Opening hours are those read as data. A dash marks a paid
        field in a state of fewer than 5 farms.
      </p>`,
  )

/** The fields that visitors choose farms by; all others are folded. */
const headlines: readonly string[] = [...fieldsByState, 'description', 'updated_at']

function byField({ coverage, totals }: StatsFigures): Html {
  const fields = Object.entries(coverage)
  const [first, others] = [true, false].map((wanted) =>
    fields.filter(([field]) => headlines.includes(field) === wanted),
  )
  return html`<p class="small">
      Farms for which a field is known, of ${groupDigits(totals.farms)}. Hatched: unknown.
    </p>
    ${fieldBars(first!, totals)}
    <details>
      <summary>The other ${others!.length} fields</summary>
      ${fieldBars(others!, totals)}
    </details>`
}

const fieldBars = (
  fields: [string, StatsFigures['coverage'][string]][],
  { farms }: StatsFigures['totals'],
): Html => bars(fields.map(([field, { count }]) => fieldBar(field, count, farms)))

export const fieldBar = (field: string, count: number, farms: number) => ({
  name: html`${nameOfField(field)}${paidMark(field)}`,
  has: farms === 0 ? 0 : count / farms,
  value: countAndShare(count, farms),
})

const paidMark = (field: string) =>
  isPaid(field as 'prices') ? html` <small>for paid keys</small>` : null

function stateTable(byState: readonly StateCoverage[], nameState: NameState): Html {
  const head = fieldsByState.map(nameOfField)
  const inOrder = byState.toSorted(
    (a, b) =>
      Number(a.state === null) - Number(b.state === null) ||
      nameOfState(a.state).localeCompare(nameOfState(b.state)),
  )
  const rows = inOrder.map(({ state, farms, known }): Cell[] => [
    nameState(state),
    farms,
    ...known.map((count) => shade(count, farms)),
  ])
  return html`<div class="shaded">
    ${table('Share of the farms for which each field is known, in percent', ['State', 'Farms', ...head], rows)}
  </div>`
}

/** A share in percent, on a background that darkens with the share. */
const shade = (count: number | null, of: number): Cell =>
  count === null
    ? { figure: '–' }
    : {
        figure: percentOf(count, of).replace('\u00a0%', ''),
        kind: `shade-${Math.ceil((5 * count) / of)}`,
      }
