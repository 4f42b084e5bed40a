import { groupDigits } from '../../../data/digit_grouping.ts'
import { html, type Html } from '../../../data/html.ts'
import type { Manifest } from '../../../data/schema/manifest.ts'
import { section } from '../../pages/page.ts'
import { table, type Cell } from '../../pages/table.ts'
import { sourceTitle } from '../parts/words.ts'

type Source = Manifest['sources'][number]

const day_ms = 24 * 60 * 60 * 1000

/** The publisher, the terms and the age of each source file and each list of places. */
export const sourcesSection = ({ sources, geography, built_at }: Manifest): Html =>
  section(
    'sources',
    'Sources',
    html`${[...Map.groupBy(sources, ({ source }) => source)].map(([name, files]) =>
        filesOf(name, files, built_at),
      )}
      <p class="small">
        Age: at the build of the snapshot. Used: the row is a listing of a farm. Merged: another row
        of the same farm represents it. History: a newer edition replaces it. Rejected: kept with
        its reason in the build report.
      </p>
      <h3>Places, boundaries and time zones</h3>
      ${table(
        'Places',
        ['What', 'Publisher', 'Licence', 'Attribution'],
        geography.map(({ what, publisher, licence, attribution, package: name, version }) => [
          html`${what}<br /><small>${name} ${version}</small>`,
          publisher,
          licence,
          attribution,
        ]),
        'stacks',
      )}`,
  )

/** The files of one source, under its publisher and its terms. */
function filesOf(name: string, files: readonly Source[], builtAt: string): Html {
  const terms = new Set(files.map(({ licence }) => licence))
  const credits = new Set(files.map(credit))
  return html`<h3>${sourceTitle(name)}</h3>
    <p>${[...credits].join('; ')}. Licence: ${[...terms].join(', ')}.</p>
    <div class="editions">
      ${table(
        `Files of ${sourceTitle(name)}`,
        ['Edition', 'Age', 'Rows', 'Outcome'],
        files.map((source) => fileRow(source, builtAt)),
      )}
    </div>`
}

const credit = ({ publisher, attribution }: Source) =>
  attribution.startsWith(publisher) ? attribution : `${publisher}; ${attribution}`

const fileRow = (source: Source, builtAt: string): Cell[] => [
  html`${source.edition ?? 'not dated'}<br /><small class="break">${source.file}</small>`,
  source.edition === null ? '–' : age(source.edition, builtAt),
  source.read,
  fate(source),
]

/** The number of a source's rows by outcome, without zeros. */
function fate({ used, merged, history, rejected }: Source): Html {
  const parts = Object.entries({ used, merged, history, rejected }).filter(([, rows]) => rows > 0)
  return html`<span class="fate"
    >${parts.map(([name, rows]) => html`<span>${groupDigits(rows)} ${name}</span> `)}</span
  >`
}

/** The time from a day to an instant: `12 days`, `7 months`, `6 years`. */
function age(day: string, instant: string): string {
  const days = Math.max(0, Math.floor((Date.parse(instant) - Date.parse(day)) / day_ms))
  const [count, unit] =
    days < 60
      ? [days, 'day']
      : days < 730
        ? [Math.floor(days / 30.44), 'month']
        : [Math.floor(days / 365.25), 'year']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
