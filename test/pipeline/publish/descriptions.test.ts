import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { after, describe as suite, it } from 'node:test'
import { validateCFFFile } from 'cffjs'
import { Package } from 'datapackage'
import jsonld from 'jsonld'
import { z } from 'zod'
import { descriptions, farmsCsvFile } from '../../../data/schema/descriptions.ts'
import { locationPrecisions } from '../../../data/schema/tables/farm.ts'
import { vocabularyOf } from '../../../data/vocabulary/vocabulary.ts'
import type { Manifest } from '../../../data/schema/manifest.ts'
import { describe } from '../../../pipeline/publish/describe/describe.ts'
import { buildSnapshot, writeFeed } from '../../support/built_snapshot.ts'
import { fixtureSnapshot } from '../../support/fixture_snapshot.ts'
import { withDuckDb } from '../../support/duckdb.ts'
import { temporaryFolder, type Lifetime } from '../../support/temporary_folder.ts'

const { folder, id } = await fixtureSnapshot({ after })
const manifest: Manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'))
const publicTables = manifest.files.filter(
  ({ path }) => path.startsWith('public/') && path.endsWith('.parquet'),
)
const own = new Set(descriptions.map(({ path }) => path))
const written = manifest.files.filter(
  ({ path }) => !own.has(path) || ['public/dictionary.json', farmsCsvFile].includes(path),
)
const extent = {
  bbox: { west: -120, south: 30, east: -70, north: 45 },
  from: '2020-01-31',
  to: '2026-05-04',
  sources: [] as string[],
}
const source = manifest.sources[0]!
const odbl = {
  ...source,
  source: 'osm',
  publisher: 'OpenStreetMap contributors',
  licence: 'ODbL 1.0',
  attribution: '© OpenStreetMap contributors | worldwide',
}
const free = { ...source, source: 'usda', licence: 'Public domain (work of the US government)' }

/** The describing files of a manifest that is other than that of the fixture, by name. */
async function describedAs(
  life: Lifetime,
  changes: Partial<Manifest>,
  seen: string[] = [],
): Promise<{ folder: string; text: (name: string) => Promise<string> }> {
  const place = join(await temporaryFolder(life), 'snapshot')
  await mkdir(join(place, 'public'), { recursive: true })
  await describe(place, { ...manifest, files: written, ...changes }, { ...extent, sources: seen })
  return { folder: place, text: (name) => readFile(join(place, 'public', name), 'utf8') }
}

const textOf = (name: string) => readFile(join(folder, 'public', name), 'utf8')
const jsonOf = async (name: string) => JSON.parse(await textOf(name))

/** The columns of a table as DuckDB finds them in its file. */
const columnsIn = (file: string): Promise<string[]> =>
  withDuckDb(async (connection) => {
    const sql = `describe from read_parquet('${join(folder, 'public', file)}')`
    const rows = (await connection.runAndReadAll(sql)).getRowObjectsJson()
    return rows.map((row) => row['column_name'] as string)
  })

