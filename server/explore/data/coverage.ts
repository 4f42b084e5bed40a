import { counted } from '../../../data/counted.ts'
import { groupDigits } from '../../../data/digit_grouping.ts'
import { html, type Html } from '../../../data/html.ts'
import { states } from '../../../data/geography/states.ts'
import { section } from '../../pages/page.ts'
import { bars } from '../../pages/parts.ts'
import { asWords } from '../../pages/shown.ts'
import { table, type Cell } from '../../pages/table.ts'
import { isPaid, type StateCoverage } from '../../query/coverage_by_state.ts'
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
  website: 'web site',
  payment_methods: 'payment',
  delivery_options: 'delivery',
}

const nameOfField = (field: string): string => names[field] ?? asWords(field)

/** A field's heading and figures: `Opening hours known`, and `1,234 farms (14.9 %)`. */
export function headline(
  { coverage }: Pick<StatsFigures, 'coverage'>,
  field: Field,
): [string, string] {
  const { count = 0, pct = null } = coverage[field] ?? {}
  const name = nameOfField(field)
  return [
    `${name[0]!.toUpperCase()}${name.slice(1)} known`,
    `${counted(count, 'farm')} (${percentOf(pct ?? 0)})`,
  ]
}

/** The number of farms with a known value of each field, in all and in each state. */
export const coverageSection = (figures: StatsFigures, byState: readonly StateCoverage[]): Html =>
  section(
    'coverage',
    'Known fields',
    html`<p>
        An unknown field was not collected. Unknown never means no: a farm whose practices are not
        known may well be organic.
      </p>
      ${byField(figures)}
      <h3 id="states">By state</h3>
      ${stateTable(byState)}
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
      Farms for which a field is known, of ${groupDigits(totals['farms'] ?? 0)}. Hatched: unknown.
    </p>
    ${fieldBars(first!)}
    <details>
      <summary>The other ${others!.length} fields</summary>
      ${fieldBars(others!)}
    </details>`
}

const fieldBars = (fields: [string, StatsFigures['coverage'][string]][]): Html =>
  bars(
    fields.map(([field, { count, pct }]) => ({
      name: html`${nameOfField(field)}${paidMark(field)}`,
      has: (pct ?? 0) / 100,
      value: `${groupDigits(count)}${pct === null ? '' : ` (${percentOf(pct)})`}`,
    })),
  )

const paidMark = (field: string) => (isPaid(field as 'prices') ? html` <small>paid</small>` : null)

const percentOf = (pct: number) => `${pct.toFixed(1)} %`

function stateTable(byState: readonly StateCoverage[]): Html {
  const head = fieldsByState.map(nameOfField)
  const inOrder = byState.toSorted((a, b) => nameOf(a.state).localeCompare(nameOf(b.state)))
  const rows = inOrder.map(({ state, farms, known }): Cell[] => [
    nameOf(state),
    farms,
    ...known.map((count) => shade(count, farms)),
  ])
  return html`<div class="shaded">
    ${table('Share of the farms for which each field is known, in percent', ['State', 'Farms', ...head], rows)}
  </div>`
}

/** A share in percent, on a background that darkens with the share. */
const shade = (count: number | null, of: number): Cell => {
  if (count === null) return { figure: '–' }
  const pct = Math.round((100 * count) / of)
  return { figure: String(pct), kind: `shade-${Math.ceil(pct / 20)}` }
}

const nameOf = (abbr: string | null) =>
  states.find((state) => state.abbr === abbr)?.name ?? abbr ?? 'not known'
