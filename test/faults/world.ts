import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdir, readFile, realpath, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { openToWrite } from '../../data/bucket/open_bucket.ts'
import { readPointer } from '../../data/bucket/pointer.ts'
import { layout, type Layout } from '../../data/schema/layout.ts'
import { tombstones, type Tombstone } from '../../data/schema/tombstones.ts'
import { build } from '../../pipeline/build.ts'
import { endingOf, recordRun } from '../../pipeline/cli/record_run.ts'
import { gates } from '../../pipeline/gates/gates.ts'
import { wholeSeconds } from '../../pipeline/read/instant.ts'
import { farmFeed } from '../../pipeline/read/sources/farm_feed.ts'
import { recordDecisions } from '../../pipeline/resolve/decisions/read.ts'
import { entryOf, appendRun } from '../../pipeline/runs/ledger.ts'
import { publishTo } from '../../pipeline/snapshots/bucket/publish.ts'
import { rollbackIn } from '../../pipeline/snapshots/bucket/retention.ts'
import { prune, rollback } from '../../pipeline/snapshots/retention.ts'
import { currentSnapshot, publishedIds } from '../../pipeline/snapshots/snapshots.ts'
import { keptBuild } from '../support/fixture_snapshot.ts'
import { publishedFarms } from '../support/published_farms.ts'
import { randomOf } from '../support/random.ts'
import { startServer, type TestServer } from '../support/running_server.ts'
import { temporaryFolder, type Lifetime } from '../support/temporary_folder.ts'
import { told } from '../support/told_farms.ts'
import { diskFaults, onFailingDisk, type DiskFault } from './failing_disk.ts'
import { brokenIn } from './promises.ts'

const accepted = gates
  .filter(({ severity }) => severity === 'refusal')
  .map(({ name }) => ({ gate: name, reason: 'a test needs it' }))

/** The requests that a free key may make in a day here. */
const limit = 6

export type Step =
  | 'build'
  | 'rollback'
  | 'prune'
  | 'remove'
  | 'publish'
  | 'rollbackInBucket'
  | 'restart'
  | 'look'
  | 'leap'
  | 'confirmClock'

type Listed = { data: { id: string }[]; snapshot?: string }

/**
 * A build folder, a bucket, and a server that follows it: what happens to them, and what must hold after
 * each step. One seed gives one story.
 */
export class World {
  readonly #life: Lifetime
  readonly #random: () => number
  readonly root: string
  readonly #feed: string
  readonly places: Layout
  readonly #url: string
  readonly #serverPlaces: Layout
  #server: TestServer | null = null
  #key = ''
  #day = 0
  /** The farms of each snapshot that was ever live. */
  readonly #farmsOf = new Map<string, Set<string>>()
  readonly #gone = new Set<string>()
  /** The farms that each build so far was told to leave out, and those of which servers were told. */
  readonly #decided = new Set<string>()
  readonly #hidden = new Set<string>()
  #answered = 0
  /** Every step, with its fault and what was said. */
  readonly story: string[] = []
  readonly broken: string[] = []

  private constructor(life: Lifetime, root: string, seed: number) {
    this.#life = life
    this.root = root
    this.#random = randomOf(seed)
    this.#feed = join(root, 'b/feed.jsonl')
    this.places = layout(join(root, 'b/build'))
    this.#url = pathToFileURL(join(root, 'b/bucket')).href
    this.#serverPlaces = layout(join(root, 'server'))
  }

  /** Begins with two snapshots, the second one published and served. */
  static async begin(life: Lifetime, seed: number): Promise<World> {
    const world = await World.#empty(life, seed)
    const kept = await keptBuild(life, 'world', async (own, folder) => {
      const first = await World.#empty(own, 0)
      for (const step of ['build', 'build'] as const) await first.play(step)
      assert.deepEqual(first.broken, [])
      await rename(first.places.root, folder)
    })
    await rename(kept, world.places.root)
    await world.#learn()
    for (const step of ['publish', 'restart', 'look'] as const) await world.play(step)
    return world
  }

