import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { parseHTML } from 'linkedom'
import { problemTypes } from '../../../server/http/problem_types.ts'
import { fixtureSnapshot } from '../../support/fixture_snapshot.ts'
import { assertProblem, type ProblemDocument } from '../../support/problem_document.ts'
import { startServer } from '../../support/running_server.ts'

const { root } = await fixtureSnapshot({ after })
const server = await startServer({ after }, root)
const nobody = { key: null }

const show = async (path: string) => {
  const answer = await server.ask(path, nobody)
  return { ...answer, page: parseHTML(answer.text).document }
}

/** Text as it is read. */
const read = (text: string) => text.replaceAll('`', '').replaceAll(/\s+/g, ' ').trim()

type Asked = Parameters<typeof server.ask>[1]

/** Requests that fail as the examples do, by type: those that any client can make. */
const failing: Record<string, [path: string, asked?: Asked]> = {
  'bad-request': ['/v1/farms?state=Vermnt'],
  unauthorized: ['/v1/farms', nobody],
  'method-not-allowed': ['/v1/farms', { method: 'POST', key: 'free' }],
  'not-acceptable': ['/v1/stats', { headers: { Accept: 'text/html' } }],
  'content-too-large': ['/v1/keys', { method: 'POST', key: null, body: '{}'.padEnd(20_000) }],
}

describe('the pages of types of failure', () => {
  it('are listed, each with what it means, and need no key', async () => {
    const { status, headers, page } = await show('/docs/errors')
    assert.equal(status, 200)
    assert.match(headers.get('Content-Type')!, /^text\/html/)
    const rows = [...page.querySelectorAll('[aria-label="Types of failure"] tbody tr')]
    assert.deepEqual(
      rows.map((row) => row.querySelector('a')!.getAttribute('href')),
      Object.keys(problemTypes).map((kind) => `/docs/errors/${kind}`),
    )
  })

  it('say what happened, what to do, and show a document of theirs', async () => {
    for (const [kind, { status, title, meaning, remedy }] of Object.entries(problemTypes)) {
      const { status: answered, text, page } = await show(`/docs/errors/${kind}`)
      assert.equal(answered, 200, kind)
      assert.equal(read(page.querySelector('h1')!.textContent), `${status} ${title}`)
      const shown = read(page.querySelector('main')!.textContent)
      for (const said of [meaning, remedy]) assert.ok(shown.includes(read(said)), kind)
      const code = page.querySelector('[data-copy="the document"] code')!.textContent
      const example = JSON.parse(code) as ProblemDocument
      assert.deepEqual([example.type, example.status], [`/docs/errors/${kind}`, status])
      assert.doesNotMatch(text, /\[object|undefined/, kind)
    }
    assert.equal((await show('/docs/errors/nothing')).status, 404)
  })

  it('are where the type of a failure is, with what was answered as the example', async () => {
    for (const [kind, [path, asked]] of Object.entries(failing)) {
      const { status, example } = problemTypes[kind as keyof typeof problemTypes]
      const headers = { 'Content-Type': 'application/json', ...asked?.headers }
      const problem = assertProblem(await server.ask(path, { ...asked, headers }), status)
      assert.equal(problem.type, `/docs/errors/${kind}`)
      const { detail, instance, errors = [] } = example
      assert.deepEqual(
        [problem.detail, problem.instance, problem.errors],
        [detail, instance, errors],
      )
    }
  })

  it('are named by their whole address where the server knows its own', async (t) => {
    const settings = { PUBLIC_URL: 'https://farms.example.org' }
    const other = await startServer(t, root, { settings })
    const { type } = assertProblem(await other.ask('/v1/nothing'), 404)
    assert.equal(type, 'https://farms.example.org/docs/errors/not-found')
    const { text } = await other.ask('/docs/errors/not-found', nobody)
    assert.ok(text.includes('https://farms.example.org/docs/errors/not-found'))
  })
})