suite('files that describe a snapshot', () => {
  it('are in the manifest, and change nothing of the id', () => {
    for (const path of own) assert.ok(manifest.files.some((file) => file.path === path))
    const digest = createHash('sha256')
    for (const { path, sha256 } of written) digest.update(`${path} ${sha256}\n`)
    assert.equal(id.split('-')[1], digest.digest('hex').slice(0, 8))
  })

  it('are the same bytes for the same snapshot, wherever it is built', async (t) => {
    const [one, other] = [await describedAs(t, {}), await describedAs(t, {})]
    for (const path of own) {
      const name = basename(path)
      if (['dictionary.json', 'farms.csv'].includes(name)) continue
      assert.equal(await one.text(name), await other.text(name))
      assert.ok(!(await one.text(name)).includes(one.folder), name)
    }
  })

  it('each say that a snapshot is synthetic, where the format has room for it', async (t) => {
    const synthetic = await describedAs(t, { synthetic: true })
    const actual = await describedAs(t, { synthetic: false })
    for (const { path } of descriptions) {
      const name = basename(path)
      if (['dictionary.json', 'farms.csv', 'SHA256SUMS'].includes(name)) continue
      assert.match(
        await synthetic.text(name),
        /Synthetic: its farms are generated for tests and do not exist/,
        name,
      )
      assert.doesNotMatch(await actual.text(name), /Synthetic: |\(synthetic\)/, name)
    }
    assert.equal((await jsonOf('dictionary.json')).synthetic, manifest.synthetic)
  })

  it('and dictionary.json, say so of a snapshot with any invented farm', async (t) => {
    const [real, invented] = await Promise.all([
      writeFeed(t, [{ source_id: '1', name: 'Real' }]),
      writeFeed(t, [{ source_id: '1', name: 'Invented', synthetic: true }]),
    ])
    const { folder } = await buildSnapshot(t, {
      sources: [
        { kind: 'farm-feed', name: 'real', path: real },
        { kind: 'farm-feed', name: 'invented', path: invented },
      ],
    })
    for (const path of ['manifest.json', 'public/dictionary.json'])
      assert.equal(JSON.parse(await readFile(join(folder, path), 'utf8')).synthetic, true, path)
  })
})

suite('SHA256SUMS', () => {
  const isThere = spawnSync('sha256sum', ['--version']).status === 0
  const skip = isThere ? false : 'sha256sum is not here'

  it(
    'is what sha256sum -c reads in the folder, with every other public file',
    { skip },
    async () => {
      const ran = spawnSync('sha256sum', ['--strict', '-c', 'SHA256SUMS'], {
        cwd: join(folder, 'public'),
        encoding: 'utf8',
      })
      assert.equal(ran.status, 0, ran.stderr)
      const names = manifest.files
        .filter(({ path }) => path.startsWith('public/') && path !== 'public/SHA256SUMS')
        .map(({ path }) => `${basename(path)}: OK`)
      assert.deepEqual(ran.stdout.trim().split('\n').toSorted(), names.toSorted())
    },
  )
})

suite('LICENSE.md', () => {
  it('has the terms of each source once, with those that are unknown', async (t) => {
    const unknown = { ...source, source: 'feed', licence: 'Not stated' }
    const { text } = await describedAs(t, { sources: [odbl, odbl, free, unknown] })
    const licence = await text('LICENSE.md')
    assert.equal(licence.split('| `osm` |').length, 2)
    assert.match(licence, /\| `osm` \| OpenStreetMap contributors \| ODbL 1\.0 \| © .* \\\| world/)
    assert.match(licence, /\| `feed` \| .* \| unknown \|/)
    assert.match(licence, /If a license is unknown/)
    for (const { attribution } of manifest.geography) assert.ok(licence.includes(attribution))
  })

  it('names a source that the tables have from nights before, of unknown terms', async (t) => {
    const one = await describedAs(t, { sources: [free] }, ['map', 'usda'])
    assert.match(await one.text('LICENSE.md'), /\| `map` \| unknown \| unknown \| unknown \|/)
    assert.match(await one.text('LICENSE.md'), /If a license is unknown/)
    assert.equal(JSON.parse(await one.text('collection.json')).license, 'other')
    const two = await describedAs(t, { sources: [free] }, ['usda'])
    assert.equal(JSON.parse(await two.text('collection.json')).license, 'CC-BY-4.0')
  })

  it('says that a source is shared alike where there is one, and only there', async (t) => {
    const withOdbl = await describedAs(t, { sources: [free, odbl] })
    assert.match(await withOdbl.text('LICENSE.md'), /shared alike: `osm` \(ODbL 1\.0\)/)
    const without = await describedAs(t, { sources: [free] })
    assert.doesNotMatch(await without.text('LICENSE.md'), /share-?alike|shared alike|unknown/i)
  })
})

