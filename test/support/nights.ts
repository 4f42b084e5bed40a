import { cpSync, existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Change } from '../../data/schema/tables/change.ts'
import type { Farm } from '../../data/schema/tables/farm.ts'
import type { Lineage } from '../../data/schema/tables/history/lineage.ts'
import { layout } from '../../data/schema/layout.ts'
import type { ProductListing } from '../../data/schema/tables/product_listing.ts'
import type { Provenance } from '../../data/schema/tables/provenance.ts'
import type { Registry } from '../../data/schema/tables/registry.ts'
import type { Report } from '../../data/schema/report.ts'
import { build } from '../../pipeline/build.ts'
import { gates } from '../../pipeline/gates/gates.ts'
import { knownListings } from '../../pipeline/report/farm_history.ts'
import { farmFeed } from '../../pipeline/read/sources/farm_feed.ts'
import type { Authority } from '../../data/schema/input/sources_file.ts'
import { wholeSeconds } from '../../pipeline/read/instant.ts'
import { readParquet } from './parquet_file.ts'
import { temporaryFolder, type Lifetime } from './temporary_folder.ts'

export type Listing = { source_id: string; name: string } & Record<string, unknown>

/** A source of one night: its name, or name and what is said of it, and its listings. */
export type Feed = { name: string; lines: Listing[]; publisher?: string; authority?: Authority }

export type NightOptions = {
  /** Every decision on record. Without it the file stays as it was. */
  decisions?: Told[]
  /** Lets gates refuse. */
  strict?: boolean
}

/** What one build came to. */
export type Night = {
  report: Report
  id: string
  folder: string
  farms: Farm[]
  listings: ProductListing[]
  provenance: Provenance[]
  changes: Change[]
  publicChanges: Change[]
  lineage: Lineage[]
  registry: Registry[]
  /** The farm id of a listing, as provenance has it. */
  farmOf: (sourceId: string, source?: string) => string | undefined
}

/** A build folder, and builds into it one after the other, a day apart. */
export type Nights = {
  root: string
  /** Reads `feeds` in order; listings alone are those of one feed. Throws where a gate refuses. */
  next: (feeds: Listing[] | Feed[], options?: NightOptions) => Promise<Night>
  /** Builds, and returns the report only: null as its snapshot = refused. */
  attempt: (feeds: Listing[] | Feed[], options?: NightOptions) => Promise<Report>
}

/**
 * A line of the decisions file, but for who, when and why; a farm may be named by a listing that the live
 * snapshot has.
 */
export type Told = { source?: string; source_id?: string } & Record<string, unknown>

const made = { at: '2030-01-01T00:00:00Z', by: 'A tester', reason: 'The farm told us' }
const held = { evidence: 'https://example.org/told', until: null }
const nobody = '0b1e2f3a-5c6d-5e7f-8091-a2b3c4d5e6f7'

/** Writes decisions files of a build folder. It remembers the farms of listings, also of removed ones. */
export function decider(root: string) {
  const farms = new Map<string, string>()
  return async (decisions: Told[]) => {
    await mkdir(root, { recursive: true })
    const known = existsSync(layout(root).current) ? await knownListings(layout(root)) : []
    for (const each of known) {
      const name = `${each.source} ${each.source_id}`
      if (!farms.has(name)) farms.set(name, each.farm_id)
    }
    const lines = decisions.map(({ source, source_id, ...each }) => ({
      ...made,
      ...(each['decision'] === 'withdraw' ? {} : held),
      ...(source !== undefined && { farm_id: farms.get(`${source} ${source_id}`) ?? nobody }),
      ...each,
    }))
    const text = lines.map((line) => JSON.stringify(line) + '\n').join('')
    await writeFile(layout(root).decisions, text)
  }
}

/** `past`: how many builds the folder that is copied to `root` has seen. */
export async function nights(life: Lifetime, past = 0): Promise<Nights> {
  const scratch = await temporaryFolder(life)
  const root = join(scratch, 'build')
  const decide = decider(root)
  let night = past

  async function attempt(feeds: Listing[] | Feed[], options: NightOptions = {}): Promise<Report> {
    night++
    const sources = await Promise.all(feedsOf(feeds).map((feed) => writeSource(feed)))
    if (options.decisions) await decide(options.decisions)
    const accepted = options.strict
      ? []
      : gates
          .filter(({ severity }) => severity === 'refusal')
          .map(({ name }) => ({ gate: name, reason: 'a test needs it' }))
    const now = new Date(Date.UTC(2030, 0, night))
    return build(
      {
        sources,
        out: root,
        accepted,
      },
      undefined,
      now,
    )
  }

  async function writeSource({ name, lines, publisher, authority }: Feed) {
    const path = join(scratch, `${name}-${night}.jsonl`)
    await writeFile(path, lines.map((line) => JSON.stringify(line) + '\n').join(''))
    const isDated = lines.some(({ updated_at }) => updated_at)
    return {
      adapter: farmFeed,
      path,
      name,
      ...(isDated ? {} : { retrieved_at: wholeSeconds(new Date(Date.UTC(2030, 0, night))) }),
      ...(publisher !== undefined && { publisher }),
      ...(authority && { authority }),
    }
  }

  return {
    root,
    attempt,
    async next(feeds, options) {
      const report = await attempt(feeds, options)
      if (report.snapshot === null)
        throw new Error(
          `refused: ${JSON.stringify(report.gates.filter((each) => each.passed === false))}`,
        )
      return readNight(join(root, 'snapshots', report.snapshot), report)
    },
  }
}

/**
 * Builds a first night that the tests of a file share. Each goes on from a copy of its own, which the
 * returned function makes.
 */
export async function sharedNight(
  life: Lifetime,
  feeds: Listing[] | Feed[],
): Promise<(life: Lifetime) => Promise<Nights & { first: Night }>> {
  const { root, next } = await nights(life)
  const { id, report } = await next(feeds)
  return async (life) => {
    const own = await nights(life, 1)
    cpSync(root, own.root, { recursive: true })
    const first = await readNight(join(own.root, 'snapshots', id), structuredClone(report))
    return { ...own, first }
  }
}

const isFeed = (each: Listing | Feed): each is Feed => 'lines' in each
const feedsOf = (feeds: Listing[] | Feed[]): Feed[] =>
  feeds.every(isFeed) ? feeds : [{ name: 'farm-feed', lines: feeds }]

async function readNight(folder: string, report: Report): Promise<Night> {
  const rows = async <Row>(path: string) => (await readParquet<Row>(join(folder, path))).rows
  const provenance = await rows<Provenance>('members/provenance.parquet')
  return {
    report,
    id: report.snapshot!,
    folder,
    farms: await rows<Farm>('members/farms.parquet'),
    listings: await rows<ProductListing>('members/product_listings.parquet'),
    provenance,
    changes: await rows<Change>('members/changes.parquet'),
    publicChanges: await rows<Change>('public/changes.parquet'),
    lineage: await rows<Lineage>('public/lineage.parquet'),
    registry: await rows<Registry>('members/registry.parquet'),
    farmOf: (sourceId, source = 'farm-feed') =>
      provenance.find((row) => row.source === source && row.source_id === sourceId)?.farm_id,
  }
}
