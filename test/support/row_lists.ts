import { readFile } from 'node:fs/promises'
import type { Input } from '../../pipeline/intake/read_sources.ts'
import type { Observation } from '../../pipeline/normalize/observation.ts'

type Row = Observation & { seq: number; input: number }

/** The observations of all lists, with the numbers of the build. */
export async function rowsIn({ lists }: Pick<Input, 'lists'>): Promise<Row[]> {
  const rows = lists.map(async ({ path, seq, input }) => {
    const lines = (await readFile(path, 'utf8')).split('\n').slice(0, -1)
    return lines.map((line) => {
      const row = JSON.parse(line) as Row
      return { ...row, seq: row.seq + seq, input: row.input + input }
    })
  })
  return (await Promise.all(rows)).flat()
}
