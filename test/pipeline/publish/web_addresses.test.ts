import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { z } from 'zod'
import type { Provenance } from '../../../data/schema/tables/provenance.ts'
import { farm } from '../../../data/schema/tables/farm.ts'
import { tables } from '../../../data/schema/tables/tables.ts'
import { buildSnapshot } from '../../support/built_snapshot.ts'
import { readParquet } from '../../support/parquet_file.ts'

/** What a browser would run, read from a disk or send elsewhere, in the spellings that hide it. */
const hostile = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  'java\tscript:alert(1)',
  '&#106;avascript:alert(1)',
  'javascript://example.org/%0aalert(1)',
  'Facebook: javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'file:///etc/passwd',
  'ftp://example.org/',
  'mailto:ann@example.org',
  'tel:+18025550123',
  'blob:https://example.org/1',
  '//javascript:alert(1)',
  'http://javascript:alert(1)@example.org/',
  'Stone Creek Farm',
]
const good = 'https://farm.example.org/a?b={c}'

/** The columns of a table whose values its schema calls web addresses. */
const urlColumns = ({ shape }: z.ZodObject): string[] =>
  Object.keys(shape).filter((name) =>
    JSON.stringify(z.toJSONSchema(shape[name] as z.ZodType)).includes('"format":"uri"'),
  )

const fields = ['website', 'image_url', 'farmer_photo_url']
const listFields = ['social_links', 'images']
const feed = [...hostile, good].map((text, number) => ({
  source_id: `s${number}`,
  name: `${'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[number]!} Farm`,
  ...Object.fromEntries(fields.map((field) => [field, text])),
  ...Object.fromEntries(listFields.map((field) => [field, [text]])),
}))
const { folder } = await buildSnapshot({ after }, { feed })
const members = async <Row>(file: string) =>
  (await readParquet<Row>(join(folder, 'members', file))).rows

describe('the published web addresses', () => {
  const found = tables.flatMap(({ path, schema }) =>
    urlColumns(schema).map((name) => ({ path, name })),
  )

  it('are those that a feed may state', () => {
    const ofFarms = found.filter(({ path }) => path === 'members/farms.parquet')
    assert.deepEqual(ofFarms.map(({ name }) => name).toSorted(), [...fields, ...listFields].sort())
  })

  for (const { path, name } of found)
    it(`${name} of ${path} is http or https`, async () => {
      const { rows } = await readParquet<Record<string, string | string[] | null>>(
        join(folder, path),
      )
      const addresses = rows.flatMap((row) => row[name] ?? [])
      assert.deepEqual([...new Set(addresses)], ['https://farm.example.org/a?b=%7Bc%7D'])
    })

  it('can be no others, whoever sets them', () => {
    for (const name of [...fields, ...listFields] as (keyof typeof farm.shape)[])
      for (const text of hostile.filter((text) => !text.startsWith('http:'))) {
        const value = listFields.includes(name) ? [text] : text
        assert.equal(farm.shape[name].safeParse(value).success, false, `${name}: ${text}`)
      }
  })

  it('leave the other texts to the provenance', async () => {
    const rows = await members<Provenance>('provenance.parquet')
    const kept = (name: string) => new Set(rows.flatMap((row) => row.kept_texts?.[name] ?? []))
    for (const name of [...fields, ...listFields]) {
      assert.ok(kept(name).has('javascript:alert(1)'), name)
      assert.ok(kept(name).has('Stone Creek Farm'), name)
    }
  })
})