suite('CITATION.cff', () => {
  it('is valid, and has the version and the date of the snapshot', async () => {
    const read = validateCFFFile(join(folder, 'public')) as Record<string, unknown>
    assert.equal(read['version'], id)
    assert.equal(read['date-released'], manifest.built_at.slice(0, 10))
    assert.equal(read['type'], 'dataset')
  })

  it('has a licence only where one holds for all of it', async (t) => {
    const licenceWith = async (sources: Manifest['sources']) => {
      const described = await describedAs(t, { sources })
      const read = validateCFFFile(join(described.folder, 'public')) as Record<string, unknown>
      const stac = JSON.parse(await described.text('collection.json'))
      const croissant = JSON.parse(await described.text('croissant.json'))
      return [read['license'], stac.license, croissant.license]
    }
    const one = ['CC-BY-4.0', 'CC-BY-4.0', 'https://spdx.org/licenses/CC-BY-4.0']
    assert.deepEqual(await licenceWith([free, { ...free, licence: 'CC BY 4.0' }]), one)
    const none = [undefined, 'other', 'LICENSE.md']
    for (const licence of ['ODbL 1.0', 'Not stated', 'Open data (terms of use)', 'CC-BY-SA-4.0'])
      for (const other of [free, { ...free, licence: 'CC-BY-4.0' }])
        assert.deepEqual(await licenceWith([other, { ...free, licence }]), none, licence)
  })

  it('names a source by its attribution, as datapackage.json does', async (t) => {
    const silent = { ...odbl, source: 'map', attribution: 'Not stated' }
    const { folder, text } = await describedAs(t, { sources: [odbl, silent] })
    const titles = [{ title: odbl.attribution }, { title: 'map' }]
    const { references } = validateCFFFile(join(folder, 'public')) as never
    assert.partialDeepStrictEqual(references, titles)
    assert.deepEqual(JSON.parse(await text('datapackage.json')).sources, titles)
  })

  it('takes any text that a source may have', async (t) => {
    const publisher = 'A: "quoted" # and\nbroken\u0085 \\ — ☂'
    const described = await describedAs(t, { sources: [{ ...source, publisher }] })
    const read = validateCFFFile(join(described.folder, 'public')) as unknown as {
      references: { authors: { name: string }[] }[]
    }
    assert.equal(read.references[0]!.authors[0]!.name, publisher)
  })
})

