import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { fixtureSnapshot } from '../../support/fixture_snapshot.ts'
import { assertRateHeaders } from '../../support/problem_document.ts'
import { startServer, type TestServer } from '../../support/running_server.ts'

const { root } = await fixtureSnapshot({ after })

/** Addresses of files that pages load: in attributes, and in what their scripts are told. */
const assetAddress = /\/(?:console|explore)\/assets\/[^"&\s]+/g

/** Everything that the pages of each section load, without a key. */
async function assetsOf(server: TestServer): Promise<string[]> {
  const { body } = await server.ask<{ data: { id: string }[] }>('/v1/farms?per_page=1')
  const farm = `/farms/${body.data[0]!.id}`
  const pages = ['/', '/market', '/data', '/docs', '/docs/searchFarms', '/console', farm]
  const texts = await Promise.all(
    pages.map(async (path) => (await server.ask(path, { key: null })).text),
  )
  return [...new Set(texts.flatMap((text) => text.match(assetAddress) ?? []))]
}

describe('what pages load', () => {
  it('counts against no limit, so that an office shares an address', async (t) => {
    const settings = { ANONYMOUS_MINUTE_LIMIT: '20' }
    const server = await startServer(t, root, { settings, now: new Date('2026-06-15T18:00:00Z') })
    const left = async () =>
      assertRateHeaders(await server.ask('/healthz', { key: null })).remaining
    const assets = await assetsOf(server)
    for (const name of ['console.css', 'console.js', 'icon.svg', 'reference.js', 'maplibre-gl.mjs'])
      assert.ok(
        assets.some((each) => each.includes(name)),
        name,
      )
    const before = await left()
    const rounds = Array.from({ length: Math.ceil(200 / assets.length) }, () => assets)
    const answers = await Promise.all(
      rounds.flat().map((address) => server.ask(address, { key: null })),
    )
    assert.ok(answers.length >= 200)
    for (const { status, text } of answers) assert.equal(status, 200, text.slice(0, 200))
    assert.equal(await left(), before)
  })
})
