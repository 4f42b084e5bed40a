import assert from 'node:assert/strict'
import { cp, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { sourcesFile } from '../../../../data/schema/input/sources_file.ts'
import { suggest } from '../../../../pipeline/read/suggest/suggest.ts'
import { temporaryFolder } from '../../../support/temporary_folder.ts'
import { workbook } from '../../../support/workbook.ts'

/** What is suggested for a file, after it was seen that a build takes it. */
async function suggested(t: TestContext, name: string, content: string | Buffer) {
  const path = join(await temporaryFolder(t), name)
  await writeFile(path, content)
  await utimes(path, written, written)
  return suggestedFor(path)
}

const written = new Date('2025-03-04T05:06:07Z')

async function suggestedFor(path: string) {
  const { sources, remarks } = await suggest(path, new Date('2026-01-01T00:00:00Z'))
  sourcesFile.parse({ sources })
  const [source] = sources as {
    kind: string
    name?: string
    sheet?: string
    edition?: string
    where?: Record<string, string[]>
    retrieved_at: string
    mapping?: Record<string, unknown>
  }[]
  return { ...source!, remarks }
}

const checkIt = 'check it: it is the day on which the file was downloaded'

describe('suggest(file)', () => {
  it('finds the column of the edition in a table of several years', async (t) => {
    const rows = [2018, 2019, 2020].flatMap((year) => [
      `${year},Hill Street Market,Danville,VT,1990`,
      `${year},River Side Market,Peacham,VT,${year === 2018 ? '' : 1995}`,
    ])
    const header = 'Year,Market Name,City,State,Founded'
    const { edition, retrieved_at, mapping, remarks } = await suggested(
      t,
      'markets.csv',
      [header, ...rows].join('\n') + '\n',
    )
    assert.equal(edition, 'Year')
    assert.equal(retrieved_at, undefined)
    assert.equal(mapping!['name'], 'Market Name')
    assert.ok(remarks.some((remark) => remark.startsWith('edition: `Year` dates the rows')))
    assert.ok(remarks.every((remark) => !/^not in the mapping:.*Year/.test(remark)))

    const once = [
      'Year,Market Name,City,State',
      '2018,Hill Street Market,Danville,VT',
      '2019,River Side,Peacham,VT',
    ]
    const single = await suggested(t, 'founded.csv', once.join('\n') + '\n')
    assert.deepEqual([single.edition, single.retrieved_at], [undefined, '2025-03-04'])
  })

  it('proposes the rows that a status says are in force, and only by words that it knows', async (t) => {
    const table = (...status: string[]) =>
      [
        'Market Name,State,License Status',
        ...status.map((each, n) => `Market ${n} Hill,VT,${each}`),
      ]
        .join('\n')
        .concat('\n')
    const found = await suggested(t, 'one.csv', table('Active', 'Expired', 'Approved', 'Active'))
    assert.deepEqual(found.where, { 'License Status': ['Active', 'Approved'] })
    assert.ok(
      found.remarks.includes(
        'where: `License Status` leaves out 1 row of the first 4 (Expired); check it',
      ),
    )
    const unknown = await suggested(t, 'two.csv', table('Active', 'Expired', 'Seasonal'))
    assert.equal(unknown.where, undefined)
    assert.equal((await suggested(t, 'three.csv', table('Active', 'Active'))).where, undefined)
  })

  it('maps days, times and dates, yes/no columns and a point in a text', async (t) => {
    const { kind, name, mapping, remarks } = await suggested(
      t,
      'City Markets 2024.csv',
      `Markets of the city,,,,,,,,,,,
Market Name,House No,Street,Postcode,Phone 1,Phone 2,Day,Start Time,End Time,Accepts EBT,Crafts?,Location 1
Harbor,12,Example St,11201,718-555-0101,,Sat,8:00 AM,1:00 PM,Yes,Y,"(40.695, -73.989)"
Square,14,Example St,11201,,718-555-0102,Tue & Fri,9:00 AM,2:00 PM,No,N,"(40.696, -73.988)"
`,
    )
    assert.deepEqual([kind, name], ['csv', 'city-markets-2024'])
    assert.deepEqual(mapping, {
      name: 'Market Name',
      place_type: { constant: 'farmers_market' },
      address: ['House No', 'Street'],
      state: { constant: 'NY' },
      zip: 'Postcode',
      phone: { first: ['Phone 1', 'Phone 2'] },
      location: 'Location 1',
      products: { flags: { 'Crafts?': 'crafts' } },
      payment_methods: { flags: { 'Accepts EBT': 'SNAP' } },
      hours: { days: 'Day', opens: 'Start Time', closes: 'End Time' },
    })
    assert.deepEqual(remarks, [
      `retrieved_at: 2025-03-04 is the day it was last written here; ${checkIt}`,
      '`publisher`, `licence`, `attribution`: fill in whose list it is',
      'place_type: farmers_market for all is a guess',
      'state: no column found; all ZIP codes are in NY',
    ])
  })

  it('maps times beside days, places in words, and a city with its state', async (t) => {
    const market = await suggested(
      t,
      'a.csv',
      `FM ID,Market Name,Location,Muni,Weekday,Open Times,Open Dates,Website Link,City/State/Zip
1,Greene Market,Corner of 5th and 3rd,Ames,Tuesday,4-7 p.m.,May 3 - October 25,example.org,"Ames, IA 50010"
2,North Market,City Park,Ames,Thursday,9 am - noon,June 1 - Sept. 30,example.org,"Ames, IA 50010"
`,
    )
    assert.deepEqual(market.mapping, {
      source_id: 'FM ID',
      name: 'Market Name',
      place_type: { constant: 'farmers_market' },
      address: { join: ['Location', 'City/State/Zip'], with: ', ' },
      city: 'Muni',
      website: 'Website Link',
      hours: { times: { join: ['Weekday', 'Open Times'] }, season: 'Open Dates' },
    })
    assert.ok(
      market.remarks.includes('address: `Location` is a guess, by what its values look like'),
    )
    assert.ok(!market.remarks.some((remark) => remark.startsWith('state')))
    const both = await suggested(t, 'b.csv', 'Market,Day,Open Hours\nGreene,Tuesday,4-7 p.m.\n')
    assert.deepEqual(both.mapping?.hours, { times: { join: ['Day', 'Open Hours'] } })
  })

  it('maps columns of weekdays, dates with a format, lists, and coordinates only in degrees', async (t) => {
    const rows = [
      [
        'farm',
        'City',
        'State',
        'Mon',
        'Sat Hours',
        'Products',
        'Last Updated',
        'X',
        'Y',
        'Open Date',
        'Close Date',
      ],
      [
        'Stone Creek',
        'Barre',
        'VT',
        '8am-1pm',
        '9am-2pm',
        'eggs; kale',
        '28/04/2024',
        1421000.2,
        592000.4,
        'May 1',
        'Oct 1',
      ],
      [
        'Mill Trail',
        'Barre',
        'VT',
        null,
        '9am-2pm',
        'honey',
        '29/04/2024',
        1421001.2,
        592001.4,
        'May 1',
        'Oct 1',
      ],
    ]
    const { kind, mapping, remarks } = await suggested(t, 'farms.xlsx', workbook(rows))
    assert.equal(kind, 'xlsx')
    assert.deepEqual(mapping, {
      name: 'farm',
      place_type: { constant: 'farm' },
      city: 'City',
      state: 'State',
      updated_at: { column: 'Last Updated', format: 'D/M/YYYY' },
      products: 'Products',
      hours: { weekdays: { mon: 'Mon', sat: 'Sat Hours' }, from: 'Open Date', to: 'Close Date' },
    })
    assert.ok(
      remarks.includes(
        'lat, lng: X, Y hold no degrees; farms are placed by their ZIP codes, and without one they have no place',
      ),
    )
  })

  it('says what it guesses by values, and what it leaves', async (t) => {
    const line = (n: number) =>
      `Stand ${n},stand${n}@example.org,${n % 2 ? 'Y' : 'N'},GM,ask,${n}\n`
    const table = 'Who,Write to,Moonlit,Type,Accepts WIC,Ward\n' + [1, 2, 3, 4].map(line).join('')
    const { mapping, remarks } = await suggested(t, 'stands.csv', table)
    assert.deepEqual(mapping, { name: 'Who', email: 'Write to', place_type: { constant: 'farm' } })
    assert.deepEqual(remarks.slice(2), [
      'place_type: `Type` has words of its own; to use it, write {"column": "Type", "values": {"GM":"farmers_market"}}',
      'email: `Write to` is a guess, by what its values look like',
      '`Moonlit` is yes/no, and no vocabulary knows it: if it is a term, add it to flags',
      'name: `Who` is a guess, because no column is called a name',
      'place_type: farm for all is a guess',
      'state: no column found; if all are in one, add "state": {"constant": "NY"}',
      'lat, lng: no column found; farms are placed by their ZIP codes, and without one they have no place',
      'not in the mapping: Accepts WIC, Ward',
    ])
  })

  it('reads GeoJSON, and knows that OpenStreetMap’s tags need no mapping', async (t) => {
    const feature = (properties: object) => ({
      type: 'Feature',
      properties,
      geometry: { type: 'Point', coordinates: [-72.14, 44.41] },
    })
    const map = (properties: object) =>
      JSON.stringify({ type: 'FeatureCollection', features: [feature(properties)] })
    const county = await suggested(
      t,
      'county.geojson',
      map({ FARM_NAME: 'Stone Creek', STATE: 'VT' }),
    )
    assert.equal(county.kind, 'geojson')
    assert.deepEqual(county.mapping, {
      name: 'FARM_NAME',
      place_type: { constant: 'farm' },
      state: 'STATE',
    })
    const picture = { gx_media_links: 'https://example.org/stand.jpg' }
    const drawn = await suggested(
      t,
      'drawn.geojson',
      map({ Name: 'Stone Creek', State: 'VT', ...picture }),
    )
    assert.equal(drawn.mapping!['image_url'], 'gx_media_links', 'pictures of a Google map')
    const tagged = await suggested(
      t,
      'osm.geojson',
      map({ '@id': 'node/1', shop: 'farm', name: 'Stone Creek' }),
    )
    assert.equal(tagged.mapping, undefined)
  })

  it('dates a file by its name, else by its newest row that is no date to come, else by its own date', async (t) => {
    const table = (...dates: string[]) =>
      'Farm,State,Last Updated\n' + dates.map((date, n) => `Farm ${n},VT,${date}\n`).join('')
    const rows = table('28/04/2024', '30/01/2024', '29/01/2027')
    const dated = await Promise.all([
      suggested(t, 'list_2017-06.csv', rows),
      suggested(t, 'list.csv', rows),
      suggested(t, 'list.csv', table('unknown')),
    ])
    assert.deepEqual(
      dated.map(({ retrieved_at, remarks }) => [retrieved_at, remarks[0]]),
      [
        ['2017-06-01', 'the date in its name'],
        ['2024-04-28', 'the newest date of its rows'],
        ['2025-03-04', 'the day it was last written here'],
      ].map(([date, from]) => [date, `retrieved_at: ${date} is ${from}; ${checkIt}`]),
    )
  })

  for (const [kind, file] of [
    ['usda-farmers-market-directory', 'headerless_45.csv'],
    ['usda-local-food-portal', 'csa.csv'],
    ['usda-local-food-portal', 'api.json'],
    ['usda-csa-directory', '2017.csv'],
    ['usda-on-farm-directory', '2017.csv'],
    ['new-york-farmers-markets', '2017.csv'],
    ['new-york-farmers-markets', 'api.json'],
  ] as const)
    it(`knows a file of ${kind} (${file}), which needs no mapping`, async (t) => {
      const path = join(await temporaryFolder(t), file)
      await cp(join(import.meta.dirname, '../../../fixtures/sources', kind, file), path)
      const { kind: found, name, mapping, remarks } = await suggestedFor(path)
      assert.deepEqual([found, name, mapping], [kind, undefined, undefined])
      assert.deepEqual(remarks.slice(1), [`${kind} reads it without a mapping`])
    })

  it('knows a farm feed', async (t) => {
    const { kind, name, mapping } = await suggested(
      t,
      'ours.jsonl',
      '{"source_id":"1","name":"A"}\n',
    )
    assert.deepEqual([kind, name, mapping], ['farm-feed', 'ours', undefined])
  })

  it('takes the list of a state for New York’s only where its farms are there', async (t) => {
    const list = (state: string, zip: string) =>
      'County,Market Name,Address,City,State,Zip,Phone,Website,Hours,Season,SNAP\n' +
      `Polk,Example Market,12 Example St,Ames,${state},${zip},,,Sat 9am-1pm,June 1-October 1,Y\n`
    const kinds = [list('NY', '12009'), list('IA', '50010'), list('', '50010')].map(
      async (table) => (await suggested(t, 'markets.csv', table)).kind,
    )
    assert.deepEqual(await Promise.all(kinds), ['new-york-farmers-markets', 'csv', 'csv'])
  })

  it('maps the ids of the lists that others are made of', async (t) => {
    for (const id of ['FMID', 'CSA_ID', 'OF_ID', 'listing_id']) {
      const table = `${id},Market Name,City\n1001,Example Market,Ames\n1002,Other Market,Ames\n`
      assert.equal((await suggested(t, 'a.csv', table)).mapping!['source_id'], id)
    }
  })

  it('reads the longest sheet of a workbook, and names the others', async (t) => {
    const table = [
      ['Farm', 'Town', 'State'],
      ['Hill Farm', 'Barre', 'VT'],
    ]
    const { sheet, remarks } = await suggested(t, 'a.xlsx', workbook([['Read me']], table))
    assert.equal(sheet, 'Sheet2')
    assert.ok(remarks.some((remark) => /`Sheet2` is read, and not `Sheet1`/.test(remark)))
  })

  it('maps the columns of an agency’s list, and a longitude without its sign', async (t) => {
    const table =
      'Farm,City,Web Address,Products Offered,Other Products,Payment Types Accepted,Latitude (N),Longitude (W),Last Verified\n' +
      'Hill,Berea,a.example.org,eggs,soap,Cash,37.57,84.29,5/1/2024\nDale,Paris,,corn,,,38.21,84.25,5/2/2024\n'
    const { mapping, retrieved_at } = await suggested(t, 'a.csv', table)
    const { name: _, place_type: __, city: ___, ...others } = mapping!
    assert.deepEqual(others, {
      website: 'Web Address',
      lat: 'Latitude (N)',
      lng: 'Longitude (W)',
      updated_at: 'Last Verified',
      products: ['Products Offered', 'Other Products'],
      payment_methods: 'Payment Types Accepted',
    })
    assert.equal(retrieved_at, '2024-05-02')
    const half = await suggested(t, 'b.csv', 'Farm,City,Lat\nHill,Berea,37.57\nDale,Paris,38.21\n')
    assert.equal(half.mapping!['lat'], undefined, 'half a point places no farm')
  })

  it('maps yes/no columns of months', async (t) => {
    const table = 'Farm,Town,May,June,Sept.,Market\nHill,Barre,x,x,,x\nDale,Barre,,✓,y,x\n'
    const { mapping } = await suggested(t, 'a.csv', table)
    assert.deepEqual(mapping!['hours'], { months: { may: 'May', jun: 'June', sep: 'Sept.' } })
  })

  it('maps nested weekdays, degrees with decimal commas, and takes no type from a yes/no column', async (t) => {
    const farms = ['Hill', 'Dale', 'Creek'].map((name, n) => ({
      farmName: `${name} Farm`,
      geo: { lat: `44,411${n}`, lon: `72° 8' ${n}" W` },
      CSA: 'yes',
      at: { coordinates: [-72.14, 44.41] },
      hours: { monday: '9-5', tuesday: 'closed' },
    }))
    const { mapping } = await suggested(t, 'a.json', JSON.stringify(farms))
    assert.deepEqual(mapping!['hours'], {
      weekdays: { mon: 'hours.monday', tue: 'hours.tuesday' },
    })
    assert.deepEqual([mapping!['lat'], mapping!['lng']], ['geo.lat', 'geo.lon'])
    assert.equal(mapping!['location'], 'at')
    assert.deepEqual(mapping!['place_type'], { constant: 'farm' })
  })

  it('says so where nothing can be a name, or where there are no rows', async (t) => {
    await assert.rejects(
      suggested(t, 'a.csv', 'A,B\n1,2\n3,4\n5,6\n'),
      /a\.csv has no column that looks like/,
    )
    await assert.rejects(suggested(t, 'a.csv', 'A,B\n'), /has no rows below/)
  })
})
