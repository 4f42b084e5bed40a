import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it, type TestContext } from 'node:test'
import { sourceOf, sourcesOf } from '../../../pipeline/cli/sources.ts'
import { temporaryFolder } from '../../support/temporary_folder.ts'

async function configOf(t: TestContext, content: unknown): Promise<string> {
  const folder = await temporaryFolder(t)
  await writeFile(join(folder, 'farms.geojson'), '{}')
  const file = join(folder, 'sources.json')
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content))
  return file
}

const entry = { kind: 'geojson', path: 'farms.geojson' }

describe('sourcesOf(file)', () => {
  it('reads the sources, their paths relative to the file', async (t) => {
    const file = await configOf(t, {
      sources: [
        {
          ...entry,
          name: 'county',
          publisher: 'The county',
          retrieved_at: '2020-08-01',
          mapping: { name: 'Name' },
        },
        { ...entry, retrieved_at: '2020-08-01T10:00:00-04:00', authority: 'agency' },
      ],
    })
    const [county, other] = sourcesOf(file)
    assert.equal(county?.path, join(file, '../farms.geojson'))
    assert.deepEqual(
      [county?.name, county?.publisher, county?.retrieved_at, county?.mapping?.name?.columns],
      ['county', 'The county', '2020-08-01T00:00:00Z', ['Name']],
    )
    assert.deepEqual(
      [other?.name, other?.retrieved_at, other?.authority],
      [undefined, '2020-08-01T14:00:00Z', 'agency'],
    )
  })

  const bad: [string, unknown, RegExp][] = [
    ['text that is not JSON', '{"sources": [', /sources\.json is not JSON/],
    ['no source', { sources: [] }, /sources: `\[\]`: no source in it/],
    [
      'a misspelled field',
      { sources: [{ ...entry, licnce: 'x' }] },
      /source 1 \(geojson, farms\.geojson\): unknown field `licnce` \(did you mean licence\?\)/,
    ],
    [
      'a missing path',
      { sources: [{ kind: 'geojson' }] },
      /source 1 \(geojson\): give a path or a url/,
    ],
    [
      'no kind',
      { sources: [{ path: 'farms.geojson' }] },
      /source 1 \(farms\.geojson\): kind: missing$/,
    ],
    [
      'an unknown kind',
      { sources: [{ ...entry, kind: 'geojsn' }] },
      /source 1 .*unknown source type `geojsn` \(did you mean geojson\?\)/,
    ],
    [
      'a folder',
      { sources: [{ ...entry, path: '.' }] },
      /source 1 .*path: .* is a folder, not a file/,
    ],
    [
      'a path beside a url',
      { sources: [{ ...entry, url: 'https://example.org/farms.csv' }] },
      /source 1 .*give a path or a url, not both/,
    ],
    ...(
      [
        ['http://example.org/farms.csv', /url: give an https address/],
        ['https://me:pw@example.org/farms.csv', /url: give no password in an address/],
        ['https://example.org/?apikey=abc', /url: write apikey=\{key\}, and put the key into/],
        ['example.org', /url: not an address/],
      ] as const
    ).map(([url, message]): [string, unknown, RegExp] => [
      `the address ${url}`,
      { sources: [{ kind: 'geojson', url }] },
      message,
    ]),
    [
      'an unknown farm field',
      { sources: [{ ...entry, mapping: { nam: 'Name' } }] },
      /source 1 \(geojson, farms\.geojson\): mapping: nam: unknown field `nam` \(did you mean name\?\)/,
    ],
    [
      'a mapping without a name',
      { sources: [{ ...entry, mapping: { city: 'Town' } }] },
      /mapping: no column is mapped to `name`/,
    ],
    [
      'a mapping the wrong way round',
      { sources: [{ ...entry, mapping: { Name: 'name', Street: 'address' } }] },
      /the wrong way round: .* write \{"name":"Name","address":"Street"\}/,
    ],
    [
      'a table without a mapping',
      { sources: [{ kind: 'csv', path: 'farms.geojson' }] },
      /source 1 \(csv, farms\.geojson\): a csv source needs a mapping .*--suggest farms\.geojson/,
    ],
    [
      'a mapping where there is none',
      { sources: [{ kind: 'farm-feed', path: 'farms.geojson', mapping: { name: 'a' } }] },
      /a farm-feed source has none; only csv, xlsx, geojson have/,
    ],
    [
      'a limit of an unknown gate',
      { sources: [{ ...entry, gates: { 'values-changd': 0.4 } }] },
      /source 1 .*gates: no gate `values-changd` with a limit \(did you mean values-changed\?\)/,
    ],
    [
      'a limit of a gate that has none',
      { sources: [{ ...entry, gates: { 'source-identical': 0.4 } }] },
      /gates: no gate `source-identical` with a limit \(there are values-changed, /,
    ],
    [
      'a limit in percent',
      { sources: [{ ...entry, gates: { 'farms-added-by-source': 2, 'values-changed': 40 } }] },
      /source 1 .*gates: values-changed: 40 is over 1, which is all; write 0\.4 for 40 %/,
    ],
    [
      'a renamed column that the kind has not',
      { sources: [{ ...entry, kind: 'usda-csa-directory', columns: { postal: 'HQ_Zipp' } }] },
      /source 1 .*columns: no column `HQ_Zipp` \(did you mean HQ_Zip\?\)/,
    ],
    [
      'renamed columns where a mapping names them',
      { sources: [{ ...entry, columns: { postal: 'zip' } }] },
      /columns: a geojson source has none of its own; correct its mapping/,
    ],
    [
      'a date that is none',
      { sources: [{ ...entry, retrieved_at: '2020-13-01' }] },
      /retrieved_at: `"2020-13-01"`: expected a date/,
    ],
    [
      'a name with a blank',
      { sources: [{ ...entry, name: 'King County' }] },
      /name: `"King County"`: expected small letters/,
    ],
  ]
  for (const [what, content, message] of bad)
    it(`refuses ${what}, and says which`, async (t) => {
      const file = await configOf(t, content)
      assert.throws(() => sourcesOf(file), { name: 'UsageError', message })
    })

  it('takes files that are missing, and addresses', async (t) => {
    const url = 'https://www.usdalocalfoodportal.com/api/csa/?apikey={key}&state={state}'
    const file = await configOf(t, {
      sources: [
        { ...entry, path: 'x.geojson' },
        { kind: 'usda-local-food-portal', url, key_env: 'KEY', max_mb: 5 },
        { kind: 'geojson', url: 'file:///data/farms%20here.geojson' },
      ],
    })
    const [missing, portal, here] = sourcesOf(file)
    assert.equal(missing!.path, join(file, '../x.geojson'))
    assert.deepEqual(
      [portal!.path, portal!.url, portal!.key_env, portal!.max_mb],
      [undefined, url, 'KEY', 5],
    )
    assert.deepEqual([here!.path, here!.url], ['/data/farms here.geojson', undefined])
  })

  it('lists all that is wrong at once', async (t) => {
    const file = await configOf(t, {
      sources: [
        { ...entry, kind: 'x' },
        { ...entry, path: '.' },
      ],
    })
    assert.throws(() => sourcesOf(file), /\n {2}source 1 .*\n {2}source 2 /s)
  })
})

describe('sourceOf(text)', () => {
  it('refuses what is not TYPE=PATH, or names a folder', () => {
    assert.throws(() => sourceOf('farms.csv'), /--source farms\.csv is not TYPE=PATH/)
    assert.throws(() => sourceOf('farm-feed=/tmp'), /is a folder, not a file/)
  })

  it('says of a table what prints a mapping for it', () => {
    assert.throws(() => sourceOf(`csv=${import.meta.filename}`), {
      name: 'UsageError',
      message: /needs a mapping in a sources file: .*--suggest .*sources\.test\.ts > sources\.json/,
    })
  })
})
