import assert from 'node:assert/strict'
import { newestToken } from './mailbox.ts'
import type { Answer, Asked, TestServer } from './running_server.ts'

export type Person = {
  session: string
  accountId: string
  /** Asks as this person, with a bearer token and no key. */
  ask: <Body = unknown>(path: string, asked?: Asked) => Promise<Answer<Body>>
  /** Asks with a JSON body. */
  post: <Body = unknown>(path: string, body?: unknown) => Promise<Answer<Body>>
}

const json = { 'Content-Type': 'application/json' }

/** Signs somebody in from a program, by way of the mail. */
export async function signIn(server: TestServer, email: string): Promise<Person> {
  const asked = await postJson<{ sign_in: string }>(server, '/v1/sign-in', { email })
  assert.equal(asked.status, 202, asked.text)
  const shown = { sign_in: asked.body.sign_in, token: await newestToken(server.stateDir, email) }
  const opened = await postJson<{ session: string; account: { id: string } }>(
    server,
    '/v1/sessions',
    shown,
  )
  assert.equal(opened.status, 201, opened.text)
  const { session, account } = opened.body
  const Authorization = `Bearer ${session}`
  const ask = <Body>(path: string, { headers = {}, ...asked }: Asked = {}) =>
    server.ask<Body>(path, { key: null, ...asked, headers: { Authorization, ...headers } })
  return {
    session,
    accountId: account.id,
    ask,
    post: (path, body) =>
      ask(path, {
        method: 'POST',
        ...(body !== undefined && { headers: json, body: JSON.stringify(body) }),
      }),
  }
}

/** Posts JSON without key and session. */
export const postJson = <Body>(server: TestServer, path: string, body: unknown) =>
  server.ask<Body>(path, { method: 'POST', key: null, headers: json, body: JSON.stringify(body) })