suite('croissant.json', () => {
  const [sc, cr] = ['http://schema.org/', 'http://mlcommons.org/croissant/']
  type Node = { '@id'?: string; '@type'?: string[]; '@value'?: unknown } & Record<string, unknown>
  const nodes = (node: Node, property: string) => (node[property] ?? []) as Node[]
  const value = (node: Node, property: string) => nodes(node, property)[0]?.['@value']
  const expanded = async () => {
    const base = 'https://farms.example/public/croissant.json'
    const documentLoader = (url: string): never => assert.fail(`fetches ${url}`)
    const [dataset] = await jsonld.expand(await jsonOf('croissant.json'), {
      base,
      safe: true, // throws where a property is not of the context
      documentLoader,
    })
    return dataset as Node
  }

  it('has as JSON-LD what the specification requires of a dataset', async () => {
    const dataset = await expanded()
    assert.deepEqual(dataset['@type'], [`${sc}Dataset`])
    assert.equal(
      value(dataset, 'http://purl.org/dc/terms/conformsTo'),
      'http://mlcommons.org/croissant/1.1',
    )
    for (const name of ['name', 'description', 'license', 'url', 'datePublished', 'version'])
      assert.ok(value(dataset, sc + name), name)
    assert.deepEqual(nodes(dataset, `${sc}creator`)[0]!['@type'], [`${sc}Organization`])
    const version = String(value(dataset, `${sc}version`))
    assert.match(version, /^\d+\.\d+\.\d+\+[0-9A-Za-z.-]+$/) // Semantic Versioning 2.0.0
    assert.ok(version.endsWith(id))
  })

  it('has each public table as a file with its digest, and its columns as fields', async () => {
    const dataset = await expanded()
    const files = nodes(dataset, `${sc}distribution`)
    assert.deepEqual(
      files.map((file) => [value(file, `${sc}contentUrl`), value(file, `${sc}sha256`)]),
      publicTables.map(({ path, sha256 }) => [basename(path), sha256]).toSorted(byPlaceIn(files)),
    )
    const records = nodes(dataset, `${cr}recordSet`).filter((each) => !each[`${cr}data`])
    assert.equal(records.length, publicTables.length)
    const ids = new Set(files.map((file) => file['@id']))
    for (const record of records) {
      const fields = nodes(record, `${cr}field`)
      const name = String(value(record, `${sc}name`))
      assert.deepEqual(
        fields.map((field) => value(field, `${sc}name`)),
        await columnsIn(`${name}.parquet`),
      )
      for (const field of fields) {
        assert.deepEqual(field['@type'], [`${cr}Field`])
        assert.match(
          String(nodes(field, `${cr}dataType`)[0]!['@id']),
          /^http:\/\/schema\.org\/\w+$/,
        )
        const from = nodes(field, `${cr}source`)[0]!
        assert.ok(ids.has(nodes(from, `${cr}fileObject`)[0]!['@id']))
        assert.equal(
          value(nodes(from, `${cr}extract`)[0]!, `${cr}column`),
          value(field, `${sc}name`),
        )
      }
    }
  })

  it('lists the values of a column in a record set, which has every value of the file', async () => {
    const dataset = await expanded()
    const records = nodes(dataset, `${cr}recordSet`)
    const fields = records.flatMap((record) => nodes(record, `${cr}field`))
    const named = fields.flatMap((field) => {
      const to = nodes(field, `${cr}references`)[0]
      return to ? [[field, nodes(to, `${cr}field`)[0]!['@id']!] as const] : []
    })
    assert.equal(named.length, records.length - publicTables.length)
    for (const [field, key] of named) {
      const record = records.find((each) => nodes(each, `${cr}key`)[0]?.['@id'] === key)!
      assert.equal(nodes(record, `${cr}dataType`)[0]!['@id'], `${sc}Enumeration`)
      assert.equal(nodes(record, `${cr}field`)[0]!['@id'], key)
      const rows = value(record, `${cr}data`) as Record<string, string>[]
      const from = nodes(field, `${cr}source`)[0]!
      const file = new URL(nodes(from, `${cr}fileObject`)[0]!['@id']!).pathname.split('/').at(-1)!
      const column = String(value(field, `${sc}name`))
      const listed = new Set(rows.flatMap((row) => Object.values(row)))
      assert.equal(listed.size, rows.length)
      for (const found of await valuesIn(file, column)) assert.ok(listed.has(found), found)
    }
  })

  const byPlaceIn = (files: Node[]) => {
    const order = files.map((file) => value(file, `${sc}contentUrl`))
    return ([a]: unknown[], [b]: unknown[]) => order.indexOf(a) - order.indexOf(b)
  }
})

