import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { groupDigits } from '../../data/digit_grouping.ts'
import { Random } from '../../data/sample/random.ts'
import { endpoints } from './endpoints.ts'
import { machine, type Machine } from './machine.ts'
import { measure, type Measurement } from './measure.ts'
import type { Options } from './options.ts'
import { startRealServer } from './real_server.ts'
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
  resident_mb: { after_opening: number; after_load: number }
  endpoints: Measurement[]
}

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
  const server = await startRealServer(
    { buildDir, scratch, profileDir: options.profileDir },
    signal,
  )
  try {
    const afterOpening = await server.usage()
    const measurements: Measurement[] = []
    for (const endpoint of endpoints.filter(({ name }) => name.startsWith(options.only))) {
      tell(`measuring ${endpoint.name}`)
      const paths = await endpoint.requests({ folder, random: new Random(options.seed) })
      measurements.push(
        await measure(endpoint, paths, server, options, { scratch, folder }, signal),
      )
    }
    const afterLoad = await server.usage()
    return {
      measured_at: new Date().toISOString(),
      machine: machine(),
      seed: options.seed,
      snapshot: id,
      farms,
      build: stages,
      opening_s: server.opening_s,
      resident_mb: {
        after_opening: megabytes(afterOpening.resident_bytes),
        after_load: megabytes(afterLoad.resident_bytes),
      },
      endpoints: measurements,
    }
  } finally {
    await server.stop()
  }
}

const megabytes = (bytes: number) => Math.round(bytes / 1e6)
