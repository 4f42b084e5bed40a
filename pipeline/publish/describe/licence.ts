import { utcDay } from '../../../data/calendar.ts'
import { datasetTitle, type Described } from './described.ts'
import { isUnknown, ownLicence, type Terms } from './terms.ts'

/** `LICENSE.md`: the terms of the dataset and of each source, and whom to credit. */
export function licenceText({ manifest, terms, title, about }: Described): string {
  const { id, built_at, geography } = manifest
  const rows = terms.map(({ source, publisher, licence, attribution }) =>
    markdownRow([`\`${source}\``, ...[publisher, licence, attribution].map(said)]),
  )
  const places = geography.map(({ what, publisher, licence, attribution }) =>
    markdownRow([what, publisher, licence, attribution]),
  )
  return `# License of the ${title}

${about}

## The dataset

The directory's own contribution is licensed under [${ownLicence.name}](${ownLicence.url}) (\`${ownLicence.id}\`): the
choice and arrangement of the farms, their ids, joined, corrected and computed values, and the files that describe them.
Values of a source stay under that source's terms, below. This license gives no right to them. \`bridges.parquet\`
lists all sources of each farm. The column \`sources\` of \`farms.parquet\` leaves out sources that list the farm no
longer. Their values may still be in use.

Credit: ${datasetTitle}, snapshot ${id}, ${utcDay(built_at)}; and the attributions of the sources that you use.

## The sources

| source | publisher | license | attribution |
| --- | --- | --- | --- |
${rows.join('\n')}

${unknownNote(terms)}${shareAlikeNote(terms)}## Places, boundaries and time zones

| content | publisher | license | attribution |
| --- | --- | --- | --- |
${places.join('\n')}

Time zones are in the paid files only.
`
}

const said = (text: string): string => (isUnknown(text) ? 'unknown' : text)

const unknownNote = (sources: Terms[]): string =>
  sources.some(({ licence }) => isUnknown(licence))
    ? `If a license is unknown, no terms of use are stated. Ask the publisher before you publish values of that source.

`
    : ''

/** Note on sources with share-alike terms. */
function shareAlikeNote(terms: Terms[]): string {
  const binding = terms.filter(({ licence }) => isShareAlike(licence))
  if (binding.length === 0) return ''
  const names = binding.map(({ source, licence }) => `\`${source}\` (${licence})`).join(', ')
  return `## Share-alike

These sources require that derived work is shared alike: ${names}. Offer their farms and columns, and every database
that you derive from them and publish, under the same license and with its attribution. For the Open Database License
(ODbL 1.0) see [section 4](https://opendatacommons.org/licenses/odbl/1-0/). If you can't, leave these sources out by the
column \`sources\`.

`
}

const isShareAlike = (licence: string): boolean =>
  /\bodbl\b|open database licen[cs]e|\bby(-nc)?-sa\b|share[- ]?alike/i.test(licence)

/** A row of a Markdown table: what would end a cell or the row is escaped. */
const markdownRow = (cells: string[]): string =>
  `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll(/\s+/g, ' ')).join(' | ')} |`
