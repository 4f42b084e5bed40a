import { z } from 'zod'
import { feedFarm } from './schema/input/farm_feed.ts'
import { columnsOf, type Column } from './schema/tables/table.ts'
import { tables, type Table } from './schema/tables/tables.ts'

/** The JSON Schema of one line of a farm feed, as `data/farm_feed.schema.json` publishes it. */
export const feedJsonSchema = (): string =>
  JSON.stringify(z.toJSONSchema(feedFarm, { io: 'input', target: 'draft-2020-12' }), null, 2) + '\n'

/** The part of data/README.md that is written from the schemas: every table with its columns. */
const marked =
  /(?<=<!-- dictionary: written by npm run documents -->\n)[^]*(?=<!-- end of the dictionary -->)/

/** Puts the data dictionary between its two marks in a text. Throws where they are missing. */
export function withDictionary(text: string): string {
  if (!marked.test(text)) throw new Error('data/README.md has lost the marks of its dictionary')
  return text.replace(marked, () => `\n${tables.map(tableSection).join('\n')}\n`)
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
