import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { sourcesFile } from '../../../../data/schema/input/sources_file.ts'
import { SourceBytes } from '../../../../pipeline/read/formats/source_bytes.ts'
import { suggest } from '../../../../pipeline/read/suggest/suggest.ts'
import { temporaryFolder } from '../../../support/temporary_folder.ts'
import { workbook } from '../../../support/workbook.ts'

/** What is suggested for a file, after it was seen that a build takes it. */
async function suggested(t: TestContext, name: string, content: string | Buffer) {
  const path = join(await temporaryFolder(t), name)
  await writeFile(path, content)
  await using file = await SourceBytes.open(path)
  const { sources, remarks } = await suggest(file)
  sourcesFile.parse({ sources })
  const [source] = sources as { kind: string; name: string; mapping?: Record<string, unknown> }[]
  return { ...source!, remarks }
}

describe('suggest(file)', () => {
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
      'publisher, licence, attribution: say whose list it is',
      'place_type: farmers_market for all is a guess',
      'state: no column found; all ZIP codes are in NY',
    ])
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
      remarks.includes('lat, lng: X, Y hold no degrees; farms are placed by their ZIP codes'),
    )
  })

  it('says what it guesses by values, and what it leaves', async (t) => {
    const line = (n: number) =>
      `Stand ${n},stand${n}@example.org,${n % 2 ? 'Y' : 'N'},GM,ask,${n}\n`
    const table = 'Who,Write to,Moonlit,Type,Accepts WIC,Ward\n' + [1, 2, 3, 4].map(line).join('')
    const { mapping, remarks } = await suggested(t, 'stands.csv', table)
    assert.deepEqual(mapping, { name: 'Who', email: 'Write to', place_type: { constant: 'farm' } })
    assert.deepEqual(remarks.slice(1), [
      'place_type: `Type` has words of its own; to use it, write {"column": "Type", "values": {"GM":"farmers_market"}}',
      'email: `Write to` is a guess, by what its values look like',
      '`Moonlit` is yes/no, and no vocabulary knows it: if it is a term, add it to flags',
      'name: `Who` is a guess, because no column is called a name',
      'place_type: farm for all is a guess',
      'state: no column found; if all are in one, add "state": {"constant": "NY"}',
      'lat, lng: no column found; farms are placed by their ZIP codes',
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
    const tagged = await suggested(
      t,
      'osm.geojson',
      map({ '@id': 'node/1', shop: 'farm', name: 'Stone Creek' }),
    )
    assert.equal(tagged.mapping, undefined)
  })

  it('says so where nothing can be a name, or where there are no rows', async (t) => {
    await assert.rejects(
      suggested(t, 'a.csv', 'A,B\n1,2\n3,4\n5,6\n'),
      /a\.csv has no column that looks like/,
    )
    await assert.rejects(suggested(t, 'a.csv', 'A,B\n'), /has no rows below/)
  })
})
