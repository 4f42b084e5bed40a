import {
  sourceFieldNames,
  sourceFields,
  type ReadTogether,
  type SourceValues,
} from '../../data/schema/input/source_fields.ts'
import type { SourceFarm } from '../read/adapter.ts'
import { normalizePhone } from './contact.ts'
import type { Findings, Remarks } from './findings.ts'
import { normalizeSocialLinks, normalizeUrl } from './links.ts'
import { cleanText } from './text/text.ts'

/** The field of a reader, and where it records findings and remarks. */
type Saying = { field: string; findings: Findings; remarks: Remarks }

/** The reader of each type of field that makes sense alone. */
const readers = {
  words: cleanText,
  phone: readPhone,
  links: readLinks,
  url: readUrl,
  urls: (texts: string[] | null, saying: Saying) =>
    texts && texts.map((text) => readUrl(text, saying)).filter((url) => url !== null),
  details: cleanTexts,
  as_given: <Value>(value: Value) => value,
}
type Reader = (value: unknown, saying: Saying) => unknown

function readPhone(text: string | null, { field, findings, remarks }: Saying) {
  const { phone, rest } = normalizePhone(text)
  if (rest !== null) remarks.keep(field, rest)
  if (rest !== null && phone === null) findings.unreadable.add(`${field}: not a telephone number`)
  return phone
}

function readUrl(text: string | null, { field, findings, remarks }: Saying) {
  const { url, reason } = normalizeUrl(text)
  if (reason !== null) {
    findings.unreadable.add(`${field}: ${reason}`)
    remarks.keep(field, cleanText(text)!)
  }
  return url
}

function readLinks(texts: string[] | null, { field, findings, remarks }: Saying) {
  const { links, rest } = normalizeSocialLinks(texts)
  for (const text of rest) {
    findings.unreadable.add(`${field}: not a web address`)
    remarks.keep(field, text)
  }
  return links
}

/** The value with every text clean; empty parts are left out. */
function cleanTexts(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value)
  if (Array.isArray(value)) return whereKnown(value.map(cleanTexts).filter((each) => each !== null))
  if (typeof value !== 'object' || value === null) return value
  const parts = Object.entries(value).map(([name, part]) => [name, cleanTexts(part)] as const)
  const known = Object.fromEntries(parts.filter(([, part]) => part !== null))
  return Object.keys(known).length > 0 ? known : null
}

const whereKnown = (list: unknown[]) => (list.length > 0 ? list : null)

const alone = sourceFieldNames.flatMap((field) => {
  const { reading } = sourceFields[field]
  return reading === 'together' ? [] : [{ field, read: readers[reading] as Reader }]
})

export function readAlone(farm: SourceFarm, findings: Findings, remarks: Remarks) {
  const values: Record<string, unknown> = {}
  for (const { field, read } of alone) {
    const value = farm[field]
    values[field] = value === null ? null : read(value, { field, findings, remarks })
  }
  return values as Omit<SourceValues, ReadTogether>
}
