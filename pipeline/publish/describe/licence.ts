import { markdownRow } from './markdown.ts'
import type { Manifest } from '../../../data/schema/manifest.ts'
import { notStated } from '../../read/adapter.ts'
import { dayOf, datasetTitle, type Described } from './described.ts'

/** What the directory itself adds is under this licence, whatever those of its sources are. */
const ownLicence = {
  id: 'CC-BY-4.0',
  name: 'Creative Commons Attribution 4.0 International',
  url: 'https://creativecommons.org/licenses/by/4.0/',
}

type Source = Manifest['sources'][number]
type Terms = Pick<Source, 'publisher' | 'licence' | 'attribution'>

/** Licences by the identifier of the SPDX list, as sources files write them. */
const known = [
  'CC0-1.0',
  'CC-BY-4.0',
  'CC-BY-SA-4.0',
  'ODbL-1.0',
  'ODC-By-1.0',
  'PDDL-1.0',
  'CDLA-Permissive-2.0',
]
const withoutTerms = new Set(['CC0-1.0', 'PDDL-1.0'])

/** The SPDX identifier of a licence; null = none is known for this wording. */
export function spdxOf(licence: string): string | null {
  const plain = (text: string) => text.toLowerCase().replaceAll(/[\s-]+/g, '-')
  return known.find((id) => plain(id) === plain(licence.trim())) ?? null
}

const isPublicDomain = (licence: string): boolean =>
  /^public domain\b/i.test(licence) || withoutTerms.has(spdxOf(licence) ?? '')

const isShareAlike = (licence: string): boolean =>
  /\bodbl\b|open database licen[cs]e|\bby(-nc)?-sa\b|share[- ]?alike/i.test(licence)

export const isUnknown = (text: string): boolean => text === notStated.licence

/**
 * The one licence that holds for a snapshot as a whole, by its SPDX identifier; null = its sources
 * have others, or one that is unknown or has no identifier.
 */
export function licenceOf({ sources }: Pick<Manifest, 'sources'>): string | null {
  const binding = sources.filter(({ licence }) => !isPublicDomain(licence))
  return binding.every(({ licence }) => spdxOf(licence) === ownLicence.id) ? ownLicence.id : null
}

/** Each source once for each of its terms. */
export function termsBySource({
  sources,
}: Pick<Manifest, 'sources'>): ({ source: string } & Terms)[] {
  const terms = sources.map(({ source, publisher, licence, attribution }) => ({
    source,
    publisher,
    licence,
    attribution,
  }))
  return [...new Map(terms.map((each) => [JSON.stringify(each), each])).values()]
}

/** `LICENSE.md`: the terms of the dataset and of each source, and whom to credit. */
export function licenceText({ manifest, title, about }: Described): string {
  const { id, built_at, geography } = manifest
  const sources = termsBySource(manifest)
  const rows = sources.map(({ source, publisher, licence, attribution }) =>
    markdownRow([`\`${source}\``, ...[publisher, licence, attribution].map(said)]),
  )
  const places = geography.map(({ what, publisher, licence, attribution }) =>
    markdownRow([what, publisher, licence, attribution]),
  )
  return `# Licence of the ${title}

${about}

## The dataset

What the directory itself adds is licensed under [${ownLicence.name}](${ownLicence.url})
(\`${ownLicence.id}\`): the choice and arrangement of the farms, their ids, what was joined, corrected and computed,
and the files that describe them. What comes from a source stays under the terms of that source, below: this licence
gives no right to it. The column \`sources\` of \`farms.parquet\` says for each farm which sources that are.

Credit: ${datasetTitle}, snapshot ${id}, ${dayOf(built_at)}; and the attributions of the sources that you use.

## The sources

| source | publisher | licence | attribution |
| --- | --- | --- | --- |
${rows.join('\n')}

${unknownNote(sources)}${shareAlikeNote(manifest)}## Places, boundaries and time zones

| what | publisher | licence | attribution |
| --- | --- | --- | --- |
${places.join('\n')}

Time zones are in the files for members only.
`
}

const said = (text: string): string => (isUnknown(text) ? 'unknown' : text)

const unknownNote = (sources: Terms[]): string =>
  sources.some(({ licence }) => isUnknown(licence))
    ? `Where the licence is unknown, nobody has said on what terms the source may be used: ask its publisher before you
publish what comes from it.

`
    : ''

/** Of the sources that bind what is made of them. */
function shareAlikeNote(manifest: Manifest): string {
  const binding = termsBySource(manifest).filter(({ licence }) => isShareAlike(licence))
  if (binding.length === 0) return ''
  const names = binding.map(({ source, licence }) => `\`${source}\` (${licence})`).join(', ')
  return `## Share-alike

These sources are licensed on the condition that what is made of them is shared alike: ${names}. Farms and columns that
come from them, and every database that you make with them and publish, are to be offered under that same licence,
with its attribution. Under the Open Database Licence (ODbL 1.0) that is
[section 4 of its text](https://opendatacommons.org/licenses/odbl/1-0/). Leave these sources out, by the column
\`sources\`, where you can't do so.

`
}
