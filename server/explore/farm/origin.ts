import { html, type Html } from '../../../data/html.ts'
import { section } from '../../pages/page.ts'
import { asWords } from '../../pages/shown.ts'
import { table, type Cell } from '../../pages/table.ts'
import { dateCell, longDate, listed, placeTypeWords, sourceTitle, townOf } from '../parts/words.ts'
import type { HistoryChange, Profile, Run, Shown } from './profile.ts'

/** The sources of each value, with the date of their latest update. */
export function originSection(shown: Shown): Html {
  const { farm, runs, manifest } = shown
  const now = runs.filter((run) => run.listed)
  return section(
    'origin',
    'Sources of this record',
    html`<p>
        ${farm.updated_at === null ? 'No source dates its listing.' : `The latest source update is of ${longDate(farm.updated_at)}.`}
        This page is of the snapshot of ${longDate(manifest.built_at)}.
      </p>
      ${now.length > 0 ? saidBy(farm, now) : null}
      ${farm.provenance ? byField(farm.provenance) : null}
      <ul class="sources">
        ${creditsOf(shown).map(
          ({ source, publisher, licence }) =>
            html`<li>
              <strong>${sourceTitle(source)}</strong>, ${publisher}.
              <span class="small">${licence}</span>
            </li>`,
        )}
      </ul>`,
  )
}

/** The values that a listing and the record may both have, for comparison. */
const said: readonly (readonly [string, (each: Profile | Run) => string | null])[] = [
  ['name', ({ name }) => name],
  ['type', ({ place_type }) => placeTypeWords[place_type][0]],
  ['place', (each) => townOf(each) || null],
  ['products', ({ products }) => products && products.join(', ')],
]

const saidBy = (farm: Profile, runs: readonly Run[]): Html =>
  table(
    'Listings behind this record, as read',
    ['Listing', 'Edition', 'Agrees on', 'Differs on'],
    runs.map((run): Cell[] => {
      const ofRun = said.filter(([, read]) => read(run) !== null)
      const same = ofRun.filter(([, read]) => read(run) === read(farm))
      const other = ofRun.filter((each) => !same.includes(each))
      return [
        html`${sourceTitle(run.source)} <span class="small">${shortId(run.source_id)}</span>`,
        dateCell(run.last_edition),
        listed(same.map(([name]) => name)),
        other.map(([name, read]) => `${name}: ${shortened(read(run)!)}`).join('; '),
      ]
    }),
    'stacks',
  )

/** Listings without a source id have one made of name and address. */
const shortId = (id: string) => (id.length > 16 ? `${id.slice(0, 8)}…` : id)

const shortened = (text: string) => (text.length > 80 ? `${text.slice(0, 80)}…` : text)

const byField = (provenance: NonNullable<Profile['provenance']>): Html =>
  table(
    'Fields by the listing that provided them',
    ['Listing', 'Last stated', 'Fields'],
    provenance.map(({ source, source_id, updated_at, fields }) => [
      html`${sourceTitle(source)} <span class="small">${shortId(source_id)}</span>`,
      dateCell(updated_at),
      fields.length === 0 ? 'none: all come from other listings' : fields.map(asWords).join(', '),
    ]),
    'stacks',
  )

/** The sources of the farm, each once. */
function creditsOf({ farm, manifest }: Shown) {
  const credits = manifest.sources.filter(({ source }) => farm.sources.includes(source))
  return [...new Map(credits.map((each) => [each.source, each])).values()]
}

/** The values of the farm's listings by edition, and its changes by snapshot. */
export function historySection(
  id: string,
  runs: readonly Run[],
  changes: readonly HistoryChange[],
): Html {
  return section(
    'history',
    'Listing history',
    html`${
        runs.length > 0
          ? table(
              'Each line is a run of editions in which a listing stayed the same',
              ['From', 'To', 'Listing', 'Name', 'Type', 'Place', 'Products'],
              runs
                .toSorted((a, b) => order(b).localeCompare(order(a)))
                .map((run): Cell[] => [
                  dateCell(run.first_edition),
                  run.listed ? 'now' : dateCell(run.last_edition),
                  sourceTitle(run.source),
                  run.name ?? '',
                  placeTypeWords[run.place_type][0],
                  townOf(run),
                  run.products === null ? 'not known' : String(run.products.length),
                ]),
              'stacks',
            )
          : html`<p class="unknown">No edition of its listings has a date.</p>`
      }
      ${changes.length > 0 ? changeTable(changes) : null}
      <p class="small">As JSON: <code>/v1/farms/${id}/history</code></p>`,
  )
}

const order = ({ listed, last_edition, first_edition }: Run) =>
  `${listed ? 1 : 0} ${last_edition ?? ''} ${first_edition ?? ''}`

const changeTable = (changes: readonly HistoryChange[]): Html =>
  table(
    'Changes by snapshot',
    ['Snapshot of', 'What', 'Before', 'After'],
    changes.map(({ built_at, change, field, before, after }): Cell[] => [
      dateCell(built_at),
      field === null ? change : asWords(field),
      plain(before),
      plain(after),
    ]),
    'stacks',
  )

function plain(value: unknown): string {
  if (value === null || value === undefined) return ''
  return shortened(typeof value === 'string' ? value : JSON.stringify(value))
}
