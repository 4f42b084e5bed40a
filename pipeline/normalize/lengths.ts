import { lengths, mostEntries, type Length } from '../../data/schema/input/lengths.ts'
import { sourceFieldNames, sourceFields } from '../../data/schema/input/source_fields.ts'
import type { SourceFarm } from '../read/adapter.ts'
import type { Remarks } from './findings.ts'

/** Length limit of each text of a row. */
const kinds = new Map<keyof SourceFarm, Length>([
  ...sourceFieldNames.flatMap((name): [keyof SourceFarm, Length][] => {
    const field = sourceFields[name]
    return 'length' in field ? [[name, field.length]] : []
  }),
  ['country', 'line'],
  ['lat', 'line'],
  ['lng', 'line'],
  ['updated_at', 'line'],
])

/** The reason why a row's id or name is too long to identify it; null if it is not. */
export function tooLong({ source_id, name }: SourceFarm): string | null {
  const { bytes } = lengths.identity
  const field = !fits(source_id, 'identity') ? 'source_id' : !fits(name, 'identity') ? 'name' : null
  return field && `${field}: over ${bytes} bytes`
}

/** The row with texts and lists cut to the limits of data/schema/input/lengths.ts. */
export function withinLengths(farm: SourceFarm, remarks: Remarks): SourceFarm {
  const fitted: Record<string, unknown> = {}
  for (const [field, length] of kinds) {
    const given = farm[field]
    if (typeof given === 'string') fitted[field] = shortened(given, field, length, remarks)
    else if (Array.isArray(given)) fitted[field] = texts(given as string[], field, length, remarks)
  }
  return {
    ...farm,
    ...(fitted as Partial<SourceFarm>),
    schedules: schedules(farm, remarks),
    hours_json: fitting(farm.hours_json, 'hours_json', remarks),
    details: fitting(farm.details, 'details', remarks),
    product_listings: listings(farm, remarks),
  }
}

const texts = (given: string[], field: string, length: Length, remarks: Remarks) =>
  fewer(given, field, remarks).flatMap((text) => shortened(text, field, length, remarks) ?? [])

/** UTF-8 has at most three bytes per unit of UTF-16. */
const fits = (text: string, length: Length) =>
  text.length * 3 <= lengths[length].bytes || Buffer.byteLength(text) <= lengths[length].bytes

function shortened(text: string, field: string, length: Length, remarks: Remarks): string | null {
  if (fits(text, length)) return text
  const { bytes, over } = lengths[length]
  const isCut = over === 'it is cut off'
  remarks.correct(`${field}: over ${bytes} bytes, ${isCut ? 'cut off' : 'left out'}`)
  return isCut ? cut(text, bytes) : null
}

/** The start of a text that fits into `bytes`, without a character cut in two. */
function cut(text: string, bytes: number): string {
  const start = Buffer.from(text.slice(0, bytes)).subarray(0, bytes + 1)
  let end = bytes
  while ((start[end]! & 0xc0) === 0x80) end--
  return start.toString('utf8', 0, end)
}

function fewer<Entry>(entries: Entry[], field: string, remarks: Remarks): Entry[] {
  if (entries.length <= mostEntries) return entries
  remarks.correct(`${field}: over ${mostEntries} entries, the rest left out`)
  return entries.slice(0, mostEntries)
}

/** All or none: with half of the hours, the other half would count as closed. */
function schedules({ schedules }: SourceFarm, remarks: Remarks): SourceFarm['schedules'] {
  const texts = schedules.flatMap(({ name, season, times, note }) => [name, season, times, note])
  const isLong = (text: string | null | undefined) => text != null && !fits(text, 'schedule')
  if (schedules.length <= mostEntries && !texts.some(isLong)) return schedules
  remarks.correct(`schedules: over ${lengths.schedule.bytes} bytes or ${mostEntries}, left out`)
  return []
}

function fitting<Data extends object>(data: Data | null, field: string, remarks: Remarks) {
  const text = data && shortened(JSON.stringify(data), field, 'data', remarks)
  return text === null ? null : data
}

function listings({ product_listings }: SourceFarm, remarks: Remarks) {
  const part = (text: string | null) => text && shortened(text, 'product_listings', 'term', remarks)
  return fewer(product_listings, 'product_listings', remarks).flatMap((listing) => {
    const { id, name, unit, category } = listing
    if (part(name) === null || (id !== null && part(id) === null)) return []
    return [{ ...listing, unit: part(unit), category: part(category) }]
  })
}
