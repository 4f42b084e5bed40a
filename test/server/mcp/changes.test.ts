import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { agentOf } from '../../support/agent.ts'
import { fixtureNights, nightsFarms } from '../../support/fixture_nights.ts'
import { startServer } from '../../support/running_server.ts'

const { root, ids } = await fixtureNights({ after })
const [first, , , , live] = ids as [string, string, string, string, string]
const server = await startServer({ after }, root, { now: new Date('2026-06-09T00:00:00Z') })
const agent = await agentOf({ after }, server.url, { 'X-API-Key': server.keys.paid })

type Changes = { data: { farm_id: string; kind: string }[]; meta: { total: number } }

describe('list_changes', () => {
  it('says what changed in Vermont since last week, without being told a date', async () => {
    const since = new Date(server.clock.now.getTime() - 7 * 24 * 60 * 60 * 1000).toISOString()
    const { body } = await server.ask<Changes>(`/v1/changes?since=${since}&state=VT`)
    const { text, isError } = await agent.call('list_changes', { state: 'VT' })
    assert.equal(isError, false, text)
    assert.ok(body.meta.total > 2)
    assert.match(text, new RegExp(`^${body.meta.total} farms changed in VT since snapshot `))
    for (const { farm_id, kind } of body.data)
      assert.match(text, new RegExp(`^- ${kind}.*${farm_id}`, 'm'))
    assert.match(text, new RegExp(`Snapshot ${live}`))
  })

  it('says which farms came, left, moved, and in which fields others changed', async () => {
    const { body } = await server.ask<Changes>(`/v1/changes?since=${first}&state=VT`)
    const { text } = await agent.call('list_changes', { since: first, state: 'VT' })
    const kinds = new Set(body.data.map(({ kind }) => kind))
    assert.ok(kinds.size > 2)
    for (const { farm_id, kind } of body.data)
      assert.match(text, new RegExp(`^- ${kind}.*${farm_id}`, 'm'))
    const sold = text.split('\n').find((line) => line.includes(nightsFarms.ivy))
    assert.equal(sold, undefined, 'it is in another state, and out of this list')
    const { farm_id: left } = body.data.find(({ kind }) => kind === 'delisted')!
    const { body: gone } = await server.ask<{ farm: { name: string } }>(`/v1/farms/${left}`)
    assert.match(text, new RegExp(`^- delisted: "${gone.farm.name}"; id ${left}`, 'm'))
  })

  it('says from when changes are known, so that the second call has them', async () => {
    const refused = await agent.call('list_changes', { since: '2026-01-01' })
    assert.equal(refused.isError, true)
    const [since] = /\d{8}T\d{6}Z-[0-9a-f]{8}/.exec(refused.text)!
    assert.equal(since, first)
    const { text, isError } = await agent.call('list_changes', { since })
    assert.equal(isError, false)
    assert.match(text, /farms changed since snapshot/)
  })
})
