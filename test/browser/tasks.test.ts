// Runs alone: it starts a browser.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, describe, it } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { violationsOf } from '../support/axe.ts'
import { startChromium, withoutChromium } from '../support/chromium.ts'
import { fixtureSnapshot } from '../support/fixture_snapshot.ts'
import { newestToken } from '../support/mailbox.ts'
import { startServer } from '../support/running_server.ts'
import { readCsv } from '../support/read_csv.ts'
import { openPage } from '../support/watched_page.ts'

type Farm = {
  id: string
  name: string
  products: string[] | null
  said_at: { hours: string | null }
}
type List = { data: Pick<Farm, 'id' | 'name'>[]; meta: { total: number } }

/** Most actions that a task may take. */
const most = 3

/** Counts a person's actions: each click, filled field and choice is one, and one too many fails. */
class Hand {
  #actions = 0

  click(target: Locator): Promise<void> {
    return this.#act(() => target.click())
  }

  choose(target: Locator, option: string): Promise<unknown> {
    return this.#act(() => target.selectOption(option))
  }

  fill(target: Locator, text: string): Promise<void> {
    return this.#act(() => target.fill(text))
  }

  /** Fills in a field and presses Enter. */
  enter(target: Locator, text: string): Promise<void> {
    return this.#act(async () => {
      await target.fill(text)
      await target.press('Enter')
    })
  }

  #act<Result>(action: () => Promise<Result>): Promise<Result> {
    this.#actions++
    assert.ok(this.#actions <= most, `the task takes over ${most} actions`)
    return action()
  }
}

