import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openDatabase, type Database } from '../../../../../pipeline/database/database.ts'
import { runSteps } from '../../../../../pipeline/database/step.ts'
import { noWordings } from '../../../../../pipeline/resolve/match/listings/steps.ts'
import { matchSteps } from '../../../../../pipeline/resolve/match/match.ts'
import { elsewhere, farm, loadCandidates, market } from '../invented_listings.ts'

const heron = market('heron')
const listings = [
  heron,
  elsewhere(heron),
  elsewhere(heron, { source_id: 'bare', address: null, city: null, state: null }),
  farm('stone', { website: 'https://stone.example.org/' }),
]

async function listed(database: Database): Promise<object[]> {
  for (const table of matchSteps().flatMap(({ writes }) => writes))
    await database.run(`drop table if exists ${table}`)
  await runSteps(database, matchSteps())
  return database.rows('from match.listings order by id')
}

const counted = async (database: Database): Promise<number> => {
  const [found] = await database.rows<{ count: number }>(
    'select count(*)::integer as count from match.wordings',
  )
  return found!.count
}

describe('match.wordings', () => {
  it('has each text once, and none that an earlier edition had; listings are the same', async () => {
    using database = await openDatabase(':memory:')
    await loadCandidates(database, listings)
    await runSteps(database, [noWordings])
    const first = await listed(database)
    assert.equal(await counted(database), 3)
    assert.equal(first.length, 4)

    await database.run('insert into carried.wordings from match.wordings')
    assert.deepEqual(await listed(database), first)
    assert.equal(await counted(database), 0)

    await loadCandidates(database, [...listings, market('new', { name: 'Owl Hill Market' })])
    assert.equal((await listed(database)).length, 5)
    assert.equal(await counted(database), 1)
  })
})
