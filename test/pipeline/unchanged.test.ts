import assert from 'node:assert/strict'
import { appendFile, cp, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, describe, it, type TestContext } from 'node:test'
import type { Decision } from '../../data/schema/input/decision.ts'
import type { Farm } from '../../data/schema/tables/farm.ts'
import { layout } from '../../data/schema/layout.ts'
import { build, type BuildOptions } from '../../pipeline/build.ts'
import { recordRun } from '../../pipeline/cli/record_run.ts'
import { messageOf } from '../../pipeline/notify/message.ts'
import { adapterFor } from '../../pipeline/read/adapters.ts'
import { readLedger } from '../../pipeline/runs/ledger.ts'
import { readManifest } from '../../pipeline/snapshots/snapshots.ts'
import { runCommand } from '../support/command.ts'
import { runHere } from '../support/command_here.ts'
import { readParquet } from '../support/parquet_file.ts'
import { temporaryFolder, type Lifetime } from '../support/temporary_folder.ts'
import { told } from '../support/told_farms.ts'

const day = (number: number) => new Date(Date.UTC(2026, 0, number, 4))

/** A build folder, and its nights: each returns the published snapshot, or null. */
async function nights(life: Lifetime, feed: object[]) {
  const folder = await temporaryFolder(life)
  const places = layout(join(folder, 'build'))
  const path = join(folder, 'feed.jsonl')
  await writeFile(path, feed.map((line) => JSON.stringify(line) + '\n').join(''))
  const source = { adapter: adapterFor('farm-feed'), path, name: 'feed' }
  async function night(
    now: Date,
    entry: Partial<typeof source & BuildOptions['sources'][number]> = {},
    options: Partial<BuildOptions> = {},
  ): Promise<string | null> {
    const sources = [{ ...source, ...entry }]
    let published: string | null = null
    const status = await recordRun(
      places,
      'build',
      async (run) => {
        const given = { sources, out: places.root, skip_unchanged: true, run, ...options }
        const report = await build(given, undefined, now)
        assert.notEqual(report?.snapshot, null, 'no gate refuses')
        published = report && report.snapshot
        return 0
      },
      undefined,
      now,
    )
    assert.equal(status, 0)
    return published
  }
  return { places, path, night }
}

/** Nights of `feed` after a first one, which all tests share: each goes on from a copy of its own. */
async function nightsAfterFirst(t: TestContext) {
  const own = await nights(t, feed)
  await cp(firstNight.places.root, own.places.root, { recursive: true })
  return { ...own, first }
}

async function bytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const sizes = files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size)
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

const feed = Array.from({ length: 12 }, (_, number) =>
  told(number, `s${number}`, { updated_at: '2025-12-01T00:00:00Z' }),
)

const firstNight = await nights({ after }, feed)
const first = (await firstNight.night(day(1)))!

