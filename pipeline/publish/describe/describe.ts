import { join } from 'node:path'
import { sha256Of } from '../../../data/file_digest.ts'
import { writeDurably } from '../../../data/disk/durable_files.ts'
import { digestsFile } from '../../../data/schema/descriptions.ts'
import type { Manifest, SnapshotFile } from '../../../data/schema/manifest.ts'
import { digestLines } from '../../snapshots/files.ts'
import { croissant } from './croissant.ts'
import { dataPackage } from './data_package.ts'
import { describedOf, type Described, type Extent, datasetTitle } from './described.ts'
import { licenceText } from './licence.ts'
import { stacCollection } from './stac_collection.ts'
import { utcDay } from '../../../data/calendar.ts'
import { isUnknown, licenceOf, spdxOf, titleOf, type Terms } from './terms.ts'

/** `farms.sql`: a view of each public table for DuckDB, over the files where they are served or lie. */
const views = ({ manifest, tables, title }: Described): string =>
  `-- ${title}: the public tables of snapshot ${manifest.id} as views, for DuckDB 1.1 or later.
--${manifest.synthetic ? syntheticLine : ''}
-- Set base first: the folder of the files, or the address of this file without its name.
--
--   set variable base = '.';
--   set variable base = 'https://HOST/v1/snapshots/${manifest.id}/files/public';
--
-- For an address DuckDB loads httpfs by itself and reads only the needed parts of a file.
-- Without base the files are in the folder in which DuckDB runs.

set variable base = coalesce(getvariable('base'), '.');

${tables.map(({ name, file, description }) => viewOf(name, file, description)).join('\n\n')}
`

const syntheticLine = `
-- Synthetic: its farms are generated for tests and do not exist.
--`

const viewOf = (name: string, file: string, description: string): string =>
  `-- ${description}.
create or replace view ${name} as
from read_parquet(getvariable('base') || '/${file}');`

const texts: Record<string, (described: Described) => string> = {
  'public/LICENSE.md': licenceText,
  'public/CITATION.cff': citation,
  'public/farms.sql': views,
  'public/croissant.json': croissant,
  'public/datapackage.json': dataPackage,
  'public/collection.json': stacCollection,
}

/**
 * Writes the files that describe a snapshot beside the public tables, and returns the manifest with them.
 * They follow from manifest and extent alone. They contain the id, so the id is made of the files written
 * before.
 */
export async function describe(
  folder: string,
  manifest: Manifest,
  extent: Extent,
): Promise<Manifest> {
  const described = describedOf(manifest, extent)
  const files = [...manifest.files]
  const write = async (path: string, text: string) => {
    await writeDurably(join(folder, path), text)
    files.push(fileOf(path, text))
  }
  for (const [path, textOf] of Object.entries(texts)) await write(path, textOf(described))
  await write(digestsFile, digestLines(files))
  return { ...manifest, files: files.toSorted((a, b) => (a.path < b.path ? -1 : 1)) }
}

function fileOf(path: string, text: string): SnapshotFile {
  const bytes = Buffer.from(text)
  const sha256 = sha256Of(bytes)
  return { path, rows: null, bytes: bytes.length, sha256 }
}

/** `CITATION.cff`, in the Citation File Format 1.2.0: YAML whose texts are written as JSON has them. */
function citation({ manifest, terms, title, about }: Described): string {
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

function reference(terms: Terms): string {
  const { publisher } = terms
  const spdx = spdxOf(terms.licence)
  return [
    '  - type: data',
    `    title: ${JSON.stringify(titleOf(terms))}`,
    '    authors:',
    `      - name: ${JSON.stringify(isUnknown(publisher) ? 'unknown' : publisher)}`,
    ...(spdx ? [`    license: ${JSON.stringify(spdx)}`] : []),
  ].join('\n')
}
