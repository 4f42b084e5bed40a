import type { MappedField } from '../../../data/schema/input/mapped_fields.ts'
import { vocabularyOf } from '../../../data/vocabulary/vocabulary.ts'
import { wordsOf } from '../../../data/vocabulary/words.ts'
import { flagOf } from '../flags.ts'
import type { Column } from './columns.ts'

/** Lists whose vocabularies are searched, in this order: `organic` alone is not a certification. */
const lists = [
  'payment_methods',
  'products',
  'practices',
  'certifications',
  'delivery_options',
] as const

/** Words of forms around a term: `Accepts SNAP`, `EBT accepted`. */
const before = /^(?:accepts?|has|have|is|are|offers?|offering|sells?|takes?|participates? in) /
const after = / (?:accepted|available|offered|sold|authorized|vendors?|program)$/

type Flags = Partial<Record<MappedField, Record<string, string>>>

/** Yes/no columns by the list whose vocabulary contains their names; the others are `unknown`. */
export function flagsOf(columns: Column[]) {
  const flags: Flags = {}
  const unknown: string[] = []
  const unclear: string[] = []
  for (const column of columns.filter(({ meaning }) => meaning === null)) {
    const says = shareOfFlags(column)
    const term = says >= 0.5 ? termOf(column.name) : null
    if (term) (flags[term.field] ??= {})[column.name] = term.name
    else if (says === 1) unknown.push(column.name)
    if (term && says < 1) unclear.push(column.name)
  }
  return { flags, unknown, unclear }
}

const shareOfFlags = ({ values }: Column) =>
  values.filter((text) => flagOf(text) !== null).length / values.length

function termOf(column: string) {
  const words = wordsOf(column.replaceAll(/([a-z])([A-Z])/g, '$1 $2')).join(' ')
  const bare = words.replace(before, '').replace(after, '')
  for (const field of lists) {
    const vocabulary = vocabularyOf(field)!
    const entry = vocabulary.find(words) ?? vocabulary.find(bare)
    if (entry) return { field, name: entry.name }
  }
  return null
}
