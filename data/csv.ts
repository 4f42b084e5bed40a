import { stringify } from 'csv-stringify/sync'

/**
 * Characters that start a formula in spreadsheets, their full-width forms, and the apostrophe itself, so
 * that removing one leading apostrophe restores every text. Digits with a sign are a number: `+18025550123`.
 */
export const formulaStart = /^(?:['=@\t\r\n＝＋－＠]|[+-](?:\d*\D|$))/

/**
 * Writes records as CSV (RFC 4180, UTF-8 with a byte order mark, a header line). Text that a spreadsheet
 * might run as a formula, or that begins with an apostrophe, gets an apostrophe in front; numbers never.
 * Lists and objects are JSON text, null is an empty field.
 */
export const csv = (records: Record<string, unknown>[], columns: string[]): string =>
  stringify(records, {
    bom: true,
    header: true,
    columns,
    record_delimiter: 'windows',
    quoted_string: true, // a lone carriage return would not be quoted otherwise
    cast: {
      string: guarded,
      number: String,
      boolean: String,
      object: (value) => JSON.stringify(value),
    },
  })

/** Restores a text that `csv` wrote. */
export const unguarded = (text: string): string => (text.startsWith("'") ? text.slice(1) : text)

const guarded = (text: string) => (formulaStart.test(text) ? `'${text}` : text)
