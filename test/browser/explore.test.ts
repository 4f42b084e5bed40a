// Runs alone: it starts a browser.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { violationsOf } from '../support/axe.ts'
import { startChromium, withoutChromium } from '../support/chromium.ts'
import { fixtureSnapshot } from '../support/fixture_snapshot.ts'
import { startServer } from '../support/running_server.ts'
import { openPage } from '../support/watched_page.ts'

/** Colours do not depend on the width, nor the layout on the colours: two forms are as good as four. */
const forms = {
  'a desktop, light': { viewport: { width: 1280, height: 800 }, colorScheme: 'light' },
  'a phone, dark': { viewport: { width: 360, height: 740 }, colorScheme: 'dark' },
} as const
const phone = forms['a phone, dark']

describe(
  'the start page and the pages of farms in a browser',
  { skip: withoutChromium },
  async () => {
    if (withoutChromium) return
    const { root } = await fixtureSnapshot({ after })
    const browser = await startChromium({ after })
    const server = await startServer({ after }, root)
    const farms = (page: Page) => page.locator('.farms .name').allTextContents()

    /** How many farms with a product the map has a point for. */
    async function located(product: string): Promise<number> {
      const path = `/v1/search?near=Danville,+VT&products=${product}&per_page=100`
      const { body } = await server.ask<{ data: { lat: number | null }[] }>(path, { key: 'free' })
      return body.data.filter(({ lat }) => lat !== null).length
    }

    /** Searches by words, filters, shares the address, and opens a farm. */
    async function walk(page: Page): Promise<void> {
      await page.goto('/')
      await page
        .getByRole('searchbox')
        .or(page.getByRole('combobox'))
        .fill('eggs near Danville, VT')
      await page.getByRole('button', { name: 'Search' }).click()
      await page.getByRole('heading', { name: 'Farms with eggs near Danville, VT' }).waitFor()
      const all = await farms(page)
      await page.locator('#filter-place_type summary').click()
      await page.locator('#filter-place_type').getByText('Farmers market').click()
      await page
        .getByRole('heading', { name: 'Farmers markets with eggs near Danville, VT' })
        .waitFor()
      const some = await farms(page)
      assert.ok(some.length > 0 && some.length < all.length)
      const { page: other } = await openPage(browser, server, { javaScriptEnabled: false })
      await other.goto(page.url())
      assert.deepEqual(await farms(other), some, 'the address says it all')
      await other.context().close()
      await page.goBack()
      await page.getByRole('heading', { name: 'Farms with eggs near Danville, VT' }).waitFor()
      assert.deepEqual(await farms(page), all)
      await page.locator('.farms .name').first().click()
      await page.getByRole('heading', { name: all[0]!, level: 1 }).waitFor()
      assert.match(new URL(page.url()).pathname, /^\/farms\/[0-9a-f-]{36}$/)
    }

    it('lead from words to a farm', async () => {
      const { page, outside, violations } = await openPage(browser, server)
      await walk(page)
      assert.deepEqual([outside, violations], [[], []])
      await page.context().close()
    })

    it('do so without JavaScript', async () => {
      const { page } = await openPage(browser, server, { javaScriptEnabled: false })
      await walk(page)
      await page.context().close()
    })

    it('complete what is typed, by the keyboard alone', async () => {
      const { page, violations } = await openPage(browser, server, phone)
      await page.goto('/')
      await page.getByRole('combobox').pressSequentially('honey near danville, v')
      await page.getByRole('option', { name: 'honey near Danville, VT' }).waitFor()
      for (let n = 0; n < 8; n++) {
        await page.keyboard.press('ArrowDown')
        if (await page.getByRole('option', { name: 'Danville, VT', selected: true }).count()) break
      }
      const background = (is: string) =>
        page.evaluate<string>(
          `getComputedStyle(document.querySelector('[role=option]${is}')).backgroundColor`,
        )
      const [chosen, others] = ['[aria-selected=true]', ':not([aria-selected=true])']
      assert.notEqual(await background(chosen), await background(others))
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { name: 'Farms with honey near Danville, VT' }).waitFor()
      assert.deepEqual(violations, [])
      await page.context().close()
    })

    it('show the list in under 105 kB and 12 requests, and the map when it is asked for', async () => {
      const { page, outside, violations } = await openPage(browser, server, phone)
      const sizes: number[] = []
      page.on('requestfinished', (request) => {
        void request
          .sizes()
          .then((each) => sizes.push(each.responseBodySize + each.responseHeadersSize))
      })
      await page.goto('/?q=eggs+near+Danville,+VT', { waitUntil: 'networkidle' })
      const [bytes, requests] = [sizes.reduce((sum, each) => sum + each, 0), sizes.length]
      assert.ok(bytes < 105_000 && bytes > 10_000, `${bytes} bytes`)
      assert.ok(requests < 12, `${requests} requests`)
      await page.getByRole('button', { name: 'Map' }).click()
      await page.locator('.map-panel[data-points]').waitFor()
      const eggs = await located('eggs')
      assert.equal(await page.locator('.map-panel').getAttribute('data-points'), String(eggs))
      assert.equal(await page.locator('.map-mark').count(), Math.min(20, eggs))
      assert.equal(await page.locator('.farms').isVisible(), false)
      for (const [text, heading] of [
        ['eggs near Xqzwv', 'No place is called'],
        ['honey near Danville, VT', 'Farms with honey near Danville, VT'],
      ] as const) {
        await page.getByRole('combobox').fill(text)
        await page.keyboard.press('Enter')
        await page.getByText(heading).first().waitFor()
      }
      assert.equal(await page.locator('.farms').isVisible(), true, 'the list is back')
      await page.getByRole('button', { name: 'Map' }).click()
      await page.getByRole('button', { name: 'List' }).waitFor()
      const honey = await located('honey')
      await page.locator(`.map-panel[data-points="${honey}"]`).waitFor()
      assert.equal(await page.locator('.map-mark').count(), Math.min(20, honey))
      assert.deepEqual([outside, violations], [[], []])
      await page.context().close()
    })

    it('say so where the browser draws no map', async () => {
      const { page } = await openPage(browser, server)
      await page.addInitScript('HTMLCanvasElement.prototype.getContext = () => null')
      await page.goto('/')
      await page.getByText('This browser draws no map').waitFor()
      assert.equal((await farms(page)).length, 10)
      await page.context().close()
    })

    for (const [name, form] of Object.entries(forms))
      it(`have no fault that axe-core finds on ${name}, and are no wider`, async () => {
        const { page, violations } = await openPage(browser, server, form)
        const { data } = (
          await server.ask<{ data: { id: string }[] }>('/v1/farms?q=open+book', { key: 'free' })
        ).body
        const paths = [
          '/',
          '/?q=eggs+near+Danville,+VT&place_type=farm',
          '/?q=eggs+near+Danvile,+VT',
        ]
        for (const path of [...paths, `/farms/${data[0]!.id}`]) {
          await page.goto(path)
          if (form.viewport.width > 1000 && path === '/')
            await page.locator('.map-count').first().waitFor()
          assert.deepEqual(await violationsOf(page), [], path)
          const tooWide = await page.evaluate(
            'document.documentElement.scrollWidth - document.documentElement.clientWidth',
          )
          assert.equal(tooWide, 0, path)
        }
        assert.deepEqual(violations, [])
        await page.context().close()
      })
  },
)
