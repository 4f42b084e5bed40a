import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { parse } from 'csv-parse/sync'
import { parseSeason } from '../../../../pipeline/normalize/hours/season.ts'
import { parseWeekly } from '../../../../pipeline/normalize/hours/weekly.ts'

const folder = new URL('../../../../../shared/data/usda_farmers_market_directory/', import.meta.url)
const skip = existsSync(folder) ? false : `needs the USDA's editions in ${folder.pathname}`

/** Of the texts, those that are not blank, and how many of these `read` reads. */
function count(texts: string[], read: (text: string) => unknown) {
  const stated = texts.filter((text) => text.trim() !== '')
  return { stated: stated.length, read: stated.filter((text) => read(text) !== null).length }
}

describe("the USDA's directory of farmers markets", { skip }, () => {
  const rows = skip
    ? []
    : readdirSync(folder)
        .filter((name) => name.endsWith('.csv.gz'))
        .map((name) => gunzipSync(readFileSync(new URL(name, folder))))
        .flatMap((csv) =>
          parse<Record<string, string>>(csv, {
            columns: true,
            bom: true,
            relax_column_count: true,
          }),
        )
  const column = (name: string) =>
    [1, 2, 3, 4].flatMap((n) => rows.map((row) => row[`Season${n}${name}`] ?? ''))

  for (const [name, read, floor] of [
    ['Date', parseSeason, 0.99],
    ['Time', parseWeekly, 0.97],
  ] as const) {
    it(`Season1${name}…Season4${name} are read to ${floor * 100} %`, (t) => {
      const counted = count(column(name), read)
      const share = counted.read / counted.stated
      t.diagnostic(`${counted.read} of ${counted.stated} read: ${(share * 100).toFixed(2)} %`)
      assert.ok(counted.stated > 30_000)
      assert.ok(share >= floor, `${share}`)
    })
  }
})
