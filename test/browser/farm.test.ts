// Runs alone: it starts a browser.
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { violationsOf } from '../support/axe.ts'
import { startChromium, withoutChromium } from '../support/chromium.ts'
import { fixtureSnapshot } from '../support/fixture_snapshot.ts'
import { startServer } from '../support/running_server.ts'
import { openPage } from '../support/watched_page.ts'

describe('the page of a farm, for a person', { skip: withoutChromium }, async () => {
  if (withoutChromium) return
  const { root } = await fixtureSnapshot({ after })
  const browser = await startChromium({ after })
  const server = await startServer({ after }, root, { now: new Date('2026-11-03T12:00:00Z') })
  const farmOf = async (filter: string) =>
    (await server.ask<{ data: { id: string }[] }>(`/v1/farms?per_page=2&${filter}`)).body.data
  const [first, second] = await farmOf('sort=name')

  for (const [title, farm, javaScriptEnabled] of [
    ['with a script', first!, true],
    ['without a script', second!, false],
  ] as const)
    it(`reports a closed farm in three actions, ${title}`, async () => {
      const { page, outside, violations } = await openPage(browser, server, { javaScriptEnabled })
      await page.goto(`/farms/${farm.id}`)
      await page.getByRole('link', { name: 'Closed? Something wrong?' }).click()
      await page.getByLabel('It has closed permanently').check()
      await page.getByRole('button', { name: 'Send the report' }).click()
      const notice = page.getByText('Reported closed on 3 November 2026, being checked.')
      await notice.waitFor()
      assert.deepEqual([outside, violations], [[], []])
      if (javaScriptEnabled) assert.deepEqual(await violationsOf(page), [])
      await page.context().close()
    })

  it('shows without an action how old its hours are, and the way there in one', async () => {
    const [open] = await farmOf('open_at=2026-06-06T14:00:00Z')
    const { page } = await openPage(browser, server, { viewport: { width: 360, height: 780 } })
    await page.goto(`/farms/${open!.id}`)
    const band = (await page.locator('.band').innerText()).replaceAll(/\s+/g, ' ')
    assert.match(band, /^Usually open .*\d.* · Confirmed \w{3} 20\d\d \((this month|\d+ \w+ ago)\)/)
    const box = (await page.locator('.actions').boundingBox())!
    assert.ok(box.y + box.height < 780, 'on the first screen of a phone')
    const href = await page.getByRole('link', { name: 'Directions' }).getAttribute('href')
    assert.match(href!, /^https:\/\/www\.openstreetmap\.org\/directions\?to=-?\d+\.\d{5}%2C-?\d+/)
    await page.context().close()
  })

  it('prints on one page', async () => {
    const { page } = await openPage(browser, server, {})
    await page.goto(`/farms/${first!.id}`)
    const pdf = await page.pdf({ format: 'Letter' })
    assert.equal(pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)?.length, 1)
    await page.emulateMedia({ media: 'print' })
    assert.ok(await page.locator('.printed svg').isVisible())
    await page.context().close()
  })
})
