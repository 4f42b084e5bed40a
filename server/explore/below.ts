import { html, type Html } from '../../data/html.ts'
import { section } from '../pages/page.ts'
import { facts } from '../pages/parts.ts'
import type { Snapshot } from '../snapshot/open.ts'
import { headline } from './data/coverage.ts'
import { figuresOn } from './data/figures.ts'
import { outcomes } from './data/gates.ts'
import { shortDate, sourceTitle } from './parts/words.ts'

/** The part of the start page below the search: the introduction, links, and the state of the data. */
export const belowSearch = (snapshot: Snapshot, now: Date): Html =>
  html`<div class="below">
    ${section('doors', 'Three ways in', doors)}
    ${section('tonight', 'The data', tonight(snapshot, now))}
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
      Parquet files of each snapshot, with checksums, a dictionary of every column, and the changes
      since the previous snapshot: for notebooks, warehouses and maps.
    </p>
  </li>
  <li>
    <h3><a href="#search">The map</a></h3>
    <p>
      Every farm, market and CSA that public directories list, under one id that stays, with the
      source and date of each value. Unknown is unknown, never “no”.
    </p>
  </li>
</ul>`

/** The fields that visitors ask about first. */
const asked = ['products', 'hours_json', 'website', 'phone'] as const

function tonight({ manifest, stats }: Snapshot, now: Date): Html {
  const figures = figuresOn(stats, now)
  const { farms, built_at, edition, gates, sources } = manifest
  return html`${facts(
      [
        ['Farms', farms],
        ['Built', shortDate(built_at)],
        ['Newest source list', edition === null ? 'not known' : shortDate(edition)],
      ],
      'figures',
    )}
    ${facts([...asked.map((field) => headline(figures, field)), ['Checks', outcomes(gates)]])}
    <p class="small">
      From ${[...new Set(sources.map(({ source }) => sourceTitle(source)))].join(', ')}.
      <a href="/data/sources">Sources and licenses</a> · <a href="/data#gates">Checks</a>
    </p>`
}
