import { stringify } from 'csv-stringify/sync'

/**
 * Characters at which spreadsheets begin a formula, their full-width forms and the apostrophe
 * itself, so that taking one leading apostrophe away gives back every text.
 */
const needsApostrophe = /^['=+\-@\t\r\n＝＋－＠]/

/**
 * Writes records as CSV (RFC 4180, UTF-8 with a byte order mark, a header line). Text that a
 * spreadsheet might run as a formula gets an apostrophe in front, and so does text that begins with
 * one; numbers never. Lists and objects are JSON text, null is an empty field.
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

/** Gives back a text as it was before `csv` wrote it. */
export const unguarded = (text: string): string => (text.startsWith("'") ? text.slice(1) : text)

const guarded = (text: string) => (needsApostrophe.test(text) ? `'${text}` : text)
