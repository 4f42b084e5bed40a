import {
  SourceError,
  type Adapter,
  type Schedule,
  type SourceFarm,
  type SourceRow,
} from './adapter.ts'
import { readCsv } from './csv.ts'

/**
 * USDA's National Farmers Market Directory, as its "Export to Excel" wrote it until 2021: 59 columns
 * since 2013, and fewer before, of the same names. Columns are found by name, in any order; a copy
 * that lost its header line is read where it has the 59 columns in their order.
 */
export const usdaFarmersMarketDirectory: Adapter = {
  kind: 'usda-farmers-market-directory',
  description: "USDA's National Farmers Market Directory, the CSV export with FMID and MarketName",
  publisher: 'USDA Agricultural Marketing Service',
  licence: 'Public domain (work of the US government)',
  attribution: 'USDA Agricultural Marketing Service, National Farmers Market Directory',
  read,
}

const seasons = [1, 2, 3, 4]
const media = ['Facebook', 'Twitter', 'Youtube', 'OtherMedia']
const payments = ['Credit', 'WIC', 'WICcash', 'SFMNP', 'SNAP']
const products = [
  'Bakedgoods Cheese Crafts Flowers Eggs Seafood Herbs Vegetables Honey Jams Maple Meat Nursery',
  'Nuts Plants Poultry Prepared Soap Trees Wine',
  // since 2013
  'Coffee Beans Fruits Grains Juices Mushrooms PetFood Tofu WildHarvested',
].flatMap((names) => names.split(' '))
const flags = [...payments, 'Organic', ...products]

/** The 59 columns, in the order of the editions since 2013. */
const layout = [
  'FMID',
  'MarketName',
  'Website',
  ...media,
  'street',
  'city',
  'County',
  'State',
  'zip',
  ...seasons.flatMap((n) => [`Season${n}Date`, `Season${n}Time`]),
  'x',
  'y',
  'Location',
  ...flags,
  'updateTime',
]

/** Before 2013, one text for dates and times. */
const oldSchedule = 'Schedule'
const known = [...layout, oldSchedule]

/** Without these a file is another one. */
const needed = ['FMID', 'MarketName', 'street', 'city', 'State', 'zip', 'x', 'y']

async function* read(path: string): AsyncGenerator<SourceRow> {
  let header: Header | undefined
  for await (const { line, fields } of readCsv(path)) {
    if (!header) {
      header = headerFrom(fields) ?? headerless(fields)
      if (!header) throw anotherKind(path, fields)
      if (header.isInFile) continue
    }
    yield readRow(line, fields, header)
  }
}

function readRow(line: number, fields: string[], header: Header): SourceRow {
  const rejected = fault(fields, header)
  if (rejected) return { line, rejected, raw: rawRow(fields, header) }
  return { line, farm: toSourceFarm(new Row(fields, header)), raw: () => rawRow(fields, header) }
}

/** The names that a file's columns have, and where the columns that we know are. */
type Header = { names: string[]; indexOf: Map<string, number>; isInFile: boolean }

/** Editions differ in case (`street`, `Street`). */
const key = (name: string) => name.toLowerCase().replaceAll(/[\s_]/g, '')

function makeHeader(names: string[], isInFile: boolean): Header {
  const keys = names.map(key)
  const found = known.map((column): [string, number] => [column, keys.indexOf(key(column))])
  return { names, indexOf: new Map(found.filter(([, index]) => index >= 0)), isInFile }
}

function headerFrom(fields: string[]): Header | undefined {
  const header = makeHeader(fields, true)
  return needed.every((column) => header.indexOf.has(column)) ? header : undefined
}

/** Tells a file without a header line by a first row that is one of the 59 columns without fault. */
function headerless(fields: string[]): Header | undefined {
  const header = makeHeader(layout, false)
  return fields.length === layout.length && fault(fields, header) === null ? header : undefined
}

function anotherKind(path: string, fields: string[]): SourceError {
  const found = fields
    .slice(0, 5)
    .map((field) => field.slice(0, 40))
    .join(', ')
  const missing = needed.filter((name) => !fields.some((field) => key(field) === key(name)))
  return new SourceError(
    `${path} is not a usda-farmers-market-directory file: expected a CSV file with columns ` +
      `${needed.join(', ')}, found a first line without ${missing.join(', ')}: ${found}, …`,
  )
}

/** A field as the source writes it, or null where it is blank; `nan` is how pandas writes a blank. */
const cell = (field: string | undefined) =>
  field === undefined || /^\s*(nan)?\s*$/i.test(field) ? null : field

class Row {
  readonly #fields: string[]
  readonly #header: Header

  constructor(fields: string[], header: Header) {
    this.#fields = fields
    this.#header = header
  }