suite('datapackage.json', () => {
  it('is valid, with the digest and the columns of each table', async () => {
    const descriptor = await jsonOf('datapackage.json')
    const read = await Package.load(descriptor, { basePath: join(folder, 'public') })
    assert.deepEqual(read.errors, [])
    assert.ok(read.resources.every(({ valid }) => valid))
    assert.equal(descriptor.resources.length, publicTables.length + 1)
    for (const { path, hash, bytes, schema } of descriptor.resources) {
      const file = manifest.files.find((each) => each.path === `public/${path}`)!
      assert.deepEqual([hash, bytes], [`sha256:${file.sha256}`, file.bytes])
      if (path === 'farms.csv') continue
      assert.deepEqual(
        schema.fields.map(({ name }: { name: string }) => name),
        await columnsIn(path),
      )
    }
    assert.deepEqual([descriptor.version, descriptor.created], [id, manifest.built_at])
  })

  it('has the farms as CSV, too, whose every row is of the types', async (t) => {
    const place = await temporaryFolder(t)
    // frictionless-py drops a byte order mark, this reader does not.
    await writeFile(join(place, 'farms.csv'), (await textOf('farms.csv')).replace('\uFEFF', ''))
    const read = await Package.load(await jsonOf('datapackage.json'), { basePath: place })
    const csv = read.getResource('farms-csv')
    const rows = await csv.read({ keyed: true })
    assert.equal(rows.length, manifest.farms)
    assert.ok(rows.some(({ products }) => Array.isArray(products)))
    assert.deepEqual(csv.headers, csv.schema.fieldNames)
  })

  it('is of version 2.0, with the listed values of columns and of items as constraints', async () => {
    const descriptor = await jsonOf('datapackage.json')
    const profile = (name: string) => `https://datapackage.org/profiles/2.0/${name}.json`
    assert.equal(descriptor.$schema, profile('datapackage'))
    for (const { $schema, type, schema } of descriptor.resources)
      assert.deepEqual(
        [$schema, type, schema.$schema],
        [profile('dataresource'), 'table', profile('tableschema')],
      )
    const { schema } = descriptor.resources.find((each: { name: string }) => each.name === 'farms')
    const constraintsOf = (name: string) =>
      schema.fields.find((field: Field) => field.name === name)!.constraints
    assert.deepEqual(constraintsOf('location_precision'), { enum: [...locationPrecisions] })
    const products = constraintsOf('products').jsonSchema.items.enum
    assert.deepEqual(
      products,
      vocabularyOf('products')!.entries.map(({ name }) => name),
    )
  })

  it('requires columns that are never null, ids among them, and not those that are', async () => {
    const { resources } = await jsonOf('datapackage.json')
    for (const { path, schema } of resources as { path: string; schema: { fields: Field[] } }[]) {
      const { required = [], others = [] } = Object.groupBy(schema.fields, ({ constraints }) =>
        constraints?.required ? 'required' : 'others',
      )
      if (path === 'farms.csv') continue
      const nulls = await nullsIn(path)
      assert.deepEqual(
        required.filter(({ name }) => nulls[name] !== 0),
        [],
        path,
      )
      if (path !== 'farms.parquet') continue
      assert.ok(required.some(({ name }) => name === 'id'))
      assert.ok(others.some(({ name }) => name === 'h3_cell'))
    }
  })
})

type Field = { name: string; constraints?: { required: boolean } }

/** The distinct values of a column, or of the items of its lists. */
const valuesIn = (path: string, column: string): Promise<string[]> =>
  withDuckDb(async (connection) => {
    const read = await connection.runAndReadAll(
      `select distinct unnest(flatten([[${column}]])) as value
       from read_parquet('${join(folder, 'public', path)}') where ${column} is not null`,
    )
    return read.getRowsJson().flat(2) as string[]
  })

/** How many rows of a public table have null in each column. */
const nullsIn = (path: string): Promise<Record<string, number>> =>
  withDuckDb(async (connection) => {
    const table = `read_parquet('${join(folder, 'public', path)}')`
    const read = await connection.runAndReadAll(
      `select count(*) filter (columns(*) is null)::integer as "\\0" from ${table}`,
    )
    return read.getRowObjects()[0] as Record<string, number>
  })

