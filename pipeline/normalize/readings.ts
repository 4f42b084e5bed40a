import {
  sourceFieldNames,
  sourceFields,
  type ReadTogether,
  type SourceValues,
} from '../../data/schema/input/source_fields.ts'
import type { SourceFarm } from '../read/adapter.ts'
import { normalizePhone } from './contact.ts'
import type { Findings } from './findings.ts'
import { normalizeSocialLinks, normalizeUrl } from './links.ts'
import { readTerms } from './terms/terms.ts'
import { cleanText } from './text/text.ts'

/** How each kind of field is read that makes sense alone. */
const readers = {
  words: cleanText,
  phone: normalizePhone,
  links: normalizeSocialLinks,
  url: readUrl,
  urls: (texts: string[] | null, field: string, findings: Findings) =>
    texts && texts.map((text) => readUrl(text, field, findings)).filter((url) => url !== null),
  terms: readTerms,
  as_given: <Value>(value: Value) => value,
}
type Reader = (value: unknown, field: string, findings: Findings) => unknown

function readUrl(text: string | null, field: string, findings: Findings) {
  const { url, reason } = normalizeUrl(text)
  if (reason) findings.unreadable.add(`${field}: ${reason}`)
  return url
}

const alone = sourceFieldNames.flatMap((field) => {
  const { reading } = sourceFields[field]
  return reading === 'together' ? [] : [{ field, read: readers[reading] as Reader }]
})

/** Reads the fields that make sense each for itself. */
export function readAlone(farm: SourceFarm, findings: Findings) {
  return Object.fromEntries(
    alone.map(({ field, read }) => [field, read(farm[field], field, findings)]),
  ) as Omit<SourceValues, ReadTogether>
}
