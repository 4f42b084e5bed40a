import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { z } from 'zod'
import { entryOf } from '../../../pipeline/runs/ledger.ts'
import { lineageEvents } from '../../../pipeline/notify/lineage_events.ts'

/** The required parts of a RunEvent (OpenLineage 2-0-2). */
const dataset = z.object({
  namespace: z.string(),
  name: z.string(),
  facets: z.record(z.string(), z.looseObject({ _producer: z.url(), _schemaURL: z.url() })),
})
const runEvent = z.strictObject({
  eventType: z.enum(['START', 'RUNNING', 'COMPLETE', 'ABORT', 'FAIL', 'OTHER']),
  eventTime: z.iso.datetime(),
  run: z.object({ runId: z.uuid(), facets: z.record(z.string(), z.unknown()) }),
  job: z.object({ namespace: z.string(), name: z.string() }),
  inputs: z.array(dataset),
  outputs: z.array(dataset),
  producer: z.url(),
  schemaURL: z.url(),
})

const input = { source: 'usda', file: 'a.csv', sha256: 'ab', edition: '2024-04-18', rows: 3 }
const snapshot = '20261125T040000Z-0123abcd'
const known = {
  action: 'build' as const,
  begun_at: '2026-11-25T04:00:00.000Z',
  inputs: [input],
}
const runs = [
  entryOf({
    ...known,
    ended_at: '2026-11-25T04:01:00.000Z',
    outcome: 'published',
    status: 0,
    snapshot,
  }),
  entryOf({
    ...known,
    ended_at: '2026-11-25T04:02:00.000Z',
    outcome: 'refused',
    status: 3,
    message: 'no',
  }),
  entryOf({ ...known, ended_at: '2026-11-25T04:03:00.000Z', outcome: 'failed', status: null }),
  entryOf({
    ...known,
    action: 'rollback',
    ended_at: '2026-11-25T04:03:00.000Z',
    outcome: 'done',
    status: 0,
  }),
].map((entry, index) => ({ run: index + 1, ...entry }))

describe('lineageEvents(runs)', () => {
  it('has a start and an end of each build, of one run id, with inputs and output', () => {
    const events = lineageEvents(runs).map((event) => runEvent.parse(event))
    assert.deepEqual(
      events.map(({ eventType, outputs }) => [eventType, outputs.length]),
      [
        ['START', 0],
        ['COMPLETE', 1],
        ['START', 0],
        ['FAIL', 0],
        ['START', 0],
        ['ABORT', 0],
      ],
    )
    assert.equal(events[0]!.run.runId, events[1]!.run.runId)
    assert.equal(new Set(events.map(({ run }) => run.runId)).size, 3)
    assert.deepEqual(
      [events[1]!.inputs[0]!.name, events[1]!.outputs[0]!.facets['version']!['datasetVersion']],
      ['a.csv', snapshot],
    )
    assert.deepEqual(lineageEvents(runs), lineageEvents(runs), 'the same at every call')
  })
})
