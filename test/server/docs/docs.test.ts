import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { startChromium, withoutChromium } from '../../support/chromium.ts'
import { fixtureSnapshot } from '../../support/fixture_snapshot.ts'
import { startServer } from '../../support/running_server.ts'

const { root } = await fixtureSnapshot({ after })
const server = await startServer({ after }, root)

describe('GET /docs', () => {
  it('needs no key, with a slash and without', async () => {
    for (const path of ['/docs', '/docs/']) {
      const { status, headers, text } = await server.ask(path, { key: null })
      assert.equal(status, 200)
      assert.equal(headers.get('Content-Type'), 'text/html; charset=utf-8')
      assert.match(text, /swagger-ui/)
    }
  })

  it('lets nothing run but its own files, and nothing be loaded from elsewhere', async () => {
    const { headers, text } = await server.ask('/docs', { key: null })
    const policy = headers.get('Content-Security-Policy')!
    assert.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self';/)
    assert.doesNotMatch(policy, /unsafe|https?:|\*/)
    for (const [, address] of text.matchAll(/(?:src|href)="([^"]*)"/g)) {
      assert.match(address!, /^\/(docs|openapi|console)/)
      // Pages of the console send people who are not signed in to sign in.
      const { status } = await server.ask(address!, { key: null })
      assert.equal(status, /^\/console\/./.test(address!) ? 303 : 200, address)
    }
    assert.doesNotMatch(text, /<script>|style=/)
  })

  it('has a strong ETag for its files', async () => {
    const { headers } = await server.ask('/docs/swagger-ui-bundle.js', { key: null })
    const again = await server.ask('/docs/swagger-ui-bundle.js', {
      key: null,
      headers: { 'If-None-Match': headers.get('ETag')! },
    })
    assert.equal(again.status, 304)
  })
})

describe('the page, in a browser', { skip: withoutChromium }, () => {
  for (const colorScheme of ['light', 'dark'] as const)
    it(`shows every operation and tries one with a key (${colorScheme})`, async (t) => {
      const browser = await startChromium(t)
      const page = await browser.newPage({ colorScheme })
      const complaints: string[] = []
      const asked: string[] = []
      page.on('console', (message) => complaints.push(message.text()))
      page.on('pageerror', ({ message }) => complaints.push(message))
      page.on('request', (request) => asked.push(request.url()))
      await page.goto(`${server.url}/docs`)
      await page.waitForSelector('.opblock')
      const { body } = await server.ask<{ paths: Record<string, object> }>('/openapi.json')
      const operations = Object.values(body.paths).flatMap((methods) => Object.keys(methods))
      assert.equal(await page.locator('.opblock').count(), operations.length)
      await giveKey(page, server.keys.paid)
      assert.match(await tried(page, 'Farms-searchFarms'), /"data": \[/)
      assert.deepEqual(complaints, [])
      for (const address of asked) assert.ok(address.startsWith(`${server.url}/`), address)
      assert.ok((await contrast(page)) > 4.5)
    })
})

async function giveKey(page: Page, key: string): Promise<void> {
  await page.click('.authorize')
  await page.waitForFunction(
    `document.activeElement === document.querySelector('.auth-container input')`,
    null,
    { timeout: 5000 },
  )
  await page.fill('.auth-container input >> nth=0', key)
  await page.click('.auth-container button.authorize >> nth=0')
  await page.click('.btn-done')
}

/** Sends an operation's request as the form has it at first, and returns the body of the answer. */
async function tried(page: Page, operation: string): Promise<string> {
  const block = page.locator(`#operations-${operation}`)
  await block.locator('.opblock-summary-control').click()
  await block.locator('.try-out__btn').click()
  await block.locator('.execute').click()
  const answer = block.locator('.live-responses-table .highlight-code').first()
  return (await answer.textContent()) ?? ''
}

/** The contrast ratio (WCAG) of the guide's text with the page. */
async function contrast(page: Page): Promise<number> {
  const style = (selector: string, property: string) =>
    page.evaluate<string>(`getComputedStyle(document.querySelector('${selector}')).${property}`)
  const text = numbers(await style('.info p', 'color'))
  const [r, g, b, alpha] = numbers(await style('html', 'backgroundColor'))
  const behind = alpha === 0 ? [255, 255, 255] : [r!, g!, b!]
  const [low, high] = [luminance(text), luminance(behind)].sort((one, other) => one - other)
  return (high! + 0.05) / (low! + 0.05)
}

const numbers = (color: string) => (color.match(/[\d.]+/g) ?? []).map(Number)

function luminance(color: number[]): number {
  const [r, g, b] = color
    .map((each) => each / 255)
    .map((each) => (each <= 0.04045 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4))
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!
}
