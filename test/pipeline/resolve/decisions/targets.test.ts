import assert from 'node:assert/strict'
import { it } from 'node:test'
import { openDatabase } from '../../../../pipeline/database/database.ts'
import { given, runSteps } from '../../../../pipeline/database/step.ts'
import type { Decided } from '../../../../pipeline/resolve/decisions/read.ts'
import { appliedSteps, targetSteps } from '../../../../pipeline/resolve/decisions/steps.ts'
import { removalSteps } from '../../../../pipeline/resolve/removal/steps.ts'

const types: Record<string, string> = {
  entry: 'INTEGER',
  decision: 'INTEGER',
  removed: 'BOOLEAN',
  in_force: 'BOOLEAN',
}
const table = (name: string, columns: string, ...rows: unknown[][]) => {
  const names = columns.split(' ')
  const byName = names.map((column) => [column, types[column] ?? 'VARCHAR'] as const)
  const objects = rows.map((row) =>
    Object.fromEntries(names.map((column, at) => [column, row[at]])),
  )
  return given(name, Object.fromEntries(byName), objects)
}
const held = { at: '2030-01-01T00:00:00Z', by: 'Ann', evidence: null }
const remove = (entry: number, farm_id: string, until: string | null = null): Decided => ({
  decision: 'remove',
  entry,
  farm_id,
  until,
  reason: `reason ${entry}`,
  ...held,
})
const correct = (entry: number, farm_id: string): Decided => ({
  decision: 'correct',
  entry,
  farm_id,
  until: null,
  reason: 'told',
  field: 'name',
  value: 'Stone Creek Farm',
  ...held,
})

it('decisions find the farm of an id that was merged, split, delisted, removed, or is new', async () => {
  using database = await openDatabase(':memory:')
  await runSteps(database, [
    table('identity.mergers', 'farm_id successor_id', ['merges', 'survivor']),
    table(
      'carried.lineage',
      'farm_id event successor_id',
      ['merged', 'merged', 'merges'],
      ['parent', 'split', 'merges'],
      ['parent', 'split', 'part'],
      ['delisted', 'split', 'parent'],
      ['undone', 'merged', 'parent'],
      ['absorbed', 'merged', 'part'],
      ['kept', 'removed', null],
    ),
    table(
      'identity.listings',
      'farm_id removed',
      ...['parent', 'part', 'survivor', 'undone', 'new'].map((id) => [id, false]),
      ['removed', true],
    ),
    table('history.known', 'farm_id', ['delisted'], ['gone'], ['ended'], ['removed'], ['merges']),
    table('before.farms', 'id', ['gone'], ['ended'], ['parent']),
    table(
      'before.tombstones',
      'farm_id reason expires at decision in_force',
      ['removed', 'first', '2031-01-01', 'before', 50, true],
      ['absorbed', 'reason 5', null, 5, 'now'],
      ['ended', 'reason 15', null, 15, 'now'],
      ['kept', 'kept', '2032-01-01', 'before', 51, true],
      ['over', 'over', '2030-01-01', 'before', 52, false],
    ),
    table('match.candidates', 'key', ['a'], ['b'], ['c']),
    table(
      'match.decisions',
      'entry a b',
      [20, 'a', 'b'],
      [20, 'a', 'c'],
      [21, 'a', 'nobody'],
      [22, 'nobody', 'a'],
    ),
    ...targetSteps([
      correct(1, 'delisted'),
      correct(2, 'merged'),
      correct(3, 'undone'),
      correct(4, 'new'),
      remove(5, 'part'),
      correct(6, 'part'),
      correct(7, 'nobody'),
      remove(8, 'removed'),
      correct(9, 'removed'),
      correct(10, 'gone'),
      remove(11, 'merged', '2031-01-01'),
      remove(12, 'survivor'),
      correct(13, 'absorbed'),
      correct(14, 'kept'),
      remove(15, 'ended'),
      correct(16, 'ended'),
      correct(17, 'parent'),
    ]),
    ...removalSteps('now').slice(0, 1),
    ...appliedSteps,
  ])
  const rows = async (sql: string) => (await database.rows<object>(sql)).map(Object.values)
  assert.deepEqual(await rows('from decisions.targets order by entry'), [
    [1, 'delisted', false],
    [2, 'survivor', true],
    [3, 'undone', true],
    [4, 'new', true],
    [5, 'part', true],
    [6, 'part', true],
    [8, 'removed', false],
    [9, 'removed', false],
    [10, 'gone', false],
    [11, 'survivor', true],
    [12, 'survivor', true],
    [13, 'part', true],
    [14, 'kept', false],
    [15, 'ended', false],
    [16, 'ended', false],
    [17, 'parent', true],
  ])
  assert.deepEqual(await rows('from removal.tombstones order by farm_id'), [
    ['absorbed', 'reason 5', null, 5, 'now'],
    ['ended', 'reason 15', null, 15, 'now'],
    ['kept', 'kept', '2032-01-01', 51, 'before'],
    ['merged', 'reason 12', null, 12, 'now'],
    ['merges', 'reason 12', null, 12, 'now'],
    ['part', 'reason 5', null, 5, 'now'],
    ['removed', 'reason 8', null, 8, 'before'],
    ['survivor', 'reason 12', null, 12, 'now'],
  ])
  assert.deepEqual(await rows('from decisions.applied'), [
    [3, 'undone'],
    [4, 'new'],
    [17, 'parent'],
  ])
  assert.deepEqual(await rows('from decisions.states order by entry'), [
    ...[1, 2].map((entry) => [entry, 'waits']),
    ...[3, 4, 5].map((entry) => [entry, 'applied']),
    [6, 'waits'],
    [8, 'applied'],
    [9, 'waits'],
    ...[11, 12].map((entry) => [entry, 'applied']),
    ...[13, 14].map((entry) => [entry, 'waits']),
    [15, 'applied'],
    [16, 'waits'],
    ...[17, 20].map((entry) => [entry, 'applied']),
  ])
})
