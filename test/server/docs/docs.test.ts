import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { parseHTML } from 'linkedom'
import { fixtureSnapshot } from '../../support/fixture_snapshot.ts'
import { startServer } from '../../support/running_server.ts'

const { root } = await fixtureSnapshot({ after })
const server = await startServer({ after }, root)

type Described = { name: string; description?: string; required?: boolean }
type Operation = {
  operationId: string
  summary: string
  parameters?: Described[]
  responses: Record<string, unknown>
  security: Record<string, unknown>[]
}
const { body: document } = await server.ask<{ paths: Record<string, Record<string, Operation>> }>(
  '/openapi.json',
)
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
)

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
        links.slice(1),
        operations.map(({ operationId: id }) => `/docs/${id}`),
      )
      assert.match(headers.get('Content-Security-Policy')!, /^default-src 'none'; /)
    }
  })

  it('has a page for each operation, with all its parameters, failures and a request', async () => {
    for (const each of operations) {
      const { status, text, document: page } = await show(`/docs/${each.operationId}`)
      assert.equal(status, 200, each.operationId)
      const shown = read(page.querySelector('main')!.textContent)
      const { path, method, summary, parameters = [], responses } = each
      assert.ok(shown.startsWith(`${method.toUpperCase()} ${path}`), path)
      assert.ok(shown.includes(read(summary)), path)
      for (const { name, description = '' } of parameters)
        assert.ok(shown.includes(name) && shown.includes(read(description)), `${path} ${name}`)
      const rows = page.querySelectorAll('[aria-label="How it can fail"] tbody tr')
      const failures = Object.keys(responses).filter((status) => status >= '4')
      assert.equal(rows.length, failures.length)
      assert.doesNotMatch(text, /\[object|undefined|<script>|style=/, path)
    }
    assert.equal((await show('/docs/nothing')).status, 404)
  })

  it('has requests that are answered as they stand', async () => {
    for (const { path, method, operationId, security } of operations) {
      const opens = security.some((each) => 'apiKey' in each)
      if (method !== 'get' || !opens || path.includes('{')) continue
      const { document: page } = await show(`/docs/${operationId}`)
      const request = page.querySelector('[data-copy="the request"] code')!.textContent!
      const [, url] = /'([^']+)'/.exec(request)!
      const { status } = await server.ask(url!.replace(server.url, ''))
      // The farm and the snapshot of the examples are none of these.
      const others = operationId === 'listNetChanges' ? [400, 410] : [404]
      assert.ok([200, ...others].includes(status), `${request} ${status}`)
    }
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
