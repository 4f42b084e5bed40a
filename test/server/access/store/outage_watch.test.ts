// Runs alone: it measures time.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { OutageWatch } from '../../../../server/access/store/outage_watch.ts'

/** A service that the test breaks and mends, and what its watch reports; `pass` is a second. */
function watched() {
  const reports: unknown[] = []
  const state = { works: true, now_ms: 0, task: undefined as (() => void) | undefined }
  const watch = new OutageWatch(
    async () => {
      if (!state.works) throw new Error('probe')
    },
    {
      onAway: (error) => reports.push(String(error)),
      onBack: (outage) => reports.push(outage),
      clock: () => state.now_ms,
      every(_, task) {
        state.task = task
        return () => (state.task = undefined)
      },
    },
  )
  const pass = async () => {
    state.now_ms += 1000
    state.task?.()
    await nextTurn()
  }
  return { watch, reports, state, pass }
}

describe('OutageWatch', () => {
  it('reports an outage twice, however many operations fail in it', async () => {
    const { watch, reports, state, pass } = watched()
    assert.equal(watch.isAway, false)
    state.works = false
    for (let n = 0; n < 750; n++) watch.failed(new Error(`refused ${n}`))
    assert.equal(watch.isAway, true)
    for (let n = 0; n < 60; n++) await pass()
    state.works = true
    await pass()
    await pass()
    assert.equal(watch.isAway, false)
    assert.deepEqual(reports, ['Error: refused 0', { away_ms: 62_000, failures: 750 }])
    assert.equal(state.task, undefined, 'nothing is probed while it works')
  })

  it('is not over while operations fail between probes that work', async () => {
    const { watch, reports, pass } = watched()
    for (let n = 0; n < 10; n++) {
      watch.failed(new Error('no room'))
      await pass()
    }
    assert.equal(reports.length, 1)
    await pass()
    assert.deepEqual(reports, ['Error: no room', { away_ms: 11_000, failures: 10 }])
  })

  it('begins anew with the next failure', async () => {
    const { watch, reports, pass } = watched()
    for (const text of ['one', 'two']) {
      watch.failed(new Error(text))
      await pass()
      await pass()
    }
    const over = { away_ms: 2000, failures: 1 }
    assert.deepEqual(reports, ['Error: one', over, 'Error: two', over])
  })
})
