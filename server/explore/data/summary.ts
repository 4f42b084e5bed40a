import { html, type Html } from '../../../data/html.ts'
import type { Manifest } from '../../../data/schema/manifest.ts'
import { section } from '../../pages/page.ts'
import { instant, instantOr, asWords } from '../../pages/shown.ts'
import { facts, table } from '../../pages/table.ts'
import { longDate, kindOfPlace } from '../parts/words.ts'
import type { StatsFigures } from './figures.ts'

/** Links to the sections of a page, by their ids. */
export const contents = (sections: Record<string, string>): Html =>
  html`<nav class="contents" aria-label="On this page">
    <ul>
      ${Object.entries(sections).map(([id, name]) => html`<li><a href="#${id}">${name}</a></li>`)}
    </ul>
  </nav>`

/** The size of a snapshot, its sources, and when it was built. */
export const summary = (
  { id, built_at, as_of, farms, product_listings, sources }: Manifest,
  { totals, freshness: { median } }: StatsFigures,
): Html =>
  html`${facts(
    [
      ['Farms', farms],
      ['Product listings', product_listings],
      ['States and territories', totals['states'] ?? 0],
      ['Source files', sources.length],
    ],
    'figures',
  )}
  ${facts([
    ['Snapshot', html`<code>${id}</code>`],
    ['Built', instant(built_at)],
    ['Newest date in the sources', instantOr(as_of, 'not known')],
    ['Half of the farms last updated', median === null ? 'not known' : `by ${longDate(median)}`],
  ])}`

/** Farms by place type, and by the age of their latest source update. */
export const typesSection = ({ place_types, freshness }: StatsFigures): Html => {
  const ages = Object.entries(freshness).filter(([, farms]) => typeof farms === 'number')
  return section(
    'types',
    'Place types and ages',
    html`<div class="side-by-side">
      ${table('Farms by place type', ['Place type', 'Farms'], rowsOf(place_types, kindOfPlace))}
      ${table('Farms by age of the latest source update', ['Age', 'Farms'], rowsOf(Object.fromEntries(ages)))}
    </div>`,
  )
}

const rowsOf = (counts: Record<string, number | string | null>, nameOf = asWords) =>
  Object.entries(counts).map(([name, count]) => [nameOf(name), Number(count)])
