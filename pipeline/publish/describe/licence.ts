import { datasetTitle, dayOf, type Described } from './described.ts'
import { markdownRow } from './markdown.ts'
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

${unknownNote(terms)}${shareAlikeNote(terms)}## Places, boundaries and time zones

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
function shareAlikeNote(terms: Terms[]): string {
  const binding = terms.filter(({ licence }) => isShareAlike(licence))
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

const isShareAlike = (licence: string): boolean =>
  /\bodbl\b|open database licen[cs]e|\bby(-nc)?-sa\b|share[- ]?alike/i.test(licence)
