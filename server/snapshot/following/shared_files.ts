import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import type { Pointer } from '../../../data/bucket/pointer.ts'
import { replaceAtomically } from '../../../data/disk/durable_files.ts'
import type { Layout } from '../../../data/schema/layout.ts'

const seen = z.object({ bucket: z.uuid(), sequence: z.int() })

/**
 * Records the last pointer seen in the build folder. Throws if a newer pointer of the same bucket was seen. A
 * record that can't be read counts as none.
 */
export async function noteSeen(
  { followed, root }: Layout,
  address: string,
  { bucket, sequence, snapshot }: Pointer,
): Promise<void> {
  const last = await readFile(followed, 'utf8')
    .then((text) => seen.parse(JSON.parse(text)))
    .catch(() => null)
  if (last?.bucket === bucket && sequence < last.sequence)
    throw new Error(
      `${address} is older than before: current.json names ${snapshot}, with sequence ${sequence} after ${last.sequence}; publish again, or make ${snapshot} the live one by npm run snapshots -- rollback`,
    )
  if (last?.bucket === bucket && sequence === last.sequence) return
  const text = JSON.stringify({ bucket, sequence }) + '\n'
  await replaceAtomically(followed, text, join(root, '.followed.json'))
}

const report = z.object({ published: z.string().nullable(), problems: z.array(z.string()) })
export type FollowerReport = z.infer<typeof report>

/** The report of the process that follows, for the other processes that share its folder. */
export function sharedReport({ root }: Layout) {
  const path = join(root, '.following.json')
  let last = ''
  return {
    async write({ published, problems }: FollowerReport): Promise<void> {
      const text = JSON.stringify({ published, problems })
      if (text === last) return
      await replaceAtomically(path, text, `${path}.new`)
      last = text
    },

    /** Returns the last report; empty if there is none. */
    async read(): Promise<FollowerReport> {
      const text = await readFile(path, 'utf8').catch(() => '{}')
      return report.safeParse(JSON.parse(text)).data ?? { published: null, problems: [] }
    },
  }
}
