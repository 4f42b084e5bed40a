import { z } from 'zod'
import { monthNames } from '../../calendar.ts'
import { datePattern } from './date_format.ts'
import { nearestOf } from '../../vocabulary/edit_distance.ts'
import { days } from '../hours.ts'
import { fieldOfColumn } from './column_names.ts'
import { parted, wordedBy, type Forms } from './forms.ts'
import {
  mappedFields,
  singleValued,
  type MappedField,
  type MappedText,
  listFields,
} from './source_fields.ts'

/**
 * The origin of a text: the texts of `columns`, joined by `joiner`; if `joiner` is null, the first that is
 * not blank. If there is none, the value is `otherwise`; a constant has no columns.
 */
export type TextPart = {
  columns: string[]
  joiner: string | null
  /** Replacements of the source's values; other values stay unchanged. */
  values: Record<string, string>
  /** The format of a date; null = as `parseInstant` reads it. */
  format: string | null
  otherwise: string | null
}

/** The origin of a part of a list: texts that list terms, or yes/no columns with the terms for "yes". */
export type ListPart =
  | (Omit<TextPart, 'otherwise'> & { separator: string | null; otherwise: string[] | null })
  | { flags: Record<string, string[]>; yes: string[]; no: string[] }

const hoursTexts = ['days', 'opens', 'closes', 'from', 'to', 'season', 'times', 'note'] as const

/** The origin of one schedule. */
export type HoursPart = Partial<Record<(typeof hoursTexts)[number], TextPart>> & {
  weekdays?: Named
  /** Yes/no columns of the months in which it is open. */
  months?: Named
}

/** The column of each day (`mon`) or month (`jan`). */
type Named = Partial<Record<string, TextPart>>

const text = z.string().trim().min(1)
const columns = z.array(text).min(1)
const terms = z.union(
  [text.transform((term) => [term]), z.array(text)],
  'expected a term, or a list of terms',
)
const values = z.record(text, text).default({})
const format = text.refine(
  (given) => datePattern(given) !== null,
  'not a date format: write it with YYYY or YY, MM (MMM for names), DD, HH or hh, mm, ss and A, as in `MM/DD/YYYY hh:mm A`; `X` is seconds since 1970, `x` milliseconds',
)
const nothing = { columns: [] as string[], joiner: null, values: {}, format: null, otherwise: null }

/** The forms of a text, by key. */
function textForms(isDate = false): Forms<TextPart> {
  const shared = {
    values,
    default: text.exactOptional(),
    format: (isDate ? format : z.never('only dates have a format')).exactOptional(),
  }
  const part = (
    columns: string[],
    joiner: string | null,
    given: { values: Record<string, string>; default?: string; format?: string },
  ): TextPart => ({
    columns,
    joiner,
    values: given.values,
    format: given.format ?? null,
    otherwise: given.default ?? null,
  })
  return {
    column: z
      .strictObject({ column: text, ...shared })
      .transform(({ column, ...given }) => part([column], null, given)),
    first: z
      .strictObject({ first: columns, ...shared })
      .transform(({ first, ...given }) => part(first, null, given)),
    join: z
      .strictObject({ join: columns, with: z.string().default(' '), ...shared })
      .transform(({ join, with: joiner, ...given }) => part(join, joiner, given)),
    constant: z
      .strictObject({ constant: text })
      .transform(({ constant }) => ({ ...nothing, otherwise: constant })),
  }
}

/** A column's name alone means that column; several are joined. */
const written = (given: unknown): unknown =>
  typeof given === 'string' ? { column: given } : Array.isArray(given) ? { join: given } : given

const example = 'a column, as "Phone", or an object with one of'
const textPart = wordedBy(textForms(), written, example)
const { join: _, ...withoutJoin } = textForms()
const single = wordedBy(withoutJoin, notJoined, example)
const { join: __, ...datedForms } = textForms(true)
const date = wordedBy(datedForms, notJoined, example)

/** For a single value: a list of columns must state that it takes the first. */
function notJoined(given: unknown, refuse: (message: string) => void): unknown {
  if (Array.isArray(given) || (typeof given === 'object' && given !== null && 'join' in given)) {
    const names = Array.isArray(given) ? given : given.join
    refuse(
      `holds one value: write {"first": ${JSON.stringify(names)}} to take the first that is not blank`,
    )
  }
  return written(given)
}

const listShared = { values, separator: text.exactOptional(), default: terms.exactOptional() }
const listPart = (
  columns: string[],
  given: { values: Record<string, string>; separator?: string; default?: string[] },
): ListPart => ({
  ...nothing,
  columns,
  values: given.values,
  separator: given.separator ?? null,
  otherwise: given.default ?? null,
})
const listForms: Forms<ListPart> = {
  column: z
    .strictObject({ column: text, ...listShared })
    .transform(({ column, ...given }) => listPart([column], given)),
  first: z
    .strictObject({ first: columns, ...listShared })
    .transform(({ first, ...given }) => listPart(first, given)),
  constant: z
    .strictObject({ constant: terms })
    .transform(({ constant }) => ({ ...nothing, separator: null, otherwise: constant })),
  flags: z.strictObject({
    flags: z.record(text, terms),
    yes: z.array(text).default([]),
    no: z.array(text).default([]),
  }),
}
const listOf = wordedBy(listForms, written, 'a column, as "Crops", or an object with one of')
/** Several parts make one list. */
const list = parted(listOf)