  /** The cell of a column, null where it is blank or the file has no such column. */
  get(column: string): string | null {
    const index = this.#header.indexOf.get(column)
    return index === undefined ? null : cell(this.#fields[index])
  }

  /** The columns of `columns` that are flagged Y; null where none is, see `toSourceFarm`. */
  flagged(columns: string[]): string[] | null {
    const found = columns.filter((column) => /^y/i.test(this.get(column)?.trim() ?? ''))
    return found.length > 0 ? found : null
  }
}

/** Says why a row can't be used; null where it can. */
function fault(fields: string[], header: Header): string | null {
  const { length } = header.names
  const surplus = fields.slice(length).some((field) => field.trim() !== '')
  if (fields.length < length || surplus) return `${fields.length} fields, expected ${length}`
  const row = new Row(fields, header)
  const id = row.get('FMID')
  if (id === null) return 'FMID: blank'
  if (!sourceId.test(id)) return `FMID: \`${id}\` is not a number`
  if (row.get('MarketName') === null) return 'MarketName: blank'
  return shift(row)
}

/** What a column can't hold unless the row's fields have slipped into the columns beside theirs. */
const slips: { columns: string[]; wrong: RegExp; expected: string }[] = [
  { columns: ['State'], wrong: /\d/, expected: 'a state' },
  { columns: ['x', 'y'], wrong: /\d[:/]\d|^\s*[yn]\s*$/i, expected: 'a coordinate' },
  { columns: flags, wrong: /^(?!\s*(y|yes|n|no|-)\s*$)/i, expected: 'Y or N' },
  { columns: ['updateTime'], wrong: /^\s*[yn-]\s*$/i, expected: 'a date' },
]

/** Finds the trace of a row whose fields stand in the wrong columns, which no other check sees. */
function shift(row: Row): string | null {
  for (const { columns, wrong, expected } of slips)
    for (const column of columns) {
      const value = row.get(column)
      if (value !== null && wrong.test(value))
        return `${column}: \`${value}\` is not ${expected} (are the row's fields shifted?)`
    }
  return null
}

/** A spreadsheet may have made the id a number with a decimal point. */
const sourceId = /^\s*(\d+)(?:\.0+)?\s*$/

const rawRow = (fields: string[], { names }: Header) =>
  JSON.stringify(
    fields.length === names.length
      ? Object.fromEntries(names.map((name, i) => [name, fields[i]]))
      : fields,
  )

/**
 * Products, payment methods and Organic are yes/no flags. No flag at Y is read as "not collected":
 * some editions are blank where others have N in the same rows, and of the rows without a product
 * nearly all are without a payment method too. For a single flag, N tells nothing that a list of
 * terms could hold.
 */
function toSourceFarm(row: Row): SourceFarm {
  const site = row.get('Location')
  return {
    source_id: sourceId.exec(row.get('FMID')!)![1]!,
    name: row.get('MarketName')!,
    place_type: 'farmers_market',
    address: row.get('street'),
    city: row.get('city'),
    county: row.get('County'),
    state: row.get('State'),
    zip: row.get('zip'),
    lat: row.get('y'),
    lng: row.get('x'),
    website: row.get('Website'),
    social_links: socialLinks(row),
    description: site === null || site === 'Other' ? null : `Location: ${site}`,
    products: row.flagged(products),
    practices: row.flagged(['Organic']),
    payment_methods: row.flagged(payments),
    verification_status: 'self_reported',
    schedules: schedules(row),
    product_listings: [],
    updated_at: row.get('updateTime'),
    ...notInThisSource,
  }
}

const notInThisSource = {
  phone: null,
  email: null,
  story: null,
  tagline: null,
  farmer_name: null,
  categories: null,
  certifications: null,
  delivery_options: null,
  images: null,
  image_url: null,
  farmer_photo_url: null,
  google_rating: null,
  google_review_count: null,
  price_range: null,
  founded_year: null,
  hours_json: null,
  synthetic: false,
}

/** Names the network before a value that is no address, which would say nothing without it. */
function socialLinks(row: Row): string[] | null {
  const links = media.flatMap((column) => {
    const value = row.get(column)?.trim()
    if (value === undefined) return []
    const namesItself =
      column === 'OtherMedia' ||
      /\.\w+\/|https?:|www\./i.test(value) ||
      value.toLowerCase().startsWith(column.toLowerCase())
    return [namesItself ? value : `${column}: ${value}`]
  })
  return links.length > 0 ? links : null
}

/** Up to four seasons, each with dates and times. */
function schedules(row: Row): Schedule[] {
  const stated = [
    ...seasons.map((n) => ({
      name: `season_${n}`,
      season: row.get(`Season${n}Date`),
      times: row.get(`Season${n}Time`),
    })),
    { name: 'schedule', season: null, times: row.get(oldSchedule) },
  ]
  return stated.filter(({ season, times }) => season !== null || times !== null)
}