suite('collection.json', () => {
  // What the tables of the specification of STAC 1.1 and of its extensions require.
  const column = z.object({ name: z.string().min(1), description: z.string(), type: z.string() })
  const degrees = z.tuple([z.number(), z.number(), z.number(), z.number()])
  const collection = z.object({
    type: z.literal('Collection'),
    stac_version: z.literal('1.1.0'),
    stac_extensions: z.array(z.url()).length(3),
    id: z.string().regex(/^[\w-]+$/),
    description: z.string().min(1),
    license: z.string().regex(/^[\w.-]+$/),
    version: z.string(),
    updated: z.iso.datetime(),
    providers: z.array(
      z.object({ name: z.string().min(1), roles: z.tuple([z.literal('producer')]) }),
    ),
    extent: z.object({
      spatial: z.object({ bbox: z.array(degrees).length(1) }),
      temporal: z.object({
        interval: z.array(z.tuple([z.iso.datetime().nullable(), z.iso.datetime()])).length(1),
      }),
    }),
    'table:columns': z.array(column),
    'table:primary_geometry': z.literal('geometry'),
    'table:row_count': z.int(),
    'table:tables': z.record(z.string(), z.object({ description: z.string() })),
    links: z.array(z.object({ rel: z.string(), href: z.string().startsWith('./') })),
    assets: z.record(
      z.string(),
      z.object({
        href: z.string().startsWith('./'),
        type: z.string(),
        roles: z.array(z.string()),
        'file:size': z.int(),
        'file:checksum': z.string().regex(/^1220[0-9a-f]{64}$/), // a multihash of SHA-256
        'table:columns': z.array(column),
      }),
    ),
  })

  it('is a STAC collection with the tables as assets', async () => {
    const read = collection.parse(await jsonOf('collection.json'))
    assert.equal(read.version, id)
    assert.ok(read.links.some(({ rel }) => rel === 'license'))
    const found = Object.values(read.assets)
    assert.equal(found.length, publicTables.length)
    for (const { path, sha256, bytes } of publicTables) {
      const asset = found.find(({ href }) => href === `./${basename(path)}`)!
      assert.deepEqual([asset['file:checksum'], asset['file:size']], [`1220${sha256}`, bytes])
    }
    for (const { href, 'table:columns': columns } of Object.values(read.assets))
      assert.deepEqual(
        columns.map(({ name }) => name),
        await columnsIn(basename(href)),
      )
  })

  it('has the extent of the farms and of the editions', async () => {
    const { extent: said } = collection.parse(await jsonOf('collection.json'))
    const [box, days] = await withDuckDb(async (connection) => {
      const at = (name: string) => `read_parquet('${join(folder, 'public', name)}')`
      const read = async (sql: string) => (await connection.runAndReadAll(sql)).getRowsJson()[0]!
      return [
        await read(`select min(lng), min(lat), max(lng), max(lat) from ${at('farms.parquet')}`),
        await read(`select min(edition), max(edition) from ${at('editions.parquet')}`),
      ]
    })
    assert.deepEqual(said.spatial.bbox[0], box)
    assert.deepEqual(
      said.temporal.interval[0],
      days.map((day) => `${day as string}T00:00:00Z`),
    )
  })

  it('takes the world and the moment of the build where no farm has a location, or edition a date', async (t) => {
    const place = await temporaryFolder(t)
    await mkdir(join(place, 'public'))
    await describe(
      place,
      { ...manifest, files: written },
      { bbox: null, from: null, to: null, sources: [] },
    )
    const text = await readFile(join(place, 'public/collection.json'), 'utf8')
    assert.deepEqual(collection.parse(JSON.parse(text)).extent, {
      spatial: { bbox: [[-180, -90, 180, 90]] },
      temporal: { interval: [[null, manifest.built_at]] },
    })
  })
})

suite('farms.sql', () => {
  const rowsOf = (name: string) =>
    publicTables.find(({ path }) => path === `public/${name}.parquet`)!.rows

  it('makes a view of each public table, read from where base says', async () => {
    const sql = await textOf('farms.sql')
    await withDuckDb(async (connection) => {
      await connection.run(`set variable base = '${join(folder, 'public')}'`)
      await connection.run(sql)
      const views = await connection.runAndReadAll(
        'select view_name from duckdb_views() where not internal order by view_name',
      )
      const names = views.getRowsJson().map(([name]) => name as string)
      assert.deepEqual(names, publicTables.map(({ path }) => basename(path, '.parquet')).toSorted())
      for (const name of names) {
        const counted = await connection.runAndReadAll(`select count(*)::integer from ${name}`)
        assert.deepEqual(counted.getRowsJson(), [[rowsOf(name)]], name)
      }
    })
  })
})
