import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Pointer } from '../../../data/bucket/pointer.ts'
import { replaceAtomically } from '../../../data/disk/durable_files.ts'
import type { Layout } from '../../../data/schema/layout.ts'

const seen = z.object({ bucket: z.uuid(), sequence: z.int() })

/** The last pointer seen, kept in the build folder. */
export class SeenPointer {
  readonly #layout: Layout

  constructor(layout: Layout) {
    this.#layout = layout
  }

  /** Records a pointer. Throws if a newer pointer of the same bucket was seen. */
  async note(address: string, { bucket, sequence, snapshot }: Pointer): Promise<void> {
    const last = await this.#read()
    if (last?.bucket === bucket && sequence < last.sequence)
      throw new Error(
        `${address} is older than before: current.json names ${snapshot}, with sequence ${sequence} after ${last.sequence}; publish again, or make ${snapshot} the live one by npm run snapshots -- rollback`,
      )
    if (last?.bucket === bucket && sequence === last.sequence) return
    const { followed, root } = this.#layout
    const text = JSON.stringify({ bucket, sequence }) + '\n'
    await replaceAtomically(followed, text, join(root, '.followed.json'))
  }

  async #read(): Promise<z.infer<typeof seen> | null> {
    const text = await readFile(this.#layout.followed, 'utf8').catch(() => null)
    if (text === null) return null
    try {
      return seen.parse(JSON.parse(text))
    } catch {
      return null // like an empty folder
    }
  }
}
