// Runs alone: it starts a browser.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, describe, it } from 'node:test'
import { startChromium, withoutChromium } from '../support/chromium.ts'
import { fixtureSnapshot } from '../support/fixture_snapshot.ts'
import { startServer } from '../support/running_server.ts'

const text = readFileSync(new URL('../../server/recipes/widget.md', import.meta.url), 'utf8')
const [, recipe = ''] = /```html\n(.*?)```/s.exec(text) ?? []

/** The page of the recipe for a directory and a key, each written in it once. */
function widget(directory: string, key: string): string {
  const page = recipe.replace('https://directory.example.org', directory).replace('svc_pub_…', key)
  assert.ok(page.includes(directory) && page.includes(key), 'the recipe has both')
  return page
}

describe(
  'the widget of the recipe, on another origin in a browser',
  { skip: withoutChromium },
  async () => {
    if (withoutChromium) return
    const { root } = await fixtureSnapshot({ after })
    const server = await startServer({ after }, root)
    const browser = await startChromium({ after })
    let html = ''
    const site = createServer((_, response) => {
      response.setHeader('Content-Type', 'text/html; charset=utf-8').end(html)
    }).listen(0, '127.0.0.1')
    after(() => site.close().closeAllConnections())
    await once(site, 'listening')
    const { port } = site.address() as AddressInfo

    /** What the page says, and lists, when it has asked the directory with a key. */
    async function shown(key: string, host = 'localhost') {
      html = widget(server.url, key)
      const page = await browser.newPage({ viewport: { width: 360, height: 640 }, isMobile: true })
      page.setDefaultTimeout(60_000)
      await page.goto(`http://${host}:${port}/`)
      const look = async () => {
        await page.waitForFunction(`document.querySelector('p').textContent !== ''`)
        const farms = await page.locator('li').allTextContents()
        return { says: await page.locator('p').textContent(), farms }
      }
      return { page, look }
    }

    it('lists the farms near a place with a browser key, and says why it can not', async () => {
      const { key } = await server.newKey('free', ['http://localhost:*'])
      const { page, look } = await shown(key)
      const { says, farms } = await look()
      const path = '/v1/search?near=Danville,+VT&radius=50&per_page=10'
      const { body } = await server.ask<Found>(path, { key: 'free' })
      assert.ok(body.data.length > 1)
      assert.equal(await page.evaluate('innerWidth'), 360, 'as wide as the phone')
      assert.equal(says, `Farms within 50 miles of Danville, VT: ${body.meta.total}`)
      assert.deepEqual(
        farms.map((text) => text.split(',')[0]!.split(':')[0]),
        body.data.map(({ name }) => name.split(',')[0]),
      )
      for (const [at, { distance_mi }] of body.data.entries())
        assert.ok(farms[at]!.includes(`: ${distance_mi} miles (`), farms[at])
      await page.fill('input', 'Nowhere at all')
      await page.click('button')
      await page.waitForFunction(`document.querySelector('p').textContent.startsWith('near: ')`)
      assert.deepEqual((await look()).farms, [])
    })

    it('says that the directory does not answer, and follows a dark design', async () => {
      const { key } = await server.newKey('free', ['http://localhost:*'])
      const { page, look } = await shown(key)
      await look()
      await page.emulateMedia({ colorScheme: 'dark' })
      const color = await page.evaluate('getComputedStyle(document.body).color')
      assert.equal(color, 'rgb(255, 255, 255)')
      await page.route(`${server.url}/**`, (route) => route.abort())
      await page.click('button')
      await page.waitForFunction(`document.querySelectorAll('li').length === 0`)
      assert.match((await look()).says ?? '', /^The directory does not answer\. Try again later\.$/)
    })

    it('shows the reason with a secret key, and with the key of another site', async () => {
      for (const tier of ['free', 'paid'] as const) {
        const { says, farms } = await (await shown(server.keys[tier])).look()
        assert.match(says ?? '', /this is a secret key.*use a browser key \(svc_pub_…\)/)
        assert.deepEqual(farms, [])
      }
      const { key } = await server.newKey('free', ['https://farms.example', `http://localhost:*`])
      const { says, farms } = await (await shown(key, '127.0.0.1')).look()
      assert.match(says ?? '', /this browser key is not for pages of http:\/\/127\.0\.0\.1:\d+;/)
      assert.deepEqual(farms, [])
    })
  },
)

type Found = { data: { name: string; distance_mi: number }[]; meta: { total: number } }
