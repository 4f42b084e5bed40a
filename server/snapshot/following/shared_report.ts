import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { replaceAtomically } from '../../../data/disk/durable_files.ts'
import type { Layout } from '../../../data/schema/layout.ts'

const report = z.object({ published: z.string().nullable(), problems: z.array(z.string()) })
export type FollowerReport = z.infer<typeof report>

/** The report of the process that follows, for the other processes that share its folder. */
export class SharedReport {
  readonly #path: string
  readonly #temporary: string
  #text = ''

  constructor({ root }: Layout) {
    this.#path = join(root, '.following.json')
    this.#temporary = join(root, '.following.json.new')
  }

  async write({ published, problems }: FollowerReport): Promise<void> {
    const text = JSON.stringify({ published, problems })
    if (text === this.#text) return
    await replaceAtomically(this.#path, text, this.#temporary)
    this.#text = text
  }

  /** Returns the last report; empty if there is none. */
  async read(): Promise<FollowerReport> {
    const text = await readFile(this.#path, 'utf8').catch(() => '{}')
    return report.safeParse(JSON.parse(text)).data ?? { published: null, problems: [] }
  }
}
