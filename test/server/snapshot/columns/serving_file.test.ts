import assert from 'node:assert/strict'
import { readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { Worker } from 'node:worker_threads'
import fc from 'fast-check'
import { columns, type Columns, type Group } from '../../../../data/schema/serving/columns.ts'
import type { Check } from '../../../../data/schema/serving/column_checks.ts'
import type { ServingColumn, NumberColumn } from '../../../../data/schema/serving/column_types.ts'
import {
  arrays,
  directoryPosition,
  headerBytes,
} from '../../../../data/schema/serving/container.ts'
import { fieldsWith, storedName, termFields } from '../../../../data/schema/serving/fields.ts'
import { openServingFile } from '../../../../pipeline/publish/serving/serving_file.ts'
import { ServingFile } from '../../../../server/snapshot/columns/serving_file.ts'
import { rewrittenColumns } from '../../../support/rewritten_columns.ts'
import { temporaryFolder } from '../../../support/temporary_folder.ts'

const path = join(await temporaryFolder({ after }), 'columns.bin')
const groups = Object.keys(columns) as Group[]
const allColumns = groups.flatMap((group) =>
  Object.entries<ServingColumn>(columns[group]).map(([name, column]) => ({ group, name, column })),
)
const countable = [
  ...new Set(
    allColumns.flatMap(({ column }) =>
      column.type === 'json' ? [] : [column.of, ...(column.into === null ? [] : [column.into])],
    ),
  ),
]

const attributes = fieldsWith({ in: 'attributes' }).map(storedName)
const facets = fieldsWith({ in: 'facets' })

const words = (count: number) => Array.from({ length: count }, (_, word) => `wörd ${word}`)

const namesOf = (fields: readonly string[]) =>
  Object.fromEntries(fields.map((field) => [field, [`of ${field}`, 'é']]))

/** Documents that fit the schema; words and keys are as many as there shall be. */
const document = (group: Group, name: string, counts: Map<string, number>): unknown =>
  ({
    facets: namesOf(attributes),
    kinds: [
      {
        product: 'eggs',
        unit: 'dozen',
        comparable_unit: null,
        ...(group === 'listings' && { in_stock: true }),
      },
    ],
    timeZones: ['America/New_York', 'America/Chicago; PH off'],
    list: words(counts.get('words')!),
    keys: words(counts.get('place keys')!),
    stats: { farms: 3, nested: [null, { a: 1.5 }] },
    termFarms: Object.fromEntries(termFields.map((field) => [field, { term: 1 }])),
    names: group === 'cities' ? ['Barre', 'Mañana'] : namesOf(facets),
  })[name]

/** How many there are of what documents list. */
const listed = new Map([
  ['codes of attributes', 2 * attributes.length],
  ['codes of facets', 2 * facets.length],
  ['cities', 2],
  ['codes of prices', 1],
  ['kinds of listings', 1],
  ['time zones', 2],
])

/**
 * Contents of every column, from how many there are of each thing, and bytes to fill numbers with:
 * those that may be anything, and the others with what they may be.
 */
function contents(counts: Map<string, number>, filling: Uint8Array): Columns {
  const values: Record<string, Record<string, unknown>> = {}
  for (const { group, name, column } of allColumns)
    (values[group] ??= {})[name] =
      column.type === 'json' ? document(group, name, counts) : numbers(column, counts, filling)
  return values as Columns
}

function numbers(
  { type, of, each, into, check }: NumberColumn,
  counts: Map<string, number>,
  filling: Uint8Array,
) {
  const length = each * counts.get(of)! + (into === null ? 0 : 1)
  const filled = Uint8Array.from(
    { length: length * arrays[type].BYTES_PER_ELEMENT },
    (_, at) => filling[at % filling.length]!,
  )
  const candidates = [new arrays[type](filled.buffer)]
  for (const step of [0, 1, 3])
    candidates.push(new arrays[type](Array.from({ length }, (_, at) => at * step)))
  if (into !== null) for (const values of candidates) values[length - 1] = counts.get(into)!
  return candidates.find((values) => fits(values, check, counts))!
}

function fits(values: ArrayLike<number>, check: Check, counts: Map<string, number>): boolean {
  try {
    check(values, (of) => counts.get(of) ?? listed.get(of)!)
    return true
  } catch {
    return false
  }
}

/** Cards have three bytes or more. */
function withRoomForCards(counts: Map<string, number>): Map<string, number> {
  for (const card of ['free', 'paid', 'profile']) {
    const of = `bytes of ${card} cards`
    counts.set(of, counts.get(of)! + 3 * counts.get('rows')!)
  }
  return counts
}

const none = new Map(countable.map((of) => [of, 0]))
const counted = fc
  .array(fc.integer({ min: 1, max: 9 }), {
    minLength: countable.length,
    maxLength: countable.length,
  })
  .map((numbers) => withRoomForCards(new Map(countable.map((of, index) => [of, numbers[index]!]))))
const anyContents = fc
  .tuple(
    fc.oneof({ weight: 9, arbitrary: counted }, fc.constant(none)),
    fc.uint8Array({ minLength: 1, maxLength: 64 }),
  )
  .map(([counts, filling]) => ({ rows: counts.get('rows')!, values: contents(counts, filling) }))

async function write(values: Columns): Promise<void> {
  await rm(path, { force: true })
  await using file = await openServingFile(path)
  for (const group of groups) await file.write(group, values[group])
  await file.finish()
}

async function readAll(rows: number): Promise<Columns> {
  await using file = await ServingFile.open(path, rows)
  const read: Partial<Record<Group, unknown>> = {}
  for (const group of groups) read[group] = await file.group(group)
  return read as Columns
}

/** A file of ten of everything, and where its directory begins. */
async function tens() {
  const counts = withRoomForCards(new Map(countable.map((of) => [of, 10])))
  const values = contents(counts, Uint8Array.of(1, 2, 3))
  await write(values)
  const bytes = await readFile(path)
  const position = directoryPosition(bytes.subarray(0, headerBytes))!
  return { values, bytes, position }
}

/** The bytes of numbers, which tell one NaN from another. */
const comparable = (values: Columns) =>
  allColumns.map(({ group, name }) => {
    const value = (values[group] as Record<string, unknown>)[name]
    return ArrayBuffer.isView(value)
      ? Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('hex')
      : value
  })

describe('the file of columns', () => {
  it('gives back what was written, whatever it is', async () => {
    await fc.assert(
      fc.asyncProperty(anyContents, async ({ rows, values }) => {
        await write(values)
        assert.deepEqual(comparable(await readAll(rows)), comparable(values))
      }),
      { numRuns: 50 },
    )
  })

  it('takes bytes as they come, too', async () => {
    const { values } = await tens()
    const { lines, starts } = values.freeCards
    await rm(path)
    await using file = await openServingFile(path)
    for (const group of groups) if (group !== 'freeCards') await file.write(group, values[group])
    async function* pieces() {
      for (const byte of lines) yield Uint8Array.of(byte)
    }
    await assert.rejects(file.finish(), /the columns of freeCards were not written/)
    await file.write('freeCards', { lines: pieces(), starts })
    await file.finish()
    assert.deepEqual(comparable(await readAll(10)), comparable(values))
  })

  it('begins each column at a multiple of 8, and is read into memory that workers share', async () => {
    const { values } = await tens()
    await using file = await ServingFile.open(path, 10)
    for (const { group, name, column } of allColumns) {
      const { offset } = file.span(group, name as never)
      assert.equal(offset % 8, 0)
      if (column.type === 'json') continue
      const read: unknown = (await file.group(group))[name as never]
      assert.ok(ArrayBuffer.isView(read) && read.buffer instanceof SharedArrayBuffer, name)
    }
    const { lat } = await file.group('farms')
    const worker = new Worker(
      `const { parentPort, workerData } = require('node:worker_threads')
      workerData[0] = 44
      parentPort.postMessage(workerData[1])`,
      { eval: true, workerData: lat },
    )
    const second = await new Promise((resolve) => worker.once('message', resolve))
    assert.deepEqual([lat[0], second], [44, values.farms.lat[1]])
  })
})

describe('ServingFile.open(path, rows)', () => {
  const refused = async (wrong: RegExp) =>
    assert.rejects(readAll(10), (error: Error) => {
      assert.match(error.message, /columns\.bin: /)
      assert.match(error.message, wrong)
      return true
    })

  it('refuses a file that is cut anywhere', async () => {
    const { bytes, position } = await tens()
    for (const size of [0, 7, 15, 16, 100, position, position + 1, bytes.length - 1]) {
      await writeFile(path, bytes)
      await truncate(path, size)
      await refused(/begin like a file of columns|directory begins at|JSON/)
    }
  })

  it('refuses a file of whose header or directory any bit is flipped, or is not misled', async () => {
    const { values, bytes, position } = await tens()
    const places = [
      ...Array(headerBytes).keys(),
      ...Array.from({ length: bytes.length - position }, (_, at) => position + at),
    ]
    for (const [index, place] of places.entries()) {
      const damaged = Buffer.from(bytes)
      damaged[place]! ^= 1 << (index % 8)
      await writeFile(path, damaged)
      // A compressed column may be called longer, up to the next one.
      const isPacked = bytes.toString('latin1', place - 12, place).includes('packed')
      const read = isPacked && (await readAll(10).catch(() => null))
      if (read) assert.deepEqual(comparable(read), comparable(values))
      else await refused(/./)
    }
  })

  it('refuses one of another number of rows, or of a version that it does not know', async () => {
    const { bytes } = await tens()
    await assert.rejects(
      ServingFile.open(path, 11),
      /columns\.bin: column farms\.lat has 80 bytes, expected 88 for 11 rows$/,
    )
    bytes.write('2', 7)
    await writeFile(path, bytes)
    await refused(/it does not begin like a file of columns/)
  })

  /** Writes the columns anew as `change` makes them. */
  async function rewrite(change: Parameters<typeof rewrittenColumns>[1]) {
    const { bytes } = await tens()
    await writeFile(path, rewrittenColumns(bytes, change))
  }

  it('refuses one without a column, naming it', async () => {
    for (const { group, name } of allColumns) {
      await rewrite((each, bytes) => (each.name === `${group}.${name}` ? null : bytes))
      await refused(new RegExp(`it has no column ${group}\\.${name}$`))
    }
  })

  it('reads one of an older schema version without a column that came later: its numbers are alike', async () => {
    const added = allColumns.flatMap(({ group, name, column }) =>
      column.type !== 'json' && column.added ? { group, name, ...column, ...column.added } : [],
    )
    assert.ok(added.length > 0)
    for (const [version, columns] of Map.groupBy(added, ({ since }) => since)) {
      const names = columns.map(({ group, name }) => `${group}.${name}`)
      await rewrite((each, bytes) => (names.includes(each.name) ? null : bytes))
      await assert.rejects(ServingFile.open(path, 10, version), /it has no column/)
      await using file = await ServingFile.open(path, 10, version - 1)
      for (const { group, name, of, each, absent } of columns) {
        const numbers = (await file.column(group, name as never)) as ArrayLike<number>
        assert.equal(numbers.length, of === 'rows' ? 10 * each : 0)
        for (const number of Array.from(numbers)) assert.equal(number, absent)
      }
    }
  })

  it('reads one that lacks a coded field: no farm has a value of it', () => {
    const { county: _, ...others } = namesOf(facets)
    const read = columns.facets.names.schema.parse(others)
    assert.deepEqual(read, { ...others, county: [] })
    assert.deepEqual(Object.keys(read), facets)
  })

  it('refuses one with a column of another type', async () => {
    await rewrite((column, bytes) => {
      if (column.name === 'tree.first') column.type = 'i32'
      return bytes
    })
    await refused(/column tree\.first is i32, expected u32$/)
  })

  it('refuses one with a column of another length than others imply', async () => {
    for (const { group, name } of allColumns) {
      await rewrite((column, bytes) =>
        column.name === `${group}.${name}`
          ? Buffer.concat([bytes, bytes.subarray(0, bytes.length / 2)])
          : bytes,
      )
      // What is as many as nothing else is found out by the lists that end there.
      await refused(/column [\w.]+(: | has \d+ bytes, expected \d+ for \d+ \w+)/)
    }
  })

  it('refuses one whose lists end elsewhere than what they are lists of', async () => {
    for (const { group, name, column } of allColumns) {
      if (column.type === 'json' || column.into === null) continue
      await rewrite((each, bytes) => {
        if (each.name !== `${group}.${name}`) return bytes
        const changed = Buffer.from(bytes)
        changed.copyWithin(changed.length - bytes.length / 11, 0, bytes.length / 11)
        return changed
      })
      await refused(
        new RegExp(`column ${group}\\.${name}: it has \\S+ ${column.into}, expected \\d+$`),
      )
    }
  })
})
