import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, it } from 'node:test'
import { mapping } from '../../../../data/schema/input/mapping.ts'
import type { Edition } from '../../../../data/schema/tables/history/edition.ts'
import { buildSnapshot } from '../../../support/built_snapshot.ts'
import { readParquet } from '../../../support/parquet_file.ts'
import { temporaryFolder } from '../../../support/temporary_folder.ts'

const folder = await temporaryFolder({ after })
const header = 'Year,Id,Market Name,Town,State'
const [hill2023, mill2023] = ['2023,1,Hill Street,Barre,VT', '2023,2,Old Mill,Stowe,VT']
const [hill2024, mill2024] = ['2024,1,Hill Street,Barre,VT', '2024,2,Old Mill,Stowe,VT']
const gate2025 = '2025,3,Stone Gate,Calais,VT'

/** A night on which a table of several years has these rows: its editions as `2023, revision 1 of file A: 2 rows`. */
async function night(number: number, rows: string[], full = false) {
  const path = join(folder, `night ${number}.csv`)
  const text = [header, ...rows].join('\n') + '\n'
  await writeFile(path, text)
  const { folder: snapshot } = await buildSnapshot(
    { after },
    {
      sources: [
        {
          kind: 'csv',
          name: 'town-markets',
          path,
          file: 'markets.csv',
          edition: 'Year',
          mapping: mapping.parse({
            source_id: 'Id',
            name: 'Market Name',
            city: 'Town',
            state: 'State',
          }),
        },
      ],
      root: join(folder, 'build'),
      now: new Date(Date.UTC(2026, 0, number)),
      full,
    },
  )
  const own = createHash('sha256').update(text).digest('hex')
  const editions = await readParquet<Edition>(join(snapshot, 'public/editions.parquet'))
  return editions.rows.map(({ edition, revision, sha256, rows, current }) =>
    [
      `${edition!.slice(0, 4)}, revision ${revision}, ${rows} rows`,
      ...(sha256 === own ? ['of this file'] : []),
      ...(current ? ['current'] : []),
    ].join(', '),
  )
}

it('a table that grows repeats its older editions, which stay the versions that they are', async () => {
  assert.deepEqual(await night(1, [hill2023, mill2023, hill2024]), [
    '2023, revision 1, 2 rows, of this file',
    '2024, revision 1, 1 rows, of this file, current',
  ])
  const grown = [
    '2023, revision 1, 2 rows, of this file',
    '2024, revision 1, 1 rows, of this file',
    '2025, revision 1, 1 rows, of this file, current',
  ]
  const inOtherOrder = [gate2025, mill2023, hill2023, hill2024]
  assert.deepEqual(await night(2, inOtherOrder), grown)
  assert.deepEqual(await night(3, inOtherOrder), grown, 'the same file')
  assert.deepEqual(await night(4, [hill2023, mill2023, hill2024, gate2025], true), grown)
  assert.deepEqual(await night(5, [hill2023, mill2023, hill2024, mill2024, gate2025]), [
    '2023, revision 1, 2 rows, of this file',
    '2024, revision 1, 1 rows',
    '2024, revision 2, 2 rows, of this file',
    '2025, revision 1, 1 rows, of this file, current',
  ])
})
