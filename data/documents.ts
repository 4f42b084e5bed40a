import { z } from 'zod'
import { groupDigits } from './digit_grouping.ts'
import { details } from './schema/details.ts'
import { feedFarm } from './schema/input/farm_feed.ts'
import { lengths } from './schema/input/lengths.ts'
import { withNulls } from './schema/meta.ts'
import {
  dictionaryColumns,
  tables,
  type DictionaryColumn,
  type Table,
} from './schema/tables/tables.ts'
import { schemaVersions } from './schema/versions.ts'
import { sourceColumns } from './source_columns.ts'

/** The JSON Schema of one line of a farm feed, as `data/farm_feed.schema.json` publishes it. */
export const feedJsonSchema = (): string =>
  JSON.stringify(
    z.toJSONSchema(feedFarm, {
      io: 'input',
      target: 'draft-2020-12',
      override: ({ jsonSchema }) => {
        for (const key of ['nulls', 'source', 'since']) delete jsonSchema[key]
      },
    }),
    null,
    2,
  ) + '\n'

/** The parts of data/README.md that are written from the schemas, each between two marks. */
const written: [part: string, text: () => string][] = [
  ['lengths', lengthTable],
  ['details', () => [...detailRows(details), ''].join('\n')],
  ['versions', versionTable],
  ['columns', () => Object.entries(sourceColumns).map(columnsSection).join('\n')],
  ['dictionary', () => tables.map(tableSection).join('\n')],
]

/** Puts the parts that are written from the schemas into a text. Throws where a mark is missing. */
export function withWrittenParts(text: string): string {
  return written.reduce((whole, [part, write]) => {
    const [begin, end] = [
      `<!-- ${part}: written by npm run documents -->\n`,
      `<!-- end of the ${part} -->`,
    ]
    const [before, rest, ...others] = whole.split(begin)
    const after = rest?.split(end)[1]
    if (after === undefined || others.length > 0)
      throw new Error(`data/README.md has lost the marks of its ${part}`)
    return `${before}${begin}\n${write()}\n${end}${after}`
  }, text)
}

function lengthTable(): string {
  const rows = Object.values(lengths).map(
    ({ what, bytes, over }) => `| ${what} | ${groupDigits(bytes)} | ${over} |`,
  )
  return ['| text | bytes | where it is longer |', '| --- | --- | --- |', ...rows, ''].join('\n')
}

function versionTable(): string {
  const rows = schemaVersions.map(
    ({ version, brought, migration }) => `| ${version} | ${brought} | ${migration} |`,
  )
  const head = [
    '| version | brought | what readers of the one before change |',
    '| --- | --- | --- |',
  ]
  return [...head, ...rows, ''].join('\n')
}

/** A line for each key of the details, those of a type of place below it. */
function detailRows(schema: z.ZodObject, path = ''): string[] {
  return Object.entries(schema.shape as Record<string, z.ZodOptional>).flatMap(([name, field]) => {
    const inner = field.unwrap()
    if (inner instanceof z.ZodObject) return detailRows(inner, `${name}.`)
    const { description } = z.globalRegistry.get(field)!
    return [`- \`${path}${name}\`: ${description}`]
  })
}

function columnsSection([kind, uses]: [string, (typeof sourceColumns)[string]]): string {
  const rows = uses.map((use) => {
    const names = use.columns.split(' ').map((name) =>
      name
        .split('|')
        .map((each) => `\`${each}\``)
        .join(' or '),
    )
    const some = use.some ? ' (some files only)' : ''
    const what = 'becomes' in use ? use.becomes + some : `ignored: ${use.ignored}`
    return `| ${names.join(', ')} | ${what} |`
  })
  return [`**${kind}**`, '', '| columns | become |', '| --- | --- |', ...rows, ''].join('\n')
}

function tableSection(table: Table): string {
  const { path, tier, description } = table
  return [
    `### ${path}`,
    '',
    `${description}. For ${tier === 'free' ? 'every key' : 'paid keys'}.`,
    '',
    '| column | type | meaning | null means | comes from | since | example |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...dictionaryColumns(table).map(columnRow),
    '',
  ].join('\n')
}

function columnRow({ description, nulls, ...column }: DictionaryColumn): string {
  const { name, type, unit, source, since, example } = column
  const apart = withNulls('', nulls)
  const meaning = description.endsWith(apart)
    ? description.slice(0, description.length - apart.length)
    : description
  const shown = example === null ? '' : `\`${JSON.stringify(example)}\``
  const cells = [unit ? `${meaning} (${unit})` : meaning, nulls ?? '', source, since, shown]
  return `| \`${name}\` | ${type} | ${cells.join(' | ')} |`
}
