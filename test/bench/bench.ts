import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { groupDigits } from '../../data/digit_grouping.ts'
import { drawFrom } from './draw.ts'
import { endpoints } from './endpoints.ts'
import { machine, type Machine } from './machine.ts'
import { measure, type Measurement } from './measure.ts'
import type { Options } from './options.ts'
import { measureOverload, type Overload } from './overload/overload.ts'
import { startPeers } from './peers/start.ts'
import { makeKeys, startRealServer } from './real_server.ts'
import type { ServerProcess } from './server_process.ts'
import { provideSnapshot, type BuiltSnapshot } from './snapshot.ts'

export type Result = {
  measured_at: string
  machine: Machine
  seed: number
  snapshot: string
  farms: number
  /** Seconds of the stages of its build. */
  build: BuiltSnapshot['stages']
  /** From the start of the server to its being ready. */
  opening_s: number
  /** Threads that serve; null = as many as by default. */
  workers: number | null
  resident_mb: Resident
  /** The same of a server with one worker, where this one has several. */
  one_worker_mb: Resident | null
  endpoints: Measurement[]
  overload: Overload
}

type Resident = { after_opening: number; after_load: number }

/**
 * Measures the server in a folder of its own below the system's one for temporary files, which goes
 * in the end. `tell` hears what happens; `signal` ends it all.
 */
export async function bench(
  options: Options,
  tell: (line: string) => void,
  signal: AbortSignal,
): Promise<Result> {
  const scratch = await mkdtemp(join(tmpdir(), 'farm-directory-bench-'))
  try {
    const buildDir = options.buildDir ?? join(scratch, 'build')
    const snapshot = await provideSnapshot(buildDir, options, signal)
    tell(`serving ${snapshot.id}, ${groupDigits(snapshot.farms)} farms`)
    return await measureAll(snapshot, options, scratch, tell, signal)
  } finally {
    await rm(scratch, { recursive: true })
  }
}

async function measureAll(
  { id, folder, buildDir, farms, stages }: BuiltSnapshot,
  options: Options,
  scratch: string,
  tell: (line: string) => void,
  signal: AbortSignal,
): Promise<Result> {
  const { workers, profileDir, seed } = options
  await using ends = new AsyncDisposableStack()
  const keys = await makeKeys(join(scratch, 'state'), signal)
  const start = async (
    name: string,
    some: { workers?: number | undefined; profileDir?: string; isPatienceMeasured?: boolean },
  ) => {
    const place = { buildDir, folder: join(scratch, name), farms }
    await mkdir(place.folder)
    const server = await startRealServer({ ...place, ...some }, keys, signal)
    ends.defer(() => server.stop())
    return server
  }
  const server = await start('server', { workers, ...(profileDir && { profileDir }) })
  const oneWorker = workers !== undefined && workers > 1 ? await start('one', { workers: 1 }) : null
  const both = oneWorker ? [server, oneWorker] : [server]
  const resident = async () => (await Promise.all(both.map(residentMb))) as [number, number?]
  const afterOpening = await resident()
  const peers = options.peers
    ? await startPeers({ folder, scratch, farms }, ends, tell, signal)
    : []
  const draw = await drawFrom(folder, seed)
  const setting = { server, oneWorker, workers: workers ?? null, draw, folder, scratch }
  const measurements: Measurement[] = []
  for (const endpoint of endpoints.filter(({ name }) => isWanted(name, options))) {
    tell(`measuring ${endpoint.name}`)
    const beside = endpoint.isPeersToo ? peers : []
    measurements.push(await measure(endpoint, { ...setting, peers: beside }, options, signal))
  }
  const afterLoad = await resident()
  await Promise.all(both.map((each) => each.stop()))
  const overload = await measureOverload(
    (name) => start(name, { workers, isPatienceMeasured: true }),
    draw,
    (name) => isWanted(name, options),
    options,
    tell,
    signal,
  )
  return {
    measured_at: new Date().toISOString(),
    machine: machine(),
    seed,
    snapshot: id,
    farms,
    build: stages,
    workers: workers ?? null,
    opening_s: server.opening_s,
    resident_mb: residents(afterOpening[0], afterLoad[0]),
    one_worker_mb: oneWorker && residents(afterOpening[1]!, afterLoad[1]!),
    endpoints: measurements,
    overload,
  }
}

const isWanted = (name: string, { only }: Options) => only.some((start) => name.startsWith(start))

const residents = (after_opening: number, after_load: number) => ({ after_opening, after_load })

const residentMb = async (server: ServerProcess) =>
  Math.round((await server.usage()).resident_bytes / 1e6)
