import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { mapping } from '../../../data/schema/input/mapping.ts'
import type { Report } from '../../../data/schema/report.ts'
import { readSources } from '../../../pipeline/intake/read_sources.ts'
import { silent } from '../../../pipeline/progress.ts'
import { adapterFor } from '../../../pipeline/read/adapters.ts'
import { columnsOfSources } from '../../../pipeline/report/columns.ts'
import { temporaryFolder } from '../../support/temporary_folder.ts'

type File = { kind?: string; table: string; edition: string | null; mapped?: object }

/** What is said of the columns of some files, and a report that says it. */
async function columnsOf(t: TestContext, files: File[], before: Report | null = null) {
  const folder = await temporaryFolder(t)
  const sources = await Promise.all(
    files.map(async ({ kind = 'csv', table, edition, mapped = { name: 'Name' } }, index) => {
      const path = join(folder, `${edition ?? 'list'}-${index}.csv`)
      await writeFile(path, table)
      const given = kind === 'csv' ? { mapping: mapping.parse(mapped) } : {}
      return { adapter: adapterFor(kind), path, ...given }
    }),
  )
  const { intakes } = await readSources(sources, folder, silent, new Date('2026-01-01'))
  const editions = files.map(({ edition }) => edition)
  const columns = columnsOfSources(intakes, editions, before)
  const report = {
    sources: intakes.map(({ file, allSeries }, index) => ({
      file,
      series: [...allSeries],
      edition: editions[index],
      columns: columns[index],
    })),
  }
  return { columns: columns.map((each) => each!), report: report as unknown as Report }
}

const said = ({
  missing,
  new: fresh,
  renamed,
  unmapped,
}: Awaited<ReturnType<typeof columnsOf>>['columns'][number]) => ({
  missing,
  new: fresh,
  renamed: renamed.map(({ from, to }) => `${from} → ${to}`),
  unmapped,
})
const none = { missing: [], new: [], renamed: [], unmapped: [] }
const rows = (header: string, cells: (n: number) => string) =>
  [header, ...[1, 2, 3, 4].map(cells)].join('\n') + '\n'

describe('columnsOfSources(intakes, editions, before)', () => {
  it('names columns of a known kind that are missing or new', async (t) => {
    const table = rows(
      'CSA_ID,marketname,HQ_ST,HQ_City,HQ_State,HQ_Zip,CSA_Phone,Moonphase,fsh_Carp',
      (n) => `${n},Farm ${n},1 Example St,Barre,Vermont,05641,,full,1`,
    )
    const { columns } = await columnsOf(t, [{ kind: 'usda-csa-directory', table, edition: null }])
    const [csa] = columns
    assert.deepEqual(csa!.new, ['Moonphase'])
    assert.ok(csa!.missing.includes('CSA_Email'))
    assert.ok(!csa!.missing.includes('x'), 'only some files have coordinates')
    assert.deepEqual(csa!.renamed, [])
    assert.equal(csa!.before, null)
  })

  it('compares a mapped table with its edition of the night before', async (t) => {
    const first = rows('Name,Ward,Tel,Info', (n) => `Farm ${n},${n},802-555-010${n},x`)
    const night = await columnsOf(t, [{ table: first, edition: '2024-05-01' }])
    assert.deepEqual(said(night.columns[0]!), { ...none, unmapped: ['Ward', 'Tel', 'Info'] })
    assert.equal(night.columns[0]!.found.Tel, 'telephone number')

    const same = await columnsOf(t, [{ table: first, edition: '2024-05-01' }], night.report)
    assert.deepEqual(said(same.columns[0]!), { ...none, unmapped: ['Ward', 'Tel', 'Info'] })

    const second = rows('Name,wards,Call us,Crops', (n) => `Farm ${n},${n},802-555-010${n},eggs`)
    const mapped = { name: 'Name', products: 'Crops' }
    const next = await columnsOf(
      t,
      [{ table: second, edition: '2024-06-01', mapped }],
      night.report,
    )
    assert.equal(next.columns[0]!.before, '2024-05-01-0.csv')
    assert.deepEqual(said(next.columns[0]!), {
      missing: ['Ward', 'Tel', 'Info'],
      new: ['wards', 'Call us', 'Crops'],
      renamed: ['Ward → wards', 'Tel → Call us'],
      unmapped: ['wards', 'Call us'],
    })
  })

  it('compares editions of one build with each other, whatever their order', async (t) => {
    const table = (column: string) => rows(`Name,${column}`, (n) => `Farm ${n},x`)
    const { columns } = await columnsOf(t, [
      { table: table('Moon'), edition: '2024-06-01' },
      { table: table('Sun'), edition: '2024-05-01' },
    ])
    const [june, may] = columns
    assert.deepEqual(
      [june!.before, june!.missing, june!.new],
      ['2024-05-01-1.csv', ['Sun'], ['Moon']],
    )
    assert.deepEqual([may!.before, may!.missing, may!.new], [null, [], []])
  })

  it('does not compare an old edition with a newer one, nor another series', async (t) => {
    const may = rows('Name,Sun', (n) => `Farm ${n},x`)
    const june = rows('Name,Moon', (n) => `Farm ${n},x`)
    const { report } = await columnsOf(t, [{ table: june, edition: '2024-06-01' }])
    const { columns } = await columnsOf(t, [{ table: may, edition: '2024-05-01' }], report)
    assert.equal(columns[0]!.before, null)
    for (const source of report.sources) source.series = ['another']
    const later = await columnsOf(t, [{ table: may, edition: '2024-07-01' }], report)
    assert.equal(later.columns[0]!.before, null)
  })
})
