import { counted } from '../../../data/digit_grouping.ts'
import { html, type Html } from '../../../data/html.ts'
import { section } from '../../pages/page.ts'
import { asWords } from '../../pages/shown.ts'
import { listed, listedTo, longDate, placeTypeWords, sourceTitle, townOf } from '../parts/words.ts'
import type { HistoryChange, Profile, Run, Shown } from './profile.ts'

/** A farm's directories, their agreement, and its history. */
export function originSection({ farm, runs, changes, manifest }: Shown): Html {
  const now = runs.filter((run) => run.listed)
  const earlier = (farm.provenance ?? []).filter(({ carried }) => carried)
  const sources = [...farm.sources, ...earlier.map(({ source }) => source)]
  return section(
    'origin',
    'Where this comes from',
    html`<p>${listedBy(now)} ${agreement(now)} ${carriedFrom(earlier, farm)}</p>
      ${timeline(runs, changes)}
      <ul class="sources small">
        ${[...new Set(sources)].flatMap((source) => {
          const credit = manifest.sources.find((each) => each.source === source)
          if (!credit) return []
          return [
            html`<li>${sourceTitle(source)}: ${credit.publisher}. License: ${credit.licence}</li>`,
          ]
        })}
      </ul>`,
  )
}

const numbers = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine']

function listedBy(now: readonly Run[]): string {
  const editions = new Map(now.map((run) => [run.source, run.last_edition]))
  const names = [...editions].map(
    ([source, date]) => sourceTitle(source) + (date === null ? '' : ` (${longDate(date)})`),
  )
  const count = numbers[names.length] ?? String(names.length)
  return names.length === 1
    ? `One public directory lists this farm: ${names[0]}.`
    : `${count} public directories list this farm: ${listed(names)}.`
}

/** The subjects of a page's values, by the field that a listing gives. */
const subjects = { products: 'products', hours: 'hours', phone: 'telephone', website: 'website', payment_methods: 'payment', practices: 'practices', delivery_options: 'delivery', certifications: 'certifications' } as const // prettier-ignore

/** The values of a page that only an earlier edition has, and that edition. */
function carriedFrom(earlier: NonNullable<Profile['provenance']>, farm: Profile): string {
  const shown = { ...farm, ...farm.contact }
  const ofSource = Map.groupBy(earlier, ({ source }) => source)
  const texts = [...ofSource].flatMap(([source, listings]) => {
    const fields = new Set(listings.flatMap(({ fields }) => fields))
    const names = Object.entries(subjects).flatMap(([field, name]) =>
      fields.has(field) && shown[field as keyof typeof subjects] != null ? [name] : [],
    )
    const [edition] = listings.flatMap(({ edition }) => edition ?? [])
    const date = edition === undefined ? '' : ` (${longDate(edition)})`
    return names.length === 0 ? [] : [`${sourceTitle(source)}${date} for ${listed(names)}`]
  })
  return texts.length === 0 ? '' : `Earlier lists add to it: ${listed(texts)}.`
}

/** The values that listings may agree on. */
const compared: readonly (readonly [string, (run: Run) => string | null])[] = [
  ['name', ({ name }) => name],
  ['place', (run) => townOf(run) || null],
  ['type', ({ place_type }) => placeTypeWords[place_type][0]],
  ['products', ({ products }) => products && products.toSorted().join()],
]

function agreement(now: readonly Run[]): string {
  const among = compared.flatMap(([name, read]) => {
    const said = now.map(read).filter((value) => value !== null)
    return said.length < 2 ? [] : [{ name, isSame: new Set(said).size === 1 }]
  })
  const names = (isSame: boolean) =>
    listed(among.filter((each) => each.isSame === isSame).map(({ name }) => name))
  const [same, other] = [names(true), names(false)]
  if (same && other) return `Its listings agree on ${same}, and differ on ${other}.`
  if (same) return `Its listings agree on ${same}.`
  return other && `Its listings differ on ${other}.`
}

export function timeline(runs: readonly Run[], changes: readonly HistoryChange[]): Html | null {
  const events = [...listingEvents(runs), ...updates(changes)].toSorted((a, b) =>
    a.date < b.date ? 1 : -1,
  )
  if (events.length === 0) return null
  return html`<details>
    <summary>History: ${counted(events.length, 'entry').replace('entrys', 'entries')}</summary>
    <ul class="timeline">
      ${events.map(
        ({ date, text }) =>
          html`<li><time datetime="${date}">${longDate(date)}</time> <span>${text}</span></li>`,
      )}
    </ul>
  </details>`
}

type Event = { date: string; text: string }

/** Each source's first listing, its changes, and its last edition with the farm. */
function listingEvents(runs: readonly Run[]): Event[] {
  const sources = Map.groupBy(runs, ({ source }) => source)
  return [...sources.values()].flatMap((ofSource) => {
    const inOrder = ofSource.toSorted((a, b) =>
      (a.first_edition ?? '') < (b.first_edition ?? '') ? -1 : 1,
    )
    const source = sourceTitle(inOrder[0]!.source)
    const events = inOrder.flatMap((run, at): Event[] => {
      const before = inOrder[at - 1]
      const text = before ? differences(before, run) : `${source} lists it: ${summary(run)}`
      return run.first_edition === null || text === ''
        ? []
        : [{ date: run.first_edition, text: before ? `${source}: ${text}` : text }]
    })
    const end = inOrder
      .flatMap(({ last_edition }) => last_edition ?? [])
      .toSorted()
      .at(-1)
    if (end === undefined || inOrder.some(({ listed }) => listed)) return events
    return [...events, { date: end, text: `${source} lists it for the last time` }]
  })
}

const summary = (run: Run): string =>
  [
    run.name,
    townOf(run),
    run.products === null ? 'products not known' : counted(run.products.length, 'product'),
  ]
    .filter(Boolean)
    .join(', ')

function differences(before: Run, run: Run): string {
  const texts = compared
    .slice(0, 3)
    .flatMap(([name, read]) =>
      read(run) !== read(before) && read(run) !== null ? [`${name} is now ${read(run)}`] : [],
    )
  const [had, has] = [before.products ?? [], run.products ?? []]
  const [added, gone] = [missing(has, had), missing(had, has)]
  if (run.products === null && had.length > 0) texts.push('no longer states its products')
  else if (gone.length > 0) texts.push(`no longer lists ${few(gone)}`)
  if (added.length > 0) texts.unshift(`added ${few(added)}`)
  return texts.join('; ')
}

const missing = (some: readonly string[], others: readonly string[]) =>
  some.filter((name) => !others.includes(name))

const few = (names: readonly string[]): string =>
  names.length > 5 ? listedTo(4, names) : listed(names)

function updates(changes: readonly HistoryChange[]): Event[] {
  return [...Map.groupBy(changes, ({ built_at }) => built_at)].map(([date, ofOne]) => {
    const fields = ofOne.flatMap(({ field }) => (field === null ? [] : [asWords(field)]))
    const kinds = new Set(ofOne.flatMap(({ field, change }) => (field === null ? [change] : [])))
    const texts = [...kinds, ...(fields.length > 0 ? [`changed ${few([...new Set(fields)])}`] : [])]
    return { date, text: `This directory: ${texts.join('; ')}` }
  })
}
