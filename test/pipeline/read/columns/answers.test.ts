import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { mapping } from '../../../../data/schema/input/mapping.ts'
import { adapterFor } from '../../../../pipeline/read/adapters.ts'
import { Answers, askedBy } from '../../../../pipeline/read/columns/answers.ts'
import { SeenColumns } from '../../../../pipeline/read/seen_columns.ts'
import { sourceRows } from '../../../support/source_rows.ts'
import { temporaryFolder } from '../../../support/temporary_folder.ts'

async function answersOf(t: TestContext, kind: string, name: string, text: string, given?: object) {
  const path = join(await temporaryFolder(t), name)
  await writeFile(path, text)
  const mapped = given && mapping.parse(given)
  const answers = new Answers(askedBy(kind, mapped))
  await sourceRows(adapterFor(kind), path, mapped, new SeenColumns({}, answers))
  return {
    rows: answers.rows,
    fields: Object.fromEntries(answers.fields),
    columns: Object.fromEntries(
      answers.columns.map(({ name, fields, counts }) => [name, { fields, ...counts }]),
    ),
  }
}

describe('the answers in a file', () => {
  it('are by the columns of its source type', async (t) => {
    const text = [
      'FMID,MarketName,street,city,State,zip,x,y,SNAP,Credit,Organic,Ward',
      '1,One,,Ames,Iowa,50010,,,Y,N,-,N',
      '2,Two,,Ames,Iowa,50010,,,N,N,N,N',
      '3,Three, ,nan,Iowa,50010,,,,,Y,N',
      '4,Four,,No,Iowa,50010,,,,N,,N',
    ]
    const { rows, fields, columns } = await answersOf(
      t,
      'usda-farmers-market-directory',
      'markets.csv',
      `${text.join('\n')}\n`,
    )
    assert.equal(rows, 4)
    assert.deepEqual(fields['payment_methods'], { stated: 1, no: 2 })
    assert.deepEqual(fields['practices'], { stated: 1, no: 1 })
    assert.deepEqual(fields['address'], { stated: 0, no: 0 })
    // In a text, No is a value.
    assert.deepEqual(fields['city'], { stated: 3, no: 0 })
    assert.equal(fields['products'], undefined)
    assert.deepEqual(columns['SNAP'], { fields: ['payment_methods'], stated: 1, no: 1 })
    assert.equal(columns['Ward'], undefined)
    assert.equal(columns['FMID'], undefined)
    assert.deepEqual(columns['x']!.fields, ['lng'])
  })

  it('are by the mapping, in objects that lack members, and with the point of a feature', async (t) => {
    const feature = (properties: object, geometry: object | null) => ({
      type: 'Feature',
      properties,
      geometry,
    })
    const point = { type: 'Point', coordinates: [-93.6, 42] }
    const features = [
      feature({ Name: 'One', SNAP: 'no' }, point),
      feature({ Name: 'Two', SNAP: 'yes', Web: 'https://two.example.org' }, point),
      feature({ Name: 'Three' }, null),
    ]
    const { rows, fields } = await answersOf(
      t,
      'geojson',
      'farms.geojson',
      JSON.stringify({ type: 'FeatureCollection', features }),
      { name: 'Name', website: 'Web', payment_methods: { flags: { SNAP: 'SNAP' } } },
    )
    assert.equal(rows, 3)
    assert.deepEqual(fields, {
      payment_methods: { stated: 1, no: 1 },
      website: { stated: 1, no: 0 },
      lat: { stated: 2, no: 0 },
      lng: { stated: 2, no: 0 },
    })
  })
})
