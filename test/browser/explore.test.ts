// Runs alone: it starts a browser.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import type { Locator, Page, Route } from 'playwright-core'
import { measurePage } from '../bench/pages.ts'
import { startChromium, withoutChromium } from '../support/chromium.ts'
import { fixtureSnapshot } from '../support/fixture_snapshot.ts'
import { writeArchive } from '../support/map_archive.ts'
import { startServer } from '../support/running_server.ts'
import { temporaryFolder } from '../support/temporary_folder.ts'
import { openPage } from '../support/watched_page.ts'

const phone = { viewport: { width: 360, height: 740 } }

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

    /** The distance of the two closest pins, in pixels. */
    const leastGap = (page: Page) =>
      page.evaluate<number>(`(() => {
        const pins = [...document.querySelectorAll('.map-mark')].map((pin) => pin.getBoundingClientRect())
        const gaps = pins.flatMap((a, at) => pins.slice(at + 1).map((b) => Math.hypot(a.x - b.x, a.y - b.y)))
        return Math.min(...gaps)
      })()`)

    /** The colors of a picture of an element, in hexadecimal digits. */
    async function colorsOf(shown: Locator): Promise<Set<string>> {
      const picture = (await shown.screenshot()).toString('base64')
      const reader = await browser.newPage()
      try {
        const digits = await reader.evaluate<string[]>(`(async () => {
          const bytes = await (await fetch('data:image/png;base64,${picture}')).blob()
          const image = await createImageBitmap(bytes)
          const context = new OffscreenCanvas(image.width, image.height).getContext('2d')
          context.drawImage(image, 0, 0)
          const { data } = context.getImageData(0, 0, image.width, image.height)
          const found = new Set()
          for (let at = 0; at < data.length; at += 4)
            found.add([data[at], data[at + 1], data[at + 2]].map((each) => each.toString(16).padStart(2, '0')).join(''))
          return [...found]
        })()`)
        return new Set(digits)
      } finally {
        await reader.close()
      }
    }

    const heading = (page: Page, name: string) =>
      page.getByRole('heading', { name, level: 1, exact: true }).waitFor()

    /** Searches by words, filters, shares the address, and opens a farm. */
    async function walk(page: Page): Promise<void> {
      await page.goto('/')
      await page.locator('#q').fill('eggs near Danville, VT')
      await page.getByRole('button', { name: 'Search', exact: true }).click()
      await heading(page, 'Farms with eggs near Danville, VT')
      assert.equal(await page.locator('#near').inputValue(), 'Danville, VT')
      const all = await farms(page)
      await page.locator('#filter-place_type summary').click()
      await page.locator('#filter-place_type').getByText('Farmers market').click()
      await heading(page, 'Farmers markets with eggs near Danville, VT')
      const some = await farms(page)
      assert.ok(some.length > 0 && some.length < all.length)
      const { page: other } = await openPage(browser, server, { javaScriptEnabled: false })
      await other.goto(page.url())
      assert.deepEqual(await farms(other), some, 'the address says it all')
      await other.context().close()
      await page.goBack()
      await heading(page, 'Farms with eggs near Danville, VT')
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

    it('add each choice to the one before it, however slow its view is', async () => {
      const { page, violations } = await openPage(browser, server)
      await page.goto('/?near=Danville,+VT')
      const held: (() => void)[] = []
      const isView = (url: URL) => url.pathname === '/'
      await page.route(isView, async (route) => {
        await new Promise<void>((resolve) => held.push(resolve))
        await route.continue()
      })
      for (const at of [0, 1, 2])
        await page.locator('.place').nth(at).getByRole('link', { name: /^Save/ }).click()
      await page.locator('#q').fill('eggs')
      for (const number of [1, 2, 3]) {
        while (held.length === 0) await setTimeout(20)
        assert.equal(held.length, 1, 'one view at a time')
        held.pop()!()
        await page.getByRole('link', { name: `Plan Saturday (${number})` }).waitFor()
        assert.equal(await page.locator('#q').inputValue(), 'eggs', 'what is typed stays')
      }
      assert.equal(new URL(page.url()).searchParams.get('plan')?.split(',').length, 3)
      assert.deepEqual(violations, [])
      await page.context().close()
    })

    it('stay when a view fails that nobody waits for any more', async () => {
      const { page, violations } = await openPage(browser, server)
      await page.goto('/?near=Danville,+VT')
      for (const words of ['eggs', 'honey']) {
        await page.locator('#q').fill(words)
        await page.locator('#q').press('Enter')
        await heading(page, `Farms with ${words} near Danville, VT`)
      }
      await page.evaluate('window.isSamePage = true')
      const held: Route[] = []
      await page.route(
        (url) => url.pathname === '/',
        (route) => void held.push(route),
      )
      for (const number of [1, 2]) {
        await page.evaluate('history.back()')
        while (held.length < number) await setTimeout(20)
      }
      await held[0]!.abort()
      await held[1]!.continue()
      await heading(page, 'Farms near Danville, VT')
      assert.equal(await page.evaluate('window.isSamePage'), true)
      assert.deepEqual(violations, [])
      await page.context().close()
    })

    it('forget the date with the choice of a date', async () => {
      const { page } = await openPage(browser, server)
      await page.goto('/?near=Danville,+VT&on=date&date=2030-01-05')
      await page.locator('select[name=on]').selectOption('Any day')
      await heading(page, 'Farms near Danville, VT')
      assert.doesNotMatch(page.url(), /date/)
      await page.context().close()
    })

    it('choose a day, and a date as it is typed, by the keyboard alone', async () => {
      const { page } = await openPage(browser, server)
      await page.goto('/?near=Danville,+VT')
      await page.locator('#on').focus()
      for (const day of ['today', 'sat', 'sun']) {
        await page.keyboard.press('ArrowDown')
        await page.waitForURL((url) => url.searchParams.get('on') === day)
      }
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Tab')
      await page.keyboard.type('12052026')
      await page.waitForURL((url) => url.searchParams.has('date'))
      assert.equal(new URL(page.url()).searchParams.get('date'), '2026-12-05')
      await page.context().close()
    })

    it('do so without JavaScript', async () => {
      const { page } = await openPage(browser, server, { javaScriptEnabled: false })
      await walk(page)
      await page.context().close()
    })

    it('open each filter inside the window, above the map', async () => {
      const { page } = await openPage(browser, server)
      for (const width of [1280, 1000, 768, 600, 360])
        for (const path of ['/', '/?near=Danville,+VT']) {
          await page.setViewportSize({ width, height: 800 })
          await page.goto(path)
          const hidden =
            await page.evaluate(`[...document.querySelectorAll('.filter')].filter((filter) => {
            filter.open = true
            const { left, right, top } = filter.lastElementChild.getBoundingClientRect()
            const corners = [left + 8, right - 8].map((x) => document.elementFromPoint(x, top + 8))
            return left < 0 || right > innerWidth || corners.some((each) => !filter.contains(each))
          }).map(({ id }) => id)`)
          assert.deepEqual(hidden, [], `${path}, ${width} pixels wide`)
        }
      await page.context().close()
    })

    it('complete what is typed, by the keyboard alone', async () => {
      const { page, violations } = await openPage(browser, server, phone)
      await page.goto('/')
      // All at once: a list for half of the words could come in between, and the next one end what is chosen.
      await page.locator('#q').fill('honey near danville, v')
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
      await page.goto('/')
      await page.locator('#q').fill('honey in verm')
      await page.getByRole('option', { name: 'honey in Vermont state' }).click()
      await page.getByRole('heading', { name: 'Farms with honey in Vermont' }).waitFor()
      assert.deepEqual(violations, [])
      await page.context().close()
    })

    it('show no suggestions that come after the search', async () => {
      const { page } = await openPage(browser, server)
      // Its head comes at once, and its body when the test says so.
      await page.addInitScript(`
        const ask = window.fetch
        window.fetch = async (path, options) => {
          const answer = await ask(path, options)
          if (!String(path).includes('/suggest')) return answer
          return { ok: true, json: () => new Promise((resolve) => (window.send = () => resolve(answer.json()))) }
        }`)
      await page.goto('/')
      await page.locator('#q').fill('honey near danville, vt')
      while (!(await page.evaluate('Boolean(window.send)'))) await setTimeout(20)
      await page.locator('#q').press('Enter')
      await page.getByRole('heading', { name: 'Farms with honey near Danville, VT' }).waitFor()
      await page.evaluate('(send(), new Promise((resolve) => setTimeout(resolve, 300)))')
      assert.equal(await page.locator('.suggestions:visible').count(), 0)
      await page.context().close()
    })

    it('show no suggestions of an answer that is cut off', async () => {
      const { page, violations } = await openPage(browser, server)
      await page.addInitScript(`
        const ask = window.fetch
        window.fetch = async (path, options) => {
          if (!String(path).includes('/suggest')) return ask(path, options)
          window.isAsked = true
          return { ok: true, json: () => Promise.reject(new TypeError('cut off')) }
        }`)
      await page.goto('/')
      await page.locator('#q').fill('honey near danville, vt')
      while (!(await page.evaluate('Boolean(window.isAsked)'))) await setTimeout(20)
      await page.evaluate('new Promise((resolve) => setTimeout(resolve, 300))')
      assert.equal(await page.locator('.suggestions:visible').count(), 0)
      assert.deepEqual(violations, [])
      await page.context().close()
    })

    it('show the list in under 105 kB', async () => {
      const { page, outside, violations } = await openPage(browser, server, phone)
      // The map loads after the list, and is not counted.
      await page.route('**/explore/assets/map.js*', (route) => route.abort())
      const { bytes, requests } = await measurePage(page, '/?q=eggs+near+Danville,+VT', false)
      assert.ok(requests >= 6 && requests <= 10, `${requests} requests`)
      assert.ok(bytes < 105_000 && bytes > 70_000, `${bytes} bytes`)
      assert.deepEqual([outside, violations], [[], []])
      await page.context().close()
    })

    it('draw a map with a pin for each card, which opens it, and follow each search', async () => {
      // Without motion, a button's effect is seen at once.
      const opened = await openPage(browser, server, { reducedMotion: 'reduce' })
      const { page, outside, violations } = opened
      const isDrawn = async (product: string) => {
        await heading(page, `Farms with ${product} near Danville, VT`)
        const wanted = await located(product)
        await page.locator(`.map-panel[data-points="${wanted}"]`).waitFor()
        assert.equal(await page.locator('.map-mark').count(), Math.min(20, wanted))
      }
      await page.goto('/?q=eggs+near+Danville,+VT')
      await isDrawn('eggs')
      await page.locator('#q').fill('honey')
      await page.locator('#q').press('Enter')
      await isDrawn('honey')
      const pin = page.locator('.map-mark').nth(2)
      const name = await pin.getAttribute('aria-label')
      await pin.dispatchEvent('click')
      assert.equal(await page.locator('.place.lit .name').textContent(), name)
      assert.equal(await page.locator('.map-mark.lit').getAttribute('aria-label'), name)
      for (let n = 0; n < 4; n++) await page.getByRole('button', { name: 'Zoom out' }).click()
      assert.ok((await leastGap(page)) >= 20, 'pins of places close together fan out')
      await page.getByRole('button', { name: 'Zoom in' }).click()
      await page.getByRole('button', { name: 'Search this area' }).click()
      await heading(page, 'Farms with honey in this area of the map')
      // The button is hidden then.
      await page.locator('canvas:focus').waitFor()
      assert.deepEqual([outside, violations], [[], []])
      await page.context().close()
    })

    it('show the counties around a single farm on the map', async () => {
      const { page } = await openPage(browser, server, { reducedMotion: 'reduce' })
      await page.goto('/?q=Tundra+Greenhouse')
      await page.locator('.map-panel[data-points="1"]').waitFor()
      await page.getByRole('button', { name: 'Zoom in' }).click()
      const path = await page
        .getByRole('button', { name: 'Search this area' })
        .getAttribute('data-path')
      const [west, , east] = new URLSearchParams(path!.slice(2)).get('bbox')!.split(',').map(Number)
      assert.ok(east! - west! > 0.4, `half a degree, at half of the first scale: ${path}`)
      await page.context().close()
    })

    it('draw the streets of BASEMAP, from this server alone, in the colors of the page', async (t) => {
      const archive = join(await temporaryFolder(t), 'streets.pmtiles')
      await writeArchive(archive)
      const settings = { BASEMAP: archive }
      const withStreets = await startServer(t, root, { settings })
      for (const [colorScheme, park] of Object.entries({ light: 'e2ead8', dark: '26322a' })) {
        const form = { colorScheme: colorScheme as 'light' | 'dark' }
        const { page, outside, violations } = await openPage(browser, withStreets, form)
        await page.goto('/?near=Danville,+VT&radius=5')
        await page.locator('.map-panel[data-drawn]').waitFor()
        await page.getByRole('link', { name: '© OpenStreetMap' }).waitFor()
        const colors = await colorsOf(page.locator('.map-panel'))
        assert.ok(colors.has(park), `a park is drawn, ${colorScheme}`)
        assert.deepEqual([outside, violations], [[], []])
        await page.context().close()
      }
    })

    it('say so where the browser draws no map', async () => {
      const { page } = await openPage(browser, server)
      await page.addInitScript('HTMLCanvasElement.prototype.getContext = () => null')
      await page.goto('/')
      await page.getByText('This browser draws no map').waitFor()
      assert.equal((await farms(page)).length, 10)
      await page.context().close()
    })
  },
)
