import { z } from 'zod'
import { feedFarm } from './schema/input/farm_feed.ts'
import { columnsOf, type Column } from './schema/tables/table.ts'
import { tables, type Table } from './schema/tables/tables.ts'

/** The part of data/README.md between these two lines is written from the schemas. */
const dictionaryMarks = [
  '<!-- dictionary: written by npm run documents -->',
  '<!-- end of the dictionary -->',
] as const

/** The JSON Schema of one line of a farm feed, as `data/farm_feed.schema.json` publishes it. */
export const feedJsonSchema = (): string =>
  JSON.stringify(z.toJSONSchema(feedFarm, { io: 'input', target: 'draft-2020-12' }), null, 2) + '\n'

/** The data dictionary in Markdown: every published table with its columns. */
const dictionaryMarkdown = (): string => tables.map(tableSection).join('\n')

/** Puts the dictionary into a text that has its two marks. Throws where they are missing. */
export function withDictionary(text: string): string {
  const [start, end] = dictionaryMarks.map((mark) => text.indexOf(mark))
  if (start === undefined || end === undefined || start === -1 || end === -1)
    throw new Error(`data/README.md has lost its marks: ${dictionaryMarks.join(' … ')}`)
  return `${text.slice(0, start)}${dictionaryMarks[0]}\n\n${dictionaryMarkdown()}\n${text.slice(end)}`
}

function tableSection({ path, tier, schema, geometry, description }: Table): string {
  const rows = columnsOf(schema).map(columnRow)
  if (geometry)
    rows.push('| `geometry` | GEOMETRY | yes | The location as a GeoParquet point (WGS 84) | |')
  return [
    `### ${path}`,
    '',
    `${description}. For ${tier === 'free' ? 'every key' : 'paid keys'}.`,
    '',
    '| column | type | null | meaning | example |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
    '',
  ].join('\n')
}

function columnRow({ name, type, nullable, description, unit, example }: Column): string {
  const meaning = unit ? `${description} (${unit})` : description
  const shown = example === null ? '' : `\`${JSON.stringify(example)}\``
  return `| \`${name}\` | ${type} | ${nullable ? 'yes' : ''} | ${meaning} | ${shown} |`
}
