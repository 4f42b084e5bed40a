// Runs alone: it starts a browser.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { layout } from '../../data/schema/layout.ts'
import { writeSite } from '../../server/site/write_site.ts'
import { overflowOf, violationsOf } from '../support/axe.ts'
import { startChromium, withoutChromium } from '../support/chromium.ts'
import { withDuckDb } from '../support/duckdb.ts'
import { fixtureSnapshot } from '../support/fixture_snapshot.ts'
import { picture, pictureName } from '../support/picture.ts'
import { publishedFarms } from '../support/published_farms.ts'
import { serveFolder } from '../support/static_files.ts'
import { temporaryFolder } from '../support/temporary_folder.ts'
import { openPage } from '../support/watched_page.ts'

const prefix = '/some/where/'
const forms = {
  'a desktop, light': { viewport: { width: 1280, height: 800 }, colorScheme: 'light' },
  'a phone, dark': { viewport: { width: 360, height: 740 }, colorScheme: 'dark' },
} as const

describe('the static site in a browser', { skip: withoutChromium }, async () => {
  if (withoutChromium) return
  const { root, id, folder } = await fixtureSnapshot({ after })
  const out = await temporaryFolder({ after })
  const { snapshots } = await writeSite(layout(root), out, 10)
  const server = await serveFolder({ after }, out, { prefix })
  const browser = await startChromium({ after })
  const open = (form = {}) => openPage(browser, server, form)
  const goTo = (page: Page, path: string) => page.goto(`${server.url}${prefix}${path}`)

  /** Names of the farms around a point, nearest first, by brute force. */
  const around = (lat: number, lng: number, radius_mi: number) =>
    withDuckDb(async (connection) => {
      const reader = await connection.runAndReadAll(
        `select name from (
          select name, 2 * 3958.7613 * asin(sqrt(
            sin(radians(lat - $lat) / 2) ** 2 +
            cos(radians($lat)) * cos(radians(lat)) * sin(radians(lng - $lng) / 2) ** 2)) as distance_mi
          from read_parquet($path)
        ) where distance_mi <= $radius_mi order by distance_mi, name`,
        { lat, lng, radius_mi, path: `${folder}/public/farms.parquet` },
      )
      return reader.getRows().map(([name]) => name as string)
    })

  const inBox = (await publishedFarms(folder)).filter(
    ({ lat, lng }) =>
      lat !== null && lng !== null && lat >= 44 && lat <= 45 && lng >= -73 && lng <= -71.5,
  ).length

  it('leads to the files of a snapshot without JavaScript', async () => {
    const { page, outside, violations } = await open({ javaScriptEnabled: false })
    await goTo(page, '')
    await page.getByRole('link', { name: id }).click()
    await page.getByRole('heading', { name: 'Columns of every file' }).waitFor()
    await page.getByText('in none of these files').waitFor()
    const file = page.getByRole('link', { name: 'farms.parquet', exact: true })
    const entry = page.locator('tr', { has: file })
    const href = await file.getAttribute('href')
    const answer = await fetch(new URL(href!, page.url()))
    const digest = createHash('sha256').update(new Uint8Array(await answer.arrayBuffer()))
    assert.match((await entry.textContent())!, new RegExp(digest.digest('hex')))
    assert.match((await entry.textContent())!, /from 'public\/farms\.parquet' limit 10;/)
    assert.equal(await page.locator('a[download]').count(), snapshots[0]!.files.length)
    assert.equal(await page.getByText('members/').count(), 0)
    await goTo(page, 'latest/')
    await page.waitForURL(`**/snapshots/${id}/index.html`)
    assert.deepEqual([outside, violations], [[], []])
    await page.context().close()
  })

  it('gives SQL that opens a file where it is', async () => {
    const { page } = await open()
    await goTo(page, `snapshots/${id}/index.html`)
    const url = `${server.url}${prefix}snapshots/${id}/public/farms.parquet`
    const file = page.getByRole('link', { name: 'farms.parquet', exact: true })
    await page.locator('tr', { has: file }).getByText('and SQL').click()
    await page.getByText(`from '${url}' limit 10;`).waitFor()
    await page.context().close()
  })

  it('shows the farms near a town out of the Parquet file, in at most 6 requests', async () => {
    const { page, outside, violations } = await open()
    await goTo(page, 'map/index.html')
    await page.locator('.map-panel[data-points]').waitFor()
    server.sent.length = 0
    await page.getByRole('searchbox').fill('Danville, VT')
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    await page.getByRole('heading', { name: 'within 25 miles of Danville, VT' }).waitFor()
    await page.getByText('telephone numbers are not on this map').waitFor()
    assert.equal(await page.locator('form :focus').count(), 0, 'the form covers no map')
    const expected = await around(44.4332, -72.1133, 25)
    const heading = await page.locator('.count').textContent()
    assert.equal(heading, `${expected.length} farms within 25 miles of Danville, VT`)
    for (let shown = 20; shown < expected.length; shown += 20)
      await page.getByRole('button', { name: 'Show more' }).click()
    assert.deepEqual(
      (await page.locator('.farms .name').allTextContents()).toSorted(),
      expected.toSorted(),
    )
    await page.locator(`.map-panel[data-points="${expected.length}"]`).waitFor()
    const [, year, years] = /Confirmed \w+ (\d{4}) \((\d+) years? ago\)/.exec(
      await page.locator('.farms').innerText(),
    )!
    const passed = new Date().getUTCFullYear() - Number(year)
    assert.ok([passed, passed - 1].includes(Number(years)))
    const data = server.sent.filter(({ path }) => /^(snapshots|places)\//.test(path))
    assert.ok(data.length <= 6, JSON.stringify(data))
    assert.deepEqual([outside, violations], [[], []])
    await page.context().close()
  })

  it('keeps what is asked for in the address, and says what it does not understand', async () => {
    const geolocation = { latitude: 44.41, longitude: -72.14 }
    const { page } = await open({ geolocation, permissions: ['geolocation'] })
    await goTo(page, 'map/index.html?bbox=-73,44,-71.5,45')
    await page.getByRole('heading', { name: `${inBox} farms in this area` }).waitFor()
    await page.getByRole('button', { name: 'Near me' }).click()
    await page.getByRole('heading', { name: 'within 25 miles of 44.41, -72.14' }).waitFor()
    await goTo(page, 'map/index.html?near=05828&radius=10')
    await page.getByRole('heading', { name: 'within 10 miles of 05828' }).waitFor()
    for (const [text, note] of [
      ['Springfield', 'Name the state too'],
      ['Nowhereville, VT', 'No place in Vermont is called Nowhereville'],
      ['99999', 'There is no ZIP code 99999'],
    ] as const) {
      await page.getByRole('searchbox').fill(text)
      await page.keyboard.press('Enter')
      await page.getByText(note).waitFor()
    }
    await page.goBack({ waitUntil: 'commit' })
    await page.goBack({ waitUntil: 'commit' })
    await page.goBack({ waitUntil: 'commit' })
    await page.getByRole('heading', { name: 'within 10 miles of 05828' }).waitFor()
    await page.context().close()
  })

  for (const [name, form] of Object.entries(forms))
    it(`has no fault that axe-core finds on ${name}, and is no wider`, async () => {
      const { page, violations } = await open(form)
      const found = 'map/index.html?near=Danville,+VT&radius=25'
      for (const path of ['', `snapshots/${id}/index.html`, found]) {
        await goTo(page, path)
        if (path === found) await page.locator('.farms .name').first().waitFor()
        await picture(page, `site_${pictureName(path)}`)
        assert.deepEqual(await violationsOf(page), [], path)
        assert.equal(await overflowOf(page), 0, `${path} is wider than ${name}`)
      }
      assert.deepEqual(violations, [])
      await page.context().close()
    })
})
