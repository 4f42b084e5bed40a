import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { mapping } from '../../../data/schema/input/mapping.ts'
import { editionOf } from '../../../pipeline/intake/edition.ts'
import type { Source } from '../../../pipeline/intake/intake.ts'
import { readSources } from '../../../pipeline/intake/read_sources.ts'
import { silent } from '../../../pipeline/progress.ts'
import { adapterFor } from '../../../pipeline/read/adapters.ts'
import { rowsIn } from '../../support/row_lists.ts'
import { temporaryFolder } from '../../support/temporary_folder.ts'

const table = [
  'Year,Borough,Market Name,EBT',
  '2018,Bronx,Hill Street,yes',
  '2018,Queens,River Side,',
  '2019,Bronx,Hill Street,no',
  'unknown,Bronx,Old Mill,yes',
  '2019,bronx,Stone Gate,yes',
]

async function read(t: TestContext, more: Partial<Source>, lines = table) {
  const folder = await temporaryFolder(t)
  const path = join(folder, 'markets.csv')
  await writeFile(path, lines.join('\n') + '\n')
  const source: Source = {
    adapter: adapterFor('csv'),
    path,
    mapping: mapping.parse({ name: 'Market Name', payment_methods: { flags: { EBT: 'SNAP' } } }),
    ...more,
  }
  const now = new Date('2026-01-01T00:00:00Z')
  const { intakes, ...input } = await readSources([source, source], folder, silent, now, {
    threads: 0,
  })
  const rows = await rowsIn(input)
  return { intakes, rows: rows.map((row) => `${row.input} ${row.name}`) }
}

describe('readSources(sources): a file that holds several editions', () => {
  it('takes each edition by itself, and rejects rows without any', async (t) => {
    const { intakes, rows } = await read(t, { edition: 'Year' })
    const of = (first: number) => [
      `${first} Hill Street`,
      `${first} River Side`,
      `${first + 1} Hill Street`,
      `${first + 1} Stone Gate`,
    ]
    assert.deepEqual(rows, [...of(0), ...of(3)])
    const [first, second, undated] = intakes
    assert.deepEqual(
      intakes.map((intake) => [editionOf(intake), intake.read, intake.rejections.total]),
      [first, second, undated, first, second, undated].map((each) => [
        editionOf(each!),
        each!.read,
        each!.rejections.total,
      ]),
    )
    assert.deepEqual([editionOf(first!), first!.read], ['2018-01-01', 2])
    assert.deepEqual([editionOf(second!), second!.read], ['2019-01-01', 2])
    assert.deepEqual([editionOf(undated!), undated!.read, undated!.rejections.total], [null, 1, 1])
    assert.ok(intakes.every(({ sha256 }) => sha256 === first!.sha256 && sha256.length === 64))
  })

  it('counts the answers of each edition', async (t) => {
    const { intakes } = await read(t, { edition: 'Year' })
    const answers = intakes.slice(0, 2).map(({ columns }) => columns.answers!)
    assert.deepEqual(
      answers.map(({ rows, fields }) => [rows, fields.get('payment_methods')]),
      [
        [2, { stated: 1, no: 0 }],
        [2, { stated: 1, no: 1 }],
      ],
    )
  })
})

describe('readSources(sources): rows chosen by a column', () => {
  const retrieved_at = '2026-01-01T00:00:00Z'

  it('reads no other rows, whatever the case', async (t) => {
    const where = { Borough: 'BRONX', Year: ['2018', '2019'] }
    const { intakes, rows } = await read(t, { where, retrieved_at })
    assert.deepEqual(rows.slice(0, 3), ['0 Hill Street', '0 Hill Street', '0 Stone Gate'])
    assert.equal(intakes[0]!.read, 3)
    assert.equal(intakes[0]!.columns.answers!.rows, 3)
  })

  it('refuses a file without the column, or without such a row', async (t) => {
    await assert.rejects(read(t, { where: { Boroug: 'Bronx' }, retrieved_at }), {
      name: 'SourceError',
      message: /markets\.csv: where: no column `Boroug` \(did you mean `Borough`\?\)/,
    })
    await assert.rejects(read(t, { edition: 'Jahr' }), /edition: no column `Jahr`/)
    await assert.rejects(
      read(t, { where: { Borough: 'Ohio' }, retrieved_at }),
      /where leaves no row: \{"Borough":"Ohio"\}/,
    )
  })
})
