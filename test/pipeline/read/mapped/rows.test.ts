import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { mapping } from '../../../../data/schema/input/mapping.ts'
import { adapterFor } from '../../../../pipeline/read/adapters.ts'
import { choiceOf } from '../../../../pipeline/read/columns/choice.ts'
import { SeenColumns } from '../../../../pipeline/read/seen_columns.ts'
import { sourceRows } from '../../../support/source_rows.ts'
import { temporaryFolder } from '../../../support/temporary_folder.ts'
import { workbook } from '../../../support/workbook.ts'

async function read(t: TestContext, name: string, content: string | Buffer, given: object) {
  const path = join(await temporaryFolder(t), name)
  await writeFile(path, content)
  try {
    return await sourceRows(adapterFor('csv'), path, mapping.parse(given))
  } catch (error) {
    ;(error as Error).message = (error as Error).message.replaceAll(path, basename(path))
    throw error
  }
}

const farms = async (...args: Parameters<typeof read>) =>
  (await read(...args)).map((row) => ('farm' in row ? row.farm : assert.fail(row.rejected)))

describe('a table by its mapping', () => {
  it('is read from a workbook, whose times of day are shares of a day', async (t) => {
    const rows = [
      ['Markets of the county', null, null, null, null, null, null],
      ['Name', 'Day', 'Start', 'End', 'ZIP', 'SNAP', 'Edited'],
      ['Harbor Market', 'Sat', 0.375, '1899-12-31 13:00:00', 5828, 1, 45410.5],
      ['Square Market', 'Wed', null, null, 5641, 0, null],
    ]
    const [harbor, square] = await farms(t, 'markets.xlsx', workbook(rows), {
      name: 'Name',
      zip: 'ZIP',
      payment_methods: { flags: { SNAP: 'SNAP' } },
      hours: { days: 'Day', opens: 'Start', closes: 'End' },
    })
    assert.deepEqual(harbor!.schedules, [
      { name: 'hours', season: null, times: 'Sat 09:00-13:00', note: null },
    ])
    assert.deepEqual([harbor!.zip, harbor!.payment_methods], ['5828', ['SNAP']])
    assert.deepEqual(square!.schedules[0]!.times, 'Wed')
    assert.equal(square!.payment_methods, null, 'no is no list without terms')
  })

  it('is read with tabs or semicolons between its columns', async (t) => {
    for (const delimiter of ['\t', ';']) {
      const table = 'Name|Town|Phone\n"Harbor, and Sons"|Barre|802-555-0101\n'.replaceAll(
        '|',
        delimiter,
      )
      const [harbor] = await farms(t, 'a.txt', table, { name: 'Name', city: 'Town' })
      assert.deepEqual([harbor!.name, harbor!.city], ['Harbor, and Sons', 'Barre'])
    }
  })

  it('lacks columns of its mapping: all are named, with those that were meant', async (t) => {
    const table = 'Market Name,Telephone,Town\nHarbor,802-555-0101,Danville\n'
    const given = {
      name: 'Market Name',
      phone: 'Telefone',
      payment_methods: { flags: { EBT: 'SNAP' } },
      city: { first: ['City', 'Town'] },
      address: ['House', 'Town'],
    }
    await assert.rejects(read(t, 'markets.csv', table, given), {
      name: 'SourceError',
      message: `markets.csv does not fit its mapping:
  address: no column \`House\`
  phone: no column \`Telefone\` (did you mean \`Telephone\`?)
  payment_methods: no column \`EBT\`
correct the mapping, or omit the field; the file has Market Name, Telephone, Town`,
    })
  })

  it('lacks the column of names: its likeliest header is shown', async (t) => {
    const table = 'List of markets\nMarketname,City\nHarbor,Danville\nSquare,Barre\n'
    const lacking = { name: 'Mraketname', city: 'City' }
    await assert.rejects(read(t, 'markets.csv', table, lacking), {
      name: 'SourceError',
      message:
        /name: no column `Mraketname` \(did you mean `Marketname`\?\)\n.*the file has Marketname, City$/,
    })
  })

  it('may have a column in some objects of JSON only, not in none', async (t) => {
    const lines = '{"name": "Harbor"}\n{"name": "Square", "info": {"phone": "802-555-0101"}}\n'
    const [, square] = await farms(t, 'a.jsonl', lines, { name: 'name', phone: 'info.phone' })
    assert.equal(square!.phone, '802-555-0101')
    await assert.rejects(read(t, 'a.jsonl', lines, { name: 'name', phone: 'info.tel' }), {
      name: 'SourceError',
      message: /phone: no column `info\.tel`/,
    })
  })

  it('takes the mapping’s point before that of the feature', async (t) => {
    const feature = (properties: object) =>
      JSON.stringify({
        type: 'Feature',
        properties,
        geometry: { type: 'Point', coordinates: [1421000, 592000] },
      })
    const text = [{ name: 'A', y: 44.41, x: -72.14 }, { name: 'B' }].map(feature).join('\n')
    const [a, b] = await farms(t, 'a.jsonl', text, { name: 'name', lat: 'y', lng: 'x' })
    assert.deepEqual([a!.lat, a!.lng], ['44.41', '-72.14'])
    assert.deepEqual([b!.lat, b!.lng], [592000, 1421000])
  })

  it('is read from the sheet that its entry names', async (t) => {
    const path = join(await temporaryFolder(t), 'farms.xlsx')
    await writeFile(
      path,
      workbook(
        [['Read me']],
        [
          ['Name', 'Town'],
          ['Harbor', 'Barre'],
        ],
      ),
    )
    const given = mapping.parse({ name: 'Name', city: 'Town' })
    const readSheet = (sheet: string) =>
      sourceRows(adapterFor('xlsx'), path, given, new SeenColumns({}, null, choiceOf({ sheet })))
    const [harbor] = await readSheet('Sheet2')
    assert.equal(harbor && 'farm' in harbor && harbor.farm.city, 'Barre')
    await assert.rejects(readSheet('Farms'), /Sheet not found: Farms.*Sheet1, Sheet2/)
  })

  it('is open in the months with a yes; without any, its season is unknown', async (t) => {
    const table = 'Farm,Town,May,June,Hours\nHill,Barre,x,✓,Sat 9-1\nDale,Barre,no,,\n'
    const hours = { months: { may: 'May', jun: 'June' }, times: 'Hours' }
    const read = await farms(t, 'a.csv', table, { name: 'Farm', city: 'Town', hours })
    assert.deepEqual(
      read.map(({ schedules }) => schedules),
      [[{ name: 'hours', season: 'May; Jun', times: 'Sat 9-1', note: null }], []],
    )
    assert.throws(() => mapping.parse({ name: 'Farm', hours: { ...hours, season: 'Season' } }))
  })

  it('reads objects in lists of JSON by their names, or as their values', async (t) => {
    const farm = {
      id: 7,
      name: 'Hill Farm',
      tags: ['organic', 'grass fed'],
      at: { coordinates: [-72.5, 44.19] },
      products: [{ name: 'Eggs', price: 5.5 }, { title: 'Honey' }],
      hours: [
        { day: 'Sat', open: '09:00', close: '13:00' },
        { day: 'Wed', opens: '3pm', closes: '6pm' },
      ],
    }
    const [hill] = await farms(t, 'a.json', JSON.stringify([farm]), {
      source_id: 'id',
      name: 'name',
      location: 'at',
      products: 'products',
      practices: 'tags',
      hours: 'hours',
    })
    assert.deepEqual([hill!.source_id, hill!.lat, hill!.lng], ['7', '44.19', '-72.5'])
    assert.deepEqual([hill!.products, hill!.practices], [['Eggs', 'Honey'], farm.tags])
    assert.equal(hill!.schedules[0]!.times, 'Sat 09:00-13:00;Wed 3pm-6pm')
  })

  it('is read without what spreadsheets add to cells, and without their errors', async (t) => {
    const table = [
      'Farm,Zip,Phone,Town,Products',
      `Hill,"=""05641""",'8025550123,#N/A,#REF!`,
      '#N/A,05641,,Barre,',
      "'Round the Bend,'05641,,Barre,\n",
    ].join('\n')
    const columns = { zip: 'Zip', phone: 'Phone', city: 'Town', products: 'Products' }
    const [hill, blank, bend] = await read(t, 'a.csv', table, { name: 'Farm', ...columns })
    assert.ok(hill && 'farm' in hill && bend && 'farm' in bend)
    const { zip, phone, city, products } = hill.farm
    assert.deepEqual([zip, phone, city, products], ['05641', '8025550123', null, null])
    assert.equal(blank && 'rejected' in blank && blank.rejected, 'Farm: blank')
    assert.deepEqual([bend.farm.name, bend.farm.zip], ["'Round the Bend", '05641'])
  })

  it('has the address that stands before a point, if no column has one', async (t) => {
    const table =
      'Farm,Location 1\nHill,"12 Main St\nBarre, VT 05641\n(44.19, -72.5)"\nDale,POINT (-72.5 44.19)\nBend,"44.19, -72.5"\n'
    const read = await farms(t, 'a.csv', table, { name: 'Farm', location: 'Location 1' })
    assert.deepEqual(
      read.map(({ address, lat }) => [address, lat]),
      [
        ['12 Main St\nBarre, VT 05641', '44.19'],
        [null, '44.19'],
        [null, '44.19'],
      ],
    )
  })

  it('rejects lines that a stray quote joins, not a quotation of several lines', async (t) => {
    const table =
      'Farm,Town,About\nA,"Barre,eggs\nB,Barre,milk\nC,"Stowe",beef\nD,Barre,"""Best\neggs"" of all, and beef"\n'
    const rows = await read(t, 'a.csv', table, { name: 'Farm', city: 'Town', description: 'About' })
    assert.deepEqual(
      rows.map((row) => ('farm' in row ? row.farm.name : row.rejected)),
      ['a quote joins `3` lines: remove it from the file', 'D'],
    )
  })

  it('rejects headings, notes, totals and tests', async (t) => {
    const table =
      'Farm,Town,Products\nADDISON COUNTY,,\nHarbor Farm,Barre,eggs\nTotal View Farm,Barre,milk\n' +
      'Total: 2 farms,,\nGrand Total,,2\nTEST farm 7 (delete),Barre,eggs\nasdf,Barre,\nDO NOT USE,Barre,\nTest Hill Farm,Barre,\n* certified organic,,\n'
    const rows = await read(t, 'a.csv', table, { name: 'Farm', city: 'Town', products: 'Products' })
    assert.deepEqual(
      rows.map((row) => ('farm' in row ? row.farm.name : row.rejected)),
      [
        'a name alone: a heading, a note or a total',
        'Harbor Farm',
        'Total View Farm',
        'Farm: `Total: 2 farms` is a total or a test, not a farm',
        'Farm: `Grand Total` is a total or a test, not a farm',
        'Farm: `TEST farm 7 (delete)` is a total or a test, not a farm',
        'Farm: `asdf` is a total or a test, not a farm',
        'Farm: `DO NOT USE` is a total or a test, not a farm',
        'Test Hill Farm',
        'a name alone: a heading, a note or a total',
      ],
    )
  })

  it('takes a name alone from a list without places', async (t) => {
    const table = 'Farm,Website\nHill,hill.example.org\nDale,\n'
    const read = await farms(t, 'a.csv', table, { name: 'Farm', website: 'Website' })
    assert.deepEqual(
      read.map(({ name }) => name),
      ['Hill', 'Dale'],
    )
  })

  it('has the terms of all columns of one name, and splits none in brackets or after a not', async (t) => {
    const table =
      'Farm,Sells,Sells,Methods\n' +
      'A,"eggs (duck, chicken); milk",honey,"grass-fed, not organic, biodynamic"\n'
    const [farm] = await farms(t, 'a.csv', table, {
      name: 'Farm',
      products: 'Sells',
      practices: 'Methods',
    })
    assert.deepEqual(farm!.products, ['eggs (duck, chicken)', 'milk', 'honey'])
    assert.deepEqual(farm!.practices, ['grass-fed', 'not organic, biodynamic'])
  })

  it('may have a row for each day of a market: each row has the hours of all', async (t) => {
    const table = `Name,Street,Phone,Pay,Day,Start,End,Edited
Harbor,1 Example St,,EBT,Tue,9am,1pm,
Square,2 Example St,,,Sun,9am,1pm,2024-05-01
harbor,1 Example St.,802-555-0101,cash; EBT,Sat,8am,1pm,
Square,2 Example St,,,Mon,9am,1pm,2023-05-01
`
    const found = await farms(t, 'markets.csv', table, {
      name: 'Name',
      address: 'Street',
      phone: 'Phone',
      payment_methods: 'Pay',
      hours: { days: 'Day', opens: 'Start', closes: 'End' },
      updated_at: 'Edited',
    })
    assert.deepEqual(
      found.map(({ name, schedules }) => [name, schedules.map(({ times }) => times)]),
      [
        ['Harbor', ['Tue 9am-1pm', 'Sat 8am-1pm']],
        ['Square', ['Sun 9am-1pm']],
        ['harbor', ['Tue 9am-1pm', 'Sat 8am-1pm']],
        ['Square', ['Mon 9am-1pm']],
      ],
    )
    const [tuesday, sunday, saturday] = found
    assert.deepEqual([tuesday!.phone, saturday!.phone], ['802-555-0101', '802-555-0101'])
    assert.deepEqual(tuesday!.payment_methods, ['EBT', 'cash'])
    assert.deepEqual(tuesday!.corrections, ['rows of one listing taken together'])
    assert.equal(sunday!.corrections, undefined)
  })

  it('rejects a row whose verification or type is none of ours', async (t) => {
    const table = 'Name,Type,Seen\nA,farm,verified\nB,Moon,verified\nC,CSAs,by the moon\n'
    const rows = await read(t, 'a.csv', table, {
      name: 'Name',
      place_type: 'Type',
      verification_status: 'Seen',
    })
    assert.deepEqual(
      rows.map((row) => ('farm' in row ? row.farm.verification_status : row.rejected)),
      [
        'verified',
        'place_type: unknown `Moon`, expected one of farm, farmers_market, csa, ranch, on_farm_market, food_hub, agritourism, market',
        'verification_status: unknown `by the moon`, expected one of self_reported, verified, unverified',
      ],
    )
  })
})
