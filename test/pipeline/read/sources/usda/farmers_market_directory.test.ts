import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { SourceFarm, SourceRow } from '../../../../../pipeline/read/adapter.ts'
import { usdaFarmersMarketDirectory } from '../../../../../pipeline/read/sources/usda/farmers_market_directory.ts'
import { sourceRows } from '../../../../support/source_rows.ts'
import { temporaryFolder } from '../../../../support/temporary_folder.ts'

const fixture = (name: string) =>
  fileURLToPath(new URL(`../../../../fixtures/usda/${name}`, import.meta.url))

const rowsOf = (path: string): Promise<SourceRow[]> => sourceRows(usdaFarmersMarketDirectory, path)

async function farmsOf(name: string): Promise<SourceFarm[]> {
  const rows = await rowsOf(fixture(name))
  return rows.map((row) => ('farm' in row ? row.farm : assert.fail(row.rejected)))
}

async function rejectionsOf(name: string): Promise<[number, string][]> {
  const rows = await rowsOf(fixture(name))
  return rows.flatMap((row) => ('rejected' in row ? [[row.line, row.rejected]] : []))
}

describe('usdaFarmersMarketDirectory.read(file)', () => {
  it('reads every column of a full row in its own words', async () => {
    const [row] = await rowsOf(fixture('awkward.csv'))
    assert.ok(row && 'farm' in row)
    assert.equal(row.line, 2)
    const { schedules, ...farm } = row.farm
    assert.deepEqual(
      Object.fromEntries(
        Object.entries(farm).filter(([, value]) => value !== null && value !== false),
      ),
      {
        source_id: '9000001',
        name: ' Stone Creek Market ',
        place_type: 'farmers_market',
        address: '12 Example Road',
        city: 'Danville',
        county: 'Caledonia',
        state: 'Vermont',
        zip: '05828',
        lat: '44.41',
        lng: '-72.14',
        website: 'http://stonecreek.example.org',
        social_links: [
          'Facebook: Stone Creek Market',
          'Twitter: @stonecreek',
          'Youtube: n/a',
          'Instagram @stonecreek',
        ],
        details: { farmers_market: { site: ['Private business parking lot'] } },
        products: ['Eggs', 'Honey'],
        practices: ['Organic'],
        payment_methods: ['SNAP'],
        verification_status: 'self_reported',
        product_listings: [],
        updated_at: '6/20/2017 10:43:57 PM',
        corrections: ['credit cards withheld: marked on every listing'],
      },
    )
    assert.deepEqual(schedules, [
      {
        name: 'season_1',
        season: '06/14/2017 to 08/30/2017',
        times: 'Wed: 9:00 AM-1:00 PM;',
        note: null,
      },
      { name: 'season_2', season: 'September to October', times: null, note: null },
    ])
  })

  it('takes flags that are all blank and flags that are all N for not collected', async () => {
    const rows = await rowsOf(fixture('awkward.csv'))
    for (const row of rows.slice(1, 3)) {
      assert.ok('farm' in row)
      const { products, payment_methods, practices } = row.farm
      assert.deepEqual([products, payment_methods, practices], [null, null, null])
    }
  })

  it('takes an N in the column Organic for a no beside other answers, and a dash for no answer', async (t) => {
    const [header, row] = (await readFile(fixture('awkward.csv'), 'utf8')).split('\n')
    const path = join(await temporaryFolder(t), 'organic.csv')
    const organic = ['Y', 'N', '-', ''].map((answer) =>
      row!.replace(',Y,N,N,N,Y,Y,', `,Y,N,N,N,Y,${answer},`),
    )
    await writeFile(path, [header, ...organic].join('\n'))
    const rows = await rowsOf(path)
    assert.deepEqual(
      rows.map((each) => 'farm' in each && each.farm.practices),
      [['Organic'], [], null, null],
    )
  })

  it('withholds credit cards of listings saved since the form marks them all', async (t) => {
    const [header, row] = (await readFile(fixture('awkward.csv'), 'utf8')).split('\n')
    const path = join(await temporaryFolder(t), 'credit.csv')
    const savedOn = (date: string, credit: string, snap = 'Y') =>
      row!.replace('lot,Y,N,N,N,Y,', `lot,${credit},N,N,N,${snap},`).replace('6/20/2017', date)
    const saved = [
      savedOn('8/12/2014', 'Y'),
      savedOn('8/13/2014', 'Y'),
      savedOn('8/13/2014', 'Y', 'N'),
      savedOn('8/13/2014', 'N'),
    ]
    await writeFile(path, [header, ...saved].join('\n'))
    const rows = await rowsOf(path)
    assert.deepEqual(
      rows.map((each) => 'farm' in each && [each.farm.payment_methods, each.farm.corrections]),
      [
        [['Credit', 'SNAP'], undefined],
        [['SNAP'], ['credit cards withheld: marked on every listing']],
        [[], ['credit cards withheld: marked on every listing']],
        [['SNAP'], undefined],
      ],
    )
  })

  it('takes a mark that every listing has for no answer', async (t) => {
    const [header, , blank] = (await readFile(fixture('awkward.csv'), 'utf8')).split('\n')
    const path = join(await temporaryFolder(t), 'mark.csv')
    const marked = blank!.replace('Other,N,N,N,N,N,-,', 'Other,Y,N,N,N,N,N,')
    await writeFile(path, [header, marked.replace(/2009$/, '6/20/2017'), marked].join('\n'))
    const rows = await rowsOf(path)
    assert.deepEqual(
      rows.map((each) => 'farm' in each && [each.farm.payment_methods, each.farm.practices]),
      [
        [null, null],
        [['Credit'], []],
      ],
    )
  })

  it('says nothing of a site that is "Other"', async () => {
    const [, row] = await rowsOf(fixture('awkward.csv'))
    assert.ok(row && 'farm' in row)
    assert.equal(row.farm.details, null)
  })

  it('keeps line breaks in quotes, and the line that each row starts on', async () => {
    const rows = await rowsOf(fixture('awkward.csv'))
    assert.deepEqual(
      rows.map(({ line }) => line),
      [2, 3, 4, 5, 8, 9, 10, 11, 12],
    )
    const row = rows[3]!
    assert.ok('farm' in row)
    assert.equal(row.farm.name, 'Two Line\nMarket')
    assert.equal(row.farm.address, 'Behind the "Old" mill,\nsecond gate')
  })

  it('takes the text nan for a blank', async () => {
    const row = (await rowsOf(fixture('awkward.csv')))[4]!
    assert.ok('farm' in row)
    const { website, county, address, lat, lng, payment_methods, updated_at } = row.farm
    assert.deepEqual(
      [website, county, address, lat, lng, payment_methods, updated_at],
      [null, null, null, null, null, null, null],
    )
  })

  it('takes an id that a spreadsheet made a decimal number', async () => {
    const row = (await rowsOf(fixture('awkward.csv')))[7]!
    assert.ok('farm' in row)
    assert.equal(row.farm.source_id, '9000008')
  })

  it('rejects rows without an id or a name', async () => {
    assert.deepEqual(await rejectionsOf('awkward.csv'), [
      [9, 'FMID: blank'],
      [10, 'MarketName: blank'],
      [12, 'FMID: `Market Of Words` is not a number'],
    ])
  })

  it('puts back fields that are shifted by a column where only one way is right', async () => {
    const row = (await rowsOf(fixture('shifted.csv')))[1]!
    assert.ok('farm' in row)
    assert.deepEqual(row.farm.corrections, ['fields shifted by a column put back'])
    assert.deepEqual(
      [row.farm.details, row.farm.lat, row.farm.products, row.farm.updated_at],
      [
        { farmers_market: { site: ['Private business parking lot'] } },
        '44.41',
        ['Eggs', 'Honey'],
        null,
      ],
    )
  })

  it('rejects other rows that are shifted or of another length, but takes blank fields at the end', async () => {
    assert.deepEqual(await rejectionsOf('shifted.csv'), [
      [2, "State: `05828` is not a state (are the row's fields shifted?)"],
      [4, '40 fields, expected 59'],
      [5, '60 fields, expected 59'],
    ])
    const rows = await rowsOf(fixture('shifted.csv'))
    assert.ok(rows[4] && 'farm' in rows[4])
  })

  it('keeps a rejected row whole', async () => {
    const rows = await rowsOf(fixture('shifted.csv'))
    assert.ok(rows[0] && 'rejected' in rows[0] && rows[2] && 'rejected' in rows[2])
    assert.equal(JSON.parse(rows[0].raw).FMID, '9000031')
    assert.equal(JSON.parse(rows[2].raw).length, 40)
  })

  it('reads a copy without its header line', async () => {
    const farms = await farmsOf('headerless.csv')
    assert.deepEqual(
      farms.map(({ source_id, lng, updated_at }) => [source_id, lng, updated_at]),
      [
        ['9000001', '-72.14', '6/20/2017 10:43:57 PM'],
        ['9000003', '-72.14', '6/20/2017 10:43:57 PM'],
      ],
    )
  })

  it('rejects a first row that can not be used, where no header line is', async (t) => {
    const [row] = (await readFile(fixture('headerless.csv'), 'utf8')).split('\n')
    const path = join(await temporaryFolder(t), 'headerless.csv')
    await writeFile(path, [row!.replace(/^\d+/, ''), row, row].join('\n'))
    const rows = await rowsOf(path)
    assert.deepEqual(
      rows.map((each) => [each.line, 'rejected' in each && each.rejected]),
      [
        [1, 'FMID: blank'],
        [2, false],
        [3, false],
      ],
    )
  })

  it('reads a copy in windows-1252, with CRLF', async () => {
    const [cafe, plain] = await farmsOf('windows_1252.csv')
    assert.deepEqual([cafe?.name, cafe?.address], ['Café Market', 'Farmers’ Lane'])
    assert.equal(plain?.updated_at, '6/20/2017 10:43:57 PM')
  })

  it('reads a copy pasted together from two encodings', async () => {
    const farms = await farmsOf('mixed_encodings.csv')
    assert.deepEqual(
      farms.map(({ name }) => name),
      ['Doña Market', 'Café Market'],
    )
  })

  it('reads past a byte order mark', async () => {
    assert.equal((await farmsOf('byte_order_mark.csv'))[0]?.source_id, '9000003')
  })

  it('finds columns by name, in any order, beside others', async () => {
    assert.deepEqual(
      await farmsOf('other_order.csv'),
      (await farmsOf('headerless.csv')).slice(0, 1),
    )
  })

  it('reads the layout before 2013', async () => {
    const [farm] = await farmsOf('before_2013.csv')
    assert.deepEqual(
      [farm?.address, farm?.zip, farm?.products],
      ['12 Example Road', '05828', ['Eggs']],
    )
    assert.deepEqual(farm?.schedules, [
      { name: 'schedule', season: null, times: 'June - August Wednesday 5:00 PM to 8:00 PM' },
    ])
  })

  it('refuses a file of another kind, and says what it found', async () => {
    const here = fileURLToPath(import.meta.url)
    await assert.rejects(rowsOf(here), {
      name: 'SourceError',
      message:
        /not a usda-farmers-market-directory file: expected .* FMID, .* found .*import assert/,
    })
  })
})

const editions = fileURLToPath(
  new URL('../../../../../../shared/data/usda_farmers_market_directory/', import.meta.url),
)

describe(
  'the published editions',
  { skip: !existsSync(editions) && `${editions} is absent` },
  () => {
    // Counted with another CSV reader.
    const rows: Record<string, number> = {
      '2017-01-10.csv.gz': 8665,
      '2017-05-15.csv.gz': 8669,
      '2018-08-27.csv.gz': 8730,
      '2018-09-06.csv.gz': 8733,
      '2019-03-03.csv.gz': 8761,
      '2020-01-31.csv.gz': 8791,
      '2021-08-08.csv.gz': 1620,
    }
    for (const file of existsSync(editions)
      ? readdirSync(editions).filter((name) => name in rows)
      : [])
      it(`reads every row of ${file}`, async () => {
        const found = await rowsOf(`${editions}${file}`)
        assert.equal(found.length, rows[file])
        assert.deepEqual(
          found.filter((row) => 'rejected' in row),
          [],
        )
      })
  },
)
