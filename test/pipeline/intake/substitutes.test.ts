import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { mapping } from '../../../data/schema/input/mapping.ts'
import { layout } from '../../../data/schema/layout.ts'
import { recordPublished } from '../../../pipeline/archive/published.ts'
import { build } from '../../../pipeline/build.ts'
import type { Source } from '../../../pipeline/intake/intake.ts'
import { readSources } from '../../../pipeline/intake/read_sources.ts'
import { Supply, type ListedEdition } from '../../../pipeline/intake/supply.ts'
import { silent } from '../../../pipeline/progress.ts'
import { adapterFor } from '../../../pipeline/read/adapters.ts'
import { SourceError } from '../../../pipeline/read/source_error.ts'
import { reportText } from '../../../pipeline/report/text.ts'
import { readManifest } from '../../../pipeline/snapshots/snapshots.ts'
import { rowsIn } from '../../support/row_lists.ts'
import { temporaryFolder } from '../../support/temporary_folder.ts'
import { told } from '../../support/told_farms.ts'

const dayOf = (day: number) => new Date(Date.UTC(2030, 0, day))

/** Sources with files of two farms each, and nights that read and publish them, as far as the archive sees. */
async function directory(t: TestContext) {
  const folder = await temporaryFolder(t)
  const places = layout(join(folder, 'build'))
  const write = async (name: string, ids: string[], year = 2029) => {
    const path = join(folder, `${name}.jsonl`)
    const updated_at = `${year}-01-01T00:00:00Z`
    const lines = ids.map((id, n) => JSON.stringify(told(n, id, { updated_at })) + '\n')
    await writeFile(path, lines.join(''))
    return path
  }
  const source = async (
    name: string,
    more: Partial<Source & { path: string }> = {},
  ): Promise<Source & { path: string }> => ({
    adapter: adapterFor('farm-feed'),
    name,
    path: await write(name, [`${name}-1`, `${name}-2`]),
    ...more,
  })
  const night = async (
    day: number,
    sources: Source[],
    { quarantined, listed }: NightOptions = {},
  ) => {
    const now = dayOf(day)
    const supply = await Supply.open(places, { now, ...(quarantined && { quarantined }) })
    const scratch = await temporaryFolder(t)
    const options = { supply, threads: 0, ...(listed && { listed }) }
    const input = await readSources(sources, scratch, silent, now, options)
    const files = input.intakes.map(({ name, substitute, ...intake }) => ({
      ...intake,
      source: name,
      fallback: substitute && { reason: substitute.reason, last_good_at: substitute.last_good_at },
      age_days: substitute?.age_days,
    }))
    await recordPublished(places, { built_at: now.toISOString(), sources: files })
    const rows = await rowsIn(input)
    return {
      files,
      leftOut: input.leftOut,
      rows: rows.map((row) => `${row.input} ${row.source_id}`),
    }
  }
  return { folder, places, write, source, night }
}

type NightOptions = {
  quarantined?: (sha256: string) => string | null
  listed?: ListedEdition[]
}

const failures: [what: string, reason: string, spoil: (path: string) => Promise<void>][] = [
  ['is gone', 'missing', (path) => rm(path)],
  ['is empty', 'unreadable', (path) => writeFile(path, '')],
  ['is a page', 'unreadable', (path) => writeFile(path, '<!doctype html><title>Sorry</title>')],
  [
    'ends inside a row',
    'unreadable',
    async (path) => writeFile(path, (await readFile(path)).subarray(0, -20)),
  ],
  [
    'has no date',
    'undated',
    (path) => writeFile(path, JSON.stringify(told(0, 'x', { updated_at: null })) + '\n'),
  ],
]

