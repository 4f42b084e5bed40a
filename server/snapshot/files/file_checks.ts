import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import { day_ms } from '../../../data/calendar.ts'
import type { Layout } from '../../../data/schema/layout.ts'
import type { SnapshotFile } from '../../../data/schema/manifest.ts'
import { otherContent } from '../columns/held_columns.ts'
import { reader } from './reader.ts'

/** A file's fault. An unreadable file may be whole: its disk may be away. */
export type Fault = { kind: 'changed' | 'unreadable'; what: string }

/** The result of checking a file, and the file's state at that time. */
type Finding = { version: string; fault: Fault | null }

/** How long a finding stays valid if the file is not written to: disks also lose data silently. */
const [wholeFor_ms, faultyFor_ms] = [day_ms, 60_000]

/** Checks the files of snapshots against their manifests, in another thread. */
export class FileChecks {
  readonly #layout: Layout
  readonly #onFinding: (file: string, fault: Fault | null) => void
  readonly #found = new LRUCache<string, Finding>({ max: 10_000, ttl: wholeFor_ms })
  readonly #underWay = new Map<string, Promise<Fault | null>>()

  /** `onFinding` is called for every file that was read, with `<id>/<path>` and the fault. */
  constructor(layout: Layout, onFinding: (file: string, fault: Fault | null) => void = () => {}) {
    this.#layout = layout
    this.#onFinding = onFinding
  }

  /** Returns the fault of a snapshot's file; null = none. Reads the file if the answer is not known. */
  async faultOf(id: string, file: SnapshotFile): Promise<Fault | null> {
    const path = join(this.#layout.snapshot(id), file.path)
    const [version, known] = [await versionOf(path), this.#found.get(path)]
    if (version !== null && known?.version === version) return known.fault
    const underWay = this.#underWay.get(path) ?? this.check(id, file)
    this.#underWay.set(path, underWay)
    return underWay.finally(() => this.#underWay.delete(path))
  }

  /** Reads a file again, at `bytesPerSecond`; default: at full speed. */
  async check(id: string, file: SnapshotFile, bytesPerSecond?: number): Promise<Fault | null> {
    const path = join(this.#layout.snapshot(id), file.path)
    const version = (await versionOf(path)) ?? ''
    const fault = await faultIn(path, file, bytesPerSecond)
    this.note(id, file, fault, version)
    return fault
  }

  /** Records the result of reading a file elsewhere. */
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

/** Returns a text that differs for each state of a file; null if there is no file. */
export async function versionOf(path: string): Promise<string | null> {
  const found = await stat(path).catch(() => null)
  return found && `${found.ino} ${found.size} ${found.mtimeMs} ${found.ctimeMs}`
}
