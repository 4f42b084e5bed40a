import { counted } from '../../data/counted.ts'
import { html, type Html } from '../../data/html.ts'
import { section } from '../console/parts/page.ts'
import { facts } from '../console/parts/table.ts'
import type { Snapshot } from '../snapshot/open.ts'
import { shortDate, sourceTitle } from './parts/words.ts'

/** What the start page says below the search: what this is, the doors to it, and how its data is. */
export const below = (snapshot: Snapshot): Html =>
  html`<div class="below">
    ${section('doors', 'Three ways in', doors)}
    ${section('tonight', 'The data tonight', tonight(snapshot))}
  </div>`

const doors = html`<ul class="cards doors">
  <li>
    <h3><a href="/docs">An API</a></h3>
    <p>
      Search by place, product and type; prices, competition and change. JSON, CSV, GeoJSON and
      NDJSON, the same typed fields in each. <a href="/console">Keys are free.</a>
    </p>
  </li>
  <li>
    <h3><a href="/data">The data</a></h3>
    <p>
      Parquet files of each night, with checksums, a dictionary of every column, and what changed
      since the night before: for notebooks, warehouses and maps.
    </p>
  </li>
  <li>
    <h3><a href="#search">The map</a></h3>
    <p>
      Every farm, market and CSA that public directories list, under one id that stays, with where
      each value comes from and when it was last said. Unknown is unknown, never “no”.
    </p>
  </li>
</ul>`

type Stats = { coverage: Record<string, { count: number; pct: number | null }> }

/** Attributes that people ask about first, and what they are called. */
const shownCoverage = [
  ['products', 'Products'],
  ['hours', 'Opening hours'],
  ['website', 'Web site'],
  ['phone', 'Telephone'],
] as const

function tonight({ manifest, statsBody }: Snapshot): Html {
  const { coverage } = (JSON.parse(statsBody.toString()) as { data: Stats }).data
  const { farms, built_at, as_of, gates, sources } = manifest
  const passed = gates.filter((gate) => gate.passed === true).length
  const compared = gates.filter((gate) => gate.passed !== null).length
  return html`${facts(
      [
        ['Farms', farms],
        ['Built', shortDate(built_at)],
        ['Newest word of a source', as_of === null ? 'not known' : shortDate(as_of)],
        ['Checks passed', `${passed} of ${compared}`],
      ],
      'figures',
    )}
    ${facts(
      shownCoverage.map(([field, name]) => {
        const { pct = null, count = 0 } = coverage[field] ?? {}
        return [`${name} known`, `${counted(count, 'farm')} (${pct ?? 0} %)`] as const
      }),
    )}
    <p class="small">
      From ${[...new Set(sources.map(({ source }) => sourceTitle(source)))].join(', ')}.
      <a href="/data">Sources, licences and checks</a>
    </p>`
}
