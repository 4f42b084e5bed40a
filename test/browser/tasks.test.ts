// Runs alone: it starts a browser.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { overflowOf, violationsOf } from '../support/axe.ts'
import { startChromium, withoutChromium } from '../support/chromium.ts'
import { fixtureSnapshot } from '../support/fixture_snapshot.ts'
import { startServer } from '../support/running_server.ts'
import { openPage } from '../support/watched_page.ts'

type List = { data: { id: string; name: string }[]; meta: { total: number } }

describe('tasks of visitors, in three actions each', { skip: withoutChromium }, async () => {
  if (withoutChromium) return
  const { root } = await fixtureSnapshot({ after })
  const browser = await startChromium({ after })
  const server = await startServer({ after }, root, { now: new Date('2026-06-17T15:00:00Z') })
  const eggs = '/v1/search?near=Danville,+VT&products=eggs'
  const ask = async (path: string) => (await server.ask<List>(path, { key: 'paid' })).body
  const names = (page: Page, list: string) => page.locator(`${list} .name`).allTextContents()
  /** Keeps the farm of a card by a link there. */
  const keep = (page: Page, card: number, name: RegExp) =>
    page.locator('.place').nth(card).getByRole('link', { name }).click()
  const phone = { viewport: { width: 360, height: 740 }, colorScheme: 'dark' } as const

  for (const javaScriptEnabled of [true, false])
    it(`eggs near home on Saturday, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, async () => {
      const { page, violations } = await openPage(browser, server, { javaScriptEnabled })
      await page.goto('/')
      await page.locator('#q').fill('eggs')
      await page.locator('#near').fill('Danville, VT')
      await page.locator('#on').selectOption('sat')
      if (!javaScriptEnabled)
        await page.getByRole('button', { name: 'Search', exact: true }).click()
      await page
        .getByRole('heading', { name: 'Farms with eggs near Danville, VT, open Saturday' })
        .waitFor()
      const [open, all] = [
        await ask(`${eggs}&open_on=sat&per_page=100`),
        await ask(`${eggs}&open_on=sat&open_unknown=include&per_page=100`),
      ]
      assert.deepEqual(
        await names(page, '.list > .farms'),
        open.data.slice(0, 20).map(({ name }) => name),
      )
      const unknown = all.data.filter(({ id }) => !open.data.some((each) => each.id === id))
      assert.ok(unknown.length > 0)
      await page.getByRole('heading', { name: `Hours not confirmed (${unknown.length})` }).waitFor()
      assert.deepEqual(
        await names(page, '.unconfirmed'),
        unknown.slice(0, 20).map(({ name }) => name),
      )
      assert.deepEqual(violations, [])
      await page.context().close()
    })

  for (const javaScriptEnabled of [true, false])
    it(`two farms side by side, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, async () => {
      const { page } = await openPage(browser, server, { javaScriptEnabled })
      await page.goto('/?q=eggs&near=Danville,+VT')
      const [one, other] = await names(page, '.farms')
      await keep(page, 0, /^Compare/)
      await keep(page, 1, /^Compare/)
      await page.getByRole('link', { name: 'Compare 2', exact: true }).click()
      await page.getByRole('heading', { name: 'Compare 2 farms' }).waitFor()
      const heads = page.locator('.comparison thead th a:first-of-type')
      assert.deepEqual(await heads.allTextContents(), [one, other])
      const groups = page.locator('.comparison tbody')
      for (const [at, isSame] of [false, true].entries())
        for (const row of await groups.nth(at).locator('tr:not(.part)').all()) {
          const [first, second] = await row.locator('td').allInnerTexts()
          assert.equal(first === second, isSame, await row.innerText())
        }
      await page.context().close()
    })

  it('a Saturday route, as a page and as a calendar file', async () => {
    const { page, outside, violations } = await openPage(browser, server)
    await page.goto('/?q=eggs&near=Danville,+VT&on=sat')
    const [one, other] = await names(page, '.list > .farms')
    await keep(page, 0, /^Save/)
    await keep(page, 1, /^Save/)
    await page.getByRole('link', { name: 'Plan Saturday (2)' }).click()
    await page.getByText('20 June 2026: 2 stops').waitFor()
    const stops = await names(page, '.plan')
    assert.deepEqual(stops.toSorted(), [one!, other!].toSorted())
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Add to calendar' }).click(),
    ])
    const text = await readFile(await file.path(), 'utf8')
    assert.equal(text.match(/BEGIN:VEVENT/g)?.length, 2)
    assert.deepEqual(
      [...text.matchAll(/DTSTART:(\d{8})T/g)].map(([, day]) => day),
      ['20260620', '20260620'],
    )
    assert.deepEqual([outside, violations], [[], []])
    await page.context().close()
  })

  it('asks for the location only when the button is pressed', async () => {
    const geolocation = { latitude: 44.4114, longitude: -72.1401 }
    const { page } = await openPage(browser, server, { geolocation, permissions: ['geolocation'] })
    await page.addInitScript(
      'const ask = navigator.geolocation.getCurrentPosition; window.asked = 0; navigator.geolocation.getCurrentPosition = (...given) => { window.asked++; ask.apply(navigator.geolocation, given) }',
    )
    await page.goto('/?q=eggs')
    assert.equal(await page.evaluate('asked'), 0)
    await page.getByRole('button', { name: 'Use my location' }).click()
    await page.getByRole('heading', { name: 'Farms with eggs near 44.41, -72.14' }).waitFor()
    await page.context().close()
  })

  it('has no fault that axe-core finds, and is no wider than a phone', async () => {
    const { data } = await ask(`${eggs}&per_page=3`)
    const ids = data.map(({ id }) => id).join()
    const paths = [`/compare?ids=${ids}`, `/plan?ids=${ids}&near=Danville,+VT`, '/plan', '/compare']
    for (const form of [{}, phone]) {
      const { page, violations } = await openPage(browser, server, form)
      for (const path of paths) {
        await page.goto(path)
        assert.deepEqual(await violationsOf(page), [], path)
        assert.equal(await overflowOf(page), 0, path)
      }
      assert.deepEqual(violations, [])
      await page.context().close()
    }
  })
})
