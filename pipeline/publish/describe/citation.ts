import { utcDay } from '../../../data/calendar.ts'
import { datasetTitle, type Described } from './described.ts'
import { isUnknown, licenceOf, spdxOf, type Terms } from './terms.ts'

/** `CITATION.cff`, in the Citation File Format 1.2.0: YAML whose texts are written as JSON has them. */
export function citation({ manifest, terms, title, about }: Described): string {
  const { id, built_at } = manifest
  const licence = licenceOf({ terms })
  const lines = [
    'cff-version: 1.2.0',
    'type: dataset',
    `message: ${JSON.stringify('If you use this dataset, please cite it, and the sources that you use.')}`,
    `title: ${JSON.stringify(title)}`,
    `abstract: ${JSON.stringify(about)}`,
    `version: ${JSON.stringify(id)}`,
    `date-released: ${JSON.stringify(utcDay(built_at))}`,
    ...(licence ? [`license: ${JSON.stringify(licence)}`] : []),
    'authors:',
    `  - name: ${JSON.stringify(datasetTitle)}`,
    'references:',
    ...new Set(terms.map(reference)), // the format takes none twice
  ]
  return lines.join('\n') + '\n'
}

function reference({ source, publisher, licence, attribution }: Terms): string {
  const spdx = spdxOf(licence)
  return [
    '  - type: data',
    `    title: ${JSON.stringify(source)}`,
    '    authors:',
    `      - name: ${JSON.stringify(isUnknown(publisher) ? 'unknown' : publisher)}`,
    ...(spdx ? [`    license: ${JSON.stringify(spdx)}`] : []),
    ...(isUnknown(attribution) ? [] : [`    notes: ${JSON.stringify(attribution)}`]),
  ].join('\n')
}
