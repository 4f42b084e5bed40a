import { z } from 'zod'
import { groupDigits } from './digit_grouping.ts'
import { geographicPackages } from './geography/credits.ts'
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

/** The JSON Schema of a line of a farm feed, published as `data/farm_feed.schema.json`. */
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

/** A part of a document, generated from the schemas, between two marks. */
export type WrittenPart = [part: string, text: () => string]

/** The documents in `data/` with generated parts. */
export const writtenParts: Record<string, WrittenPart[]> = {
  'METHOD.md': [
    ['lengths', lengthTable],
    ['geography', geographyTable],
  ],
  'FORMATS.md': [['versions', versionTable]],
}

/** Puts generated parts into a document. Throws if a mark is missing. */
export const withWrittenParts = (text: string, parts: WrittenPart[]): string =>
  parts.reduce((whole, [part, write]) => {
    const [begin, end] = [
      `<!-- ${part}: written by npm run documents -->\n`,
      `<!-- end of the ${part} -->`,
    ]
    const [before, rest, ...others] = whole.split(begin)
    const after = rest?.split(end)[1]
    if (after === undefined || others.length > 0)
      throw new Error(`the marks of ${part} are missing in the document`)
    return `${before}${begin}\n${write()}\n${end}${after}`
  }, text)

/** The data dictionary, `data/DICTIONARY.md`. */
export const dictionaryDocument = (): string =>
  [
    '# Dictionary',
    '',
    'Every table and column of a snapshot, then every column of the source files. `npm run documents` writes this page',
    'from `schema/` and `source_columns.tsv`. [METHOD.md](METHOD.md) has the rules behind the values.',
    '',
    ...tables.map(tableSection),
    '## Details of a place',
    '',
    'Keys of `details`: answers to questions that a source asks of one place type only, in its own words. A missing key is',
    'unknown.',
    '',
    ...detailRows(details),
    '',
    '## Source columns',
    '',
    'What becomes of each column of a source file. `#` is a number, `*` is any text.',
    '',
    Object.entries(sourceColumns).map(columnsSection).join('\n'),
  ].join('\n')

/** A Markdown table. */
const table = (head: string[], rows: (string | number)[][]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |\n`).join('')

function lengthTable(): string {
  const limits = Object.values(lengths)
  const rows = limits.map(({ what, bytes, over }) => [what, groupDigits(bytes), over])
  return table(['text', 'bytes', 'if longer'], rows)
}

function geographyTable(): string {
  const rows = geographicPackages.map((each) => [
    each.package,
    each.what,
    each.date,
    each.dated,
    each.kept ?? '',
  ])
  return table(['package', 'content', 'date', 'date of', 'kept because'], rows)
}

function versionTable(): string {
  const rows = schemaVersions.map((each) => [each.version, each.brought, each.migration])
  return table(['version', 'change', 'migration'], rows)
}

/** A line for each key of the details, with a place type's keys below it. */
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
    return [names.join(', '), what]
  })
  return `### ${kind}\n\n${table(['columns', 'become'], rows)}`
}

const columnHead = ['column', 'type', 'meaning', 'null means', 'comes from', 'since', 'example']

function tableSection(each: Table): string {
  const { path, tier, description } = each
  const audience = tier === 'free' ? 'every key' : 'paid keys'
  const columns = table(columnHead, dictionaryColumns(each).map(columnRow))
  return `## ${path}\n\n${description}. For ${audience}.\n\n${columns}`
}

function columnRow({ description, nulls, ...column }: DictionaryColumn): (string | number)[] {
  const { name, type, unit, values, source, since, example } = column
  const apart = withNulls('', nulls)
  const meaning = description.endsWith(apart)
    ? description.slice(0, description.length - apart.length)
    : description
  const shown = example === null ? '' : `\`${JSON.stringify(example)}\``
  const types = `${type}${values ? ` of ${listed(values)}` : ''}`
  const means = unit ? `${meaning} (${unit})` : meaning
  return [`\`${name}\``, types, means, nulls ?? '', source ?? '', since ?? '', shown]
}

/** The values, or their number if they are many. */
const listed = (values: readonly string[]): string =>
  values.length > 9
    ? `${values.length} terms in \`dictionary.json\``
    : values.map((value) => `\`${value}\``).join(', ')
