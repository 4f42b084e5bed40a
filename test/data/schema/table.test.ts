import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { z } from 'zod'
import { columnsOf } from '../../../data/schema/tables/table.ts'

const column = (field: z.ZodType) => {
  const described = field.meta({ description: 'A field' })
  const [{ type, nullable }] = columnsOf(z.strictObject({ field: described })) as [never]
  return [type, nullable]
}

describe('columnsOf(table)', () => {
  const day = z.iso.date()
  const cases: [what: string, field: z.ZodType, type: string, nullable: boolean][] = [
    ['text', z.string(), 'VARCHAR', false],
    ['text or null', z.string().nullable(), 'VARCHAR', true],
    ['a name or null', z.enum(['a', 'b']).nullable(), 'VARCHAR', true],
    ['an instant', z.iso.datetime(), 'TIMESTAMPTZ', false],
    ['a day or null', day.nullable(), 'DATE', true],
    ['a list of texts', z.array(z.string()), 'VARCHAR[]', false],
    ['a whole number', z.int32(), 'INTEGER', false],
    ['a number or null', z.number().nullable(), 'DOUBLE', true],
    ['counts by name', z.record(z.string(), z.int32()), 'MAP(VARCHAR, INTEGER)', false],
    ['numbers by name', z.record(z.string(), z.number()), 'MAP(VARCHAR, DOUBLE)', false],
    [
      'lists of numbers by name',
      z.record(z.string(), z.array(z.number())),
      'MAP(VARCHAR, DOUBLE[])',
      false,
    ],
    ['lists of texts by name', z.record(z.string(), z.array(z.string())), 'JSON', false],
    ['days', z.strictObject({ a: day, b: day.nullable() }), 'STRUCT("a" DATE, "b" DATE)', false],
    ['days and a text', z.strictObject({ a: day, b: z.string() }), 'JSON', false],
    ['a list of objects', z.array(z.strictObject({ a: day })).nullable(), 'JSON', true],
  ]
  for (const [what, field, type, nullable] of cases)
    it(`holds ${what} as ${type}`, () => assert.deepEqual(column(field), [type, nullable]))

  it('refuses a field without description, or of no type', () => {
    assert.throws(() => columnsOf(z.strictObject({ a: z.string() })), /column a has no description/)
    const either = z.union([z.string(), z.int32()]).meta({ description: 'A field' })
    assert.throws(() => columnsOf(z.strictObject({ a: either })), /column a: no Parquet type/)
  })
})
