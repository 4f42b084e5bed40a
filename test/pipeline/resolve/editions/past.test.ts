import assert from 'node:assert/strict'
import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, describe, it, type TestContext } from 'node:test'
import fc from 'fast-check'
import { readManifestText, writeManifestText } from '../../../../data/disk/manifest_file.ts'
import { layout } from '../../../../data/schema/layout.ts'
import { mapping } from '../../../../data/schema/input/mapping.ts'
import { openDatabase } from '../../../../pipeline/database/database.ts'
import type { SourceFile } from '../../../../pipeline/intake/intake.ts'
import { isOfSnapshot } from '../../../../pipeline/intake/kept_readings.ts'
import { readSources } from '../../../../pipeline/intake/read_sources.ts'
import { silent } from '../../../../pipeline/progress.ts'
import { adapterFor } from '../../../../pipeline/read/adapters.ts'
import { liveSnapshot } from '../../../../pipeline/snapshots/snapshots.ts'
import { pastLists } from '../../../../pipeline/resolve/editions/past.ts'
import { copyOfBuild } from '../../../support/build_folder.ts'
import { buildSnapshot } from '../../../support/built_snapshot.ts'
import { fileDigests } from '../../../support/file_digests.ts'
import { temporaryFolder } from '../../../support/temporary_folder.ts'

const columns = ['id', 'name', 'city', 'zip', 'products', 'website', 'updated'] as const
type Row = Record<(typeof columns)[number], string>
/** The rows of each edition, by series and date. */
type Files = Record<string, Row[]>

const ofTable = mapping.parse({
  source_id: 'id',
  name: 'name',
  city: 'city',
  state: { constant: 'VT' },
  zip: 'zip',
  products: 'products',
  website: 'website',
  updated_at: 'updated',
})

const anyRow = fc.record({
  id: fc.constantFrom('1', '2', '3', '4', '5', '6'),
  name: fc.constantFrom('Hill Farm', 'Hill Farm Stand', 'River Market', 'Old Mill', 'Stone Gate'),
  city: fc.constantFrom('Montpelier', 'Barre', ''),
  zip: fc.constantFrom('05602', '05641', ''),
  products: fc.constantFrom('eggs', 'eggs; kale', 'honey', ''),
  website: fc.constantFrom('', 'https://hill.example.org', 'https://river.example.org'),
  updated: fc.constantFrom('', '2016-05-01', '2018-02-01', '2019-07-01', '2021-03-01'),
})
const anyRows = fc.array(anyRow, { minLength: 1, maxLength: 7 })
const names = [
  'list 2017-01-01',
  'list 2018-01-01',
  'list 2019-01-01',
  'other 2018-06-01',
  'other 2020-01-01',
]
const anyFiles = fc.record(Object.fromEntries(names.map((name) => [name, anyRows])))
const anyEdit = fc.record({
  file: fc.constantFrom(
    ...names.slice(1),
    ...names.slice(2),
    'list 2020-03-01',
    'other 2019-01-01',
  ),
  kind: fc.constantFrom('row', 'row', 'row', 'rows', 'gone'),
  row: anyRow,
  rows: anyRows,
})
type Edit = typeof anyEdit extends fc.Arbitrary<infer Value> ? Value : never

function edited(files: Files, { file, kind, row, rows }: Edit): Files {
  const { [file]: before, ...others } = files
  if (kind === 'gone') return Object.keys(others).length > 0 ? others : files
  return { ...others, [file]: kind === 'rows' || !before ? rows : [row, ...before.slice(1)] }
}

/** Writes the files of a night, the same folder and entries each night. */
async function sourcesOf(folder: string, files: Files) {
  const sources: ({ kind: string } & Omit<SourceFile, 'adapter'>)[] = []
  for (const name of Object.keys(files).toSorted()) {
    const [series, date] = name.split(' ') as [string, string]
    const retrieved_at = `${date}T00:00:00Z`
    const path = join(folder, `${name}.csv`)
    const lines = files[name]!.map((row) => columns.map((column) => row[column]).join(','))
    await writeFile(path, [columns.join(','), ...lines].join('\n') + '\n')
    sources.push({ kind: 'csv', name: series, series, path, retrieved_at, mapping: ofTable })
  }
  return sources
}

const moments = ['2026-01-01', '2026-01-02', '2026-01-03', '2026-01-04'].map((day) => new Date(day))

