import { readFileSync } from 'node:fs'
import { z } from 'zod'

const text = z.string().min(1)

/** A series that continues another: from its first edition on, it decides what is listed. */
const succession = z.strictObject({
  series: text,
  succeeds: text,
  /** The measurement that shows it. */
  ground: text,
})

/** `data/successions.json` */
export const successions = z
  .array(succession)
  .parse(JSON.parse(readFileSync(new URL('../../successions.json', import.meta.url), 'utf8')))

/** The predecessors of a series, oldest first. */
export function predecessorsOf(series: string): string[] {
  const succeeds = successions.find((each) => each.series === series)?.succeeds
  return succeeds === undefined ? [] : [...predecessorsOf(succeeds), succeeds]
}
