import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryFolder, type Lifetime } from './temporary_folder.ts'

/** The cells of a market in an edition of USDA's directory, by column. */
export type Cells = Record<string, string>
export type MarketEdition = { columns: string[]; rows: Cells[] }

const words =
  'Anvil Birch Cedar Dune Elm Fern Grove Heron Iris Juniper Kettle Larch Maple Nettle Otter Pine Quarry Rowan Sorrel Thistle'.split(
    ' ',
  )

/** Market `number`, from 0: its number, name and address. */
export function marketOf(number: number): Cells {
  const [one, other] = [words[number % words.length]!, words[Math.floor(number / words.length)]!]
  return {
    FMID: String(1_000_000 + number),
    MarketName: `${one} ${other} Farmers Market`,
    street: `${100 + 7 * number} ${one} Street`,
    city: 'Montpelier',
    State: 'Vermont',
    zip: '05602',
    x: '',
    y: '',
  }
}
export const identity = Object.keys(marketOf(0))

/** Writes an edition of USDA's directory as a table. Returns a source of that date. */
export async function writeMarkets(
  life: Lifetime,
  date: string,
  { columns, rows }: MarketEdition,
): Promise<{ kind: string; path: string; retrieved_at: string }> {
  const path = join(await temporaryFolder(life), `${date}.csv`)
  const lines = [columns, ...rows.map((row) => columns.map((column) => row[column] ?? ''))]
  await writeFile(path, lines.map((cells) => `${cells.join(',')}\n`).join(''))
  return { kind: 'usda-farmers-market-directory', path, retrieved_at: `${date}T00:00:00Z` }
}
