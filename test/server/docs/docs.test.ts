import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { parseHTML } from 'linkedom'
import { operationsOf } from '../../../server/docs/reference.ts'
import type { OpenApiDocument } from '../../../server/openapi/model.ts'
import { fixtureSnapshot } from '../../support/fixture_snapshot.ts'
import { startServer } from '../../support/running_server.ts'

const { root } = await fixtureSnapshot({ after })
const server = await startServer({ after }, root)

const { body: document } = await server.ask<OpenApiDocument>('/openapi.json')
const operations = operationsOf(document)

const show = async (path: string) => {
  const answer = await server.ask(path, { key: null })
  return { ...answer, document: parseHTML(answer.text).document }
}

/** Text as it is read. */
const read = (text: string) => text.replaceAll('`', '').replaceAll(/\s+/g, ' ').trim()

describe('the reference', () => {
  it('has a guide with a link to each operation, and needs no key and no limit', async () => {
    for (const path of ['/docs', '/docs/']) {
      const { status, headers, document: page } = await show(path)
      assert.equal(status, 200)
      const links = [...page.querySelectorAll('.resources a')].map((a) => a.getAttribute('href'))
      assert.deepEqual(
        links.slice(2),
        operations.map(({ id }) => `/docs/${id}`),
      )
      assert.match(headers.get('Content-Security-Policy')!, /^default-src 'none'; /)
    }
  })

  it('has a page for each operation, with all its parameters, failures and a request', async () => {
    for (const each of operations) {
      const { status, text, document: page } = await show(`/docs/${each.id}`)
      assert.equal(status, 200, each.id)
      const shown = read(page.querySelector('main')!.textContent)
      const { path, method, operation } = each
      const { summary, parameters, responses } = operation
      assert.ok(shown.startsWith(`${method} ${path}`), path)
      assert.ok(shown.includes(read(summary!)), path)
      for (const { name, description = '' } of parameters)
        assert.ok(shown.includes(name) && shown.includes(read(description)), `${path} ${name}`)
      const rows = [...page.querySelectorAll('[aria-label="Failures by status"] tbody tr')]
      const failures = Object.keys(responses).filter((status) => status >= '4')
      assert.deepEqual(
        rows.map((row) => row.querySelector('th')!.textContent.trim()),
        failures,
      )
      assert.doesNotMatch(text, /\[object|undefined|<script>|style=/, path)
    }
    assert.equal((await show('/docs/nothing')).status, 404)
  })

  it('has requests that are answered as they stand', async () => {
    for (const { id: operationId, path, method, operation } of operations) {
      const opens = operation.security!.some((each) => 'apiKey' in each)
      if (method !== 'GET' || !opens || path.includes('{')) continue
      const { document: page } = await show(`/docs/${operationId}`)
      const request = page.querySelector('[data-copy="the request"] code')!.textContent!
      const [, url] = /'([^']+)'/.exec(request)!
      const { status } = await server.ask(url!.replace(server.url, ''))
      // The farm and the snapshot of the examples are none of these.
      const others = operationId === 'listNetChanges' ? [400, 410] : [404]
      assert.ok([200, ...others].includes(status), `${request} ${status}`)
    }
  })

  it('has a request that makes a key as it stands, without a session', async () => {
    const { document: page } = await show('/docs/createKey')
    const request = page.querySelector('[data-copy="the request"] code')!.textContent!
    const [, header, url, type, body] =
      /^curl -X POST (-H .*)?'(.+)' \\\n {2}-H 'Content-Type: (.+)' -d '(.+)'$/.exec(request)!
    assert.equal(header, undefined)
    assert.equal(url, `${server.url}/v1/keys`)
    const headers = { 'Content-Type': type! }
    const { status, text } = await server.ask('/v1/keys', {
      method: 'POST',
      key: null,
      headers,
      body: body!,
    })
    assert.equal(status, 201, text)
  })

  it('loads nothing but its own files, which browsers keep', async () => {
    const { text } = await show('/docs/searchFarms')
    const files = [...text.matchAll(/(?:src|rel="stylesheet" href)="([^"]*)"/g)]
    assert.equal(files.length, 3)
    for (const [, address] of files) {
      const { status, headers } = await server.ask(address!, { key: null })
      assert.equal(status, 200, address)
      assert.match(headers.get('Cache-Control')!, /immutable/)
    }
  })
})
