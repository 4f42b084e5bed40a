import { stateOf } from '../../../../data/geography/states.ts'
import { Row } from '../../row.ts'
import { seasons } from './directory.ts'

/** The columns of USDA's National Farmers Market Directory. */

export const media = ['Facebook', 'Twitter', 'Youtube', 'OtherMedia']
export const payments = ['Credit', 'WIC', 'WICcash', 'SFMNP', 'SNAP']

const productsBefore2013 = [
  'Bakedgoods Cheese Crafts Flowers Eggs Seafood Herbs Vegetables Honey Jams Maple Meat Nursery',
  'Nuts Plants Poultry Prepared Soap Trees Wine',
].flatMap((names) => names.split(' '))
const laterProducts =
  'Coffee Beans Fruits Grains Juices Mushrooms PetFood Tofu WildHarvested'.split(' ')
export const products = [...productsBefore2013, ...laterProducts]

const flags = [...payments, 'Organic', ...products]

const place = ['street', 'city', 'County', 'State', 'zip']
const schedule = seasons.flatMap((n) => [`Season${n}Date`, `Season${n}Time`])
const fixed = [...place, ...schedule, 'x', 'y', 'Location']

/** In the order of editions since late 2013: 59 columns. */
export const columns59 = [
  'FMID',
  'MarketName',
  'Website',
  ...media,
  ...fixed,
  ...flags,
  'updateTime',
]

const addedIn2013 = [...media, 'Organic', ...laterProducts]

/** In the order of editions of 2013: 45 columns. */
export const columns45 = columns59.filter((name) => !addedIn2013.includes(name))

/** The reason to reject a row of the directory; null if there is none. */
export const fault = (row: Row): string | null =>
  row.fault({ name: 'MarketName', id: 'FMID' }) ?? broken(row, slips)

type Rule = { columns: readonly string[]; wrong: (value: string) => boolean; expected: string }

const matches = (pattern: RegExp) => (value: string) => pattern.test(value)

/** Values that a column contains only if the row's fields have shifted into neighboring columns. */
const slips: readonly Rule[] = [
  { columns: ['State'], wrong: matches(/\d/), expected: 'a state' },
  { columns: ['x', 'y'], wrong: matches(/\d[:/]\d|^\s*[yn]\s*$/i), expected: 'a coordinate' },
  { columns: flags, wrong: matches(/^(?!\s*(y|yes|n|no|-)\s*$)/i), expected: 'Y or N' },
  { columns: ['updateTime'], wrong: matches(/^\s*[yn-]\s*$/i), expected: 'a date' },
]

/** Values that a repaired row must not contain, in addition. */
const strict: readonly Rule[] = [
  ...slips,
  { columns: ['Website'], wrong: matches(/\s|^.?[^.]*.?$/), expected: 'an address' },
  {
    columns: media,
    wrong: matches(/^\s*\d+ \S|^\s*\S+\.(com|org|net)\/?\s*$/i),
    expected: 'a name',
  },
  { columns: ['city', 'County'], wrong: matches(/\d/), expected: 'a name' },
  { columns: ['State'], wrong: (value) => stateOf(value) === null, expected: 'a state' },
  { columns: ['zip'], wrong: matches(/^(?!\s*\d{3,5}(-\d{4})?\s*$)/), expected: 'a ZIP code' },
  { columns: seasons.map((n) => `Season${n}Date`), wrong: matches(/[ap]m\b/i), expected: 'dates' },
  { columns: seasons.map((n) => `Season${n}Time`), wrong: matches(/\d\/\d/), expected: 'times' },
  { columns: ['x', 'y'], wrong: matches(/^(?!\s*-?\d+(\.\d*)?,?\s*$)/), expected: 'a number' },
  { columns: ['Location'], wrong: matches(/^[-\d., yn]*$/i), expected: 'a kind of site' },
  {
    columns: ['updateTime'],
    wrong: (value) => !/^[\w/. -]*\d{4}(?: [\d:]{1,8}(?: [ap]m)?)?$/i.test(value.trim()),
    expected: 'a date',
  },
]

function broken(row: Row, rules: readonly Rule[]): string | null {
  for (const { columns, wrong, expected } of rules)
    for (const column of columns) {
      const value = row.get(column)
      if (value !== null && wrong(value))
        return `${column}: \`${value}\` is not ${expected} (are the row's fields shifted?)`
    }
  return null
}

/**
 * Restores the fields of a row that are shifted by one column from some column on. An extra field (a comma
 * without quotes, a blank) is joined to the previous field; a missing one becomes blank. Null unless exactly
 * one such repair leaves every column with a possible value.
 */
export function shiftedBack(row: Row): Row | null {
  const { line, names, table } = row.parts
  if (!table) return null
  const { length } = names
  const kept = withoutBlankEnd(table.fields, length)
  if (Math.abs(kept.length - length) > 1) return null
  const candidates = [...joined(kept), ...parted(kept)]
    .map((fields) => withoutBlankEnd(fields, length))
    .filter((fields) => fields.length <= length)
    .map((fields) => [...fields, ...Array<string>(length - fields.length).fill('')])
  const distinct = new Map(candidates.map((fields) => [JSON.stringify(fields), fields]))
  const right = [...distinct.values()]
    .map((fields) => Row.ofFields(line, fields, table.header))
    .filter(isRight)
  return right.length === 1 ? right[0]! : null
}

const isRight = (row: Row) =>
  fault(row) === null &&
  broken(row, strict) === null &&
  (row.get('x') === null) === (row.get('y') === null)

function withoutBlankEnd(fields: readonly string[], length: number): string[] {
  let end = fields.length
  while (end > length && fields[end - 1]!.trim() === '') end--
  return fields.slice(0, end)
}

function joined(fields: string[]): string[][] {
  return fields.slice(1).map((field, i) => {
    const both = [fields[i]!, field].filter((part) => part.trim() !== '').join(',')
    return [...fields.slice(0, i), both, ...fields.slice(i + 2)]
  })
}

/** A blank may be missing anywhere after the id; the last field, if blank, was added at the end. */
function parted(fields: string[]): string[][] {
  const rest = fields.at(-1)?.trim() === '' ? fields.slice(0, -1) : fields
  return fields.slice(1).map((_, i) => [...rest.slice(0, i + 1), '', ...rest.slice(i + 1)])
}
