import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { buildSnapshot, writeFeed } from '../../../support/built_snapshot.ts'
import { publishedFarms } from '../../../support/published_farms.ts'
import { temporaryFolder } from '../../../support/temporary_folder.ts'
import { told } from '../../../support/told_farms.ts'

const hours = { market: 'Sat: 9:00 AM-1:00 PM' }
const list = (numbers: number[], other: Record<string, unknown> = {}) =>
  numbers.map((number) => told(number, `list-${number}`, { updated_at: null, ...other }))

/** What is published of each farm, by name, of an old list of an agency beside other directories. */
async function published(t: TestContext, sources: Parameters<typeof buildSnapshot>[1]['sources']) {
  const { folder } = await buildSnapshot(t, { sources: sources!, now: new Date('2026-01-01') })
  const farms = await publishedFarms(folder)
  return (number: number) => {
    const { name } = told(number, '')
    const { last_listed, hours_confirmed_at, verification_status } = farms.find(
      (farm) => farm.name === name,
    )!
    return [last_listed, hours_confirmed_at, verification_status]
  }
}

const directory = async (t: TestContext, date: string, lines: object[]) => ({
  kind: 'farm-feed',
  name: 'directory',
  path: await writeFeed(t, lines),
  retrieved_at: `${date}T00:00:00Z`,
})

describe('the farms of an old list whose rows have no dates', () => {
  it('are as old as the list, whatever else is in the snapshot', async (t) => {
    const verified = { verification_status: 'verified', hours }
    const old = {
      ...(await directory(t, '2017-06-01', list([0, 1, 2], verified))),
      name: 'old-list',
    }
    const said = { hours: null, updated_at: '2024-03-02T00:00:00Z' }
    const of = await published(t, [
      old,
      await directory(t, '2020-01-31', [told(1, 'b', said), told(3, 'd', said)]),
      await directory(t, '2024-04-18', [told(2, 'c', said), told(3, 'd', said)]),
    ])
    const then = '2017-06-01T00:00:00Z'
    assert.deepEqual(of(0), ['2017-06-01', then, 'unverified'])
    assert.deepEqual(of(1), ['2020-01-31', then, 'unverified'], 'a directory listed it in 2020')
    assert.deepEqual(of(2), ['2024-04-18', then, 'self_reported'], 'a directory lists it now')
    assert.deepEqual(of(3), ['2024-04-18', null, 'self_reported'])
  })

  it('are verified by it as long as nothing newer is known', async (t) => {
    const old = await directory(t, '2017-06-01', list([0], { verification_status: 'verified' }))
    assert.deepEqual((await published(t, [old]))(0), ['2017-06-01', null, 'verified'])
    const other = { ...(await directory(t, '2020-06-02', list([1]))), name: 'other' }
    assert.deepEqual((await published(t, [old, other]))(0), ['2017-06-01', null, 'unverified'])
  })
})

const real = join(import.meta.dirname, '../../../../../shared/data')
const skip = !existsSync(real) && '../shared/data is not there'

describe('New York’s list of June 2017', () => {
  const kind = 'new-york-farmers-markets'
  const newYork = join(real, 'state_and_city/ny_farmers_markets_2017-06.csv.gz')

  it('is of that month by its name, beside an edition of 2024', { skip }, async (t) => {
    const hubs = join(real, 'usda_local_food_portal/foodhub_2024-04.csv.gz')
    const { folder } = await buildSnapshot(t, {
      sources: [
        { kind, path: newYork },
        { kind: 'usda-local-food-portal', path: hubs },
      ],
    })
    const markets = (await publishedFarms(folder)).filter(({ sources }) => sources.includes(kind))
    assert.ok(markets.length > 600)
    for (const farm of markets.filter(({ sources }) => sources.length === 1)) {
      assert.equal(farm.last_listed, '2017-06-01')
      assert.equal(farm.hours_confirmed_at ?? '2017-06-01T00:00:00Z', '2017-06-01T00:00:00Z')
      assert.equal(farm.verification_status, 'unverified')
    }
  })

  it('is refused under a name without a date', { skip }, async (t) => {
    const path = join(await temporaryFolder(t), 'ny_farmers_markets.csv.gz')
    await cp(newYork, path)
    const built = buildSnapshot(t, { sources: [{ kind, path }] })
    await assert.rejects(built, /ny_farmers_markets\.csv\.gz: retrieved_at is missing/)
  })
})
