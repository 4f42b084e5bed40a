// Runs alone: it starts a browser.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, describe, it, type TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import { setTier } from '../../server/access/keys/keys.ts'
import { openStore } from '../../server/access/store/open_store.ts'
import { makeKey, signedInBrowser } from '../support/console.ts'
import { startChromium, withoutChromium } from '../support/chromium.ts'
import { fixtureSnapshot } from '../support/fixture_snapshot.ts'
import { newestToken } from '../support/mailbox.ts'
import { startServer, type TestServer } from '../support/running_server.ts'
import { openPage } from '../support/watched_page.ts'

const address = 'ann@example.org'
const statusOf = async ({ url }: TestServer, key: string) =>
  (
    await fetch(`${url}/v1/search?lat=44.41&lng=-72.14&radius=50`, {
      headers: { 'X-API-Key': key },
    })
  ).status

/** How a person works a page: by the pointer, or by the keyboard alone. */
type Hand = {
  press: (page: Page, name: string) => Promise<void>
  tick: (page: Page, name: string) => Promise<void>
  choose: (page: Page, name: string) => Promise<void>
  write: (page: Page, label: string, text: string) => Promise<void>
}

const pointer: Hand = {
  press: (page, name) => control(page, name).click(),
  tick: (page, name) => page.getByLabel(name).check(),
  choose: (page, name) => page.getByLabel(name).check(),
  write: (page, label, text) => page.getByLabel(label).fill(text),
}

const keyboard: Hand = {
  async press(page, name) {
    await tabTo(page, (focused) => focused.name.includes(name))
    // Whatever is pressed on the way leads to another page.
    await Promise.all([page.waitForEvent('framenavigated'), page.keyboard.press('Enter')])
    await page.waitForLoadState()
  },
  async tick(page, name) {
    await tabTo(page, (focused) => focused.name.includes(name))
    await page.keyboard.press('Space')
  },
  async choose(page, name) {
    await tabTo(page, ({ type }) => type === 'radio')
    for (let n = 0; n < 10 && !(await focusOf(page)).name.includes(name); n++)
      await page.keyboard.press('ArrowUp')
    assert.ok((await focusOf(page)).name.includes(name))
  },
  async write(page, label, text) {
    await tabTo(page, (focused) => focused.name.includes(label))
    await page.keyboard.type(text)
  },
}

const control = (page: Page, name: string) =>
  page
    .getByRole('main')
    .or(page.getByRole('banner'))
    .locator('a, button')
    .filter({ hasText: name })
    .last()

type Focus = { name: string; type: string; outline: string }

/** Goes through the page by Tab until something wanted has the focus, which must be seen. */
async function tabTo(page: Page, isWanted: (focus: Focus) => boolean): Promise<void> {
  for (let n = 0; n < 80; n++) {
    await page.keyboard.press('Tab')
    const focus = await focusOf(page)
    if (!isWanted(focus)) continue
    assert.notEqual(focus.outline, 'none', `the focus on ${focus.name} is seen`)
    return
  }
  assert.fail('the keyboard does not reach it')
}

const focusOf = (page: Page): Promise<Focus> =>
  page.evaluate(`(() => {
    const element = document.activeElement
    const own = element.labels?.[0]?.textContent ?? element.textContent
    const name = element === document.body ? '' : own
    return { name: name.trim(), type: element.type ?? '', outline: getComputedStyle(element).outlineStyle }
  })()`)

