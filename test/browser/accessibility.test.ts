// Runs alone: it starts a browser.
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright-core'
import { doubtfulFile } from '../../data/schema/doubtful_list.ts'
import { writePage } from '../../pipeline/report/report.ts'
import { overflowOf, violationsOf } from '../support/axe.ts'
import { startChromium, withoutChromium } from '../support/chromium.ts'
import { makeKey, signedInBrowser } from '../support/console.ts'
import { fixtureSnapshot } from '../support/fixture_snapshot.ts'
import { picture, pictureName } from '../support/picture.ts'
import { startServer } from '../support/running_server.ts'
import { openPage } from '../support/watched_page.ts'

const widths = { 'a desktop': 1280, 'a phone': 360 }
const schemes = ['light', 'dark'] as const
type Farms = { data: { id: string; name: string }[] }

describe('every page, in four forms', { skip: withoutChromium }, async () => {
  if (withoutChromium) return
  const { root, id: snapshot } = await fixtureSnapshot({ after })
  const browser = await startChromium({ after })
  const settings = { OPERATORS: 'ann@example.org' }
  const server = await startServer({ after }, root, { settings })
  const visitor = await signedInBrowser(server)
  const { id, key } = await makeKey(visitor, 'a name that is longer than a phone is wide, by far')
  const origins = `https://${'unbroken'.repeat(7)}.example http://localhost:*`
  const { id: ofPages } = await makeKey(visitor, 'Unbroken'.repeat(12), { origins })
  for (const path of ['/v1/stats', '/v1/search']) await server.ask(path, { key })
  const { body } = await server.ask<Farms>('/v1/farms?per_page=3')
  const ids = body.data.map(({ id }) => id)
  const [open] = (await server.ask<Farms>('/v1/farms?q=open+book')).body.data
  const farm = `/farms/${open!.id}`
  const note = 'A long note, '.repeat(30)
  const report = { kind: 'closed', note, link: `https://example.org/${'x'.repeat(200)}` }
  await visitor.submit(`${farm}/reports`, report)
  const [a, b] = body.data.map(({ id: farm_id, name }) => ({
    farm_id,
    name,
    city: 'Danville',
    state: 'VT',
  }))
  const pair = { score: 8.5, kept_apart_by: 'numbers', distance_km: 0.4, speaks_against: '', a, b }
  await writeFile(
    join(root, 'reports', snapshot, doubtfulFile),
    JSON.stringify([{ ...pair, speaks_for: 'name_core 4.5, address_same 4' }]),
  )
  const session = visitor.cookies.get('session')!
  const asked = ['', '/account', '/account/delete', '/account/deleted', '/sign-in']
  asked.push('/confirm?token=none', '/nothing')
  const ofKey = ['', '/rotate', '/revoke'].map((path) => `/keys/${id}${path}`)
  ofKey.push(`/keys/${ofPages}`, `/keys/${ofPages}/origins`)
  asked.push('/reports')
  const paths = [...asked, ...ofKey].map((path) => `/console${path}`)
  paths.push('/', '/?q=eggs+near+Danville,+VT&place_type=farm', '/?q=eggs+near+Danvile,+VT')
  paths.push('/compare', `/compare?ids=${ids.join()}`)
  paths.push('/plan', `/plan?ids=${ids.join()}&near=Danville,+VT`)
  for (const page of ['', '/coverage', '/sources', '/downloads', '/dictionary', '/VT'])
    paths.push(`/data${page}`)
  paths.push('/data/dictionary/products', '/data/dictionary/phone')
  paths.push(farm, '/market', '/market?near=Danville,+VT&radius=50&product=eggs')
  paths.push(
    '/nothing',
    '/market?near=Springfield',
    '/docs',
    '/docs/searchFarms',
    '/docs/createKey',
    '/docs/recipes/widget',
    '/docs/errors',
    '/docs/errors/bad-request',
  )

  const reportPage = (await writePage(join(root, 'reports', snapshot)))!
  for (const [device, width] of Object.entries(widths))
    it(`has no fault that axe-core finds on ${device}, in light and dark`, async () => {
      const viewport = { width, height: 800 }
      const { page, outside, violations } = await openPage(browser, server, { viewport })
      const look = async (path: string, number: number) => {
        await page.goto(path)
        if (path === '/' && width > 1000) await page.locator('.map-panel[data-points]').waitFor()
        const name = `${String(number).padStart(2, '0')}${pictureName(path)}`
        await lookAt(page, name, path)
        assert.equal(await overflowOf(page), 0, `${path} is wider than ${device}`)
      }
      await look('/console', 0)
      await page.context().addCookies([{ name: 'session', value: session, url: server.url }])
      for (const [at, path] of paths.entries()) await look(path, at + 1)
      assert.deepEqual([outside, violations], [[], []])
      await page.goto(pathToFileURL(reportPage).href)
      await lookAt(page, 'report', 'the report of the build')
      await page.context().close()
    })
})

/** Takes a picture of a page in light and in dark, and then, with all unfolded, looks for faults in both. */
async function lookAt(page: Page, name: string, path: string): Promise<void> {
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme })
    await picture(page, name)
  }
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme })
    const found = await violationsOf(page, { again: colorScheme !== schemes[0] })
    assert.deepEqual(found, [], `${path}, ${colorScheme}`)
  }
  await page.emulateMedia({ colorScheme: schemes[0] }) // in which the next page is loaded
}
