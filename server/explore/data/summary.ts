import { html, type Html } from '../../../data/html.ts'
import type { Manifest } from '../../../data/schema/manifest.ts'
import { section } from '../../pages/page.ts'
import { bars, shareBar, facts } from '../../pages/parts.ts'
import { asWords } from '../../pages/shown.ts'
import { capital, kindOfPlace, longDate } from '../parts/words.ts'
import { ageBar, ages } from './ages.ts'
import type { StatsFigures } from './figures.ts'

export const contents = (sections: Record<string, string>): Html =>
  html`<nav class="contents" aria-label="On this page">
    <ul>
      ${Object.entries(sections).map(([id, name]) => html`<li><a href="#${id}">${name}</a></li>`)}
    </ul>
  </nav>`

/** The size of a snapshot, its sources, and when it was built. */
export const summary = (
  { id, built_at, edition, farms, product_listings, sources }: Manifest,
  { totals, freshness: { median } }: StatsFigures,
): Html =>
  html`${facts(
    [
      ['Farms', farms],
      ['States and territories', totals.states],
      ['Source files', sources.length],
      ...(product_listings === 0 ? [] : [['Product listings', product_listings] as const]),
    ],
    'figures',
  )}
  ${facts([
    ['Built', dayOr(built_at, '')],
    ['Newest source list', dayOr(edition, 'not dated')],
    ['Half of the farms last confirmed', median === null ? 'not known' : `by ${longDate(median)}`],
    ['Snapshot', html`<code>${id}</code>`],
  ])}`

const dayOr = (iso: string | null, word: string) =>
  iso === null ? word : html`<time datetime="${iso}">${longDate(iso)}</time>`

type MarkAge = (grade: (typeof ages)[number], words: string) => Html | string

/** Farms by the age of their latest source update, and by place type. */
export function typesSection(
  { place_types, freshness, totals: { farms } }: StatsFigures,
  mark: MarkAge = (_, words) => words,
): Html {
  return section(
    'types',
    'How fresh, and of which type',
    html`<div class="side-by-side">
      <div>
        <h3>Farms by the time since they were last confirmed</h3>
        ${bars(ages.map((age) => ageBar(mark(age, capital(asWords(age))), freshness[age], farms, age !== 'never_dated')))}
      </div>
      <div>
        <h3>Farms by place type</h3>
        ${bars(Object.entries(place_types).map(([type, count]) => shareBar(kindOfPlace(type), count, farms)))}
      </div>
    </div>`,
  )
}
