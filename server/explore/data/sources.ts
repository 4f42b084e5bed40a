import { counted, groupDigits } from '../../../data/digit_grouping.ts'
import { html, type Html } from '../../../data/html.ts'
import type { Manifest } from '../../../data/schema/manifest.ts'
import { section } from '../../pages/page.ts'
import { table, type Cell } from '../../pages/parts.ts'
import { longDate, sourceTitle } from '../parts/words.ts'

type Source = Manifest['sources'][number]

/** Shows the date of an edition with its age; null = not dated. */
type ShowAge = (edition: string | null) => Html | string

/** The age, the publisher and the terms of each source, newest first, and of each list of places. */
export const sourcesSection = (
  { sources, geography }: Manifest,
  showAge: ShowAge = (edition) => (edition === null ? 'not dated' : longDate(edition)),
): Html => {
  const newestFirst = sources.toSorted((a, b) => (b.edition ?? '').localeCompare(a.edition ?? ''))
  return section(
    'sources',
    'Lists of farms',
    html`${[...Map.groupBy(newestFirst, ({ source }) => source)].map(([name, files]) => filesOf(name, files, showAge))}
      <p class="small">
        Used: the row is a listing of a farm. Merged: another row of the same farm represents it.
        History: a newer edition replaces it. Rejected: kept with its reason in the build report.
      </p>
      <h2 id="places">Places, boundaries and time zones</h2>
      ${table(
        'Places',
        ['What', 'Publisher', 'License', 'Attribution'],
        geography.map(({ what, publisher, licence, attribution, package: name, version }) => [
          html`${what}<br /><small>${name} ${version}</small>`,
          publisher,
          licence,
          attribution,
        ]),
        'stacks',
      )}`,
  )
}

/** The files of one source, newest first, under its age and its terms. */
function filesOf(name: string, files: readonly Source[], showAge: ShowAge): Html {
  const terms = new Set(files.map(({ licence }) => licence))
  const credits = new Set(files.map(credit))
  const used = files.reduce((sum, each) => sum + each.used, 0)
  return html`<h3>${sourceTitle(name)}</h3>
    <p>${showAge(files[0]!.edition)}</p>
    <p>
      ${used === 0 ? 'Lists no farm any more; kept for its history, and for values that no newer list has.' : `${counted(used, 'listing')} in use.`}
      ${[...credits].join('; ')}. License: ${[...terms].join(', ')}.
    </p>
    <div class="editions">
      ${table(
        `Files of ${sourceTitle(name)}`,
        ['Edition', 'File', 'Rows', 'Outcome'],
        files.map(fileRow),
        'stacks',
      )}
    </div>`
}

const credit = ({ publisher, attribution }: Source) =>
  attribution.startsWith(publisher) ? attribution : `${publisher}; ${attribution}`

const fileRow = (source: Source): Cell[] => [
  source.edition === null ? 'not dated' : longDate(source.edition),
  html`<small class="break">${source.file}</small>`,
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
