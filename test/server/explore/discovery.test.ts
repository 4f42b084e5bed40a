import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { z } from 'zod'
import { agentOf } from '../../support/agent.ts'
import { fixtureSnapshot } from '../../support/fixture_snapshot.ts'
import { startServer } from '../../support/running_server.ts'

const { root } = await fixtureSnapshot({ after })
const server = await startServer({ after }, root)
const asked = (path: string) => server.ask<Record<string, unknown>>(path, { key: null })

/** Asserts that an address is of this server and answers without a key. */
async function assertAnswers(address: string): Promise<void> {
  const { origin, pathname } = new URL(address)
  assert.equal(origin, server.url)
  if (pathname === '/mcp') return void (await agentOf({ after }, server.url, {}))
  const { status, headers } = await asked(pathname)
  const isSignIn = status === 303 && headers.get('Location') === '/console/sign-in'
  assert.ok(status === 200 || isSignIn, `${pathname}: ${status}`)
}

describe('/llms.txt', () => {
  it('has a title, a summary, and sections of links that answer without a key', async () => {
    const { status, text, headers } = await asked('/llms.txt')
    assert.equal(status, 200)
    assert.match(headers.get('Content-Type')!, /^text\/markdown; charset=utf-8$/)
    assert.match(text, /^# .+\n\n> .+\n\n(?:(?![#>]).*\n)*## /)
    for (const name of ['MCP', 'Clients', 'Widget', 'Sync', 'Data', 'OpenAPI'])
      assert.match(text, new RegExp(`^- \\[.*${name}`, 'm'))
    const lines = text
      .split('\n')
      .slice(text.split('\n').findIndex((each) => each.startsWith('## ')))
    for (const line of lines) assert.match(line, /^(?:## .+|- \[[^\]]+\]\(http[^)]+\): .+)?$/)
    const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, address]) => address!)
    assert.ok(links.length > 12)
    for (const address of links) await assertAnswers(address)
  })
})

describe('/.well-known/api-catalog', () => {
  it('is a linkset of what answers without a key, and names itself (RFC 9727)', async () => {
    const { headers, body } = await asked('/.well-known/api-catalog')
    assert.match(
      headers.get('Content-Type')!,
      /^application\/linkset\+json; profile="[^"]*rfc9727"$/,
    )
    assert.equal(headers.get('Link'), '</.well-known/api-catalog>; rel="api-catalog"')
    type Target = { href: string; type?: string }
    const linkset = body['linkset'] as ({ anchor: string } & Record<string, Target[]>)[]
    const items = linkset[0]!['item']!.map(({ href }) => href)
    assert.deepEqual(
      linkset.slice(1).map(({ anchor }) => anchor),
      items,
    )
    for (const { anchor: _, ...relations } of linkset.slice(1))
      for (const { href, type } of Object.values(relations).flat()) {
        await assertAnswers(href)
        const told = (await asked(new URL(href).pathname)).headers.get('Content-Type')!
        assert.ok(told.startsWith(type!.replace(/vnd\.oai.*/, 'json')), `${href}: ${told}`)
      }
    const head = await server.ask('/.well-known/api-catalog', { key: null, method: 'HEAD' })
    assert.match(head.headers.get('Link')!, /rel="api-catalog"/)
  })
})

/** What registries require (modelcontextprotocol.io, schema of 2025-12-11), in our words. */
const manifest = z.strictObject({
  $schema: z.literal(
    'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
  ),
  name: z
    .string()
    .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/)
    .min(3)
    .max(200),
  title: z.string().min(1).max(100),
  description: z.string().min(1).max(100),
  version: z.string().regex(/^\d+\.\d+\.\d+$/),
  websiteUrl: z.url(),
  remotes: z.tuple([
    z.strictObject({
      type: z.literal('streamable-http'),
      url: z.url(),
      headers: z.array(
        z.strictObject({
          name: z.string(),
          description: z.string(),
          isRequired: z.boolean(),
          isSecret: z.boolean(),
        }),
      ),
    }),
  ]),
})

describe('/server.json', () => {
  it('is a manifest for registries, named after the public address', async (t) => {
    const { remotes, version, websiteUrl } = manifest.parse((await asked('/server.json')).body)
    await assertAnswers(remotes[0].url)
    await assertAnswers(websiteUrl)
    const { client } = await agentOf(t, server.url, {})
    assert.equal(client.getServerVersion()!.version, version)
    const settings = { PUBLIC_URL: 'https://farms.example' }
    const named = await startServer(t, root, { settings })
    const { body } = await named.ask<z.infer<typeof manifest>>('/server.json', { key: null })
    assert.equal(body.name, 'example.farms/farm-directory')
    assert.equal(body.remotes[0].url, 'https://farms.example/mcp')
  })
})

describe('a page', () => {
  it('names the descriptions in its head, and at its end', async () => {
    const { text } = await asked('/')
    for (const [rel, path] of [
      ['service-desc', '/openapi.json'],
      ['api-catalog', '/.well-known/api-catalog'],
      ['alternate', '/llms.txt'],
    ])
      assert.match(text, new RegExp(`<link rel="${rel}"[^>]* href="${path}"`))
    assert.match(text, /<footer[^]*href="\/llms\.txt"/)
    const { description } = ((await asked('/openapi.json')).body as { info: { description: string } }).info // prettier-ignore
    for (const name of ['/mcp', '/llms.txt', 'clients', 'widget', 'sync', 'files'])
      assert.ok(description.includes(name), name)
  })
})