/** From the start page to a revoked key, and out again. */
async function walk(
  page: Page,
  server: TestServer,
  { press, tick, choose, write }: Hand,
): Promise<void> {
  await page.goto('/console/account')
  await write(page, 'Email address', address)
  await press(page, 'Send me a link')
  await page.getByText('This server sends no mail').waitFor()
  await page.goto(`/console/confirm?token=${await newestToken(server.stateDir, address)}`)
  await press(page, 'Sign in to Farm Directory')
  await page.getByRole('heading', { name: 'Your account' }).waitFor()
  await press(page, 'Console')
  await page.getByText('You have no key yet').waitFor()

  await write(page, 'Name', 'market finder')
  await press(page, 'Create key')
  const first = await shownSecret(page)
  assert.equal(await statusOf(server, first), 200)
  await press(page, 'I have copied it')
  await page.getByText('1 of 1,000,000 requests').waitFor()
  assert.ok(!(await page.content()).includes(first))

  await press(page, 'Rotate')
  await choose(page, 'not at all')
  await press(page, 'Rotate the key')
  const second = await shownSecret(page)
  assert.deepEqual([await statusOf(server, first), await statusOf(server, second)], [401, 200])
  await failWith(server, second)

  await press(page, 'I have copied it')
  await page.getByRole('heading').getByRole('link', { name: 'market finder' }).click()
  await page.getByText('several places are called').waitFor()
  await page.goto('/console')
  await press(page, 'Revoke')
  assert.equal(await statusOf(server, second), 200, 'asking revokes nothing')
  await press(page, 'Revoke the key')
  await page.getByText('You have no key yet').waitFor()
  assert.equal(await statusOf(server, second), 401)

  await page.goto('/console/account')
  await press(page, 'Delete your account')
  await tick(page, `Delete the account of ${address}`)
  await press(page, 'Delete it')
  await page.getByText('its personal data is gone').waitFor()
  await page.goto('/console/account')
  assert.match(page.url(), /\/console\/sign-in\?next=/)
}

/** A request that fails, for the page of the key to show. */
const failWith = ({ url }: TestServer, key: string) =>
  fetch(`${url}/v1/search?near=Springfield`, { headers: { 'X-API-Key': key } })

async function shownSecret(page: Page): Promise<string> {
  const secret = await page.locator('.secret code').textContent()
  assert.match(secret ?? '', /^svc_live_[0-9a-f]{32}$/)
  assert.ok(!page.url().includes(secret!))
  return secret!
}

