import type { Database } from '../../database/database.ts'
import { stepsOf, type Step } from '../../database/step.ts'

const step = stepsOf(import.meta.url)

/**
 * Restores texts with lost letters (U+FFFD) from a whole copy: another listing of the farm, or the registry's
 * text from an older edition. Without a copy, restores apostrophes only. `letters.observations` holds the
 * restored rows. The registry keeps restored texts, so the result does not depend on how many editions one
 * build reads.
 */
export const letterSteps: Step[] = [
  step('letters.restored', { define: defineLetters }),
  step('letters.observations'),
]

function defineLetters(database: Database): void {
  database.define('fit_of', ['VARCHAR', 'VARCHAR'], fitOf)
  defineApostrophes(database)
}

/** Makes `with_apostrophes(text)`. */
export const defineApostrophes = (database: Database): void =>
  database.define('with_apostrophes', ['VARCHAR'], withApostrophes)

/**
 * A lost letter (U+FFFD, one or three for the bytes of UTF-8) between a letter and `s` at a word's end. `Caf�s`
 * and `ros�s` lost another letter.
 */
const lostApostrophe =
  /(?<=\p{L})(?<!\b(?:caf|ros))(?:\ufffd|\ufffd{3})(?=s(?![\p{L}\p{N}\ufffd]))/giu

/** Restores the apostrophes of a text: `Farmer�s Market` becomes `Farmer’s Market`. */
export const withApostrophes = (damaged: string): string => damaged.replaceAll(lostApostrophe, '’')

/** Letters lost when a text was read in the wrong encoding, one or several. */
const lost = /\ufffd+/

/** One gap replaces at most three characters: no ASCII, except quotes and dashes. */
const [mostLetters, letters] = [3, /^(?:[^\0-\x7f\ufffd]|['"-])+$/]

/** Limits the gaps, so that the work is linear in the length of a text. */
const mostGaps = 100

/**
 * Returns whether `damaged` equals `text` with letters lost in places (U+FFFD). null = no; `plain` = yes, but
 * some of these letters are ASCII quotes or dashes; `whole` = yes, and none is.
 */
export function fitOf(damaged: string, text: string): 'whole' | 'plain' | null {
  const [first, ...others] = damaged.split(lost)
  if (others.length === 0 || others.length > mostGaps || !text.startsWith(first!)) return null
  /** Positions in the text that the parts so far may reach. */
  let ends = new Set([first!.length])
  for (const part of others) ends = afterGap(ends, part, text)
  if (!ends.has(text.length)) return null
  return asciiIn(text) > asciiIn(damaged) ? 'plain' : 'whole'
}

const asciiIn = (text: string) => text.replaceAll(/[^\0-\x7f]/g, '').length

function afterGap(ends: Set<number>, part: string, text: string): Set<number> {
  const next = new Set<number>()
  for (const at of ends)
    for (let count = 1; count <= mostLetters; count++) {
      if (!letters.test(text.slice(at, at + count))) break
      if (text.startsWith(part, at + count)) next.add(at + count + part.length)
    }
  return next
}
