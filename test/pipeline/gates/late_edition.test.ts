import assert from 'node:assert/strict'
import { rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { layout } from '../../../data/schema/layout.ts'
import { build } from '../../../pipeline/build.ts'
import { gates } from '../../../pipeline/gates/gates.ts'
import { farmFeed } from '../../../pipeline/read/sources/farm_feed.ts'
import { currentOf } from '../../support/build_folder.ts'
import { writeFeed } from '../../support/built_snapshot.ts'
import type { Listing } from '../../support/nights.ts'
import { publishedHistory } from '../../support/published_history.ts'
import { temporaryFolder } from '../../support/temporary_folder.ts'
import { told } from '../../support/told_farms.ts'

const dated = (number: number, id: string, date: string, other = {}) =>
  told(number, id, { updated_at: `${date}T00:00:00Z`, ...other })
const older = [
  dated(0, 'a', '2020-01-01', { description: 'As it was.' }),
  dated(2, 'c', '2020-01-01'),
]
const newer = [
  dated(0, 'a', '2021-01-01', { description: 'As it is.' }),
  dated(1, 'b', '2021-01-01'),
]

/** Every gate that a person may accept is accepted. */
const accepted = gates.map(({ name }) => ({ gate: name, reason: 'a test accepts it' }))

/** Builds into one folder, a day apart. */
async function builds(t: TestContext) {
  const out = join(await temporaryFolder(t), 'build')
  let night = 0
  const next = async (...files: { path: string; retrieved_at?: string }[]) => {
    night++
    const sources = files.map((file) => ({ adapter: farmFeed, ...file }))
    const report = await build(
      { sources, out, accepted },
      undefined,
      new Date(Date.UTC(2030, 0, night)),
    )
    const refused = report.gates.filter((gate) => gate.passed === false && !gate.accepted_reason)
    const live = join(out, 'snapshots', await currentOf(out))
    return {
      snapshot: report.snapshot,
      refused: refused.filter(({ severity }) => severity !== 'warning'),
      live: await publishedHistory(live),
    }
  }
  const withoutArchive: typeof next = async (...files) => {
    await rm(layout(out).archive, { recursive: true })
    return next(...files)
  }
  return Object.assign(next, { withoutArchive })
}

const write = async (t: TestContext, lines: Listing[], name: string) => {
  const path = join(dirname(await writeFeed(t, lines)), name)
  await rename(join(dirname(path), 'feed.jsonl'), path)
  return path
}

describe('the gate late-edition-alone', () => {
  it('refuses an older edition without the one that is listed, and names both', async (t) => {
    const next = await builds(t)
    const newest = { path: await write(t, newer, 'market-2021-02-01.jsonl') }
    const late = { path: await write(t, older, 'market-2020-02-01.jsonl') }
    const first = await next(newest)
    const alone = await next.withoutArchive(late)
    assert.equal(alone.snapshot, null)
    assert.deepEqual(alone.live, first.live)
    assert.deepEqual(
      alone.refused.map(({ name }) => name),
      ['late-edition-alone'],
    )
    assert.match(
      alone.refused[0]!.detail,
      /^farm-feed is read from market-2020-02-01\.jsonl of 2020-02-01, without market-2021-02-01\.jsonl of 2021-02-01: name both files/,
    )

    const both = await next(newest, late)
    assert.deepEqual(both.refused, [])
    const before = first.live.farms.map(({ first_listed: _date, ...farm }) => farm)
    assert.deepEqual(
      both.live.farms.map(({ first_listed: _date, ...farm }) => farm),
      before,
    )
    assert.deepEqual(
      new Map(both.live.farms.map(({ name, first_listed }) => [name, first_listed])),
      new Map([
        [newer[0]!.name, '2020-02-01'],
        [newer[1]!.name, '2021-02-01'],
      ]),
    )
  })

  it('is not needed where the archive has the listed edition', async (t) => {
    const next = await builds(t)
    const newest = { path: await write(t, newer, 'market-2021-02-01.jsonl') }
    const late = { path: await write(t, older, 'market-2020-02-01.jsonl') }
    await next(newest)
    const alone = await next(late)
    assert.deepEqual(alone.refused, [])
    assert.deepEqual(
      new Map(alone.live.farms.map(({ name, first_listed }) => [name, first_listed])),
      new Map([
        [newer[0]!.name, '2020-02-01'],
        [newer[1]!.name, '2021-02-01'],
      ]),
    )
  })

  it('lets the date of the listed edition be corrected', async (t) => {
    const next = await builds(t)
    const path = await writeFeed(t, newer)
    const wrong = await next({ path, retrieved_at: '2029-02-01T00:00:00Z' })
    const right = await next({ path, retrieved_at: '2021-02-01T00:00:00Z' })
    assert.deepEqual(right.refused, [])
    assert.notEqual(right.snapshot, wrong.snapshot)
  })

  it('does not judge a date that only the rows give', async (t) => {
    const next = await builds(t)
    await next({ path: await writeFeed(t, newer) })
    assert.deepEqual((await next({ path: await writeFeed(t, older) })).refused, [])
  })
})
