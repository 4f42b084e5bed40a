import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { parseHTML } from 'linkedom'
import { fixtureSnapshot } from '../../../support/fixture_snapshot.ts'
import { publishedFarms } from '../../../support/published_farms.ts'
import { startServer } from '../../../support/running_server.ts'

const { root, folder } = await fixtureSnapshot({ after })
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
const published = await publishedFarms(folder)
const idsNamed = (...names: string[]) =>
  names.map((name) => published.find((farm) => farm.name === name)!.id)
const idsOf = (count: number) => farms.slice(0, count).map(({ id }) => id)

/** The comparison of farms: the texts of a row's cells. */
async function compared(...names: string[]) {
  const { document } = await shown(`/compare?ids=${idsNamed(...names).join()}`)
  const rows = [...document.querySelectorAll('tbody tr')]
  return (name: string) => {
    const row = rows.find((each) => each.querySelector('th')!.textContent === name)!
    return [...row.querySelectorAll('td')].map(({ textContent }) => textContent)
  }
}

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
      const cellsOf = await compared(...names)
      return ['Products of all', 'Other products'].map(cellsOf)
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

  it('shows payment of which none is listed, and unknown payment', async () => {
    const cellsOf = await compared('Sells None', 'Long Ago Market')
    assert.deepEqual(cellsOf('Payment'), ['none listed', 'not known'])
  })

  it('has hours said over three years before as stated, and not as those of a day', async () => {
    const cellsOf = await compared('Long Ago Market', 'Open Book Farm')
    assert.deepEqual(cellsOf('Saturday'), ['not known', '9–1'])
    assert.deepEqual(cellsOf('Sunday'), ['not known', 'closed'])
    assert.deepEqual(cellsOf('Stated hours'), ['Sat 9–1, all year', 'Sat 9–1, all year'])
  })

  it('says which farms are gone, and what to do without any', async () => {
    const { status, text } = await shown(`/compare?ids=${unknownId},${farms[0]!.id}`)
    assert.equal(status, 200)
    assert.match(text, /1 farm is no longer listed\./)
    assert.match(text, /<h1>Compare 1 farm<\/h1>/)
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
    assert.match(text, /1 farm is no longer listed/)
    assert.match(text, /20 June 2026/)
  })

  it('says that no drive begins at a name of several places', async () => {
    const [id] = idsOf(1)
    const lost =
      /The drive to the first stop is missing: <strong>Kansas City<\/strong> is not one place\./
    assert.match((await shown(`/plan?ids=${id}&near=Kansas+City`)).text, lost)
    assert.doesNotMatch((await shown(`/plan?ids=${id}&near=Kansas+City,+MO`)).text, lost)
  })

  it('has a farm open, closed or unknown on a day as open_on has it', async () => {
    const names = ['Long Ago', 'Three Years', 'Night'].map((name) => `${name} Market`)
    const ids = idsNamed(...names, 'Open Book Farm', 'Summer Saturdays', 'Wordy Hours')
    const seen = new Set<string>()
    for (const on of ['2026-05-02', '2026-05-09', '2026-05-10', '2026-12-05', '2032-01-03']) {
      const { document } = await shown(`/plan?ids=${ids.join()}&on=${on}`)
      const idsIn = (selector: string) =>
        [...document.querySelectorAll(selector)].map(({ innerHTML }) => /[0-9a-f-]{36}/.exec(innerHTML)![0]) // prettier-ignore
      const isUnknown = (each: { textContent: string }) =>
        /Hours not (?:known|confirmed)/.test(each.textContent)
      const stops = [...document.querySelectorAll('.plan > li')]
      const open = idsIn('.plan > li').filter((_, at) => !isUnknown(stops[at]))
      const asked = async (unknown: string) => {
        const query = `ids=${ids.join()}&open_on=${on}&open_unknown=${unknown}&fields=id`
        return (await server.ask<{ data: { id: string }[] }>(`/v1/farms?${query}`)).body.data.map(({ id }) => id) // prettier-ignore
      }
      assert.deepEqual(open.toSorted(), (await asked('exclude')).toSorted(), on)
      assert.deepEqual(idsIn('.plan > li').toSorted(), (await asked('include')).toSorted(), on)
      seen.add(`${open.length} of ${stops.length} of ${ids.length}`)
    }
    assert.ok(seen.size > 2, [...seen].join())
    const { document, text } = await shown(`/plan?ids=${ids[0]}&on=sat`)
    assert.ok(document.querySelector('a[download]'))
    const closed = await shown(`/plan?ids=${idsNamed('Open Book Farm')[0]}&on=sun`)
    assert.equal(closed.document.querySelector('a[download]'), null, 'a calendar has an event')
    assert.match(text, /Hours not confirmed; last known to open Sat 9–1, all year/)
  })

  it('goes by the last known hours of a stop whose hours are too old', async () => {
    const [id] = idsNamed('Long Ago Market')
    const wasClosed =
      /Long Ago Market<\/strong> is closed that day, by its last known hours of May 2023/
    assert.match((await shown(`/plan?ids=${id}&on=sun`)).text, wasClosed)
    const { text } = await shown(`/plan?ids=${id}&on=sat`)
    assert.doesNotMatch(text, wasClosed)
    assert.match(text, /The hours of 1 stop are not confirmed/)
  })

  it('is a calendar too, with the hours of each stop or the last known ones', async () => {
    const ids = idsNamed('Open Book Farm', 'Long Ago Market', 'Wordy Hours')
    const { headers, text } = await server.ask(`/plan.ics?ids=${ids.join()}&on=sat`, { key: null })
    assert.match(headers.get('Content-Type')!, /^text\/calendar/)
    const notes = text.replaceAll('\r\n ', '').matchAll(/^DESCRIPTION:(.*)\r$/gm)
    assert.deepEqual([...notes].map(([, note]) => note!).toSorted(), [
      'Open 9–1\\, said in May 2026: call first.',
      'Opening hours are not confirmed\\; last known to open Sat 9–1\\, all year\\, said in May 2023: call first.',
      'Opening hours are not known: call first.',
    ])
  })

  it('gives a stop after midnight no time and no event', async () => {
    const query = `ids=${idsNamed('Tundra Greenhouse', 'Attu Greens').join()}&on=sat`
    const { document, text } = await shown(`/plan?${query}`)
    assert.match(text, /2 stops, from 9\u00a0AM to 9:30\u00a0AM/)
    assert.match(text, /1 stop cannot be reached in time/)
    assert.match(text, /58\u00a0h 13\u00a0min drive,\s+2,038\u00a0mi/)
    assert.deepEqual(
      [...document.querySelectorAll('.plan .time')].map(({ textContent }) => textContent.trim()),
      ['9\u00a0AM', ''],
    )
    const calendar = await server.ask(`/plan.ics?${query}`, { key: null })
    assert.equal(calendar.text.match(/BEGIN:VEVENT/g)?.length, 1)
  })

  it('refuses a day that is none, and says which days there are', async () => {
    const { status, text } = await shown(`/plan?ids=${idsOf(1).join()}&on=someday`)
    assert.equal(status, 400)
    assert.match(text, /day of the week such as sat/)
  })
})
