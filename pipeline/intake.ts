import { basename, join } from 'node:path'
import type { Adapter } from './read/adapter.ts'
import { Findings } from './normalize/findings.ts'
import { normalize } from './normalize/normalize.ts'
import { firstFarmId } from './resolve/identity.ts'
import { fileDigest } from './publish/files.ts'
import { openSpool } from './spool.ts'
import type { Progress } from './progress.ts'
import { Tally } from './tally.ts'

export type SourceFile = { adapter: Adapter; path: string }

/** What came in from one source file. */
export type Intake = {
  adapter: Adapter
  path: string
  file: string
  sha256: string
  read: number
  rejections: Tally
  corrections: Tally
}

export type Input = {
  intakes: Intake[]
  findings: Findings
  synthetic: boolean
  /** JSON Lines of observations, each with its farm's id at first sight, its input and its number. */
  observations: string
  /** JSON Lines of rejected rows (data/schema/reject.ts). */
  rejects: string
}

/** Reads and normalizes every source into two spools in `scratch`: observations and rejected rows. */
export async function readSources(
  sources: SourceFile[],
  scratch: string,
  progress: Progress,
): Promise<Input> {
  const observations = openSpool(join(scratch, 'observations.ndjson'))
  const rejects = openSpool(join(scratch, 'rejects.ndjson'))
  const findings = new Findings()
  const intakes: Intake[] = []
  let synthetic = false
  for (const [input, { adapter, path }] of sources.entries()) {
    const intake = await openIntake(adapter, path)
    intakes.push(intake)
    for await (const row of adapter.read(path)) {
      intake.read++
      const result = 'farm' in row ? normalize(adapter.kind, row.line, row.farm, findings) : row
      if ('rejected' in result) {
        intake.rejections.add(reasonClass(result.rejected))
        const { line, rejected: reason, raw } = result
        await rejects.write({ source: adapter.kind, file: intake.file, line, reason, raw })
      } else {
        for (const correction of result.corrections) intake.corrections.add(correction)
        synthetic ||= result.synthetic
        const farm_id = firstFarmId(adapter.kind, result.source_id)
        await observations.write({
          seq: observations.count,
          input,
          file: intake.file,
          farm_id,
          ...result,
        })
      }
      if (intake.read % 1000 === 0) progress.rows(observations.count + rejects.count)
    }
  }
  await observations.close()
  await rejects.close()
  return { intakes, findings, synthetic, observations: observations.path, rejects: rejects.path }
}

async function openIntake(adapter: Adapter, path: string): Promise<Intake> {
  return {
    adapter,
    path,
    file: basename(path),
    sha256: (await fileDigest(path)).sha256,
    read: 0,
    rejections: new Tally(),
    corrections: new Tally(),
  }
}

/** A reason without the value it names, so that reasons can be counted: `zip: bad \`1\`` → `zip: bad …`. */
const reasonClass = (reason: string) => reason.replaceAll(/`[^`]*`/g, '…')