describe('the console in a browser', { skip: withoutChromium }, async () => {
  if (withoutChromium) return
  const { root } = await fixtureSnapshot({ after })
  const browser = await startChromium({ after })
  const start = (t: TestContext) => startServer(t, root)

  it('leads from signing in to a revoked key, and asks for nothing outside', async (t) => {
    const server = await start(t)
    const { page, outside, violations } = await openPage(browser, server)
    await walk(page, server, pointer)
    assert.deepEqual([outside, violations], [[], []])
  })

  it('does so without JavaScript', async (t) => {
    const server = await start(t)
    const { page } = await openPage(browser, server, { javaScriptEnabled: false })
    await walk(page, server, pointer)
  })

  it('does so by the keyboard alone, with the focus in sight', async (t) => {
    const server = await start(t)
    const { page, violations } = await openPage(browser, server)
    await walk(page, server, keyboard)
    assert.deepEqual(violations, [])
  })

  for (const javaScriptEnabled of [true, false])
    it(`leads from a market to a file, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, async (t) => {
      const server = await start(t)
      const { page, outside, violations } = await openPage(browser, server, { javaScriptEnabled })
      await page.goto('/market')
      await page.getByLabel('Near').fill('Danville, VT')
      await page.getByLabel('Within', { exact: true }).selectOption('50 miles')
      await page.getByLabel('Product').fill('eggs')
      await page.getByRole('button', { name: 'Show' }).click()
      await page.getByRole('heading', { name: 'Area report: Danville, VT' }).waitFor()
      assert.match(page.url(), /\/market\?near=Danville%2C\+VT&radius=50&product=eggs&said_since=$/)
      await page.getByRole('img', { name: /^Prices of eggs/ }).waitFor()
      await page.getByRole('link', { name: 'Data', exact: true }).click()
      await page.getByRole('navigation', { name: 'The data' }).getByText('Downloads').click()
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: 'farms.parquet', exact: true }).click(),
      ])
      const bytes = await readFile(await file.path())
      assert.equal(bytes.subarray(0, 4).toString(), 'PAR1')
      assert.deepEqual([outside, violations], [[], []])
    })

  it('tries a request in the reference, without a key and with one of the visitor', async (t) => {
    const server = await start(t)
    const { page, outside, violations } = await openPage(browser, server)
    await page.goto('/docs')
    await page.getByRole('link', { name: 'GET /search' }).click()
    const answer = page.locator('.answer')
    await page.locator('form [name=near]').fill('Danville, VT')
    await page.getByRole('button', { name: 'Send' }).click()
    await answer.getByText(/^200 in/).waitFor()
    assert.doesNotMatch((await answer.textContent())!, /"address"/)
    await page.getByLabel('Your key').fill(server.keys.paid)
    await page.getByRole('button', { name: 'Send' }).click()
    await answer.getByText('"address"').first().waitFor()
    await page.getByText('Snapshots', { exact: true }).click()
    await page.getByRole('link', { name: 'GET /snapshots', exact: true }).click()
    assert.equal(await page.getByLabel('Your key').inputValue(), '', 'it is kept nowhere')
    await page.getByLabel('Your key').fill(server.keys.paid)
    await page.getByRole('button', { name: 'Send' }).click()
    await answer.getByText(/^200 in/).waitFor()
    await page.getByLabel('Your key').fill('svc_live_no')
    await page.getByRole('button', { name: 'Send' }).click()
    await answer.getByText(/^401 in/).waitFor()
    assert.deepEqual([outside, violations], [[], []])
  })

  it('tries a request by the tier of who is signed in, without a key', async (t) => {
    const server = await start(t)
    const visitor = await signedInBrowser(server)
    const { id } = await makeKey(visitor, 'mine')
    const store = await openStore(server.stateDir, undefined)
    await setTier(store, { id, tier: 'paid' })
    await store.close()
    const { page, violations } = await openPage(browser, server)
    const session = { name: 'session', value: visitor.cookies.get('session')!, url: server.url }
    await page.context().addCookies([session])
    await page.goto('/docs/listListings')
    await page.getByText('you have the paid tier of your account').waitFor()
    await page.getByRole('button', { name: 'Send' }).click()
    await page
      .locator('.answer')
      .getByText(/^200 in/)
      .waitFor()
    assert.deepEqual(violations, [])
  })

  it('lets the keyboard skip to the content', async (t) => {
    const { page } = await openPage(browser, await start(t))
    await page.goto('/console')
    await page.keyboard.press('Tab')
    assert.equal((await focusOf(page)).name, 'Skip to the content')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    assert.match((await focusOf(page)).name, /^Sign in/)
    assert.equal(await page.evaluate(`!!document.activeElement.closest('main')`), true)
  })

  it('copies a new key by its button, and makes no other one when loaded again', async (t) => {
    const server = await start(t)
    const permissions = ['clipboard-read', 'clipboard-write']
    const { page } = await openPage(browser, server, { permissions })
    await page.goto('/console/sign-in')
    await pointer.write(page, 'Email address', address)
    await pointer.press(page, 'Send me a link')
    await page.getByText('This server sends no mail').waitFor()
    await page.goto(`/console/confirm?token=${await newestToken(server.stateDir, address)}`)
    await pointer.press(page, 'Sign in to Farm Directory')
    await pointer.write(page, 'Name', 'copied')
    await pointer.press(page, 'Create key')
    const secret = await shownSecret(page)
    await page.getByRole('button', { name: 'Copy the key' }).click()
    await page.getByRole('status').getByText('Copied the key').waitFor()
    assert.equal(await page.evaluate('navigator.clipboard.readText()'), secret)
    await page.reload()
    assert.equal(await page.locator('.card').count(), 1)
  })
})
