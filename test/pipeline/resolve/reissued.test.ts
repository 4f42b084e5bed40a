import assert from 'node:assert/strict'
import { it } from 'node:test'
import { openDatabase } from '../../../pipeline/database/database.ts'
import { given, runSteps } from '../../../pipeline/database/step.ts'
import { identitySteps } from '../../../pipeline/resolve/identity/steps.ts'

const text = 'VARCHAR'
const place = { source: text, name: text, place_type: text, state: text, city: text, zip: text }
const here = { source: 's', place_type: 'csa', state: 'VT', city: 'Barre', zip: '05641' }

type Case = { before: object[]; now: object[]; granted?: boolean; claims?: boolean; live?: boolean }
/** Stories of a name: earlier listings, and those of this build. */
const stories: Record<string, Case> = {
  reissued: { before: [{}, {}], now: [{ zip: '05602' }] },
  'by its ZIP code': { before: [{}], now: [{ city: 'Graniteville' }] },
  'elsewhere in the state': { before: [{}], now: [{ city: 'Stowe', zip: '05672' }] },
  'in no town': { before: [{ city: '' }], now: [{ city: '', zip: '05672' }] },
  'in another state': { before: [{}], now: [{ state: 'NY' }] },
  'of another source': { before: [{}], now: [{ source: 't' }] },
  'of another type': { before: [{}], now: [{ place_type: 'farm' }] },
  'of an older edition': { before: [{}], now: [{ newest: false }] },
  'two farms before': { before: [{}, { farm_id: 'another' }], now: [{}] },
  'two listings now': { before: [{}], now: [{}, {}] },
  'present before': { before: [{ present: true }], now: [{}] },
  'removed before': { before: [{ removed: true }], now: [{}] },
  'a farm with its id': { before: [{}], now: [{}], granted: true },
  'with a claim of its own': { before: [{}], now: [{}], claims: true },
  'of a removed farm now': { before: [{}], now: [{}], live: false },
}
const told = Object.entries(stories).flatMap(([name, { now }]) =>
  now.map((each, at) => ({
    ...here,
    name,
    newest: true,
    ...each,
    cluster: at === 0 ? name : name + at,
    key: name + at,
  })),
)
const named = (isSo: (story: Case) => boolean | undefined) =>
  Object.keys(stories).flatMap((name) =>
    isSo(stories[name]!) ? [{ cluster: name, farm_id: name }] : [],
  )

it('a listing takes over the farm of the only earlier listing of its name, type and town', async () => {
  using database = await openDatabase(':memory:')
  const step = identitySteps.filter(({ name }) => name === 'identity.reissued')
  await runSteps(database, [
    given(
      'history.known',
      { farm_id: text, present: 'BOOLEAN', removed: 'BOOLEAN', ...place },
      Object.entries(stories).flatMap(([name, { before }]) =>
        before.map((each) => ({
          farm_id: name,
          name,
          ...here,
          present: false,
          removed: false,
          ...each,
        })),
      ),
    ),
    given(
      'intake.source_rows',
      { key: text, seq: text, newest: 'BOOLEAN' },
      told.map((each) => ({ ...each, seq: each.key })),
    ),
    given(
      'intake.observations',
      { seq: text, ...place },
      told.map((each) => ({ ...each, seq: each.key })),
    ),
    given('match.clusters', { key: text, cluster: text }, told),
    given(
      'identity.live_clusters',
      { cluster: text },
      named(({ live = true }) => live),
    ),
    given(
      'identity.claims',
      { cluster: text },
      named(({ claims }) => claims),
    ),
    given(
      'identity.granted',
      { farm_id: text },
      named(({ granted }) => granted),
    ),
    ...step,
  ])
  const found = await database.rows('from identity.reissued order by cluster')
  const wanted = ['by its ZIP code', 'reissued'].map((name) => ({ cluster: name, farm_id: name }))
  assert.deepEqual(found, wanted)
})
