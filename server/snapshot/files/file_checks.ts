import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import type { Layout } from '../../../data/schema/layout.ts'
import type { SnapshotFile } from '../../../data/schema/manifest.ts'
import { otherContent } from '../columns/held_columns.ts'
import { reader } from './reader.ts'

/** What is wrong with a file. One that can't be read may be whole: its disk may be away. */
export type Fault = { kind: 'changed' | 'unreadable'; what: string }

/** What was found of a file, and the state of the file then. */
type Finding = { version: string; fault: Fault | null }

/** How long a finding holds while the file is not written to: disks forget silently, too. */
const [wholeFor_ms, faultyFor_ms] = [24 * 60 * 60 * 1000, 60 * 1000]

/** Checks whether the files of snapshots are those that their manifests list, in another thread. */
export class FileChecks {
  readonly #layout: Layout
  readonly #onFinding: (file: string, fault: Fault | null) => void
  readonly #found = new LRUCache<string, Finding>({ max: 10_000, ttl: wholeFor_ms })
  readonly #underWay = new Map<string, Promise<Fault | null>>()

  /** `onFinding` learns of every file that was read: `<id>/<path>`, and what is wrong. */
  constructor(layout: Layout, onFinding: (file: string, fault: Fault | null) => void = () => {}) {
    this.#layout = layout
    this.#onFinding = onFinding
  }

  /** What is wrong with a file of a snapshot; null = nothing. Reads it where that is not known. */
  async faultOf(id: string, file: SnapshotFile): Promise<Fault | null> {
    const path = join(this.#layout.snapshot(id), file.path)
    const [version, known] = [await versionOf(path), this.#found.get(path)]
    if (version !== null && known?.version === version) return known.fault
    const underWay = this.#underWay.get(path) ?? this.check(id, file)
    this.#underWay.set(path, underWay)
    return underWay.finally(() => this.#underWay.delete(path))
  }

  /** Reads a file again, at so many bytes a second; default: as fast as it can be. */
  async check(id: string, file: SnapshotFile, bytesPerSecond?: number): Promise<Fault | null> {
    const path = join(this.#layout.snapshot(id), file.path)
    const version = (await versionOf(path)) ?? ''
    const fault = await faultIn(path, file, bytesPerSecond)
    this.note(id, file, fault, version)
    return fault
  }

  /** Takes note of what was found by another reading of a file. */
  note(id: string, file: SnapshotFile, fault: Fault | null, version: string): void {
    const path = join(this.#layout.snapshot(id), file.path)
    this.#found.set(path, { version, fault }, fault ? { ttl: faultyFor_ms } : {})
    this.#onFinding(`${id}/${file.path}`, fault)
  }
}

async function faultIn(
  path: string,
  { sha256 }: SnapshotFile,
  bytesPerSecond?: number,
): Promise<Fault | null> {
  try {
    const found = await reader.ask('digest', path, bytesPerSecond)
    return found.sha256 === sha256 ? null : { kind: 'changed', what: otherContent }
  } catch (error) {
    return { kind: 'unreadable', what: `it can't be read: ${(error as Error).message}` }
  }
}

/** Differs from one state of a file to another; null where there is none. */
export async function versionOf(path: string): Promise<string | null> {
  const found = await stat(path).catch(() => null)
  return found && `${found.ino} ${found.size} ${found.mtimeMs} ${found.ctimeMs}`
}
