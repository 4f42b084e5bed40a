import assert from 'node:assert/strict'
import { Browser, hiddenField } from './browser.ts'
import { newestToken } from './mailbox.ts'
import type { Answer, TestServer } from './running_server.ts'

/** Signs in through the pages, and returns the browser. */
export async function signedInBrowser(
  server: TestServer,
  email = 'ann@example.org',
): Promise<Browser> {
  const browser = new Browser(server)
  await browser.submit('/console/sign-in', { email })
  const token = await newestToken(server.stateDir, email)
  const answer = await browser.submit('/console/confirm', { token })
  assert.equal(answer.status, 303, answer.text)
  return browser
}

/** Fills in a form of a page and sends it, with the token that the page has. */
export async function submitOn(
  browser: Browser,
  page: string,
  form: Record<string, string> = {},
  action = page,
): Promise<Answer<unknown>> {
  const form_token = hiddenField((await browser.get(page)).text, 'form_token')
  return browser.submit(action, { form_token, ...form })
}

/** Makes a key by its form. */
export async function makeKey(
  browser: Browser,
  name: string,
  more: Record<string, string> = {},
): Promise<{ id: string; key: string }> {
  const made = await submitOn(browser, '/console', { name, ...more }, '/console/keys')
  assert.equal(made.status, 201, made.text)
  const key = secretIn(made.text)
  const cards = (await browser.get('/console')).text.split('<li class="card">')
  const card = cards.find((each) => each.includes(`${key.slice(0, key.lastIndexOf('_') + 5)}…`))
  const id = /\/console\/keys\/([0-9a-f-]{36})\/rotate/.exec(card ?? '')?.[1]
  assert.ok(id, 'the key is in the list')
  return { id, key }
}

/** The key that a page shows. */
export function secretIn(page: string): string {
  const secret = /<code>(svc_(?:live|pub)_[0-9a-f]{32})<\/code>/.exec(page)?.[1]
  assert.ok(secret, page)
  return secret
}