describe('a source that fails', () => {
  for (const [what, reason, spoil] of failures)
    it(`is served from its last good edition: its file ${what}`, async (t) => {
      const { night, source } = await directory(t)
      const sources = [await source('one'), await source('two')]
      const first = await night(1, sources)
      assert.deepEqual(first.rows, ['0 one-1', '0 one-2', '1 two-1', '1 two-2'])
      await spoil(sources[0]!.path)
      const second = await night(4, sources)
      assert.deepEqual(second.rows, first.rows)
      const [one, two] = second.files
      assert.deepEqual(one!.fallback, { reason, last_good_at: dayOf(1).toISOString() })
      assert.deepEqual(
        [one!.file, one!.sha256, one!.age_days],
        ['one.jsonl', first.files[0]!.sha256, 3],
      )
      assert.equal(two!.fallback, null)
    })

  it('keeps its age while it fails, and ends the build when it is too old', async (t) => {
    const { night, source } = await directory(t)
    const sources = [await source('one', { max_age_days: 5 })]
    await night(1, sources)
    await rm(sources[0]!.path)
    for (const day of [3, 6]) assert.equal((await night(day, sources)).files[0]!.age_days, day - 1)
    await assert.rejects(night(7, sources), (error) => {
      assert.ok(error instanceof SourceError)
      assert.match(error.message, /one\.jsonl does not exist/)
      assert.match(error.message, /last read on 2030-01-01, 6 days ago, and max_age_days is 5/)
      return true
    })
    const { max_age_days: _, ...usual } = sources[0]!
    assert.equal((await night(91, [usual])).files[0]!.age_days, 90)
    await assert.rejects(night(92, [usual]), /max_age_days is 90/)
    const forever = await night(800, [{ ...usual, max_age_days: null }])
    assert.equal(forever.files[0]!.age_days, 799)
  })

  it('ends the build without a last good edition, unless it is not required', async (t) => {
    const { night, source, folder } = await directory(t)
    const gone = join(folder, 'gone.jsonl')
    const missing = { adapter: adapterFor('farm-feed'), name: 'gone', path: gone }
    const other = { ...missing, path: join(folder, 'other.jsonl') }
    const two = await source('two')
    await assert.rejects(night(1, [missing, two, other]), {
      name: 'SourceError',
      message: `${gone} does not exist\n${other.path} does not exist`,
    })
    const { files, leftOut, rows } = await night(1, [{ ...missing, required: false }, two])
    assert.deepEqual(
      files.map((file) => file.source),
      ['two'],
    )
    assert.deepEqual(rows, ['0 two-1', '0 two-2'])
    assert.deepEqual(leftOut, [
      { source: 'gone', reason: 'missing', message: `${gone} does not exist`, series: ['gone'] },
    ])
  })

  it('names the series of the file that is missing, not those of its source’s other files', async (t) => {
    const { night, source, write } = await directory(t)
    const farms = await source('one', { series: 'one/farms' })
    const csa = { ...farms, path: await write('csa', ['csa']), series: 'one/csa', required: false }
    await night(1, [farms, csa])
    await rm(csa.path)
    const { leftOut, rows } = await night(92, [farms, csa])
    assert.deepEqual(rows, ['0 one-1', '0 one-2'])
    assert.deepEqual(
      leftOut.map((each) => [each.source, each.series]),
      [['one', ['one/csa']]],
    )
  })

  it('is refused with an edition that is yet to come', async (t) => {
    const { night, source } = await directory(t)
    const one = await source('one')
    const tomorrow = { ...one, retrieved_at: '2030-01-02T00:00:00Z' }
    assert.equal((await night(1, [tomorrow])).files[0]!.fallback, null)
    const later = { ...one, retrieved_at: '2030-01-04T00:00:00Z' }
    assert.equal((await night(2, [later])).files[0]!.fallback!.reason, 'undated')
    const other = await source('other', { retrieved_at: '2030-01-05T00:00:00Z' })
    await assert.rejects(
      night(3, [other]),
      /other\.jsonl is of 2030-01-05, and the clock says 2030-01-03T.*: correct .* retrieved_at .* or set the clock/,
    )
  })

  it('is refused without a row, unless min_rows is 0', async (t) => {
    const { night, source } = await directory(t)
    const path = join(await temporaryFolder(t), 'list.csv')
    const header = 'name,state\n'
    await writeFile(path, `${header}Amber Farm,VT\n`)
    const named = mapping.parse({ name: 'name', state: 'state' })
    const csv = { adapter: adapterFor('csv'), path, mapping: named }
    const list = { ...(await source('list')), ...csv }
    const dated = { ...list, retrieved_at: '2029-06-01T00:00:00Z' }
    const first = await night(1, [dated])
    await writeFile(path, header)
    const second = await night(2, [dated])
    assert.deepEqual(second.rows, first.rows)
    assert.equal(second.files[0]!.fallback!.reason, 'too_few_rows')
    const none = await night(3, [{ ...dated, min_rows: 0 }])
    assert.deepEqual([none.files[0]!.fallback, none.rows], [null, []])
  })

  it('is refused with fewer rows than min_rows', async (t) => {
    const { night, source, write } = await directory(t)
    const one = await source('one', { min_rows: 2 })
    const first = await night(1, [one])
    await write('one', ['one-1'])
    const second = await night(2, [one])
    assert.deepEqual(second.rows, first.rows)
    assert.equal(second.files[0]!.fallback!.reason, 'too_few_rows')
  })

  it('is served from its newest edition if its file has a new name', async (t) => {
    const { night, source, write } = await directory(t)
    const one = await source('one')
    const first = await night(1, [one])
    const second = await night(2, [{ ...one, path: await write('one-of-today', []) }])
    assert.deepEqual(second.rows, first.rows)
    assert.equal(second.files[0]!.file, 'one.jsonl')
  })

  it('never gets the file of another entry, or a damaged file', async (t) => {
    const { night, source, places, write } = await directory(t)
    const one = await source('one')
    await night(1, [one])
    const sibling = { ...one, path: await write('sibling', []) }
    await assert.rejects(night(2, [one, sibling]), /sibling\.jsonl is empty/)
    for (const name of await readdir(places.archive))
      if (name !== 'index.json') await writeFile(join(places.archive, name), 'damaged')
    await rm(one.path)
    await assert.rejects(night(2, [one]), /one\.jsonl does not exist/)
  })

  it('does not get back a file that a person rejected', async (t) => {
    const { night, source, write } = await directory(t)
    const one = await source('one')
    const good = await night(1, [one])
    await write('one', ['bad-1', 'bad-2'])
    const bad = await night(2, [one])
    const quarantined = (sha256: string) =>
      sha256 === bad.files[0]!.sha256 ? 'rejected by a test' : null
    const after = await night(3, [one], { quarantined })
    assert.deepEqual(after.rows, good.rows)
    assert.deepEqual(after.files[0]!.fallback, {
      reason: 'quarantined',
      last_good_at: dayOf(1).toISOString(),
    })
  })
})

