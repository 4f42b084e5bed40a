import assert from 'node:assert/strict'
import { it } from 'node:test'
import { openDatabase } from '../../../pipeline/database/database.ts'
import { given, runSteps } from '../../../pipeline/database/step.ts'
import { identitySteps } from '../../../pipeline/resolve/identity/steps.ts'

const text = 'VARCHAR'
const listing = { source: text, source_id: text }
type Known = { source?: string; holder: number; latest?: boolean; farm_id?: string }
type Case = { known?: Known[]; reused?: { source?: string }; in?: string[]; removed?: boolean[] }

/** What is known of the id of a new farm's listing; whether another farm had it, and the number of this one. */
const cases: Record<string, [Case, taken?: boolean, turn?: number]> = {
  new: [{}, false, 2],
  'listed before': [{ known: [{ holder: 1 }] }, false, 2],
  'its second farm': [{ known: [{ holder: 1, latest: false }, { holder: 2 }] }, true, 2],
  'its third farm': [{ known: [{ holder: 2, latest: false }, { holder: 3 }] }, true, 3],
  'of another source': [{ known: [{ source: 't', holder: 3 }], reused: { source: 't' } }, false, 2],
  reused: [{ reused: {} }, true, 2],
  'reused by its third farm': [{ known: [{ holder: 3 }], reused: {} }, true, 4],
  'the id of a farm': [
    { known: [{ source: 't', holder: 1, farm_id: 'the id of a farm' }] },
    true,
    2,
  ],
  'lost to another cluster': [{ removed: [true, false] }, false, 2],
  'of removed farms': [{ removed: [true, true] }],
  granted: [{ in: ['granted'] }],
  reissued: [{ in: ['reissued'] }],
  former: [{ in: ['former'] }],
}

it('clusters without an earlier farm get the id of their listing, unless another farm had it', async () => {
  using database = await openDatabase(':memory:')
  const told = Object.entries(cases).map(([source_id, [story]]) => ({ source_id, ...story }))
  await runSteps(database, [
    given(
      'identity.live_clusters',
      { cluster: text, ...listing, first_id: text },
      told.map(({ source_id }) => ({
        cluster: source_id,
        source: 's',
        source_id,
        first_id: source_id,
      })),
    ),
    given(
      'history.reused',
      listing,
      told.flatMap(({ source_id, reused }) =>
        reused ? [{ source: 's', source_id, ...reused }] : [],
      ),
    ),
    given(
      'history.known',
      { farm_id: text, latest: 'BOOLEAN', ...listing, holder: 'INTEGER' },
      told.flatMap(({ source_id, known = [] }) =>
        known.map((each) => ({
          farm_id: 'another',
          latest: true,
          source: 's',
          source_id,
          ...each,
        })),
      ),
    ),
    ...['granted', 'reissued', 'former'].map((name) =>
      given(
        `identity.${name}`,
        { cluster: text },
        told
          .filter((each) => each.in?.includes(name))
          .map(({ source_id }) => ({ cluster: source_id })),
      ),
    ),
    given(
      'identity.claims',
      { cluster: text, removed: 'BOOLEAN' },
      told.flatMap(({ source_id, removed = [] }) =>
        removed.map((each) => ({ cluster: source_id, removed: each })),
      ),
    ),
    ...identitySteps.filter(({ name }) => name === 'identity.new_farms'),
  ])
  const found = await database.rows<{ cluster: string; taken: boolean; turn: number }>(
    'from identity.new_farms',
  )
  assert.deepEqual(
    Object.fromEntries(found.map(({ cluster, taken, turn }) => [cluster, [taken, turn]])),
    Object.fromEntries(
      Object.entries(cases).flatMap(([name, [, taken, turn]]) =>
        taken === undefined ? [] : [[name, [taken, turn]]],
      ),
    ),
  )
})
