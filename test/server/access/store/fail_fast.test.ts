import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { failFast } from '../../../../server/access/store/fail_fast.ts'

describe('failFast(action)', () => {
  it('fails at once for a moment after a failure, then asks anew', async () => {
    const time = { now_ms: 0 }
    let asked = 0
    let broken = true
    const action = async () => {
      asked += 1
      if (broken) throw new Error('away')
      return asked
    }
    const careful = failFast(action, { clock: () => time.now_ms, pause_ms: 1000 })
    await assert.rejects(careful(), /away/)
    broken = false
    time.now_ms = 999
    await assert.rejects(careful(), /away/)
    assert.equal(asked, 1)
    time.now_ms = 1000
    assert.equal(await careful(), 2)
  })
})