describe('tasks of people, in three actions each', { skip: withoutChromium }, async () => {
  if (withoutChromium) return
  const { root } = await fixtureSnapshot({ after })
  const browser = await startChromium({ after })
  const server = await startServer({ after }, root, { now: new Date('2026-06-17T15:00:00Z') })
  const eggs = '/v1/search?near=Danville,+VT&products=eggs'
  const ask = async (path: string) => (await server.ask<List>(path, { key: 'paid' })).body
  const names = (page: Page, list: string) => page.locator(`${list} .name`).allTextContents()
  /** The link on a card that keeps its farm. */
  const keeps = (page: Page, card: number, name: RegExp) =>
    page.locator('.place').nth(card).getByRole('link', { name })
  const [first, second] = (await ask('/v1/farms?per_page=2&sort=name')).data

  it('counts actions', async () => {
    const { page } = await openPage(browser, server)
    const hand = new Hand()
    await page.setContent('<input />')
    await hand.click(page.locator('input'))
    await hand.fill(page.locator('input'), 'eggs')
    await hand.enter(page.locator('input'), 'eggs')
    assert.throws(() => hand.click(page.locator('input')), /over 3 actions/)
    await page.context().close()
  })

  for (const javaScriptEnabled of [true, false])
    it(`eggs near home on Saturday, ${javaScriptEnabled ? 'by fields' : 'in words, without JavaScript'}`, async () => {
      const { page, violations } = await openPage(browser, server, { javaScriptEnabled })
      const hand = new Hand()
      await page.goto('/')
      if (javaScriptEnabled) {
        await hand.fill(page.locator('#q'), 'eggs')
        await hand.fill(page.locator('#near'), 'Danville, VT')
        await hand.choose(page.locator('#on'), 'sat')
      } else await hand.enter(page.locator('#q'), 'eggs near Danville, VT on Saturday')
      await page
        .getByRole('heading', { name: 'Farms with eggs near Danville, VT, open Saturday' })
        .waitFor()
      assert.equal(await page.locator('#on').inputValue(), 'sat', 'the next search keeps the day')
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
      const hand = new Hand()
      await page.goto('/?q=eggs&near=Danville,+VT')
      const [one, other] = await names(page, '.farms')
      await hand.click(keeps(page, 0, /^Compare/))
      await hand.click(keeps(page, 1, /^Compare/))
      await hand.click(page.getByRole('link', { name: 'Compare 2', exact: true }))
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

  it('a Saturday route, and the same as a calendar file', async () => {
    const { page, outside, violations } = await openPage(browser, server)
    const hand = new Hand()
    await page.goto('/?q=eggs&near=Danville,+VT&on=sat')
    const [one, other] = await names(page, '.list > .farms')
    await hand.click(keeps(page, 0, /^Save/))
    await hand.click(keeps(page, 1, /^Save/))
    await hand.click(page.getByRole('link', { name: 'Plan Saturday (2)' }))
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

  it('how current a farm’s hours are', async () => {
    const day = '2026-06-20'
    const { data } = await ask(`/v1/farms?open_on=${day}&sort=name&fields=id,name,said_at`)
    const [{ name, said_at }] = data as [Farm]
    const { page } = await openPage(browser, server, { viewport: { width: 360, height: 780 } })
    const hand = new Hand()
    await page.goto('/')
    await hand.enter(page.locator('#q'), name)
    await hand.click(page.locator('.farms .name', { hasText: name }).first())
    const band = (await page.locator('.band').innerText()).replaceAll(/\s+/g, ' ')
    assert.match(band, /^(Usually|Last known to) open .*\d/)
    const [, month, year] =
      /Confirmed (\w{3}) (\d{4}) \((?:(?:this|last) month|\d+ \w+ ago)\)/.exec(band)!
    const said = new Date(said_at.hours!)
    const monthOf = said.toLocaleString('en-US', { month: 'short', timeZone: 'UTC' })
    assert.deepEqual([month, year], [monthOf, String(said.getUTCFullYear())])
    const box = (await page.locator('.actions').boundingBox())!
    assert.ok(box.y + box.height < 780, 'on the first screen of a phone')
    const href = await page.getByRole('link', { name: 'Directions' }).getAttribute('href')
    assert.match(href!, /^https:\/\/www\.openstreetmap\.org\/directions\?to=-?\d+\.\d{5}%2C-?\d+/)
    await page.context().close()
  })

  for (const [title, farm, javaScriptEnabled] of [
    ['with', first!, true],
    ['without', second!, false],
  ] as const)
    it(`a closed farm, reported ${title} JavaScript`, async () => {
      const { page, outside, violations } = await openPage(browser, server, { javaScriptEnabled })
      const hand = new Hand()
      await page.goto(`/farms/${farm.id}`)
      await hand.click(page.getByRole('link', { name: 'Closed? Something wrong?' }))
      await hand.click(page.getByLabel('It has closed permanently'))
      await hand.click(page.getByRole('button', { name: 'Send the report' }))
      await page.getByText('Reported closed on 17 June 2026, being checked.').waitFor()
      assert.deepEqual([outside, violations], [[], []])
      if (javaScriptEnabled) assert.deepEqual(await violationsOf(page), [])
      await page.context().close()
    })

  it('how many farms near a buyer have eggs, and of how many that is known', async () => {
    const { page, outside, violations } = await openPage(browser, server)
    const hand = new Hand()
    await page.goto('/market')
    await hand.fill(page.getByLabel('Product'), 'eggs')
    await hand.enter(page.getByLabel('Near'), 'Danville, VT')
    const all = await ask('/v1/search?near=Danville,+VT&radius=25&per_page=100&fields=id,products')
    const known = (all.data as Farm[]).filter(({ products }) => products !== null)
    const some = known.filter(({ products }) => products!.some((each) => /\beggs$/.test(each)))
    assert.ok(some.length > 0 && known.length < all.meta.total && all.meta.total < 100)
    const text = (await page.getByRole('main').innerText()).replaceAll(/\s+/g, ' ')
    const [places, offer, of] = [all.meta.total, some.length, known.length]
    const share = Math.round((100 * of) / places)
    assert.match(text, new RegExp(`${places} places within 25 miles`))
    assert.match(text, new RegExp(`products are known for ${share} %`))
    assert.match(text, new RegExp(`${offer} of ${places} farms`))
    assert.deepEqual([outside, violations], [[], []])
    await page.context().close()
  })

  it('the farms of a state as a file', async () => {
    const { page, outside, violations } = await openPage(browser, server)
    const hand = new Hand()
    await page.goto('/')
    await hand.enter(page.locator('#q'), 'farms in New Hampshire')
    await page.getByRole('heading', { name: 'New Hampshire', level: 1 }).waitFor()
    await hand.click(page.getByText('This view as a file or a request'))
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      hand.click(page.getByRole('link', { name: 'CSV', exact: true })),
    ])
    const rows = await readCsv(await file.path())
    const { data } = await ask('/v1/farms?state=NH&sort=-quality_score&per_page=100')
    assert.deepEqual(
      rows.map(({ id }) => id),
      data.map(({ id }) => id),
    )
    assert.deepEqual([outside, violations], [[], []])
    await page.context().close()
  })

  it('a key by mail, and the request behind a view', async () => {
    const permissions = ['clipboard-read', 'clipboard-write']
    const { page, outside, violations } = await openPage(browser, server, { permissions })
    const forKey = new Hand()
    await page.goto('/console/sign-in')
    await forKey.enter(page.getByLabel('Email address'), 'ann@example.org')
    await page.getByText('This server sends no mail').waitFor()
    await page.goto(
      `/console/confirm?token=${await newestToken(server.stateDir, 'ann@example.org')}`,
    )
    await forKey.click(page.getByRole('button', { name: 'Sign in to Farm Directory' }))
    await forKey.enter(page.getByLabel('Name'), 'buyer')
    const key = (await page.locator('.secret code').textContent())!

    const forRequest = new Hand()
    await page.goto('/?q=eggs&near=Danville,+VT')
    const listed = await names(page, '.farms')
    await forRequest.click(page.getByText('This view as a file or a request'))
    await forRequest.click(page.getByRole('button', { name: 'Copy the curl program' }))
    await page.getByText('Copied the curl program').waitFor()
    const command: string = await page.evaluate('navigator.clipboard.readText()')
    const [, url] = /^curl -H "X-API-Key: \$FARM_KEY" '([^']+)'$/.exec(command)!
    const answer = await fetch(url!, { headers: { 'X-API-Key': key } })
    const { data } = (await answer.json()) as List
    assert.deepEqual(
      data.map(({ name }) => name),
      listed,
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

  it('prints a farm on one page, a plan, and a list without map and menus, dark on light', async () => {
    const { page } = await openPage(browser, server, {})
    await page.goto(`/farms/${first!.id}`)
    const pdf = await page.pdf({ format: 'Letter' })
    assert.equal(pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)?.length, 1)
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    assert.ok(await page.locator('.printed svg').isVisible())
    for (const path of [page.url(), `/plan?ids=${first!.id}`]) {
      await page.goto(path)
      assert.ok(!(await page.getByRole('banner').isVisible()), path)
      const ink = await page.evaluate('getComputedStyle(document.body).color')
      assert.equal(ink, 'rgb(30, 36, 32)', 'paper is light, whatever the screen is')
    }
    await page.goto('/?q=eggs')
    assert.ok(await page.locator('.place').first().isVisible())
    for (const part of ['.map-panel', '.filters', '.keep', '.handle'])
      assert.ok(!(await page.locator(part).first().isVisible()), part)
    await page.context().close()
  })
})
