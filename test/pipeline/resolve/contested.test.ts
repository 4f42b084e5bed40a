import assert from 'node:assert/strict'
import { it } from 'node:test'
import { openDatabase } from '../../../pipeline/database/database.ts'
import { given, runSteps } from '../../../pipeline/database/step.ts'
import { identitySteps } from '../../../pipeline/resolve/identity/steps.ts'

const [text, date, truth] = ['VARCHAR', 'DATE', 'BOOLEAN']

const claim = {
  present: false,
  /** Likeness to a listing of this build, and to one of an older edition. */
  score: 5,
  pastScore: null as number | null,
  until: '2024-01-01',
  farm_since: '2020-01-01',
  since: '2020-01-01',
  isPart: false,
  isFirst: false,
}
type Claim = typeof claim
type Told = Partial<Claim> & { farm_id?: string }

/** What makes one of two claims stronger. Whatever is asked after it speaks for the other one. */
const contests: Record<string, { strong: Told; weak: Told }> = {
  'a listing of this build': {
    strong: { present: true, farm_since: '2022-01-01' },
    weak: { present: false, score: 9 },
  },
  'the more similar one': {
    strong: { score: 6, until: '2023-01-01' },
    weak: { score: 5, pastScore: 9 },
  },
  'the later delisted one': { strong: { farm_since: '2022-01-01' }, weak: { until: '2023-01-01' } },
  'the older farm, if both are delisted': {
    strong: { since: '2022-01-01' },
    weak: { farm_since: '2021-01-01' },
  },
  'the older farm, if both are present': {
    strong: { present: true, until: '2023-01-01', since: '2022-01-01' },
    weak: { present: true, farm_since: '2021-01-01' },
  },
  'the oldest part': {
    strong: { farm_id: 'z', isPart: true },
    weak: { farm_id: 'a', since: '2021-01-01' },
  },
  'the farm that was no part': {
    strong: { farm_id: 'z' },
    weak: { farm_id: 'a', isPart: true },
  },
  'the smaller id': { strong: { farm_id: 'b' }, weak: { farm_id: 'c', isFirst: true } },
  'the part that gave the id': { strong: { isFirst: true }, weak: {} },
}

const claims = Object.entries(contests).flatMap(([name, { strong, weak }]) =>
  [strong, weak].map((told, index) => {
    const farm_id = `${name} ${told.farm_id ?? ''}`
    // The name of a cluster comes last: it speaks for the weaker one.
    const cluster = `${name} ${index === 0 ? 'strong' : 'a weak one'}`
    return { ...claim, ...told, farm_id, cluster, removed: false, sole: false }
  }),
)
const keysOf = (cluster: string) => ({
  old: `${cluster}: old`,
  now: `${cluster}: now`,
  past: `${cluster}: past`,
})

it('the stronger of two claims is granted first', async () => {
  using database = await openDatabase(':memory:')
  const keys = claims.map((each) => ({ ...each, ...keysOf(each.cluster) }))
  await runSteps(database, [
    given(
      'identity.claims',
      {
        cluster: text,
        farm_id: text,
        removed: truth,
        sole: truth,
        present: truth,
        until: date,
        farm_since: date,
        since: date,
      },
      [
        ...claims,
        { ...claim, cluster: 'removed', farm_id: 'r', removed: true, sole: false },
        { ...claim, cluster: 'sole', farm_id: 's', removed: false, sole: true },
      ],
    ),
    given(
      'identity.live_clusters',
      { cluster: text, first_ids: 'VARCHAR[]' },
      ['removed', 'sole']
        .map((cluster) => ({ cluster, first_ids: [] as string[] }))
        .concat(
          claims.map(({ cluster, farm_id, isFirst }) => ({
            cluster,
            first_ids: isFirst ? ['another', farm_id] : ['another'],
          })),
        ),
    ),
    given(
      'carried.lineage',
      { event: text, successor_id: text },
      claims.map(({ farm_id, isPart }) => ({
        event: isPart ? 'split' : 'merged',
        successor_id: farm_id,
      })),
    ),
    given(
      'history.known',
      { key: text, farm_id: text, present: truth },
      keys.map(({ old, farm_id, present }) => ({ key: old, farm_id, present })),
    ),
    given(
      'match.clusters',
      { key: text, cluster: text },
      keys.flatMap(({ cluster, old, now, past }) =>
        [old, now, past].map((key) => ({ key, cluster })),
      ),
    ),
    given(
      'intake.source_rows',
      { key: text, newest: truth },
      keys.flatMap(({ now, past }) => [
        { key: now, newest: true },
        { key: past, newest: false },
      ]),
    ),
    given(
      'match.matches',
      { a: text, b: text, score: 'DOUBLE' },
      keys.flatMap(({ old, now, past, score, pastScore }, index) => [
        index % 2 === 0 ? { a: old, b: now, score } : { a: now, b: old, score },
        ...(pastScore === null ? [] : [{ a: old, b: past, score: pastScore }]),
      ]),
    ),
    ...identitySteps.filter(({ name }) => name === 'identity.contested'),
  ])
  const rows = await database.rows<{ cluster: string }>('from identity.contested order by turn')
  const order = rows.map(({ cluster }) => cluster)
  assert.equal(order.length, claims.length)
  for (const name of Object.keys(contests))
    assert.ok(order.indexOf(`${name} strong`) < order.indexOf(`${name} a weak one`), name)
})
