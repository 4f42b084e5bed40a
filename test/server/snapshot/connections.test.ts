import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { DuckDBConnection } from '@duckdb/node-api'
import { Line } from '../../../server/load/line.ts'
import { Overload } from '../../../server/load/overload.ts'
import { Connections } from '../../../server/snapshot/connections.ts'
import { steppedLoop } from '../../support/stepped_loop.ts'

/** Connections whose uses the test ends; the clock stands still. */
function lending(count: number) {
  const { loop } = steppedLoop()
  const line = new Line({ what: 'a query', patience_ms: 60_000 }, new Overload(loop), loop)
  const all = Array.from({ length: count }, (_, n) => ({ n }) as unknown as DuckDBConnection)
  const connections = new Connections(all, line)
  const running: { caller: string; connection: DuckDBConnection; end: () => void }[] = []
  const use = (caller: string) =>
    connections.lend({ caller, arrived_ms: 0 }, async (connection) => {
      const { promise, resolve: end } = Promise.withResolvers<void>()
      running.push({ caller, connection, end })
      await promise
    })
  const callers = () => running.map(({ caller }) => caller)
  const end = async (caller: string) => {
    const at = running.findIndex((each) => each.caller === caller)
    running.splice(at, 1)[0]!.end()
    await settled()
  }
  return { line, running, use, callers, end }
}
const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('Connections', () => {
  it('leave half of them to others than the greediest caller', async () => {
    const { use, callers, end, line } = lending(4)
    for (let n = 0; n < 300; n++) void use('greedy')
    await settled()
    assert.deepEqual(callers(), ['greedy', 'greedy'])
    void use('a')
    void use('b')
    void use('c')
    await settled()
    assert.deepEqual(callers(), ['greedy', 'greedy', 'a', 'b'])
    await end('greedy')
    assert.deepEqual(callers(), ['greedy', 'a', 'b', 'greedy'], 'it waited before c did')
    await end('greedy')
    assert.deepEqual(callers(), ['a', 'b', 'greedy', 'c'], 'c goes before hundreds of greedy ones')
    assert.ok(line.length > 200)
  })

  it('are each lent to one at a time', async () => {
    const { use, running, end } = lending(3)
    for (let n = 0; n < 50; n++) {
      for (const caller of ['a', 'b', 'c', 'd']) void use(caller)
      await settled()
      const lent = running.map(({ connection }) => connection)
      assert.ok(lent.length === 3 && !lent.includes(undefined as never))
      assert.equal(new Set(lent).size, lent.length)
      await end(running[n % lent.length]!.caller)
    }
  })

  it('are lent though there is but one', async () => {
    const { use, callers, end } = lending(1)
    void use('a')
    void use('b')
    await settled()
    assert.deepEqual(callers(), ['a'])
    await end('a')
    assert.deepEqual(callers(), ['b'])
  })
})