describe('a source with an address', () => {
  it('is asked for a new version, dated, and served from the archive where it fails', async (t) => {
    const { night, write } = await directory(t)
    let body = await readFile(await write('a', ['a-1', 'a-2']))
    let status = 200
    let modified: string | null = 'Sat, 01 Dec 2029 10:00:00 GMT'
    const asked: (string | undefined)[] = []
    const server = createServer(({ headers }, response) => {
      asked.push(headers['if-none-match'])
      if (modified) response.setHeader('Last-Modified', modified)
      if (status === 200) response.setHeader('ETag', `"${body.length}"`)
      const isKnown = headers['if-none-match'] === `"${body.length}"`
      response.writeHead(status === 200 && isKnown ? 304 : status).end(body)
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    t.after(() => server.close())
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/farms.jsonl`
    const source: Source = { adapter: adapterFor('farm-feed'), name: 'web', url }
    const of = async (day: number) => {
      const { files, rows } = await night(day, [source])
      const { file, retrieved_at, fallback } = files[0]!
      return { file, retrieved_at, reason: fallback?.reason, rows }
    }
    const first = { file: 'farms.jsonl', reason: undefined, rows: ['0 a-1', '0 a-2'] }
    const dated = { ...first, retrieved_at: '2029-12-01T10:00:00Z' }
    assert.deepEqual(await of(1), dated)
    assert.deepEqual(await of(2), dated)
    assert.deepEqual(asked, [undefined, `"${body.length}"`])

    body = Buffer.from('<!doctype html>')
    assert.deepEqual(await of(3), { ...dated, reason: 'not_fetched' })
    status = 404
    assert.deepEqual(await of(4), { ...dated, reason: 'not_fetched' })

    status = 200
    modified = null
    body = await readFile(await write('b', ['b-1']))
    const second = { ...first, rows: ['0 b-1'], retrieved_at: '2030-01-05T00:00:00Z' }
    assert.deepEqual(await of(5), second)
    assert.deepEqual(await of(6), second)

    body = body.subarray(0, -20)
    await assert.rejects(night(7, [{ ...source, name: 'other' }]), ({ message }: Error) => {
      assert.ok(message.startsWith(`${url} `), message)
      return true
    })
  })
})

describe('a late edition', () => {
  const dated = (name: string) => ({ name, retrieved_at: `${name}T00:00:00Z` })

  it('is read together with the listed edition of its series', async (t) => {
    const { night, source, write } = await directory(t)
    const one = await source('one')
    const newer = { ...one, ...dated('2029-02-01'), name: 'one' }
    const late = { ...one, ...dated('2028-02-01'), name: 'one', path: await write('late', ['a']) }
    const first = await night(1, [newer])
    const { sha256 } = first.files[0]!
    const listed = [{ series: 'one', day: '2029-02-01', sha256 }]
    const second = await night(2, [late], { listed })
    assert.deepEqual(second.rows, ['0 a', '1 one-1', '1 one-2'])
    assert.equal(second.files[1]!.fallback!.reason, 'late_edition')
    assert.equal(second.files[1]!.retrieved_at, newer.retrieved_at)
    for (const sources of [[newer, late], [{ ...late, ...dated('2029-03-01'), name: 'one' }]])
      assert.equal((await night(3, sources, { listed })).files.length, sources.length)
  })
})

describe('build(options) with a source that fails', () => {
  it('names the last good edition with its age in report and manifest', async (t) => {
    const { source, places } = await directory(t)
    const sources = [await source('one')]
    const run = (day: number) => build({ sources, out: places.root }, undefined, dayOf(day))
    const first = await run(1)
    await rm(sources[0]!.path)
    const second = await run(2)
    assert.match(
      reportText(second),
      /^one: .*one\.jsonl does not exist\. one\.jsonl of 2029-01-01 is used, last read 1 day ago$/m,
    )
    const manifest = await readManifest(places.snapshot(second.snapshot!))
    assert.equal(manifest.sources[0]!.fallback!.reason, 'missing')
    assert.equal(second.farms, first.farms)
  })
})