describe('build({ skip_unchanged })', { concurrency: 2 }, () => {
  it('publishes nothing on an identical night, and records the run as a good one', async (t) => {
    const { places, night, first } = await nightsAfterFirst(t)
    const before = await bytesIn(places.root)
    assert.equal(await night(day(2)), null)
    const added = (await bytesIn(places.root)) - before
    assert.ok(added < 2000, `a line of the ledger, not ${added} bytes`)
    assert.deepEqual(await readdir(places.snapshots), [first])
    assert.deepEqual(await readdir(places.reports), [first])
    const run = readLedger(places).runs.at(-1)!
    const { outcome, status, cause, snapshot, previous, inputs } = run
    assert.deepEqual(
      { outcome, status, cause, snapshot, previous },
      { outcome: 'unchanged', status: 0, cause: null, snapshot: null, previous: first },
    )
    assert.equal(inputs[0]!.rows, 12)
  })

  it('makes a damaged snapshot again', async (t) => {
    const { places, night, first } = await nightsAfterFirst(t)
    await appendFile(join(places.snapshot(first), 'serving/columns.bin'), 'x')
    assert.notEqual(await night(day(2)), null)
  })

  it('counts the identical night as one that got its files', async (t) => {
    const { places, path, night } = await nightsAfterFirst(t)
    await night(day(20))
    const [file] = JSON.parse(await readFile(join(places.archive, 'index.json'), 'utf8'))
    assert.deepEqual(
      [file.first_at, file.good_at].map((time) => Date.parse(time)),
      [day(1).getTime(), day(20).getTime()],
    )
    await writeFile(path, '')
    const lost = await night(day(25), { max_age_days: 10, min_rows: 1 })
    assert.notEqual(lost, null, 'five days old')
  })

  it('publishes again if a row or an entry of the sources file differs', async (t) => {
    const { path, night } = await nightsAfterFirst(t)
    assert.notEqual(await night(day(2), { licence: 'CC-BY-4.0' }), null)
    assert.equal(await night(day(3), { licence: 'CC-BY-4.0' }), null)
    await writeFile(path, (await readFile(path, 'utf8')).replace('Elm', 'Oak'))
    assert.notEqual(await night(day(4), { licence: 'CC-BY-4.0' }), null)
  })

  it('publishes again when a decision ends that no one touched', async (t) => {
    const { places, night, first } = await nightsAfterFirst(t)
    const [farm] = await farmsOf(first)
    const decision: Decision = {
      decision: 'correct',
      farm_id: farm!.id,
      field: 'phone',
      value: null,
      until: '2026-01-04',
      at: day(2).toISOString(),
      by: 'Ann',
      reason: 'The farm asked',
      evidence: null,
    }
    await writeFile(places.decisions, JSON.stringify(decision) + '\n')
    const corrected = (await night(day(2)))!
    assert.equal((await farmsOf(corrected))[0]!.phone, null)
    assert.equal(await night(day(3)), null)
    const ended = (await night(day(4)))!
    assert.equal((await farmsOf(ended))[0]!.phone, farm!.phone)
    assert.equal(await night(day(5)), null)

    async function farmsOf(id: string) {
      const path = join(places.snapshot(id), 'members/farms.parquet')
      return (await readParquet<Pick<Farm, 'id' | 'phone'>>(path)).rows
    }
  })

  it('publishes again when the date of a row is no longer in the future', async (t) => {
    const { night } = await nights(t, [
      ...feed,
      told(0, 'again', { updated_at: '2026-01-03T00:00:00Z' }),
    ])
    await night(day(1))
    assert.equal(await night(day(2)), null)
    assert.notEqual(await night(day(3)), null)
  })

  it('publishes nothing while a source fails, and names it with its age', async (t) => {
    const { places, path, night } = await nightsAfterFirst(t)
    const lastRun = () => readLedger(places).runs.at(-1)!
    const good_at = async () =>
      JSON.parse(await readFile(join(places.archive, 'index.json'), 'utf8'))[0].good_at
    const got = await good_at()
    await rename(path, `${path}.kept`)
    for (const number of [2, 3]) {
      assert.equal(await night(day(number)), null)
      const failing = `feed: ${path} does not exist. feed.jsonl of 2025-12-01 is used, last read ${number - 1} days ago`
      assert.deepEqual(lastRun().failing, [failing.replace('1 days', '1 day')])
      assert.equal(lastRun().inputs[0]!.fallback?.reason, 'missing')
    }
    const { event, subject, text } = messageOf(lastRun(), places.root)
    assert.equal(event, 'published')
    assert.match(subject, /: nothing new, 1 source failed — live snapshot unchanged$/)
    assert.match(text, /^feed: .* last read 2 days ago$/m)
    assert.equal(await good_at(), got, 'the source did not give it')
    await rename(`${path}.kept`, path)
    assert.equal(await night(day(4)), null)
    assert.deepEqual(lastRun().failing, [])
    assert.ok((await good_at()) > got)
  })

  it('builds in full while the clock is in doubt', async (t) => {
    const { night } = await nightsAfterFirst(t)
    assert.notEqual(await night(day(60)), null, 'a leap')
  })
})

describe('npm run build on an identical night', () => {
  it('says in one line that nothing changed, unless it is to publish or is another program', async (t) => {
    const folder = await temporaryFolder(t)
    const file = join(folder, 'feed.jsonl')
    const source = `farm-feed=${file}`
    await writeFile(file, feed.map((line) => JSON.stringify(line)).join('\n'))
    const args = ['build', '--source', source, '--out', join(folder, 'build')]
    const run = (...more: string[]) => runHere('pipeline/main.ts', [...args, ...more])
    const places = layout(join(folder, 'build'))
    const live = async () => (await readFile(places.current, 'utf8')).trim()
    await run()
    const first = await live()
    assert.deepEqual(JSON.parse((await run('--json')).out), { unchanged: first, failing: [] })
    await rename(file, `${file}.kept`)
    const { status, out } = await run()
    await rename(`${file}.kept`, file)
    const [line, failing, ...others] = out.split('\n')
    assert.deepEqual([status, others], [0, ['']])
    assert.equal(line, `nothing changed since ${first}; nothing was published`)
    assert.match(failing!, /^farm-feed: .* does not exist\. .* is used, last read 0 days ago$/)
    assert.equal(await live(), first)
    await run('--publish-unchanged')
    const second = await live()
    assert.notEqual(second, first)
    const manifest = await readManifest(places.snapshot(second))
    assert.equal(manifest.previous, first)
    const other = 'Object.defineProperty(process, "versions", { value: { node: "other" } })'
    const nodeOptions = ['--import', `data:text/javascript,${encodeURIComponent(other)}`]
    await runCommand('pipeline/main.ts', args, { nodeOptions })
    assert.equal((await readManifest(places.snapshot(await live()))).previous, second)
  })
})
