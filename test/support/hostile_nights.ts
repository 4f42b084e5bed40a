import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { layout, type Layout } from '../../data/schema/layout.ts'
import type { Run } from '../../data/schema/run.ts'
import { build } from '../../pipeline/build.ts'
import { candidates } from '../../pipeline/candidates/candidates.ts'
import { accept, reject } from '../../pipeline/candidates/decide.ts'
import { recordRun } from '../../pipeline/cli/record_run.ts'
import { farmFeed } from '../../pipeline/read/sources/farm_feed.ts'
import { wholeSeconds } from '../../pipeline/read/instant.ts'
import { entryOf, appendRun, readLedger } from '../../pipeline/runs/ledger.ts'
import { rollback } from '../../pipeline/snapshots/retention.ts'
import { readManifest } from '../../pipeline/snapshots/snapshots.ts'
import { currentOf } from './build_folder.ts'
import { randomOf } from './random.ts'

type Row = Record<string, unknown>

/** A file of the source `alpha` that is not what it should be, and what the message must name. */
type Attack = {
  name: string
  /** Rows, or the whole text of the file; a night for each. */
  files: ((rows: Row[]) => Row[] | string)[]
  /** What the message of the last of these nights says; null = all are published. */
  says: RegExp | null
  /** The last good edition is published instead, for this reason. */
  instead?: string
  /** What an operator does about it in the morning, once. */
  morning?: (nights: HostileNights) => Promise<void>
  /** Days by which the clock is wrong. */
  days?: number
}

const each = (change: (row: Row, index: number) => Row) => (rows: Row[]) => rows.map(change)
const first = (share: number) => (rows: Row[]) => rows.slice(0, Math.round(share * rows.length))
const swapped: Record<string, string> = { SNAP: 'WIC', WIC: 'SNAP' }
const page = '<!doctype html>\n<html><body>Down for maintenance</body></html>\n'
const who = (reason: string) => ({ by: 'Ada', reason, at: '2030-01-01T06:00:00.000Z' })

export const attacks: Attack[] = [
  {
    name: 'longitudes that are all 0.15 degrees off',
    files: [each((row) => ({ ...row, lng: (row.lng as number) + 0.15 }))],
    says: /^farms-moved: alpha: location of \d+ of \d+ \(100\.0 %\) moved, by \d\.\d miles/m,
  },
  {
    name: 'two answers that took each other’s place',
    files: [
      each((row) => ({
        ...row,
        payment_methods: (row.payment_methods as string[]).map((name) => swapped[name]),
      })),
    ],
    says: /^terms-flipped: alpha: payment_methods: (SNAP|WIC) came or went for \d+ of/m,
  },
  {
    name: 'each row twice',
    files: [(rows) => [...rows, ...rows]],
    says: /^rows-doubled: alpha: \d+ of \d+ \(50\.0 %\) rows repeat/m,
  },
  {
    name: 'a file cut off between two rows',
    files: [first(0.7)],
    says: /^farms-lost-by-source: alpha: \d+ of \d+ \(\d+\.\d %\) are gone/m,
  },
  {
    name: 'four nights of 8 % less',
    files: [first(0.92), first(0.92 ** 2), first(0.92 ** 3)],
    says: /^farms-lost-by-source: alpha: \d+ of \d+ \(2\d\.\d %\) are gone since \d{4}-/m,
  },
  { name: 'an empty file', files: [() => ''], says: null, instead: 'unreadable' },
  {
    name: 'a page instead of a table',
    files: [() => page],
    says: null,
    instead: 'unreadable',
  },
  {
    name: 'rows without names',
    files: [each((row) => ({ ...row, name: '' }))],
    says: /^rows-rejected: alpha: \d+ of \d+ \(100\.0 %\) rows are rejected/m,
  },
  {
    name: 'telephone numbers that are all gone',
    files: [each((row) => ({ ...row, phone: null }))],
    says: /^values-gone: alpha: phone of 120 of 120 \(100\.0 %\) is missing now/m,
  },
  {
    name: 'a purge that is right, and is accepted',
    files: [first(0.8)],
    says: /^farms-lost: /m,
    morning: async ({ places }) => {
      const [candidate] = (await candidates(places)).slice(-1)
      const { id, gates } = candidate!.manifest
      const refusing = gates.filter(({ passed, severity }) => !passed && severity === 'refusal')
      await accept(
        places,
        id,
        refusing.filter(({ passed }) => passed === false).map(({ name }) => name),
        who('a purge'),
      )
    },
  },
  {
    name: 'a wrong file that is rejected, and comes again',
    files: [first(0.6)],
    says: /^farms-lost: /m,
    morning: async (nights) => {
      const [candidate] = (await candidates(nights.places)).slice(-1)
      await reject(nights.places, candidate!.manifest.id, who('cut off'))
      const again = await nights.build(nights.last!)
      assert.equal(fallbackOf(again), 'quarantined')
    },
  },
  {
    name: 'a file that is wrong in a few rows, and is rolled back',
    files: [each((row, index) => (index < 5 ? { ...row, phone: '(785) 555-0199' } : row))],
    says: null,
    morning: async (nights) => {
      const { previous } = readLedger(nights.places).runs.at(-1)!
      await rollback(nights.places, previous!, who('wrong numbers'))
      const again = await nights.build(nights.last!)
      assert.deepEqual([again.outcome, fallbackOf(again)], ['published', 'quarantined'])
    },
  },
  {
    name: 'a clock that leaps 400 days',
    files: [(rows) => rows],
    days: 400,
    says: null,
    morning: async (nights) => {
      assert.equal(readLedger(nights.places).runs.at(-1)!.clock, 'leapt')
      const behind = await nights.build(nights.last!)
      assert.match(behind.message!, /the clock says .* confirm-clock --by WHO/)
      const [begun_at, ended_at] = [nights.now(), nights.now()]
      const known = { action: 'confirm-clock', begun_at, ended_at, outcome: 'done' } as const
      appendRun(nights.places, entryOf({ ...known, status: 0, clock: 'confirmed' }))
    },
  },
  {
    name: 'a build that is killed',
    files: [],
    says: null,
    morning: async (nights) => {
      const { places } = nights
      await mkdir(join(places.work, 'snapshot'), { recursive: true })
      const previous = await currentOf(places.root)
      await writeFile(places.begun, JSON.stringify({ begun_at: nights.now(), previous }))
    },
  },
]

