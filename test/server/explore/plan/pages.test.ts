import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { parseHTML } from 'linkedom'
import { fixtureSnapshot } from '../../../support/fixture_snapshot.ts'
import { startServer } from '../../../support/running_server.ts'

const { root } = await fixtureSnapshot({ after })
const server = await startServer({ after }, root, { now: new Date('2026-06-17T15:00:00Z') })
const { body } = await server.ask<{ data: { id: string; name: string }[] }>(
  '/v1/search?near=Danville,+VT&per_page=10',
  { key: 'free' },
)
const farms = body.data
const unknownId = '00000000-0000-5000-8000-000000000000'

async function shown(path: string) {
  const { status, text } = await server.ask(path, { key: null })
  return { status, text, document: parseHTML(text).document }
}
/** The ids of farms of these names. */
async function idsNamed(...names: string[]) {
  const asked = names.map((name) =>
    server.ask<{ data: { id: string }[] }>(`/v1/farms?q=${encodeURIComponent(name)}&fields=id`),
  )
  return (await Promise.all(asked)).map(({ body }) => body.data[0]!.id)
}
const idsOf = (count: number) => farms.slice(0, count).map(({ id }) => id)

describe('GET /compare', () => {
  it('has at most three farms, in their order, each removable', async () => {
    const { document } = await shown(`/compare?ids=${idsOf(5).join()}`)
    const names = [...document.querySelectorAll('thead a[href^="/farms/"]')]
    assert.deepEqual(
      names.map(({ textContent }) => textContent),
      farms.slice(0, 3).map(({ name }) => name),
    )
    const removal = document.querySelector('thead a.small')!.getAttribute('href')
    assert.equal(removal, `/compare?ids=${idsOf(3).slice(1).join()}`)
  })

  it('compares known products only: unknown is not none', async () => {
    const rowsOf = async (...names: string[]) => {
      const { document } = await shown(`/compare?ids=${await idsNamed(...names)}`)
      const cellsOf = (name: string) =>
        [...document.querySelectorAll('tbody tr')]
          .find((row) => row.querySelector('th')!.textContent === name)!
          .querySelectorAll('td')
      return ['Products of all', 'Other products'].map((name) =>
        [...cellsOf(name)].map(({ textContent }) => textContent),
      )
    }
    const ofBook = ['pasture-raised eggs, raw honey and tomatoes', 'not known']
    assert.deepEqual(await rowsOf('Open Book Farm', 'Long Ago Market'), [
      ['not known', 'not known'],
      [`eggs, ${ofBook[0]}`, 'not known'],
    ])
    assert.deepEqual(await rowsOf('Open Book Farm', 'Long Ago Market', 'Town Square Stand 1'), [
      ['eggs', 'not known', 'eggs'],
      [...ofBook, 'cheese'],
    ])
    assert.deepEqual(await rowsOf('Open Book Farm', 'Sells None'), [
      ['none', 'none'],
      [`eggs, ${ofBook[0]}`, 'none'],
    ])
  })

  it('says which farms are gone, and what to do without any', async () => {
    const { status, text } = await shown(`/compare?ids=${unknownId},${farms[0]!.id}`)
    assert.equal(status, 200)
    assert.match(text, /1 of these farms/)
    assert.match((await shown('/compare?ids=x')).text, /No farm to compare yet/)
  })
})

describe('GET /plan', () => {
  it('has each farm once: as a stop, as closed, or as gone', async () => {
    const ids = [...idsOf(6), unknownId]
    const { document, text } = await shown(`/plan?ids=${ids.join()}&on=sat&near=Danville,+VT`)
    const linked = [...document.querySelectorAll('main a[href^="/farms/"]')].map((each) =>
      String(each.getAttribute('href')).slice('/farms/'.length),
    )
    assert.equal(linked.length, 6)
    assert.deepEqual(new Set(linked), new Set(idsOf(6)))
    assert.match(text, /1 farm of this plan/)
    assert.match(text, /20 June 2026/)
  })

  it('refuses a day that is none, and says which days there are', async () => {
    const { status, text } = await shown(`/plan?ids=${idsOf(1).join()}&on=someday`)
    assert.equal(status, 400)
    assert.match(text, /day of the week such as sat/)
  })
})
