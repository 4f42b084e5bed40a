import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { after, describe, it } from 'node:test'
import { parseHTML } from 'linkedom'
import { questions } from '../../../server/docs/questions.ts'
import { recipes } from '../../../server/docs/recipes.ts'
import { operationsOf } from '../../../server/docs/reference.ts'
import type { OpenApiDocument } from '../../../server/openapi/model.ts'
import { fixtureSnapshot } from '../../support/fixture_snapshot.ts'
import { askRaw } from '../../support/raw_answer.ts'
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

/** The programs of an operation's page by language. */
async function programsOf(id: string): Promise<Partial<Record<string, string>>> {
  const { document: page } = await show(`/docs/${id}`)
  const blocks = [...page.querySelectorAll('.tabs figure')].map((block) => [
    block.querySelector('figcaption')!.textContent.trim(),
    block.querySelector('code')!.textContent,
  ])
  return Object.fromEntries(blocks) as Record<string, string>
}

const withoutPython = spawnSync('python3', ['--version']).status !== 0 && 'there is no python3'

/** What each program sends: method, address, body, and the variable with its credential. */
function sentBy(programs: readonly string[]): unknown[] {
  const recorder = `import io, json, os, sys, urllib.request
sent = []
def record(request):
    body = request.data.decode() if request.data else None
    credential = request.get_header('X-api-key') or request.get_header('Authorization')
    sent.append([request.get_method(), request.full_url, body, credential and credential.split()[-1]])
    raise EOFError
urllib.request.urlopen = record
os.environ.update(FARM_KEY='FARM_KEY', FARM_SESSION='FARM_SESSION')
for program in json.load(sys.stdin):
    try:
        exec(program)
    except EOFError:
        pass
print(json.dumps(sent))`
  const options = { input: JSON.stringify(programs), encoding: 'utf8' } as const
  const { stdout, stderr } = spawnSync('python3', ['-c', recorder], options)
  assert.ok(stdout, stderr)
  return JSON.parse(stdout) as unknown[]
}

const subject = { farm: 'FARM', since: 'SNAPSHOT' }

describe('the reference', () => {
  it('has a guide with a link to each operation, and needs no key and no limit', async () => {
    for (const path of ['/docs', '/docs/']) {
      const { status, headers, document: page } = await show(path)
      assert.equal(status, 200)
      const links = [...page.querySelectorAll('.resources a')].map((a) => a.getAttribute('href'))
      assert.deepEqual(
        links.slice(-operations.length),
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

  it('has requests that are answered as they stand, about a farm of the live snapshot', async () => {
    for (const { id, path, method, operation } of operations) {
      const opens = operation.security!.some((each) => 'apiKey' in each)
      if (method !== 'GET' || !opens || path.includes('latest')) continue
      const { curl } = await programsOf(id)
      const [, url] = /'([^']+)'/.exec(curl!)!
      const { status, text } = await server.ask(url!.replace(server.url, ''))
      assert.equal(status, 200, `${curl} ${text.slice(0, 300)}`)
    }
  })

  it('has the same request in Python', { skip: withoutPython }, async () => {
    const programs = await Promise.all(operations.map(({ id }) => programsOf(id)))
    const sent = sentBy(programs.map(({ Python }) => Python!))
    for (const [at, { curl }] of programs.entries()) {
      const [, method = 'GET'] = /-X (\w+)/.exec(curl!) ?? []
      const [, url] = /'(http[^']+)'/.exec(curl!)!
      const [, body = null] = /-d '(.+)'$/.exec(curl!) ?? []
      const credential = /FARM_\w+/.exec(curl!)?.[0] ?? null
      assert.deepEqual(sent[at], [method, url, body, credential], curl)
    }
  })

  it('has SQL where the public tables hold the answer, and never an empty tab', async () => {
    for (const { id } of operations) {
      const { curl, Python, SQL, ...others } = await programsOf(id)
      assert.ok(curl && Python, id)
      assert.deepEqual(others, {})
      assert.equal(SQL !== undefined, questions(subject)[id]?.sql !== undefined, id)
      if (SQL !== undefined) assert.ok(SQL.includes(`attach '${server.url}/v1/catalog.duckdb'`), id)
    }
  })

  it('names agents, widget, sync, clients and files first, with pages of the recipes', async () => {
    const { document: page } = await show('/docs')
    const links = page.querySelectorAll('.operation > .lead + ul a')
    const paths = [...links].map((link) => link.getAttribute('href')!)
    assert.equal(paths.length, 5)
    for (const path of [...paths, ...recipes.map(({ path }) => path)])
      assert.equal((await show(path)).status, 200, path)
    const { document: agents } = await show('/docs/recipes/agents')
    assert.equal(agents.querySelector('h1')!.textContent.trim(), 'Connect an agent')
    assert.equal(agents.querySelectorAll('[data-copy="the code"]').length, 2)
    assert.equal((await show('/docs/recipes/nothing')).status, 404)
  })

  it('names the address that the visitor asked, unless it is no plain name', async () => {
    const addressBy = async (Host: string) => {
      const { body } = await askRaw(server.url, '/docs/getStats', { headers: { Host } })
      return /curl -H .*?(http:[^ ]*)\/v1\/stats/.exec(body.toString())![1]
    }
    for (const host of ['farms.example:8080', 'localhost', '[::1]:8080', '192.0.2.1'])
      assert.equal(await addressBy(host), `http://${host}`)
    for (const host of [`a'b.example`, 'a.example/x', '$(x).example', 'ann@farms.example'])
      assert.equal(await addressBy(host), server.url, host)
  })

  it('names the configured address, whichever was asked', async (t) => {
    const settings = { PUBLIC_URL: 'https://farms.example' }
    const configured = await startServer(t, root, { settings })
    for (const path of [
      '/docs/getStats',
      '/data/downloads',
      '/console',
      '/market?near=Danville,+VT',
    ]) {
      const { text } = await configured.ask(path, { key: null })
      assert.match(text, /https:\/\/farms\.example\/v1\//, path)
      assert.ok(!text.includes('http://127.0.0.1'), path)
    }
  })

  it('shows the recorded answer, cut short, with its day and that its farms are invented', async () => {
    const { document: page } = await show('/docs/searchFarms')
    const shown = page.querySelector('[data-copy="the answer"] code')!.textContent
    const label = page.querySelector('[data-copy="the answer"] figcaption')!.textContent
    assert.match(label, /^Answer 200 to a free key, .* invented farms, \d+\s\w+ \d{4}$/)
    assert.match(shown, /"distance_mi": [\d.]+\n {4}\},\n {4}…\n {2}\],/)
  })

  it('has a request that makes a key as it stands, without a session', async () => {
    const { curl } = await programsOf('createKey')
    const [, header, url, type, body] =
      /^curl -X POST (-H .*)?'(.+)' \\\n {2}-H 'Content-Type: (.+)' -d '(.+)'$/.exec(curl!)!
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
