import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openDatabase } from '../../../pipeline/database/database.ts'
import { runSteps, statement, task } from '../../../pipeline/database/step.ts'

describe('runSteps(database, steps)', () => {
  it('runs two steps at once that have nothing to do with each other', async () => {
    using database = await openDatabase(':memory:')
    const other = Promise.withResolvers<void>()
    await runSteps(database, [
      task('one.waits', [], () => other.promise),
      task('one.ends', [], async () => other.resolve()),
    ])
    assert.equal(database.spares.length, 1, 'puts the connection back')
  })

  it('runs one after the other while the other connection is taken', async () => {
    using database = await openDatabase(':memory:')
    database.spares.pop()
    const order: string[] = []
    const noting = (name: string) =>
      task(name, [], async () => {
        order.push(`${name} begins`)
        await database.run('select 1')
        order.push(`${name} ends`)
      })
    await runSteps(database, [noting('a.one'), noting('a.two')])
    assert.deepEqual(order, ['a.one begins', 'a.one ends', 'a.two begins', 'a.two ends'])
  })

  it('reads a table after it is made, and drops it after all have read it', async () => {
    using database = await openDatabase(':memory:')
    const shares: number[] = []
    const steps = [
      statement('a.source', 'select range as n from range(100_000)'),
      statement('a.slow', 'select sum(hash(n)) as total from a.source'),
      statement('a.last', 'select count(*) as rows from a.source', { drops: ['a.source'] }),
      statement('a.source', 'select 7 as n'),
    ]
    await runSteps(database, steps, (share) => shares.push(share))
    assert.deepEqual(await database.rows('from a.source, a.last'), [{ n: 7, rows: '100000' }])
    assert.deepEqual(shares, [0.25, 0.5, 0.75, 1])
  })

  it('lets a step that runs end when another fails, and begins none', async () => {
    using database = await openDatabase(':memory:')
    const failed = Promise.withResolvers<void>()
    const ended: string[] = []
    const running = runSteps(database, [
      task('a.long', [], async () => {
        await failed.promise
        await database.run('select 1')
        ended.push('long')
      }),
      task('a.fails', [], async () => {
        setImmediate(failed.resolve)
        throw new Error('no such file')
      }),
      task('a.never', [], async () => void ended.push('never')),
    ])
    await assert.rejects(running, { message: 'step a.fails: no such file' })
    assert.deepEqual(ended, ['long'])
    assert.equal(database.spares.length, 1)
  })
})
