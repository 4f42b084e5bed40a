import {
  flagFields,
  type AskedField,
  askedFields,
} from '../../../data/schema/tables/history/comparability.ts'
import { columnKey } from './column_key.ts'
import { flagOf, isBlank } from '../values.ts'
import type { Mapping } from '../../../data/schema/input/mapping.ts'
import { fieldsOfColumn } from '../../../data/source_columns.ts'
import { namedColumns } from '../mapped/columns.ts'

/** Numbers of rows: with a value or a yes, and with nothing but a no. All others are blank. */
type Counts = { stated: number; no: number }
/** The parts of a row (row.ts) that answers are read from. */
export type AnsweringRow = {
  parts: { cells: (key: string) => (string | undefined)[]; geometry?: unknown }
}

/** The content of a cell; of several the highest counts. */
const [blank, no, stated] = [0, 1, 2] as const
type Answer = typeof blank | typeof no | typeof stated

const ofGeometry = ['lat', 'lng'] as const

type Asked = { name: string; key: string; isFlag: boolean; fields: AskedField[]; counts: Counts }

/**
 * How the rows of a file answer, by column and by field. `fieldsOf`: the fields that a column is for; columns
 * for no field are left out.
 */
export class Answers {
  readonly #fieldsOf: (column: string) => AskedField[]
  readonly #columns = new Map<string, Asked | null>()
  readonly #asked: Asked[] = []
  readonly fields = new Map<AskedField, Counts>()
  rows = 0

  constructor(fieldsOf: (column: string) => AskedField[]) {
    this.#fieldsOf = fieldsOf
  }

  /** Answers to the same columns, without rows. */
  anew = (): Answers => new Answers(this.#fieldsOf)

  /** What its rows added, as plain data. */
  get state() {
    const counts = this.#asked.map((asked) => asked.counts)
    return { rows: this.rows, fields: [...this.fields], counts }
  }

  /** Sets what rows had added to the same columns. */
  restore({ rows, fields, counts }: Answers['state']): void {
    this.rows = rows
    this.fields.clear()
    for (const [field, its] of fields) this.fields.set(field, its)
    for (const [index, asked] of this.#asked.entries()) Object.assign(asked.counts, counts[index])
  }

  get columns(): readonly Pick<Asked, 'name' | 'fields' | 'counts'>[] {
    return this.#asked
  }

  /** Adds a column of the file, unless it is there. */
  note(name: string): void {
    const key = columnKey(name)
    if (key === '' || this.#columns.has(key)) return
    const fields = this.#fieldsOf(name)
    if (fields.length === 0) return void this.#columns.set(key, null)
    const isFlag = fields.some((field) => flagFields.includes(field))
    const asked = { name: name.trim(), key, isFlag, fields, counts: { stated: 0, no: 0 } }
    this.#columns.set(key, asked)
    this.#asked.push(asked)
    this.#ask(fields)
  }

  take({ parts }: AnsweringRow): void {
    this.rows++
    const answers = new Map<AskedField, Answer>()
    for (const { key, isFlag, fields, counts } of this.#asked) {
      let answer: Answer = blank
      for (const text of parts.cells(key)) answer = higher(answer, answerOf(text, isFlag))
      if (answer === blank) continue
      count(counts, answer)
      for (const field of fields) answers.set(field, higher(answer, answers.get(field) ?? blank))
    }
    if (parts.geometry) {
      this.#ask(ofGeometry)
      for (const field of ofGeometry) answers.set(field, stated)
    }
    for (const [field, answer] of answers) count(this.fields.get(field)!, answer)
  }

  #ask(fields: readonly AskedField[]): void {
    for (const field of fields)
      if (!this.fields.has(field)) this.fields.set(field, { stated: 0, no: 0 })
  }
}

const higher = (one: Answer, other: Answer) => (one > other ? one : other)

function count(counts: Counts, answer: Answer): void {
  if (answer === stated) counts.stated++
  else counts.no++
}

/** A dash stands for no answer: USDA's column Organic has `Y`, `N` and `-`. */
function answerOf(text: string | undefined, isFlag: boolean): Answer {
  if (text === undefined || text === '') return blank
  if (text.length > longestWord) return text.trim() === '' ? blank : stated
  if (isBlank(text) || text.trim() === '-') return blank
  return isFlag && flagOf(text) === false ? no : stated
}

/** Texts for a blank or a no are shorter. */
const longestWord = 8

/** Returns the fields that a column of a file is for, by the mapping or the source type. */
export function askedBy(kind: string, mapping: Mapping | undefined) {
  const fieldsOf = mapping ? mappedTo(mapping) : (column: string) => fieldsOfColumn(kind, column)
  return (column: string): AskedField[] => {
    const fields = new Set(fieldsOf(column).flatMap((field) => parts[field] ?? [field]))
    return askedFields.filter((field) => fields.has(field))
  }
}

/** Fields of a mapping that hold several fields. */
const parts: Record<string, AskedField[]> = { location: ['lat', 'lng'] }

function mappedTo(mapping: Mapping) {
  const named = namedColumns(mapping)
  const isOf = (column: string, name: string) =>
    columnKey(column) === columnKey(name) || name.startsWith(`${column}.`)
  return (name: string) =>
    named.flatMap(({ field, columns }) =>
      columns.some((column) => isOf(column, name)) ? [field] : [],
    )
}