  static async #empty(life: Lifetime, seed: number): Promise<World> {
    const root = await realpath(await temporaryFolder(life))
    await mkdir(join(root, 'b'))
    return new World(life, root, seed)
  }

  async #learn(): Promise<void> {
    for (const id of await publishedIds(this.places)) await this.#noteLive(id)
    this.#day = this.#farmsOf.size
  }

  /** What may happen. A step returns once it is done; it throws what its command would. */
  readonly steps: Record<Step, () => Promise<void>> = {
    build: () => this.#build(),
    rollback: async () =>
      void (await rollback(this.places, this.#any(await publishedIds(this.places)))),
    prune: async () => void (await prune(this.places, 2)),
    remove: () => this.#remove(),
    publish: async () => {
      const bucket = await openToWrite(this.#url)
      const live = (await currentSnapshot(this.places))!
      await publishTo(bucket, this.places.snapshot(live), await this.#tombstones())
    },
    rollbackInBucket: async () => {
      const bucket = await openToWrite(this.#url)
      const { pointer } = (await readPointer(bucket))!
      await rollbackIn(bucket, this.#any(pointer.snapshots.map(({ id }) => id)))
    },
    restart: () => this.#restart(),
    look: () => this.#look(),
    leap: async () => {
      this.#day += 400
      await this.#build()
      this.#day -= 400
    },
    confirmClock: async () => {
      const at = this.#now().toISOString()
      const known = {
        action: 'confirm-clock',
        begun_at: at,
        ended_at: at,
        outcome: 'done',
      } as const
      appendRun(this.places, entryOf({ ...known, status: 0, clock: 'confirmed' }))
    },
  }

  /** Takes a step, perhaps with a fault of the disk, and checks every promise. */
  async play(name: Step, fault?: DiskFault, at = -1): Promise<void> {
    // Of the server, which may read its folder at any time, only a look meets faults.
    const place = name === 'look' ? this.#serverPlaces.root : join(this.root, 'b')
    const met = await onFailingDisk(place, { at, fault: fault ?? 'EIO' }, this.steps[name])
    const what = [name, met.struck, met.error?.message].filter(Boolean).join(': ')
    this.story.push(what)
    if (met.error && !met.struck && endingOf(met.error).status === 1)
      this.broken.push(`${what}: a fault of the program`)
    await this.#note(name)
    for (const each of await this.#check()) this.broken.push(`after ${what}: ${each}`)
  }

  /** Takes steps as the seed has it. Returns the broken promises. */
  async wander(count: number): Promise<string[]> {
    const often: Step[] = [
      'build',
      'build',
      'build',
      'publish',
      'publish',
      'rollback',
      'prune',
      'look',
    ]
    const all = [
      ...often,
      'remove',
      'rollbackInBucket',
      'restart',
      'leap',
      'confirmClock',
    ] as Step[]
    for (let nth = 0; nth < count && this.broken.length === 0; nth++) {
      const step = this.#any(all)
      const isStruck = step !== 'restart' && this.#random() < 0.4
      const faults = ['kill', 'kill', 'kill', ...diskFaults] as const
      await this.play(
        step,
        isStruck ? this.#any(faults) : undefined,
        isStruck ? Math.floor(this.#random() ** 2 * 400) : -1,
      )
    }
    return this.end()
  }

  /** After all: the next build, the next publication and the next look do what they should. */
  async end(): Promise<string[]> {
    const faults = this.broken.length
    for (const step of ['confirmClock', 'build', 'publish', 'look'] as const)
      if (faults === 0) await this.play(step)
    return this.broken
  }

  #any<Each>(list: readonly Each[]): Each {
    return list[Math.floor(this.#random() * list.length)]!
  }

  #now(): Date {
    return new Date(Date.UTC(2030, 0, 1 + this.#day, 4))
  }

  async #build(): Promise<void> {
    this.#day++
    const rows = Array.from({ length: 8 }, (_, nth) =>
      told(nth, `s${nth}`, { phone: `(802) 555-01${10 + Math.floor(this.#random() * 80)}` }),
    )
    await writeFile(this.#feed, rows.map((row) => JSON.stringify(row) + '\n').join(''))
    const source = { adapter: farmFeed, path: this.#feed, retrieved_at: wholeSeconds(this.#now()) }
    const options = { sources: [source], out: this.places.root, accepted, threads: 0 }
    const work = async (run: object) => {
      await build({ ...options, run }, undefined, this.#now())
      return 0
    }
    await recordRun(this.places, 'build', work, undefined, this.#now())
  }

  async #remove(): Promise<void> {
    const live = (await currentSnapshot(this.places))!
    const farm_id = this.#any([...this.#farmsOf.get(live)!])
    const made = { at: this.#now().toISOString(), by: 'Ada', reason: 'asked' }
    const removal = { decision: 'remove' as const, farm_id, ...made, evidence: null, until: null }
    if (this.#decided.has(farm_id) || this.#decided.size > 2) return
    await recordDecisions(this.places.decisions, () => [removal])
    this.#decided.add(farm_id)
  }

  async #restart(): Promise<void> {
    const last = this.#server
    this.#server = null
    await last?.close()
    const stateDir = join(this.root, 'state')
    const settings = {
      SNAPSHOTS_URL: this.#url,
      STATE_DIR: stateDir,
      FREE_DAILY_LIMIT: String(limit),
      SNAPSHOTS_POLL_SECONDS: '3600', // it looks when a step says so
    }
    const now = new Date('2030-01-01T12:00:00Z')
    this.#server = await startServer(this.#life, this.#serverPlaces.root, { settings, now })
    this.#key ||= this.#server.keys.free
  }

  /** Looks when what failed is due again. */
  async #look(): Promise<void> {
    const server = this.#server!
    server.clock.now = new Date(server.clock.now.getTime() + 600_000)
    await server.refresh()
  }

  async #tombstones(): Promise<Tombstone[]> {
    const path = this.places.tombstones
    return existsSync(path) ? tombstones.parse(JSON.parse(await readFile(path, 'utf8'))) : []
  }

  /** Learns what a step may have changed: a new live snapshot, a pruned one, a removal that is published. */
  async #note(step: Step): Promise<void> {
    const live = await currentSnapshot(this.places)
    if (live !== null) await this.#noteLive(live)
    if (step === 'prune') {
      const kept = [...this.#farmsOf.keys()].filter((id) => !this.#gone.has(id))
      for (const id of kept.slice(0, -2)) if (id !== live) this.#gone.add(id)
    }
    if (step === 'look') for (const each of await this.#removedInBucket()) this.#hidden.add(each)
  }

  async #noteLive(id: string): Promise<void> {
    if (this.#farmsOf.has(id)) return
    const farms = await publishedFarms(this.places.snapshot(id)).catch(() => [])
    this.#farmsOf.set(id, new Set(farms.map((farm) => farm.id)))
  }

  async #removedInBucket(): Promise<string[]> {
    const read = await readPointer(await openToWrite(this.#url))
    if (!read) return []
    const path = join(this.root, 'b/bucket/serving', read.pointer.removed_farms.sha256)
    return tombstones.parse(JSON.parse(await readFile(path, 'utf8'))).map(({ farm_id }) => farm_id)
  }

  async #check(): Promise<string[]> {
    const broken = await brokenIn(this.places)
    const there = await publishedIds(this.places)
    for (const id of this.#farmsOf.keys())
      if (!there.includes(id) && !this.#gone.has(id)) broken.push(`${id} vanished`)
    const live = await currentSnapshot(this.places)
    const told = (await this.#tombstones()).map(({ farm_id }) => farm_id)
    for (const farm of this.#decided)
      if (this.#hidden.has(farm) && !told.includes(farm))
        broken.push(`the removal of ${farm} is lost`)
    if (live === null && this.#farmsOf.size > 0) broken.push('nothing is live')
    if (this.#server) broken.push(...(await this.#checkServer(this.#server)))
    return broken
  }

  /** Asks the server: it shows the farms of one snapshot, without the removed ones, within the limit. */
  async #checkServer(server: TestServer): Promise<string[]> {
    const broken = existsSync(this.#serverPlaces.root) ? await brokenIn(this.#serverPlaces) : []
    const [ready, { status, body }, counted] = [
      await server.ask<{ snapshot: string; published: string; problems: string[] }>('/readyz', {
        key: null,
      }),
      await server.ask<Listed>('/v1/farms?per_page=100', { key: 'paid' }),
      await server.ask('/v1/farms?per_page=1', { key: this.#key }),
    ]
    if (counted.status === 200) this.#answered++
    if (this.#answered > limit) broken.push(`${this.#answered} answers for a limit of ${limit}`)
    if (status !== 200) return ready.body.snapshot ? [...broken, `answers ${status}`] : broken
    const farms = this.#farmsOf.get(ready.body.snapshot)
    const shown = body.data.map(({ id }) => id)
    for (const id of shown) {
      if (this.#hidden.has(id)) broken.push(`shows ${id}, which is removed`)
      if (!farms?.has(id)) broken.push(`shows ${id}, which is not of ${ready.body.snapshot}`)
    }
    // A removal that is decided may be in force already: a server that begins looks by itself.
    const missing = [...(farms ?? [])].filter((id) => !shown.includes(id) && !this.#decided.has(id))
    return [...broken, ...missing.map((id) => `does not show ${id}`)]
  }
}