/** A build folder, and nights into it from two invented sources; `alpha` is the one that is attacked. */
export class HostileNights {
  readonly places: Layout
  readonly #folder: string
  readonly #random: () => number
  readonly #alpha: Row[]
  readonly #beta: Row[]
  #night = 0
  /** The file of `alpha` in the last night. */
  last: { path: string; days: number } | null = null

  constructor(folder: string, seed: number) {
    this.#folder = folder
    this.places = layout(join(folder, 'build'))
    this.#random = randomOf(seed)
    this.#alpha = farms('alpha', 120, 36)
    this.#beta = farms('beta', 60, 42)
  }

  now(days = 0): string {
    return new Date(Date.UTC(2030, 0, this.#night + days, 4)).toISOString()
  }

  /** A night with a right file: it is published, whatever came before. */
  async quiet(): Promise<void> {
    this.#night++
    for (const row of this.#alpha)
      if (this.#random() < 0.02) row.phone = phone(Math.floor(this.#random() * 100))
    this.last = await this.#write(this.#alpha)
    const run = await this.build(this.last)
    assert.deepEqual([run.outcome, run.message], ['published', null], `night ${this.#night}`)
    const live = await readManifest(this.places.snapshot(await currentOf(this.places.root)))
    assert.equal(live.id, run.snapshot)
    assert.equal(live.farms, this.#alpha.length + this.#beta.length)
  }

  /** The nights of an attack, and the morning after it. */
  async attacked({ files, says, instead, morning, days = 0 }: Attack): Promise<void> {
    for (const [index, file] of files.entries()) {
      this.#night++
      this.last = await this.#write(file(this.#alpha), days)
      const live = await currentOf(this.places.root)
      const run = await this.build(this.last)
      if (says === null || index < files.length - 1) {
        assert.equal(run.outcome, 'published', run.message ?? '')
        assert.equal(fallbackOf(run), instead)
        continue
      }
      assert.match(run.message!, says)
      assert.notEqual(run.outcome, 'published')
      assert.equal(await currentOf(this.places.root), live)
    }
    await morning?.(this)
  }

  async build({ path, days }: NonNullable<HostileNights['last']>): Promise<Run> {
    const beta = join(this.#folder, 'beta.jsonl')
    await writeFile(beta, linesOf(this.#beta))
    const dated = { adapter: farmFeed, retrieved_at: wholeSeconds(new Date(this.now())) }
    const isBehind = days !== 0 && readLedger(this.places).runs.at(-1)?.clock === 'leapt'
    const now = new Date(this.now(isBehind ? 0 : days))
    await recordRun(
      this.places,
      'build',
      async (run) => {
        const sources = [
          { ...dated, path, name: 'alpha' },
          { ...dated, path: beta, name: 'beta' },
        ]
        const options = { sources, out: this.places.root, threads: 0, run }
        return (await build(options, undefined, now)).snapshot === null ? 3 : 0
      },
      undefined,
      now,
    ).catch((error: Error) => error)
    return readLedger(this.places).runs.at(-1)!
  }

  async #write(content: Row[] | string, days = 0) {
    const path = join(this.#folder, `alpha-${this.#night}.jsonl`)
    await writeFile(path, typeof content === 'string' ? content : linesOf(content))
    return { path, days }
  }
}

/** Why the last good edition of `alpha` was read. */
const fallbackOf = ({ inputs }: Run) =>
  inputs.find(({ source }) => source === 'alpha')?.fallback?.reason

const linesOf = (rows: Row[]) => rows.map((row) => JSON.stringify(row) + '\n').join('')

const phone = (number: number) => `(785) 555-01${String(number).padStart(2, '0')}`

const words = 'Amber Birch Cedar Delta Ember Fjord Grove Heath Inlet Jetty Knoll Larch'.split(' ')

/** Invented farms on a grid, in states far from any border. */
const farms = (source: string, count: number, lat: number): Row[] =>
  Array.from({ length: count }, (_, n) => ({
    source_id: `${source}-${n}`,
    name: `${words[n % 12]} ${words[Math.floor(n / 12)]} ${source} farm`,
    lat: lat + Math.floor(n / 12) / 10,
    lng: -98 + (n % 12) / 5,
    phone: phone(n % 100),
    payment_methods: [n % 2 === 0 ? 'SNAP' : 'WIC'],
    products: ['eggs'],
  }))