/** Builds nights one after another; each gives the bytes of a full build. */
async function requireSame(t: TestContext, nights: Files[]): Promise<void> {
  const folder = await temporaryFolder(t)
  const root = join(folder, 'build')
  for (const [night, files] of nights.entries()) {
    const sources = await sourcesOf(folder, files)
    const copy = join(folder, `full-${night}`)
    if (night > 0) await cp(root, copy, { recursive: true })
    const one = await buildSnapshot(t, { sources, root, now: moments[night]! })
    if (night === 0) continue
    const full = await buildSnapshot(t, { sources, root: copy, now: moments[night]!, full: true })
    assert.deepEqual(await fileDigests(one.folder), await fileDigests(full.folder))
  }
}

const row = (id: string, name: string, more: Partial<Row> = {}): Row => ({
  id,
  name,
  city: 'Barre',
  zip: '05641',
  products: 'eggs',
  website: '',
  updated: '',
  ...more,
})
const base: Files = {
  'list 2017-01-01': [row('1', 'Hill Farm'), row('2', 'Old Mill', { products: 'honey' })],
  'list 2018-01-01': [row('1', 'Hill Farm', { products: '' }), row('2', 'Stone Gate')],
  'list 2019-01-01': [row('1', 'Hill Farm', { products: '' }), row('3', 'River Market')],
}

const builtOfBase = await buildSnapshot(
  { after },
  { sources: await sourcesOf(await temporaryFolder({ after }), base), now: moments[0]! },
)

/** A build folder of one's own, in which `base` was built. */
const afterBase = (t: TestContext) => copyOfBuild(t, builtOfBase.root)

describe('a night without the rows of older editions', () => {
  it('gives the bytes of a full build, whatever changed', async (t) => {
    await fc.assert(
      fc.asyncProperty(
        anyFiles,
        fc.array(fc.array(anyEdit, { minLength: 1, maxLength: 2 }), { minLength: 2, maxLength: 3 }),
        async (files, edits) => {
          const nights = [files as Files]
          for (const each of edits) nights.push(each.reduce(edited, nights.at(-1)!))
          await requireSame(t, nights)
        },
      ),
      { numRuns: Number(process.env.RUNS ?? 3), endOnFailure: true },
    )
  })

  /** The past lists of a build of these files after that of `base`. */
  async function pastOf(t: TestContext, files: Files): Promise<string[]> {
    const folder = await temporaryFolder(t)
    const root = await afterBase(t)
    const sources = (await sourcesOf(folder, files)).map(({ kind, ...file }) => ({
      ...file,
      adapter: adapterFor(kind),
    }))
    using database = await openDatabase(':memory:')
    const places = layout(root)
    const last = places.readings
    const input = await readSources(sources, folder, silent, moments[1]!, { threads: 0, last })
    const past = await pastLists(database, input, (await liveSnapshot(places))!)
    return [...past].map((list) => input.intakes[list.input]!.retrieved_at!.slice(0, 10)).toSorted()
  }
  const changed = [row('1', 'Hill Farm', { products: 'kale' })]

  for (const [what, files, past] of [
    ['the newest changed', { ...base, 'list 2019-01-01': changed }, ['2017-01-01', '2018-01-01']],
    [
      'a new one came',
      { ...base, 'list 2020-03-01': changed },
      ['2017-01-01', '2018-01-01', '2019-01-01'],
    ],
    ['an older one changed', { ...base, 'list 2018-01-01': changed }, ['2017-01-01']],
    ['one came that is older', { ...base, 'list 2016-03-01': changed }, []],
    [
      'the newest is gone',
      { 'list 2017-01-01': base['list 2017-01-01']!, 'list 2018-01-01': base['list 2018-01-01']! },
      ['2017-01-01'],
    ],
  ] as [string, Files, string[]][])
    it(`leaves out what the last snapshot was made from: ${what}`, async (t) => {
      assert.deepEqual(await pastOf(t, files), past)
    })

  it('needs a note that the readings are those of the snapshot', async (t) => {
    const { readings, snapshot } = layout(await afterBase(t))
    const { basis } = JSON.parse(await readFile(join(readings, 'snapshot.json'), 'utf8')) as {
      basis: string
    }
    const made = snapshot(builtOfBase.id)
    assert.ok(await isOfSnapshot(readings, made, basis))
    assert.equal(await isOfSnapshot(readings, made, 'another'), false)
    assert.equal(await isOfSnapshot(join(readings, 'none'), made, basis), false)
    await writeManifestText(made, `${await readManifestText(made)} `)
    assert.equal(await isOfSnapshot(readings, made, basis), false)
  })
})