/** A column for some of these days or months. */
function eachNamed(names: readonly string[]) {
  const columns = z.strictObject(
    Object.fromEntries(names.map((name) => [name, textPart.exactOptional()])),
  )
  const forms = Object.fromEntries(names.map((name) => [name, columns as z.ZodType<Named>]))
  return wordedBy(forms, (given) => given, 'an object with some of')
}
const schedule = z
  .strictObject({
    days: textPart.exactOptional(),
    opens: textPart.exactOptional(),
    closes: textPart.exactOptional(),
    from: date.exactOptional(),
    to: date.exactOptional(),
    season: textPart.exactOptional(),
    times: textPart.exactOptional(),
    note: textPart.exactOptional(),
    weekdays: eachNamed(days).exactOptional(),
    months: eachNamed(monthNames.map((name) => name.toLowerCase())).exactOptional(),
  })
  .superRefine((given, context) => {
    const refuse = (message: string) => context.addIssue({ code: 'custom', message })
    const parts = [given.season, given.months, given.from ?? given.to].filter(Boolean)
    if (parts.length > 1) refuse('has one of season, months, or from and to')
    if (!given.opens !== !given.closes) refuse('opens and closes belong together')
    const ways = [given.times, given.weekdays, given.days ?? given.opens].filter(Boolean).length
    if (ways > 1) refuse('has one of times, weekdays, or days with opens and closes')
  })
const textKeys = Object.keys(textForms())
const isText = (given: object) => textKeys.some((key) => key in given)
const hoursForms: Forms<HoursPart> = Object.fromEntries(
  [...hoursTexts, 'weekdays', 'months'].map((key) => [key, schedule as z.ZodType<HoursPart>]),
)
const hours = parted(
  wordedBy(
    hoursForms,
    (given) => {
      const isAlone =
        typeof given === 'string' || (typeof given === 'object' && given !== null && isText(given))
      return isAlone ? { times: given } : given
    },
    'a column of texts such as `Sat 9am-1pm`, or an object with some of',
  ),
)

const schemaOf = (field: MappedField): z.ZodType => {
  if (field === 'hours') return hours
  if (field === 'updated_at') return date
  if ((listFields as readonly string[]).includes(field)) return list
  return singleValued.includes(field) ? single : textPart
}
const shape = Object.fromEntries(
  mappedFields.map((field) => [field, schemaOf(field).optional()]),
) as {
  [F in MappedField]: z.ZodOptional<
    z.ZodType<F extends MappedText ? TextPart : F extends 'hours' ? HoursPart[] : ListPart[]>
  >
}

/**
 * A mapping from a farm's fields to a file's columns (pipeline/SOURCES.md has the forms): read into parts,
 * with all defaults filled in.
 */
export const mapping = z
  .record(z.string(), z.unknown())
  .superRefine((given, context) => {
    const refuse = (message: string, path: string[] = []) =>
      context.addIssue({ code: 'custom', message, path })
    const turned = turnedRound(given)
    if (turned)
      return refuse(
        `the wrong way round: a field comes first, then its column; write ${JSON.stringify(turned)}`,
      )
    for (const name of Object.keys(given)) if (!isField(name)) refuse(unknownField(name), [name])
    if (!('name' in given) || isConstant(given.name))
      refuse('no column is mapped to `name`; a row without a name is not a farm')
  })
  .pipe(z.object(shape))
export type Mapping = z.infer<typeof mapping>

const isField = (name: unknown): name is MappedField => mappedFields.includes(name as MappedField)
const isConstant = (given: unknown) =>
  typeof given === 'object' && given !== null && 'constant' in given

/** Turns a mapping from columns to fields into one from fields to columns; null if it is neither. */
function turnedRound(given: Record<string, unknown>): Record<string, unknown> | null {
  const entries = Object.entries(given)
  const isTurned = entries.some(([name, value]) => !isField(name) && isField(value))
  if (!isTurned || !entries.every(([, value]) => isField(value))) return null
  const columns = Map.groupBy(entries, ([, field]) => field as MappedField)
  return Object.fromEntries(
    [...columns].map(([field, [first, ...others]]) => [
      field,
      others.length === 0 ? first![0] : { first: [first!, ...others].map(([column]) => column) },
    ]),
  )
}

function unknownField(name: string): string {
  const meant = fieldOfColumn(name)
  const nearest = isField(meant) ? meant : nearestOf(name, mappedFields)
  const hint = nearest ? `did you mean ${nearest}?` : `the fields are ${mappedFields.join(', ')}`
  return `unknown field \`${name}\` (${hint})`
}
